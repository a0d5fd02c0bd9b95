import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import type { Kysely, Transaction } from 'kysely';
import { sql } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import type { KeySource } from '#server/platform/crypto/keys.ts';
import { installationSigningKey, type SigningKey } from '#server/platform/crypto/signing-key.ts';
import { readPublicKeys, type HandedKey } from '#server/platform/installation/public-keys.ts';
import { anchorFile, readAnchors, sizeOf } from './anchors.ts';
import type { BundleScope } from './bundle/bundle-scope.ts';
import { timeStampFile } from './destinations/time-stamps.ts';
import { methodNote } from './method-note.ts';
import { readSeals, walkTrail, type StoredEvent, type StoredSeal } from './verify/trail.ts';

/** The source of an export of the trail. */
export interface BundleSource {
  readonly db: Kysely<DB>;
  readonly dataDir: string;
  /** The secret of the installation with its former ones: the keys that the bundle believes. */
  readonly keys: KeySource;
  /** The part of the trail; without it, the whole. */
  readonly scope?: BundleScope | undefined;
}

/** A file of the bundle. They are read one after the other, in their order: a later one can state what an earlier one has. */
export interface BundleFile {
  readonly name: string;
  readonly content: () => Readable;
}

/** The one-file checker of exported trails and proofs. */
export const verifierFile = fileURLToPath(new URL('../../../scripts/verify-bundle.mjs', import.meta.url));

/**
 * Exports the trail as files that anyone can check years from now with Node alone (AUD-02): events, seals, anchors, public keys,
 * the one-file checker, and a note that explains how it works. A bundle of a scope has the hashes of all events, and only its own
 * events (INS-01). The files come from one snapshot and are streamed to `write`. `onEvent` is called before each event; if it throws, reading ends.
 */
export async function withBundle<T>(
  { db, dataDir, keys, scope }: BundleSource,
  write: (files: readonly BundleFile[], tx: Transaction<DB>) => Promise<T>,
  onEvent: () => void = () => undefined,
): Promise<T> {
  const [anchors, timeStamps] = [anchorFile(dataDir), timeStampFile(dataDir)];
  // They are read before the snapshot, because a head that is newer than the snapshot's seals would look like a missing seal.
  const [anchorBytes, timeStampBytes] = await Promise.all([sizeOf(anchors), sizeOf(timeStamps)]);
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx);
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
      const text = (name: string, lines: () => AsyncIterable<string> | Iterable<string>): BundleFile => ({
        name,
        content: () => Readable.from(lines(), { objectMode: false }),
      });
      const publicKeys = await readPublicKeys(tx, keys);
      return write(
        [
          text('anchors.jsonl', () => anchorLines(anchors, anchorBytes)),
          text('events.jsonl', () => eventLines(tx, scope, onEvent)),
          text('seals.jsonl', () => sealLines(tx, scope)),
          ...(scope === undefined
            ? []
            : [text('scope.json', () => scopeText(tx, scope, installationSigningKey(keys)))]),
          text('public-keys.jsonl', () => publicKeys.map(keyLine)),
          // Anyone who reads the bundle checks them against the certificates of their server.
          ...(timeStampBytes === 0
            ? []
            : [
                {
                  name: 'time-stamps.jsonl',
                  content: () => createReadStream(timeStamps, { end: timeStampBytes - 1 }),
                },
              ]),
          { name: 'verify.mjs', content: () => createReadStream(verifierFile) },
          text('METHOD.txt', () => [methodNote]),
        ],
        tx,
      );
    });
}

/** Writes the bundle to a folder, which is created when absent, and returns the number of events (AUD-02). */
export async function exportBundle({
  target,
  ...source
}: BundleSource & { readonly target: string }): Promise<number> {
  await mkdir(target, { recursive: true });
  let count = 0;
  await withBundle(
    source,
    async (files) => {
      for (const { name, content } of files)
        await pipeline(content(), createWriteStream(path.join(target, name)));
    },
    () => {
      count += 1;
    },
  );
  return count;
}

async function* anchorLines(file: string, bytes: number): AsyncGenerator<string> {
  for await (const { anchor } of readAnchors(file, bytes)) if (anchor) yield `${JSON.stringify(anchor)}\n`;
}

async function* eventLines(
  tx: Transaction<DB>,
  scope: BundleScope | undefined,
  onEvent: () => void,
): AsyncGenerator<string> {
  for await (const step of walkTrail(tx, scope?.condition)) {
    if (step.step !== 'event') continue;
    onEvent();
    scope?.add(step.event.id);
    yield `${eventLine(step.event)}\n`;
  }
}

async function* sealLines(tx: Transaction<DB>, scope: BundleScope | undefined): AsyncGenerator<string> {
  for await (const seal of readSeals(tx)) yield `${sealLine(seal, scope?.eventsOf(seal) ?? seal.eventIds)}\n`;
}

async function* scopeText(tx: Transaction<DB>, scope: BundleScope, key: SigningKey): AsyncGenerator<string> {
  yield await scope.statement(tx, key);
}

/** Returns a key with the hand-over from the key after it in the file. */
function keyLine({ id, publicKey, handOver }: HandedKey): string {
  const line =
    handOver === null
      ? { keyId: id, publicKey }
      : { keyId: id, publicKey, handOver: handOver.statement, given: handOver.given, taken: handOver.taken };
  return `${JSON.stringify(line)}\n`;
}

function eventLine(event: StoredEvent): string {
  return JSON.stringify({
    id: event.id,
    system: event.systemId,
    xid: event.xid,
    header: event.header,
    salt: event.salt?.toString('hex') ?? null,
    payload: event.payload,
    payloadHash: event.payloadHash.toString('hex'),
    residual: event.residual,
  });
}

function sealLine(seal: StoredSeal, events: readonly (number | null)[]): string {
  return JSON.stringify({
    head: seal.head.toString('hex'),
    keyId: seal.keyId,
    signature: seal.signature.toString('base64'),
    body: seal.body,
    events,
    leaves: seal.leaves.toString('hex'),
  });
}
