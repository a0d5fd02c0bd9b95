import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { DB } from '#server/db/db.d.ts';

/** A stored event; instants and xids as text, so that nothing is rounded. */
export interface StoredEvent {
  readonly id: number;
  readonly xid: string;
  readonly systemId: string;
  readonly at: string;
  readonly commandId: number | null;
  readonly kind: string;
  readonly action: string;
  readonly actorId: string | null;
  readonly organizationId: number | null;
  readonly subjectId: string | null;
  readonly objectType: string | null;
  readonly objectId: string | null;
  readonly outcome: string;
  readonly header: string;
  readonly salt: Buffer | null;
  readonly payload: string | null;
  readonly payloadHash: Buffer;
  readonly residual: string | null;
}

/** A seal as stored. */
export interface StoredSeal {
  readonly number: number;
  readonly kind: string;
  readonly systemId: string;
  readonly fromXid: string;
  readonly toXid: string;
  readonly eventCount: number;
  readonly root: Buffer;
  readonly previousHead: Buffer | null;
  readonly head: Buffer;
  readonly body: string;
  readonly keyId: string;
  readonly signature: Buffer;
  readonly eventIds: number[];
  readonly leaves: Buffer;
  readonly sealedAt: string;
}

/** The columns of an event; the instant is written here, not by a function that a tampered database could replace. */
export const eventColumns = sql`
  id, xid::text as xid, system_id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, command_id, kind, action,
  actor_id, organization_id, subject_id, object_type, object_id, outcome, header, salt, payload, payload_hash, residual`;

let cursors = 0;

/** Rows of a query in one open transaction, a page at a time: several may be read side by side in one snapshot. */
export async function* readRows<Row>(
  tx: Transaction<DB>,
  query: RawBuilder<Row>,
  page = 1000,
): AsyncGenerator<Row> {
  cursors += 1;
  const name = sql.id(`rows_${String(cursors)}`);
  await sql`declare ${name} no scroll cursor for ${query}`.execute(tx);
  for (;;) {
    const { rows } = await sql<Row>`fetch forward ${sql.lit(page)} from ${name}`.execute(tx);
    yield* rows;
    if (rows.length < page) break;
  }
  await sql`close ${name}`.execute(tx);
}

/** A step through the trail: the start of a seal, one of its events or an unsealed one, the end of a seal. */
export type TrailStep =
  | { readonly step: 'seal'; readonly seal: StoredSeal }
  | { readonly step: 'event'; readonly event: StoredEvent; readonly sealed: boolean }
  | { readonly step: 'end'; readonly seal: StoredSeal };

interface Stream {
  readonly rows: AsyncGenerator<StoredEvent>;
  next: StoredEvent | undefined;
}

/**
 * Yields the trail, seal by seal, each with the events of its range; at the end the events without a seal.
 *
 * @param only condition over the events, if they are not all wanted
 */
export async function* walkTrail(
  tx: Transaction<DB>,
  only: RawBuilder<unknown> = sql`true`,
): AsyncGenerator<TrailStep> {
  const { rows: systems } = await sql<{
    systemId: string;
  }>`select distinct system_id from audit.events`.execute(tx);
  const streams = new Map<string, Stream>();
  for (const { systemId } of systems) {
    const rows = readRows(
      tx,
      sql<StoredEvent>`select ${eventColumns} from audit.events where system_id = ${sql.lit(systemId)} and ${only} order by audit.events.xid, id`,
    );
    streams.set(systemId, { rows, next: await take(rows) });
  }
  for await (const seal of readSeals(tx)) {
    yield { step: 'seal', seal };
    const stream = streams.get(seal.systemId);
    if (stream) yield* eventsOf(stream, BigInt(seal.toXid));
    yield { step: 'end', seal };
  }
  for (const stream of streams.values()) yield* eventsOf(stream, undefined);
}

/** Returns every seal, the oldest first, one at a time: the list of its events can be long. */
export const readSeals = (tx: Transaction<DB>): AsyncGenerator<StoredSeal> =>
  readRows(
    tx,
    sql<StoredSeal>`
      select number, kind, system_id, from_xid::text as from_xid, to_xid::text as to_xid, event_count, root, previous_head, head, body,
        key_id, signature, event_ids, leaves, to_char(sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as sealed_at
      from audit.seals order by number`,
    1,
  );

/** Yields the next events of a cluster: those below the end of a seal's range, or all that are left. */
async function* eventsOf(stream: Stream, end: bigint | undefined): AsyncGenerator<TrailStep> {
  for (;;) {
    const event = stream.next;
    if (!event || (end !== undefined && BigInt(event.xid) >= end)) return;
    yield { step: 'event', event, sealed: end !== undefined };
    stream.next = await take(stream.rows);
  }
}

async function take(rows: AsyncGenerator<StoredEvent>): Promise<StoredEvent | undefined> {
  const result = await rows.next();
  return result.done ? undefined : result.value;
}
