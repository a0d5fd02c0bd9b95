import { sql, type Kysely } from 'kysely';
import { copyInterval, waitAfterFailures, type CopyKind } from '#shared/domain/integrity/copies.ts';
import type { DB } from '#server/db/db.d.ts';
import { destinationName, type HeadDestination, type SentHead } from './destination.ts';

/** The stored state of a destination. */
export interface SentState {
  readonly kind: CopyKind;
  readonly place: string;
  readonly sentNumber: number | null;
  readonly sentAt: Date | null;
  readonly error: string | null;
  readonly failedAt: Date | null;
  /** Seconds since the oldest seal that was not sent; 0 where there is none. */
  readonly lagSeconds: number;
}

/**
 * Records the places to which heads are sent from now on, according to the configuration. A new place, or another one of its
 * kind, starts with the newest head, which commits to all before it.
 */
export async function recordDestinations(
  db: Kysely<DB>,
  destinations: readonly Pick<HeadDestination, 'kind' | 'place'>[],
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const kinds = destinations.map(({ kind }) => kind);
    await sql`delete from head_destinations where kind <> all(${kinds}::text[])`.execute(tx);
    for (const { kind, place } of destinations)
      await sql`
        insert into head_destinations (kind, place) values (${kind}, ${place})
        on conflict (kind) do update set place = excluded.place, created_at = excluded.created_at, sent_number = null,
          sent_head = null, sent_at = null, attempts = 0, last_error = null, failed_at = null, next_attempt_at = now()
        where head_destinations.place <> excluded.place`.execute(tx);
  });
}

/** Returns the newest seal in the form in which it is sent; undefined if nothing is sealed yet. */
export async function readNewestHead(db: Kysely<DB>): Promise<SentHead | undefined> {
  const { rows } = await sql<{
    number: number;
    head: Buffer;
    body: string;
    keyId: string;
    signature: Buffer;
    sealedAt: Date;
    installation: string;
  }>`
    select s.number, s.head, s.body, s.key_id, s.signature, s.sealed_at, i.id as installation
    from audit.seals s cross join installation i order by s.number desc limit 1`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { number, head, body, keyId, signature, sealedAt, installation } = row;
  return {
    number,
    sealedAt,
    installation,
    anchor: { head: head.toString('hex'), keyId, signature: signature.toString('base64'), body },
  };
}

/** How long one attempt may take before another process resumes it, in seconds. */
export const claimSeconds = 120;

/**
 * Claims a destination for one attempt if its time has come and it does not have this head yet. It keeps no lock, because an open
 * transaction would delay sealing. Returns what was sent before, or undefined if the destination must not be used now. A next
 * attempt more than two days ahead was not set by the product, and is ignored.
 */
export async function claimDestination(
  db: Kysely<DB>,
  { kind, place }: Pick<HeadDestination, 'kind' | 'place'>,
  head: string,
): Promise<Pick<SentState, 'sentNumber'> | undefined> {
  const { rows } = await sql<Pick<SentState, 'sentNumber'>>`
    update head_destinations set next_attempt_at = now() + make_interval(secs => ${claimSeconds})
    where kind = ${kind} and place = ${place} and sent_head is distinct from ${Buffer.from(head, 'hex')}
      and (next_attempt_at <= now() or next_attempt_at > now() + interval '2 days')
    returning sent_number`.execute(db);
  return rows[0];
}

/** Records that a destination has the head. */
export async function recordSent(
  db: Kysely<DB>,
  { kind, place }: Pick<HeadDestination, 'kind' | 'place'>,
  { number, anchor }: SentHead,
): Promise<void> {
  await sql`
    update head_destinations set sent_number = ${number}, sent_head = ${Buffer.from(anchor.head, 'hex')}, sent_at = now(),
      attempts = 0, last_error = null, failed_at = null, next_attempt_at = now() + make_interval(secs => ${copyInterval[kind]})
    where kind = ${kind} and place = ${place}`.execute(db);
}

/** Records why a destination did not accept the head; each further attempt is delayed longer. */
export async function recordFailed(
  db: Kysely<DB>,
  { kind, place }: Pick<HeadDestination, 'kind' | 'place'>,
  reason: string,
): Promise<void> {
  const { rows } = await sql<{ attempts: number }>`
    select attempts + 1 as attempts from head_destinations where kind = ${kind} and place = ${place}`.execute(
    db,
  );
  const attempts = rows[0]?.attempts ?? 1;
  await sql`
    update head_destinations set attempts = ${attempts}, last_error = ${reason.slice(0, 500)}, failed_at = now(),
      next_attempt_at = now() + make_interval(secs => ${waitAfterFailures(attempts)})
    where kind = ${kind} and place = ${place}`.execute(db);
}

/** Returns the newest sent head and the delay of each destination (AUD-02). */
export async function readSentStates(db: Kysely<DB>): Promise<readonly SentState[]> {
  const { rows } = await sql<SentState>`
    select d.kind, d.place, d.sent_number, d.sent_at, d.last_error as error, d.failed_at,
      case when waiting.sealed_at is null then 0
        else extract(epoch from app_now() - greatest(d.created_at, waiting.sealed_at)) end::float8 as lag_seconds
    from head_destinations d left join lateral (
      select s.sealed_at from audit.seals s where s.number > coalesce(d.sent_number, 0) order by s.number limit 1) waiting on true
    order by d.kind`.execute(db);
  return rows.map((row) => ({ ...row, lagSeconds: Math.max(0, row.lagSeconds) }));
}

/** Destinations whose heads can be read back. */
const readable: readonly CopyKind[] = ['folder', 'object_store', 'time_stamp'];

/**
 * Returns the statement of a new seal about the heads that were sent before it: the last one of each destination that can be read
 * back. The stored state is believed only if the trail has this head.
 */
export async function readSent(db: Kysely<DB>): Promise<readonly { to: string; number: number }[]> {
  const { rows } = await sql<{ kind: CopyKind; place: string; number: number }>`
    select d.kind, d.place, d.sent_number as number
    from head_destinations d join audit.seals s on s.number = d.sent_number and s.head = d.sent_head
    where d.kind = any(${[...readable]}::text[]) order by d.kind`.execute(db);
  return rows.map(({ number, ...row }) => ({ to: destinationName(row), number }));
}
