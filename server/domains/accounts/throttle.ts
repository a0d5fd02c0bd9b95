import { isIPv6 } from 'node:net';
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { DB } from '#server/db/db.d.ts';
import { hmacHex, keyFor, type KeySource } from '#server/platform/crypto/keys.ts';
import { namedStatement, textWithValues } from '#server/platform/postgres/named-statement.ts';

/** The delays for one kind of subject: seconds for `first`, `cap` and `forget`. */
interface Limit {
  /** Attempts before the first delay. */
  readonly free: number;
  /** The first delay; each further attempt doubles it. */
  readonly first: number;
  /** The longest delay. */
  readonly cap: number;
  /** One failure is removed after each such time. */
  readonly forget: number;
}

/**
 * The limits of AUTH-11 in the standard profile. One address on one account is slowed after few failures and for long. An account
 * is slowed for everybody only if many addresses try it, and never for long, so that nobody can lock others out. An address that
 * tries many accounts is slowed as a whole, with room for a site behind one address. Codes of a second factor are counted
 * separately: people who enter them already know the password, so the account itself may be slowed for long. Public reads with a
 * cost have a count of their own: a burst, then one per second. Links for choosing a new password are limited per account and per
 * address, and new addresses are limited per account and hour.
 */
const limits = {
  pair: { free: 5, first: 1, cap: 900, forget: 900 },
  account: { free: 30, first: 1, cap: 60, forget: 600 },
  code: { free: 10, first: 1, cap: 900, forget: 900 },
  address: { free: 100, first: 1, cap: 60, forget: 30 },
  publicRead: { free: 120, first: 1, cap: 60, forget: 1 },
  resetAccount: { free: 3, first: 300, cap: 3600, forget: 1800 },
  resetAddress: { free: 60, first: 10, cap: 900, forget: 60 },
  emailChange: { free: 3, first: 1200, cap: 3600, forget: 1200 },
  signingCode: { free: 10, first: 30, cap: 3600, forget: 600 },
} as const satisfies Record<string, Limit>;

/** The subjects of one attempt, as keyed hashes: the table discloses neither emails nor addresses. */
export interface AttemptKeys {
  readonly pair: string;
  readonly account: string;
  readonly address: string;
  /** The count towards the lock of the account, for every kind of attempt (AUTH-07, regulated profile). */
  readonly lock: string;
}

/** The secret that is tried: the password, or a code of the second factor. */
export type AttemptKind = 'account' | 'code';

/** The throttle's answer to an attempt that it has counted. */
export interface AttemptVerdict {
  /** `account`: answer as if the password were wrong; `address`: this address is throttled, for every account. */
  readonly blocked: 'account' | 'address' | null;
  /** Seconds until the next attempt is judged. */
  readonly retryAfter: number;
}

/** Returns the keys of an attempt on an account (its email, or what was typed as one) from an address. */
export function attemptKeys(
  config: KeySource,
  email: string,
  ip: string,
  kind: AttemptKind = 'account',
): AttemptKeys {
  const key = keyFor(config, 'sign-in-throttle');
  const account = hmacHex(key, `account\n${email.toLowerCase()}`);
  const address = hmacHex(key, `address\n${network(ip)}`);
  return {
    account: `${kind}:${account}`,
    pair: `${kind === 'account' ? 'pair' : `${kind}-pair`}:${account}:${address}`,
    address: `address:${address}`,
    lock: `lock:${account}`,
  };
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
 * $1 is the address, $2 the pair, $3 the account. Each counts only if the one before it admitted the attempt. The count does not
 * wait for the disk: other servers see it at once, and a crash of the database loses at most the last half second.
 */
const countStatement = (kind: AttemptKind) =>
  namedStatement<CountRow>(
    `accounts.count-${kind}`,
    `with address as (${countOne('address', '$1', 'true')}),
   pair as (${countOne('pair', '$2', 'exists (select 1 from address)')}),
   account as (${countOne(kind, '$3', 'exists (select 1 from pair)')})
   select exists (select 1 from address) as address, exists (select 1 from pair) as pair, exists (select 1 from account) as account,
     coalesce((select ceil(extract(epoch from max(blocked_until) - app_now())) from sign_in_throttles
       where key in ($1, $2, $3)), 1)::int as retry_after,
     set_config('synchronous_commit', 'off', true) as commit`,
  );

const countStatements = { account: countStatement('account'), code: countStatement('code') };

function countOne(kind: keyof typeof limits, key: string, when: string): string {
  const { free, first, cap, forget } = limits[kind];
  const elapsed = 'greatest(0, extract(epoch from app_now() - t.last_failed_at))';
  const failures = `greatest(0, t.failures - floor(${elapsed} / ${forget}))::int + 1`;
  return `insert into sign_in_throttles as t (key, failures, first_failed_at, last_failed_at)
    select ${key}::text, 1, app_now(), app_now() where ${when}
    on conflict (key) do update set
      failures = ${failures}, last_failed_at = app_now(),
      first_failed_at = case when ${failures} = 1 then app_now() else t.first_failed_at end,
      blocked_until = case when ${failures} >= ${free}
        then app_now() + make_interval(secs => least(${cap}, ${first} * power(2, least(20, ${failures} - ${free})))) end
    where t.blocked_until is null or t.blocked_until <= app_now()
    returning 1`;
}

/**
 * Counts an attempt as failed before it is judged, in one statement that all servers share. Parallel guesses could otherwise
 * finish before the count is written. {@link withdrawAttempt} withdraws it. An attempt that is blocked for the pair does not count
 * against the account.
 */
export async function countAttempt(
  db: Kysely<DB>,
  keys: AttemptKeys,
  kind: AttemptKind = 'account',
): Promise<AttemptVerdict> {
  const { rows } = await db.executeQuery(countStatements[kind](keys.address, keys.pair, keys.account));
  const [row] = rows;
  if (!row) throw new Error('the throttle did not answer');
  const retryAfter = Math.max(1, row.retryAfter);
  if (!row.address) return { blocked: 'address', retryAfter };
  return { blocked: row.pair && row.account ? null : 'account', retryAfter };
}

type SingleKind = 'publicRead' | 'resetAccount' | 'resetAddress' | 'emailChange' | 'signingCode';

const countSingle = (kind: SingleKind) =>
  namedStatement<{ readonly counted: boolean; readonly retryAfter: number }>(
    `accounts.count-${kind}`,
    `with counted as (${countOne(kind, '$1', 'true')})
     select exists (select 1 from counted) as counted,
       coalesce((select ceil(extract(epoch from blocked_until - app_now())) from sign_in_throttles where key = $1), 1)::int as retry_after`,
  );

const singleStatements = {
  publicRead: countSingle('publicRead'),
  resetAccount: countSingle('resetAccount'),
  resetAddress: countSingle('resetAddress'),
  emailChange: countSingle('emailChange'),
  signingCode: countSingle('signingCode'),
};

/** Counts one event of a subject. Returns null, or the number of seconds to wait if the event came too soon. */
async function countEvent(
  db: Kysely<DB>,
  config: KeySource,
  kind: SingleKind,
  subject: string,
): Promise<number | null> {
  const key = `${kind}:${hmacHex(keyFor(config, 'sign-in-throttle'), `${kind}\n${subject}`)}`;
  const { rows } = await db.executeQuery(singleStatements[kind](key));
  const [row] = rows;
  if (!row) throw new Error('the throttle did not answer');
  return row.counted ? null : Math.max(1, row.retryAfter);
}

async function countAddress(db: Kysely<DB>, config: KeySource, kind: SingleKind, ip: string): Promise<void> {
  const retryAfter = await countEvent(db, config, kind, network(ip));
  if (retryAfter !== null) throw new AppError('TOO_MANY_ATTEMPTS', { extra: { retryAfter } });
}

/** Counts a public read that has a cost (LRN-05); throws TOO_MANY_ATTEMPTS while the address is throttled. */
export async function countPublicRead(db: Kysely<DB>, config: KeySource, ip: string): Promise<void> {
  await countAddress(db, config, 'publicRead', ip);
}

/** Counts a call about a forgotten password for its address (AUTH-10); throws TOO_MANY_ATTEMPTS while it is throttled. */
export async function countResetCall(db: Kysely<DB>, config: KeySource, ip: string): Promise<void> {
  await countAddress(db, config, 'resetAddress', ip);
}

/**
 * Counts a request for a link to an account, whether the account exists or not (AUTH-10: no email bombs). Returns null, or the
 * number of seconds to wait if it came too soon.
 */
export async function countResetLink(
  db: Kysely<DB>,
  config: KeySource,
  email: string,
): Promise<number | null> {
  return countEvent(db, config, 'resetAccount', email.toLowerCase());
}

/** Counts a person's request for another email (AUTH-16: no email bombs, no search for accounts); throws TOO_MANY_ATTEMPTS. */
export async function countEmailChange(db: Kysely<DB>, config: KeySource, userId: string): Promise<void> {
  const retryAfter = await countEvent(db, config, 'emailChange', userId);
  if (retryAfter !== null) throw new AppError('TOO_MANY_ATTEMPTS', { extra: { retryAfter } });
}

/** Counts a code that was typed to confirm who a person is (SIG-05); throws TOO_MANY_ATTEMPTS. */
export async function countSigningCode(db: Kysely<DB>, config: KeySource, userId: string): Promise<void> {
  const retryAfter = await countEvent(db, config, 'signingCode', userId);
  if (retryAfter !== null) throw new AppError('TOO_MANY_ATTEMPTS', { extra: { retryAfter } });
}

/**
 * Parts of a `with` that credit a correct attempt: the counts of the account and of the address on it restart, and the count
 * of the address as a whole loses this one. In the order in which attempts are counted, so that the two never deadlock.
 */
export const withdrawAttemptSql = (address: string, pair: string, account: string, when = 'true'): string => `
  forgiven_address as (
    update sign_in_throttles set failures = greatest(0, failures - 1),
      blocked_until = case when failures > ${limits.address.free} then blocked_until end
    where key = ${address}::text and ${when} returning 1),
  forgiven_pair as (
    delete from sign_in_throttles where key = ${pair}::text and ${when} and (select count(*) from forgiven_address) >= 0 returning 1),
  forgiven_account as (
    delete from sign_in_throttles where key = ${account}::text and ${when} and (select count(*) from forgiven_pair) >= 0 returning 1)`;

/** Returns the same parts with the keys as values, for a statement that is built from others. */
export const withdrawAttemptParts = ({ address, pair, account }: AttemptKeys): RawBuilder<unknown> =>
  textWithValues(withdrawAttemptSql('$1', '$2', '$3'), address, pair, account);

const forgiveStatement = namedStatement(
  'accounts.forgive-attempt',
  `with ${withdrawAttemptSql('$1', '$2', '$3')} select 1`,
);

/** Credits a correct attempt (AUTH-11). */
export async function withdrawAttempt(db: Kysely<DB>, keys: AttemptKeys): Promise<void> {
  await db.executeQuery(forgiveStatement(keys.address, keys.pair, keys.account));
}

/** Deletes all failures on an account, from every address: its password has changed, or it was unlocked. */
export async function clearAccountAttempts(
  tx: Transaction<DB>,
  config: KeySource,
  email: string,
): Promise<void> {
  const { lock } = attemptKeys(config, email, '');
  await sql`delete from sign_in_throttles where key = ${lock}`.execute(tx);
  for (const kind of ['account', 'code'] as const) {
    const { account, pair } = attemptKeys(config, email, '', kind);
    const pairs = `${pair.slice(0, pair.lastIndexOf(':') + 1)}%`;
    await sql`delete from sign_in_throttles where key like ${pairs}`.execute(tx);
    await sql`delete from sign_in_throttles where key = ${account}`.execute(tx);
  }
}
