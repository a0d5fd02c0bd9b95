import { isIPv6 } from 'node:net';
import { sql, type Kysely, type Transaction } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { DB } from '#server/db/db.d.ts';
import { hmacHex, keyFor, type KeySource } from '#server/platform/crypto/keys.ts';
import { namedStatement } from '#server/platform/postgres/named-statement.ts';

/** How one kind of subject is slowed down: seconds for `cap` and `forget`. */
interface Limit {
  /** Attempts before the first delay; each further one doubles it from one second. */
  readonly free: number;
  /** The longest delay. */
  readonly cap: number;
  /** One failure is forgotten after each such time. */
  readonly forget: number;
}

/**
 * AUTH-11, in the standard profile: one address on one account feels it soon and long; an account is slowed for
 * everybody only when many addresses try it, and never for long, so that nobody can lock others out; an address that
 * goes through accounts is slowed as a whole, with room for a site behind one address. Public reads that cost something
 * have a count of their own: a burst, then one a second.
 */
const limits = {
  pair: { free: 5, cap: 900, forget: 900 },
  account: { free: 30, cap: 60, forget: 600 },
  address: { free: 100, cap: 60, forget: 30 },
  publicRead: { free: 120, cap: 60, forget: 1 },
} as const satisfies Record<string, Limit>;

/** The subjects of one attempt, as keyed hashes: the table tells neither emails nor addresses. */
export interface AttemptKeys {
  readonly pair: string;
  readonly account: string;
  readonly address: string;
}

/** What the throttle says of an attempt that it has counted. */
export interface AttemptVerdict {
  /** `account`: answer as if the password were wrong; `address`: this address has to wait, whoever it asks for. */
  readonly blocked: 'account' | 'address' | null;
  /** Seconds until it is worth trying again. */
  readonly retryAfter: number;
}

/** The keys of an attempt on an account (its email, or what was typed as one) from an address. */
export function attemptKeys(config: KeySource, email: string, ip: string): AttemptKeys {
  const key = keyFor(config, 'sign-in-throttle');
  const account = hmacHex(key, `account\n${email.toLowerCase()}`);
  const address = hmacHex(key, `address\n${network(ip)}`);
  return { account: `account:${account}`, pair: `pair:${account}:${address}`, address: `address:${address}` };
}

/** One person easily has 2^64 addresses of IPv6, so those count as one. */
function network(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped?.[1]) return mapped[1];
  const [head = '', tail] = ip.toLowerCase().split('%')[0]?.split('::') ?? [];
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros: string[] = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  const groups = tail === undefined ? left : [...left, ...zeros, ...right];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

interface CountRow {
  readonly address: boolean;
  readonly pair: boolean;
  readonly account: boolean;
  readonly retryAfter: number;
}

/**
 * $1 address, $2 pair, $3 account: each counts only when the one before it let the attempt through. The count does not
 * wait for the disk: other servers see it at once, and only a crash of the database may forget the last half second of it.
 */
const countStatement = namedStatement<CountRow>(
  'accounts.count-attempt',
  `with address as (${countOne('address', '$1', 'true')}),
   pair as (${countOne('pair', '$2', 'exists (select 1 from address)')}),
   account as (${countOne('account', '$3', 'exists (select 1 from pair)')})
   select exists (select 1 from address) as address, exists (select 1 from pair) as pair, exists (select 1 from account) as account,
     coalesce((select ceil(extract(epoch from max(blocked_until) - app_now())) from sign_in_throttles
       where key in ($1, $2, $3)), 1)::int as retry_after,
     set_config('synchronous_commit', 'off', true) as commit`,
);

function countOne(kind: keyof typeof limits, key: string, when: string): string {
  const { free, cap, forget } = limits[kind];
  const elapsed = 'greatest(0, extract(epoch from app_now() - t.last_failed_at))';
  const failures = `greatest(0, t.failures - floor(${elapsed} / ${forget}))::int + 1`;
  return `insert into sign_in_throttles as t (key, failures, first_failed_at, last_failed_at)
    select ${key}::text, 1, app_now(), app_now() where ${when}
    on conflict (key) do update set
      failures = ${failures}, last_failed_at = app_now(),
      first_failed_at = case when ${failures} = 1 then app_now() else t.first_failed_at end,
      blocked_until = case when ${failures} >= ${free}
        then app_now() + make_interval(secs => least(${cap}, power(2, least(20, ${failures} - ${free})))) end
    where t.blocked_until is null or t.blocked_until <= app_now()
    returning 1`;
}

/**
 * Counts an attempt as failed before it is judged, in one statement that all servers share: parallel guesses cannot
 * slip past a count that is written later. {@link forgiveAttempt} takes it back. What is blocked for the pair does not
 * count against the account.
 */
export async function countAttempt(db: Kysely<DB>, keys: AttemptKeys): Promise<AttemptVerdict> {
  const { rows } = await db.executeQuery(countStatement(keys.address, keys.pair, keys.account));
  const [row] = rows;
  if (!row) throw new Error('the throttle did not answer');
  const retryAfter = Math.max(1, row.retryAfter);
  if (!row.address) return { blocked: 'address', retryAfter };
  return { blocked: row.pair && row.account ? null : 'account', retryAfter };
}

const countReadStatement = namedStatement<{ readonly read: boolean; readonly retryAfter: number }>(
  'accounts.count-public-read',
  `with counted as (${countOne('publicRead', '$1', 'true')})
   select exists (select 1 from counted) as read,
     coalesce((select ceil(extract(epoch from blocked_until - app_now())) from sign_in_throttles where key = $1), 1)::int as retry_after`,
);

/**
 * Counts a read that anybody may make and that costs something (LRN-05); throws TOO_MANY_ATTEMPTS while the address has
 * to wait.
 */
export async function countPublicRead(db: Kysely<DB>, config: KeySource, ip: string): Promise<void> {
  const address = hmacHex(keyFor(config, 'sign-in-throttle'), `public-read\n${network(ip)}`);
  const { rows } = await db.executeQuery(countReadStatement(`public-read:${address}`));
  const [row] = rows;
  if (!row) throw new Error('the throttle did not answer');
  if (!row.read)
    throw new AppError('TOO_MANY_ATTEMPTS', { extra: { retryAfter: Math.max(1, row.retryAfter) } });
}

/**
 * Parts of a `with` that take an attempt back that was right: account and address on it start anew, the address as a
 * whole loses this one. In the order in which attempts are counted, so that the two never wait for each other.
 */
export const forgiveAttemptSql = (address: string, pair: string, account: string, when = 'true'): string => `
  forgiven_address as (
    update sign_in_throttles set failures = greatest(0, failures - 1),
      blocked_until = case when failures > ${limits.address.free} then blocked_until end
    where key = ${address}::text and ${when} returning 1),
  forgiven_pair as (
    delete from sign_in_throttles where key = ${pair}::text and ${when} and (select count(*) from forgiven_address) >= 0 returning 1),
  forgiven_account as (
    delete from sign_in_throttles where key = ${account}::text and ${when} and (select count(*) from forgiven_pair) >= 0 returning 1)`;

const forgiveStatement = namedStatement(
  'accounts.forgive-attempt',
  `with ${forgiveAttemptSql('$1', '$2', '$3')} select 1`,
);

/** Takes an attempt back that was right (AUTH-11). */
export async function forgiveAttempt(db: Kysely<DB>, keys: AttemptKeys): Promise<void> {
  await db.executeQuery(forgiveStatement(keys.address, keys.pair, keys.account));
}

/** Forgets all failures on an account, from whatever address: it has another password now. */
export async function forgiveAccount(tx: Transaction<DB>, config: KeySource, email: string): Promise<void> {
  const { account } = attemptKeys(config, email, '');
  await sql`delete from sign_in_throttles where key like ${`pair:${account.slice('account:'.length)}:%`}`.execute(
    tx,
  );
  await sql`delete from sign_in_throttles where key = ${account}`.execute(tx);
}
