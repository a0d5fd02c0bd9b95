import { sql, type Kysely } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import { readGenuine } from '../anchors.ts';
import { destinationName, type HeadDestination, type StoredHead } from '../destinations/destination.ts';
import type { SealChain } from './check-seals.ts';
import type { Findings } from './findings.ts';

/** A head that a person stored by other means. */
export interface GivenHead {
  readonly number: number;
  readonly head: string;
}

/** The heads of a destination when it was read. */
export interface Reading {
  readonly name: string;
  /** Absent where it could not be read. */
  readonly kept?: readonly StoredHead[] | undefined;
  readonly fault?: string | undefined;
}

/** The largest time, in milliseconds, by which a seal's own time may be ahead of its time stamp. */
const clockTolerance = 60_000;

/** Returns the greatest of any number of numbers. A year has half a million seals, and no call takes so many arguments. */
function lastOf(numbers: Iterable<number>): number {
  let last = 0;
  for (const number of numbers) last = Math.max(last, number);
  return last;
}

/** Reads every destination that can be read back, before the snapshot is taken: all of its present heads must be in the snapshot. */
export async function readDestinations(
  db: Kysely<DB>,
  destinations: readonly HeadDestination[],
): Promise<readonly Reading[]> {
  const readable = destinations.filter(({ read }) => read !== undefined);
  if (readable.length === 0) return [];
  const { rows: ids } = await sql<{ id: string }>`select id from installation`.execute(db);
  const { rows } = await sql<{ head: string }>`select encode(head, 'hex') as head from audit.seals`.execute(
    db,
  );
  const known = new Set(rows.map(({ head }) => head));
  const readings: Reading[] = [];
  for (const destination of readable) {
    const name = destinationName(destination);
    try {
      const kept: StoredHead[] = [];
      const options = { installation: ids[0]?.id ?? '', isKnown: (head: string) => known.has(head) };
      for await (const one of destination.read?.(options) ?? []) kept.push(one);
      readings.push({ name, kept });
    } catch (error) {
      readings.push({ name, fault: error instanceof Error ? error.message : String(error) });
    }
  }
  return readings;
}

/**
 * Compares destinations with the chain (AUD-02). Finds a head that the database does not have, one that this installation did not
 * sign, and a missing one that was sent according to a seal.
 */
export function compareDestinations(
  chain: SealChain,
  readings: readonly Reading[],
  findings: Findings,
): void {
  for (const { name, kept, fault } of readings) {
    if (kept) compareReading(chain, name, kept, findings);
    else findings.note('not_compared', name, `it could not be read: ${fault ?? ''}`);
  }
  for (const [name, numbers] of chain.sent) {
    if (readings.some((reading) => reading.name === name)) continue;
    const last = `seals up to ${String(lastOf(numbers))} were sent to it, and it is no longer configured`;
    if (readings.length > 0) findings.note('not_compared', name, last);
    else findings.add('anchor_missing', name, `${last}: no copy of the seals is left to compare with`);
  }
}

function compareReading(
  chain: SealChain,
  name: string,
  kept: readonly StoredHead[],
  findings: Findings,
): void {
  const stored = new Map([...chain.heads].map(([number, head]) => [head, number]));
  const present = new Set<string>();
  let stamped: { readonly number: number; readonly text: string } | undefined;
  let stamps = 0;
  for (const { where, head, anchor, stamp, fault } of kept) {
    findings.checked.anchors += 1;
    if (head !== undefined && stored.has(head)) {
      present.add(head);
      continue;
    }
    const genuine = anchor && readGenuine(anchor, chain.keys);
    const wrong = fault ?? (genuine ? undefined : 'it is not a head that was signed here');
    if (!genuine || wrong !== undefined) {
      findings.add('anchor_changed', `${name} ${where}`, wrong ?? '');
      continue;
    }
    const { number, sealedAt } = genuine.body;
    if (stored.has(genuine.head)) present.add(genuine.head);
    else chain.addMissing(genuine.head, number, `it was sent to ${name}, and the database has no such seal`);
    if (!stamp) continue;
    stamps += 1;
    const at = stamp.at.toISOString();
    if (Date.parse(sealedAt) > stamp.at.getTime() + clockTolerance)
      findings.add('clock_moved', `seal ${String(number)}`, `it says ${sealedAt}, its time stamp ${at}`);
    if (!stamped || number > stamped.number)
      stamped = { number, text: `existed at ${at}, stamped by ${stamp.by}` };
  }
  if (stamped)
    findings.note(
      'time_stamped',
      `seal ${String(stamped.number)}`,
      `${stamped.text}; ${String(stamps)} time stamps are valid`,
    );
  reportGone(chain, name, present, findings);
}

/** Reports heads that were sent there according to the seals, and are missing there. */
function reportGone(chain: SealChain, name: string, present: ReadonlySet<string>, findings: Findings): void {
  const sent = [...(chain.sent.get(name) ?? [])].filter((number) => chain.heads.has(number));
  const gone = sent.filter((number) => !present.has(chain.heads.get(number) ?? ''));
  if (gone.length === 0) return;
  if (gone.length === sent.length)
    findings.add(
      'anchor_missing',
      name,
      `seals up to ${String(lastOf(sent))} were sent to it, and none is there`,
    );
  else
    for (const number of gone)
      findings.add(
        'anchor_missing',
        `seal ${String(number)}`,
        `it was sent to ${name} and is no longer there`,
      );
}

/** Compares heads that people stored in an email or a log: each is in the chain, or the history was rewritten. */
export function compareGivenHeads(chain: SealChain, given: readonly GivenHead[], findings: Findings): void {
  for (const { number, head } of given) {
    const known = [...chain.heads].find(([, other]) => other === head);
    if (known?.[0] === number)
      findings.note('head_confirmed', `seal ${String(number)}`, 'it is the one that was given with --head');
    else chain.addMissing(head, number, 'its head was given with --head, and the database has no such seal');
  }
}
