import { sql, type Kysely, type Transaction } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import { AppError } from '#shared/contract/errors.ts';

/** The parts that make a POST safe to repeat (DESIGN 'The wire', F3, F13). */
export interface Idempotency {
  readonly key: string;
  readonly endpoint: string;
  /** Keyed hash of the request's input, which may contain a password: the same key with another input is refused. */
  readonly requestHash: string;
}

/**
 * Claims the key in the command's transaction. A second request with the same key waits here until the first one
 * ended, then gets its answer; null means that the command must run.
 */
export async function claimIdempotencyKey(
  db: Transaction<DB>,
  idempotency: Idempotency,
  actorId: string | null,
): Promise<{ readonly answer: unknown } | null> {
  const actor = actorOf(actorId);
  const inserted = await sql`
    insert into idempotency_keys (key, actor_id, endpoint, request_hash)
    values (${idempotency.key}, ${actor}, ${idempotency.endpoint}, ${idempotency.requestHash})
    on conflict (actor_id, endpoint, key) do nothing
  `.execute(db);
  if (inserted.numAffectedRows === 1n) return null;
  const { rows } = await sql<{ requestHash: string; response: { answer?: unknown } | null }>`
    select request_hash, response from idempotency_keys
    where actor_id = ${actor} and endpoint = ${idempotency.endpoint} and key = ${idempotency.key}
  `.execute(db);
  const kept = rows[0];
  if (!kept || kept.requestHash !== idempotency.requestHash) throw new AppError('IDEMPOTENCY_CONFLICT');
  return { answer: kept.response?.answer };
}

/** Stores the command's answer with its key, in the same transaction. */
export async function storeIdempotentAnswer(
  db: Transaction<DB>,
  idempotency: Idempotency,
  actorId: string | null,
  answer: unknown,
): Promise<void> {
  await sql`
    update idempotency_keys set response = ${JSON.stringify({ answer: answer ?? null })}::jsonb
    where actor_id = ${actorOf(actorId)} and endpoint = ${idempotency.endpoint} and key = ${idempotency.key}
  `.execute(db);
}

/** Deletes the answers of requests that were sent two days ago: a browser that lost an answer repeats the request within minutes. */
export async function deleteIdempotencyKeys(db: Kysely<DB>): Promise<void> {
  await sql`delete from idempotency_keys where created_at < app_now() - interval '2 days'`.execute(db);
}

/** Empty if nobody is signed in: public calls may be repeated too. */
const actorOf = (actorId: string | null) => actorId ?? '';
