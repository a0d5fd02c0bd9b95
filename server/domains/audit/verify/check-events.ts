import { timingSafeEqual } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import { leafOf, sha256, splitLeaves } from '../merkle.ts';
import type { CommandProofs } from './check-proofs.ts';
import type { SealChain } from './check-seals.ts';
import type { Findings } from './findings.ts';
import { parseObject } from './json.ts';
import { TimeOrder } from './time-order.ts';
import { readRows, walkTrail, type StoredEvent, type StoredSeal } from './trail.ts';

const eventName = (id: number): string => `event ${String(id)}`;

/** The residual of each redaction according to it: id of the event → SHA-256 of the residual, hex. */
export type Redactions = ReadonlyMap<number, { readonly residualHash: string; readonly redaction: number }>;

/** Reads what was redacted and notes every redaction for the reader. A later redaction of an event replaces an earlier one. */
export async function readRedactions(tx: Transaction<DB>, findings: Findings): Promise<Redactions> {
  const redactions = new Map<number, { residualHash: string; redaction: number }>();
  const rows = readRows(
    tx,
    sql<{ id: number; subjectId: string; at: Date; payload: string | null; residual: string | null }>`
      select id, subject_id, at, payload, residual from audit.events where kind = 'redaction' order by id`,
  );
  for await (const row of rows) {
    const parsed = parseObject(row.payload ?? row.residual ?? '');
    const events = parsed?.['events'];
    const entries = typeof events === 'object' && events !== null ? Object.entries(events) : [];
    for (const [id, hash] of entries)
      redactions.set(Number(id), { residualHash: String(hash), redaction: row.id });
    findings.note(
      'redaction',
      eventName(row.id),
      `${String(entries.length)} events about ${row.subjectId} redacted on ${row.at.toISOString()}: ${entries.map(([id]) => id).join(', ')}`,
    );
  }
  return redactions;
}

/** The leaves of the seal that is being read, and which of its events have been met. */
interface Open {
  readonly seal: StoredSeal;
  readonly places: Map<number, number>;
  readonly leaves: readonly Buffer[];
  readonly met: Set<number>;
  lastPlace: number;
}

/** Computes every event and every seal again (AUD-02) and names what differs. */
export async function checkEvents(
  tx: Transaction<DB>,
  chain: SealChain,
  redactions: Redactions,
  proofs: CommandProofs,
  findings: Findings,
): Promise<void> {
  const { rows } = await sql<{ system: string; next: string }>`
    select (select system_identifier::text from pg_control_system()) as system, pg_snapshot_xmax(pg_current_snapshot())::text as next`.execute(
    tx,
  );
  const here = rows[0];
  let open: Open | undefined;
  const times = new TimeOrder(findings);
  const unsealed = { count: 0, first: '' };
  for await (const step of walkTrail(tx)) {
    if (step.step === 'seal') {
      chain.check(step.seal);
      times.seal(step.seal);
      open = {
        seal: step.seal,
        places: new Map(step.seal.eventIds.map((id, place) => [id, place])),
        leaves: splitLeaves(step.seal.leaves),
        met: new Set(),
        lastPlace: -1,
      };
    } else if (step.step === 'end') {
      for (const id of step.seal.eventIds) {
        if (!open?.met.has(id))
          findings.add(
            'event_missing',
            eventName(id),
            `missing: seal ${String(step.seal.number)} contains it`,
          );
      }
      open = undefined;
      times.end();
    } else {
      findings.checked.events += 1;
      times.event(step.event);
      checkOne(step.event, redactions, findings);
      if (step.sealed && open) {
        const leaf = checkSealed(step.event, open, findings);
        if (leaf) await proofs.take(step.event, leaf);
      } else {
        await proofs.take(step.event, undefined);
        unsealed.count += 1;
        unsealed.first ||= step.event.at;
        checkUnsealed(step.event, here, chain, findings);
      }
    }
  }
  await proofs.finish();
  if (unsealed.count > 0) {
    findings.note(
      'unsealed',
      'newest events',
      `${String(unsealed.count)} events are not sealed yet, the oldest of ${unsealed.first}`,
    );
  }
}

/** Returns the leaf of the event in the seal; undefined for one that is not in it. */
function checkSealed(event: StoredEvent, open: Open, findings: Findings): Buffer | undefined {
  const name = eventName(event.id);
  const place = open.places.get(event.id);
  const leaf = place === undefined ? undefined : open.leaves[place];
  if (place === undefined || leaf === undefined) {
    findings.add(
      'event_inserted',
      name,
      `it stands in the range of seal ${String(open.seal.number)}, which does not have it`,
    );
    return undefined;
  }
  open.met.add(event.id);
  if (!timingSafeEqual(leafOf(event.header, event.payloadHash), leaf)) {
    findings.add('event_changed', name, `it is not what seal ${String(open.seal.number)} sealed`);
  }
  if (place < open.lastPlace)
    findings.add(
      'events_reordered',
      name,
      `it stands at another place than in seal ${String(open.seal.number)}`,
    );
  open.lastPlace = Math.max(open.lastPlace, place);
  return leaf;
}

function checkUnsealed(
  event: StoredEvent,
  here: { readonly system: string; readonly next: string } | undefined,
  chain: SealChain,
  findings: Findings,
): void {
  if (event.systemId === here?.system) {
    if (BigInt(event.xid) >= BigInt(here.next)) {
      findings.add(
        'event_inserted',
        eventName(event.id),
        'it claims a transaction that has not happened yet',
      );
    }
  } else if (here && chain.endOf(here.system) > 0n) {
    findings.add(
      'event_inserted',
      eventName(event.id),
      'it claims a former cluster, whose events were all sealed at the restore',
    );
  }
}

/** Header against columns, payload against its hash. */
function checkOne(event: StoredEvent, redactions: Redactions, findings: Findings): void {
  const name = eventName(event.id);
  const header = parseObject(event.header);
  if (!header || header['v'] !== 1)
    findings.add('event_changed', name, 'its header is not one of a known version');
  else {
    const pairs: readonly (readonly [string, unknown])[] = [
      ['id', event.id],
      ['xid', event.xid],
      ['system', event.systemId],
      ['at', event.at],
      ['command', event.commandId],
      ['kind', event.kind],
      ['action', event.action],
      ['actor', event.actorId],
      ['organization', event.organizationId],
      ['subject', event.subjectId],
      ['type', event.objectType],
      ['object', event.objectId],
      ['outcome', event.outcome],
    ];
    const differing = pairs
      .filter(([field, stored]) => (header[field] ?? null) !== stored)
      .map(([field]) => field);
    if (differing.length > 0) {
      findings.add(
        'event_columns_changed',
        name,
        `its columns say another ${differing.join(', ')} than its header`,
      );
    }
  }
  if (event.payload !== null) {
    const intact =
      event.salt !== null &&
      timingSafeEqual(sha256(event.salt, event.payload), sha256Sized(event.payloadHash));
    if (!intact) findings.add('event_payload_changed', name, 'its content was changed after it was recorded');
    return;
  }
  const redaction = redactions.get(event.id);
  if (!redaction) findings.add('event_payload_removed', name, 'its payload is gone and no redaction says so');
  else if (event.residual === null || sha256(event.residual).toString('hex') !== redaction.residualHash) {
    findings.add(
      'event_payload_changed',
      name,
      `what is left of it is not what redaction ${String(redaction.redaction)} left`,
    );
  }
}

const sha256Sized = (hash: Buffer): Buffer => (hash.length === 32 ? hash : Buffer.alloc(32));
