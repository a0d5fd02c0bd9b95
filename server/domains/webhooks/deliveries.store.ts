import { sql, type Kysely } from 'kysely';
import { delayAfter, deliveriesKeptDays, pauseAfter } from '#shared/domain/webhooks/delivery.ts';
import type { DB } from '#server/db/db.d.ts';
import { unseal } from '#server/platform/crypto/seal.ts';
import type { Services } from '#server/platform/services.ts';
import type { Attempt } from './send-delivery.ts';
import { secretPurpose } from './secrets.ts';

/** A webhook to which deliveries may go now. */
export interface Target {
  readonly id: number;
  readonly name: string;
  readonly address: string;
  /** The current secret first, then the earlier one while it still signs. */
  readonly secrets: readonly string[];
}

/** A delivery that this process may send. */
export interface Claimed {
  readonly id: number;
  readonly messageId: string;
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
  readonly attempts: number;
}

/** How long a claim without a result is valid, in seconds: another process sends the delivery then, with the same id. */
const claimSeconds = 120;

const isDue = sql`((d.state = 'waiting' and d.next_attempt_at <= app_now())
  or (d.state = 'sending' and d.claimed_at < app_now() - make_interval(secs => ${sql.lit(claimSeconds)})))`;

/** Returns an active webhook whose receiver is not paused; null if nothing is to be sent. */
export async function readTarget({ db, config }: Services, webhookId: number): Promise<Target | null> {
  const { rows } = await sql<{
    id: number;
    name: string;
    address: string;
    secrets: readonly { id: string; ciphertext: string; keyId: string }[];
  }>`
    select w.id, w.name, w.address, (
      select coalesce(json_agg(json_build_object('id', s.id, 'ciphertext', s.ciphertext, 'keyId', s.key_id) order by s.ends_at desc nulls first), '[]')
      from webhook_secrets s where s.webhook_id = w.id and (s.ends_at is null or s.ends_at > app_now())) as secrets
    from webhooks w where w.id = ${webhookId} and w.is_active
      and not exists (select 1 from webhook_pauses p where p.webhook_id = w.id and p.until > app_now())`.execute(
    db,
  );
  const [row] = rows;
  return row
    ? { ...row, secrets: row.secrets.map((one) => unseal(config, secretPurpose, one.id, one)) }
    : null;
}

/**
 * Claims due deliveries of a webhook, the oldest first; no two processes get the same one. None where it was turned off or got
 * another address in the meantime.
 */
export async function claimDue(
  db: Kysely<DB>,
  { id: webhookId, address }: Pick<Target, 'id' | 'address'>,
  limit: number,
): Promise<readonly Claimed[]> {
  const { rows } = await sql<Claimed>`
    update webhook_deliveries d set state = 'sending', claimed_at = app_now(), attempts = d.attempts + 1
    from (select d.id from webhook_deliveries d where d.webhook_id = ${webhookId} and ${isDue}
        and exists (select 1 from webhooks w where w.id = ${webhookId} and w.is_active and w.address = ${address})
      order by d.next_attempt_at, d.id limit ${limit} for update skip locked) due
    where d.id = due.id
    returning d.id, d.message_id, d.event, d.data, d.created_at, d.attempts`.execute(db);
  return rows;
}

/** An attempt with the delivery that it was for. */
export interface Result {
  readonly delivery: Claimed;
  readonly attempt: Attempt;
}

/** Stores the results of attempts in one statement; returns how many deliveries have failed permanently. */
export async function storeResults(db: Kysely<DB>, results: readonly Result[]): Promise<number> {
  const rows = results.map(({ delivery: { id, attempts }, attempt: { code, milliseconds, problem } }) => ({
    id,
    attempts,
    code,
    milliseconds,
    problem,
    delay: problem === null ? null : delayAfter(attempts, Math.random()),
  }));
  const { rows: stored } = await sql<{ state: string }>`
    update webhook_deliveries d set
      state = case when r.problem is null then 'delivered' when r.delay is null or app_now() >= d.give_up_at then 'failed' else 'waiting' end,
      next_attempt_at = app_now() + make_interval(secs => coalesce(r.delay, 0)),
      answered_at = app_now(), answer_code = r.code, answer_ms = r.milliseconds, problem = r.problem
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as r (id int, attempts int, code int, milliseconds int, problem text, delay int)
    where d.id = r.id and d.state = 'sending' and d.attempts = r.attempts
    returning d.state`.execute(db);
  return stored.filter(({ state }) => state === 'failed').length;
}

/** Releases the claimed deliveries that were not sent, because this process stops. */
export async function releaseClaims(db: Kysely<DB>, claimed: readonly Claimed[]): Promise<void> {
  await sql`
    update webhook_deliveries d set state = 'waiting', attempts = d.attempts - 1
    where d.id = any(${claimed.map(({ id }) => id)}::int[]) and d.state = 'sending'`.execute(db);
}

/** Ends deliveries whose last attempt fell due while their receiver was paused. Returns their number. */
export async function endOldDeliveries(db: Kysely<DB>, webhookId: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update webhook_deliveries d set state = 'failed', answered_at = coalesce(d.answered_at, app_now()),
      problem = coalesce(d.problem, 'unreachable')
    where d.webhook_id = ${webhookId} and ${isDue} and d.attempts > 0 and d.give_up_at <= app_now()`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}

/** Leaves a receiver alone for a while, longer after each failure in a row. */
export async function pause(db: Kysely<DB>, webhookId: number): Promise<void> {
  const { rows } = await sql<{ failures: number }>`
    select coalesce((select p.failures from webhook_pauses p where p.webhook_id = ${webhookId}), 0)::int + 1 as failures`.execute(
    db,
  );
  const failures = rows[0]?.failures ?? 1;
  const until = sql`app_now() + make_interval(secs => ${pauseAfter(failures)})`;
  await sql`
    insert into webhook_pauses (webhook_id, failures, until)
    select w.id, ${failures}, ${until} from webhooks w where w.id = ${webhookId}
    on conflict (webhook_id) do update set failures = excluded.failures, until = excluded.until`.execute(db);
}

/** The receiver takes deliveries again. */
export async function endPause(db: Kysely<DB>, webhookId: number): Promise<void> {
  await sql`delete from webhook_pauses where webhook_id = ${webhookId}`.execute(db);
}

/** Webhooks with deliveries that are due. */
export async function dueWebhooks(db: Kysely<DB>): Promise<readonly { readonly webhookId: number }[]> {
  const { rows } = await sql<{ webhookId: number }>`
    select w.id as webhook_id from webhooks w
    where w.is_active and not exists (select 1 from webhook_pauses p where p.webhook_id = w.id and p.until > app_now())
      and exists (select 1 from webhook_deliveries d where d.webhook_id = w.id and ${isDue})`.execute(db);
  return rows;
}

const removedAtOnce = 5000;

/** Removes deliveries that ended long ago; returns whether there may be more. */
export async function removeOld(db: Kysely<DB>): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from webhook_deliveries where id in (
      select id from webhook_deliveries where state in ('delivered', 'failed')
        and answered_at < app_now() - make_interval(days => ${sql.lit(deliveriesKeptDays)})
      order by answered_at limit ${removedAtOnce})`.execute(db);
  return Number(numAffectedRows ?? 0) === removedAtOnce;
}
