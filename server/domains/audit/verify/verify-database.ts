import { sql, type Kysely, type Transaction } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';
import { anchorFile, readAnchors, type AnchorLine } from '../anchors.ts';
import type { KeySource } from '#server/platform/crypto/keys.ts';
import type { HeadDestination } from '../destinations/destination.ts';
import { parseSealBody } from '../seal-body.ts';
import {
  isRestoreProven,
  ringSealingKeys,
  verifySignature,
  type PublicSealingKey,
  type RingSealingKey,
} from '../sealing-key.ts';
import { checkActors } from './check-actors.ts';
import { CommandProofs } from './check-proofs.ts';
import {
  compareDestinations,
  compareGivenHeads,
  readDestinations,
  type GivenHead,
} from './check-destinations.ts';
import { checkEvents, readRedactions } from './check-events.ts';
import { checkFiles } from './check-files.ts';
import { checkFormerGuards, checkGuards } from './check-guards.ts';
import { checkKeys, readRetirements } from './check-keys.ts';
import { checkRecords } from './check-records.ts';
import { checkPart } from './check-part.ts';
import { checkRedacted } from './check-redacted.ts';
import { SealChain } from './check-seals.ts';
import { Findings, type VerifyReport } from './findings.ts';
import type { RecordChecker } from './record-checker.ts';

/** The parts that `verify` needs. */
export interface VerifyOptions {
  readonly db: Kysely<DB>;
  /** Folder outside the database with the anchors. */
  readonly dataDir: string;
  /**
   * The secret of the installation and its former ones. Seals with other keys are not trusted, wherever they are stored (OPS-09).
   */
  readonly keys: KeySource;
  /** Left out: stored files are not read. */
  readonly files?: FileStore;
  readonly checkers?: readonly RecordChecker[];
  /** The destinations of heads: those that can be read back are compared. */
  readonly destinations?: readonly HeadDestination[];
  /** Heads that people stored by other means, from an email or a log. */
  readonly heads?: readonly GivenHead[];
  /** Collects findings and counts, for people who follow the progress. */
  readonly findings?: Findings;
  /** Given where the schema is not that of this version: only what does not depend on the version is checked. */
  readonly otherSchema?: { readonly kind: 'older' | 'newer'; readonly why: string } | undefined;
}

/**
 * Verifies the whole database and reports every difference (AUD-02). It computes every leaf, root, head and signature again. It
 * compares the heads with those outside the database, every record with its history, and every stored file with its hash. Reads
 * one snapshot; changes nothing.
 */
export async function verifyDatabase(options: VerifyOptions): Promise<VerifyReport> {
  const findings = options.findings ?? new Findings();
  // They are read before the snapshot, which must contain everything that was written outside by now.
  const anchors: AnchorLine[] = [];
  for await (const line of readAnchors(anchorFile(options.dataDir))) anchors.push(line);
  const readings = options.otherSchema ? [] : await readDestinations(options.db, options.destinations ?? []);
  await options.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx);
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
      await sql`set local timezone = 'UTC'`.execute(tx);
      await sql`set local bytea_output = 'hex'`.execute(tx);
      await checkPart(tx, findings, 'trail', () => checkTrail(tx, options, anchors, readings, findings));
      if (options.otherSchema) {
        findings.note('other_schema', 'schema', options.otherSchema.why);
        if (options.otherSchema.kind === 'older') await checkFormerGuards(tx, findings);
        return;
      }
      // One after the other, each separately: a row that one check cannot read does not hide the findings of the others.
      await checkPart(tx, findings, 'records', () => checkRecords(tx, findings));
      await checkPart(tx, findings, 'actors', () => checkActors(tx, findings));
      await checkPart(tx, findings, 'redacted records', () => checkRedacted(tx, findings));
      await checkPart(tx, findings, 'guards', () => checkGuards(tx, findings));
      await checkPart(tx, findings, 'keys', () => checkKeys(tx, options.keys, findings));
      for (const checker of options.checkers ?? [])
        await checkPart(tx, findings, checker.name, () => checker.check(tx, findings));
      const { files } = options;
      if (files) await checkPart(tx, findings, 'files', () => checkFiles(tx, files, findings));
    });
  return findings.report();
}

/** Every event, seal and proof, and the heads outside the database. */
async function checkTrail(
  tx: Transaction<DB>,
  options: VerifyOptions,
  anchors: readonly AnchorLine[],
  readings: Awaited<ReturnType<typeof readDestinations>>,
  findings: Findings,
): Promise<void> {
  const keys = ringSealingKeys(options.keys);
  const retirements = await readRetirements(tx);
  const chain = new SealChain(keys, findings, retirements);
  const redactions = await readRedactions(tx, findings);
  const proofs = await CommandProofs.open(
    tx,
    options.keys,
    await provenFrom(tx, keys),
    retirements,
    findings,
  );
  await checkEvents(tx, chain, redactions, proofs, findings);
  chain.compareAnchors(anchors);
  if (!options.otherSchema) compareDestinations(chain, readings, findings);
  compareGivenHeads(chain, options.heads ?? [], findings);
  chain.reportMissing(await readRestores(tx, keys, retirements));
}

/**
 * Returns the last heads that recorded restores gave up. `system.restore` has such a head as its fact `lostHead`, with a proof by
 * the holder of the key at that time.
 */
async function readRestores(
  tx: Transaction<DB>,
  keys: readonly RingSealingKey[],
  retirements: ReadonlyMap<string, number>,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: number; head: string; proof: string | null }>`
    select id, content #>> '{facts,lostHead}' as head, content #>> '{facts,lostHeadProof}' as proof
    from audit.events, lateral (select coalesce(payload, residual)::jsonb as content) c
    where kind = 'command' and action = 'system.restore' and content #>> '{facts,lostHead}' is not null`.execute(
    tx,
  );
  const isProven = (id: number, head: string, proof: string): boolean =>
    keys.some(
      (key) =>
        id < (retirements.get(key.id) ?? Number.POSITIVE_INFINITY) && isRestoreProven(key, head, proof),
    );
  return new Set(
    rows.flatMap(({ id, head, proof }) => (proof !== null && isProven(id, head, proof) ? [head] : [])),
  );
}

/** Returns the first proven command according to the newest genuine seal. */
async function provenFrom(
  tx: Transaction<DB>,
  keys: readonly PublicSealingKey[],
): Promise<number | undefined> {
  const { rows } = await sql<{ body: string; signature: Buffer }>`
    select body, signature from audit.seals order by number desc limit 100`.execute(tx);
  for (const { body: text, signature } of rows) {
    const body = parseSealBody(text);
    const key = body && keys.find(({ id }) => id === body.keyId);
    if (body && body.v !== 1 && key && verifySignature(key, text, signature))
      return body.provenFrom ?? undefined;
  }
  return undefined;
}
