import { setTimeout as delay } from 'node:timers/promises';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import { readSealLag } from '../audit.queries.ts';
import { appendAnchors, lastAnchor, type Anchor, type GenuineAnchor } from '../anchors.ts';
import { merkleRoot, sealAlgorithm } from '../merkle.ts';
import { parseSealBody, sealBodySchema, type SealBody } from '../seal-body.ts';
import type { PublicSealingKey, SealingKey } from '../sealing-key.ts';
import { readSent } from '../destinations/sent-heads.ts';
import { readHorizon, type Horizon } from './seal-horizon.ts';

/** The parts that sealing needs. */
export interface Sealer {
  readonly db: Kysely<DB>;
  readonly key: SealingKey;
  /** Former keys of the installation: heads that they signed are believed too. */
  readonly formerKeys?: readonly PublicSealingKey[];
  /** The fingerprint of the secret of the key: under another one, other servers seal the installation (OPS-09). */
  readonly fingerprint: string;
  readonly anchorFile: string;
  /** Called with every new head, for the log: a third place, outside the control of the database's administrator. */
  readonly onSeal?: (seal: {
    readonly number: number;
    readonly head: string;
    readonly count: number;
  }) => void;
  /** Events of one seal at most, unless one transaction wrote more. */
  readonly batchSize?: number;
  /** Seconds within which one seal is enough: servers that take turns make no more seals than one of them would. */
  readonly apart?: number;
}

interface LastSeal {
  readonly number: number;
  readonly systemId: string;
  readonly head: Buffer;
  readonly sealedAt: Date;
  readonly body: string;
}

interface Batch {
  readonly system: string;
  readonly from: string;
  readonly to: string;
  readonly ids: number[];
  readonly leaves: Buffer[];
}

const sealLock = sql`hashtext('audit.seal')`;

/**
 * Seals all events that are certain to be complete, and writes every new head outside the database (AUD-02). These are the events
 * below the oldest running transaction; a cursor on ids would skip events that commit late. Returns how many events were sealed,
 * also 0 if another server is sealing. Safe to run at any time, by any number of servers.
 */
export async function sealOnce(sealer: Sealer): Promise<number> {
  // The whole run has one horizon. Everything that is written in the meantime is left for the next run, however much it is.
  const horizon = await readHorizon(sealer.db);
  let total = 0;
  if (!isTooSoon(sealer, await readLastSeal(sealer.db), horizon)) {
    for (;;) {
      const sealed = await sealer.db.transaction().execute((tx) => sealNext(tx, sealer, horizon));
      if (sealed === 0) break;
      total += sealed;
    }
  }
  await anchorNew(sealer);
  return total;
}

/** How long `sealAll` waits for transactions that still run, in milliseconds. */
const patienceMs = 5000;

/** Seals until nothing is pending: other transactions in the database, such as its own maintenance, delay a seal for a moment. */
export async function sealAll(sealer: Sealer): Promise<void> {
  const end = performance.now() + patienceMs;
  do {
    await sealOnce(sealer);
    if ((await readSealLag(sealer.db)).unsealed === 0) return;
    await delay(100);
  } while (performance.now() < end);
}

function isTooSoon(sealer: Sealer, last: LastSeal | undefined, { now }: Horizon): boolean {
  if (sealer.apart === undefined || !last) return false;
  const age = Date.parse(now) - last.sealedAt.getTime();
  return age >= 0 && age < sealer.apart * 1000;
}

async function sealNext(tx: Transaction<DB>, sealer: Sealer, horizon: Horizon): Promise<number> {
  if (!(await tryLock(tx))) return 0;
  const { rows: keys } = await sql<{ key: string | null }>`select installation_key() as key`.execute(tx);
  const key = keys[0]?.key ?? sealer.fingerprint;
  if (key !== sealer.fingerprint) throw new Error(`the secret was rotated: its fingerprint is ${key} now`);
  const last = await readLastSeal(tx);
  const anchored = await lastAnchor(sealer.anchorFile, keysOf(sealer));
  const lost = await findLost(tx, anchored, last);
  const batch = await nextBatch(tx, horizon.system, horizon.xid, sealer.batchSize ?? 50_000);
  if (!batch) return 0;
  const body: SealBody = {
    v: 3,
    algorithm: sealAlgorithm,
    number: (last?.number ?? 0) + 1,
    kind: lost || (last && last.systemId !== batch.system) ? 'continuation' : 'regular',
    system: batch.system,
    from: batch.from,
    to: batch.to,
    count: batch.ids.length,
    root: merkleRoot(batch.leaves).toString('hex'),
    previous: last?.head.toString('hex') ?? null,
    lost,
    keyId: sealer.key.id,
    sealedAt: horizon.now,
    anchored: anchored?.body.number ?? null,
    provenFrom: await readProvenFrom(tx, last),
    sent: [...(await readSent(tx))],
  };
  const text = JSON.stringify(sealBodySchema.parse(body));
  await sql`select audit.add_seal(${text}, ${sealer.key.id}, ${sealer.key.sign(text)}, ${batch.ids}::bigint[],
    ${Buffer.concat(batch.leaves)})`.execute(tx);
  return batch.ids.length;
}

async function tryLock(tx: Transaction<DB>): Promise<boolean> {
  const { rows } = await sql<{
    locked: boolean;
  }>`select pg_try_advisory_xact_lock(${sealLock}) as locked`.execute(tx);
  return rows[0]?.locked === true;
}

/** Returns the first command that was ever proven: once a seal has said it, the later ones repeat it. */
async function readProvenFrom(tx: Transaction<DB>, last: LastSeal | undefined): Promise<number | null> {
  const said = last && parseSealBody(last.body);
  if (said && said.v !== 1 && said.provenFrom !== null) return said.provenFrom;
  const { rows } = await sql<{ first: number | null }>`
    select min(command_id) as first from audit.command_proofs where begins`.execute(tx);
  return rows[0]?.first ?? null;
}

const keysOf = ({
  key,
  formerKeys = [],
}: Pick<Sealer, 'key' | 'formerKeys'>): readonly PublicSealingKey[] => [key, ...formerKeys];

async function readLastSeal(db: Kysely<DB>): Promise<LastSeal | undefined> {
  const { rows } =
    await sql<LastSeal>`select number, system_id, head, sealed_at, body from audit.seals order by number desc limit 1`.execute(
      db,
    );
  return rows[0];
}

/**
 * Returns the head that was written outside last, where the database has no such seal: it was restored to an earlier state (F18).
 */
export async function lostAnchoredHead({ db, anchorFile, ...keys }: Sealer): Promise<string | null> {
  const anchor = await lastAnchor(anchorFile, keysOf(keys));
  if (!anchor) return null;
  const { rows } =
    await sql`select 1 from audit.seals where head = ${Buffer.from(anchor.head, 'hex')}`.execute(db);
  return rows.length > 0 ? null : anchor.head;
}

/**
 * Returns the last anchored head that the database lacks, when it was restored to an earlier state and no seal has said so yet.
 */
async function findLost(
  tx: Transaction<DB>,
  anchor: GenuineAnchor | undefined,
  last: LastSeal | undefined,
): Promise<SealBody['lost']> {
  if (!anchor || anchor.head === last?.head.toString('hex')) return null;
  const { rows } =
    await sql`select 1 from audit.seals where head = ${Buffer.from(anchor.head, 'hex')}`.execute(tx);
  if (rows.length > 0) return null;
  const said = JSON.stringify({ number: anchor.body.number, head: anchor.head });
  const { rows: known } =
    await sql`select 1 from audit.seals where body::jsonb -> 'lost' = ${said}::jsonb limit 1`.execute(tx);
  return known.length > 0 ? null : { number: anchor.body.number, head: anchor.head };
}

/**
 * Returns the next run of events to seal. After a restore into another cluster, the unsealed events of the former one come
 * first: none of its transactions can still be running.
 */
async function nextBatch(
  tx: Transaction<DB>,
  system: string,
  horizon: string,
  size: number,
): Promise<Batch | undefined> {
  const { rows } = await sql<{ systemId: string }>`
    select s.system_id from audit.seal_starts s
    where s.system_id <> ${system}
      and exists (select 1 from audit.events e where e.system_id = s.system_id and e.xid >= s.xid)`.execute(
    tx,
  );
  for (const { systemId } of rows) {
    const batch = await readBatch(tx, systemId, null, size);
    if (batch) return batch;
  }
  return readBatch(tx, system, horizon, size);
}

async function readBatch(
  tx: Transaction<DB>,
  system: string,
  horizon: string | null,
  size: number,
): Promise<Batch | undefined> {
  const { rows: bounds } = await sql<{ from: string; cut: string | null; last: string | null }>`
    with start as (
      select coalesce(max(to_xid), '0'::xid8) as xid from audit.seals where system_id = ${system}
    ),
    waiting as (
      select e.xid from audit.events e, start
      where e.system_id = ${system} and e.xid >= start.xid and (${horizon}::xid8 is null or e.xid < ${horizon}::xid8)
      order by e.xid, e.id limit ${size}
    )
    select (select xid::text from start) as from, max(xid)::text as last,
      case when count(*) = ${size} then max(xid)::text end as cut
    from waiting`.execute(tx);
  const bound = bounds[0];
  if (!bound || bound.last === null) return undefined;
  // A full batch ends after the transaction that filled it, so that no transaction is sealed in parts.
  const to = bound.cut !== null || horizon === null ? (BigInt(bound.last) + 1n).toString() : horizon;
  const { rows } = await sql<{ id: number; leaf: Buffer }>`
    select id, audit.leaf(header, payload_hash) as leaf from audit.events
    where system_id = ${system} and xid >= ${bound.from}::xid8 and xid < ${to}::xid8
    order by xid, id`.execute(tx);
  return {
    system,
    from: bound.from,
    to,
    ids: rows.map((row) => row.id),
    leaves: rows.map((row) => row.leaf),
  };
}

/** Writes the heads that the file does not have yet; also those that another server sealed. */
async function anchorNew(sealer: Sealer): Promise<void> {
  await sealer.db.transaction().execute(async (tx) => {
    if (!(await tryLock(tx))) return;
    const anchored = await lastAnchor(sealer.anchorFile, keysOf(sealer));
    const after = anchored === undefined ? 0 : await numberToContinueFrom(tx, anchored);
    const { rows } = await sql<{
      number: number;
      head: Buffer;
      body: string;
      keyId: string;
      signature: Buffer;
      eventCount: number;
    }>`
      select number, head, body, key_id, signature, event_count from audit.seals where number > ${after} order by number`.execute(
      tx,
    );
    await appendAnchors(
      sealer.anchorFile,
      rows.map((row): Anchor => ({
        head: row.head.toString('hex'),
        keyId: row.keyId,
        signature: row.signature.toString('base64'),
        body: row.body,
      })),
    );
    for (const row of rows)
      sealer.onSeal?.({ number: row.number, head: row.head.toString('hex'), count: row.eventCount });
  });
}

async function numberToContinueFrom(tx: Transaction<DB>, anchored: GenuineAnchor): Promise<number> {
  const head = Buffer.from(anchored.head, 'hex');
  const { rows } = await sql<{ number: number }>`select number from audit.seals where head = ${head}`.execute(
    tx,
  );
  if (rows[0]) return rows[0].number;
  // The last anchored head is lost. Only the seal that records the loss, and the seals after it, are new.
  const { rows: said } = await sql<{ number: number }>`
    select number from audit.seals where body::jsonb #>> '{lost,head}' = ${anchored.head} order by number limit 1`.execute(
    tx,
  );
  return said[0] ? said[0].number - 1 : Number.MAX_SAFE_INTEGER;
}
