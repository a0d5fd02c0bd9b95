import { createWriteStream } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import type { KeySource } from '#server/platform/crypto/keys.ts';
import { readPublicKeys, type HandedKey } from '#server/platform/installation/public-keys.ts';
import { anchorFile, readAnchors } from './anchors.ts';
import { timeStampFile } from './destinations/time-stamps.ts';
import { methodNote } from './method-note.ts';
import { walkTrail, type StoredEvent, type StoredSeal } from './verify/trail.ts';

/** What an export of the trail is made from. */
export interface BundleOptions {
  readonly db: Kysely<DB>;
  readonly dataDir: string;
  /** The secret of the installation with its former ones: the keys that the bundle believes. */
  readonly keys: KeySource;
  /** Folder to write to; made when absent. */
  readonly target: string;
}

/** The one-file checker of exported trails and proofs. */
export const verifierFile = fileURLToPath(new URL('../../../scripts/verify-bundle.mjs', import.meta.url));

/**
 * AUD-02: writes the whole trail as a folder that can be checked anywhere, years from now, with nothing but Node: events, seals,
 * anchors, public keys, the one-file checker and a note that says in words what it does. Streams; answers the number of events.
 */
export async function exportBundle(options: BundleOptions): Promise<number> {
  const { target } = options;
  await mkdir(target, { recursive: true });
  const anchors = new LineWriter(path.join(target, 'anchors.jsonl'));
  for await (const { anchor } of readAnchors(anchorFile(options.dataDir))) {
    if (anchor) await anchors.write(JSON.stringify(anchor));
  }
  await anchors.end();
  await copyTimeStamps(options.dataDir, target);
  const { count, keys } = await options.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx);
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
      const events = new LineWriter(path.join(target, 'events.jsonl'));
      const seals = new LineWriter(path.join(target, 'seals.jsonl'));
      let written = 0;
      for await (const step of walkTrail(tx)) {
        if (step.step === 'seal') await seals.write(sealLine(step.seal));
        else if (step.step === 'event') {
          await events.write(eventLine(step.event));
          written += 1;
        }
      }
      await events.end();
      await seals.end();
      return { count: written, keys: await readPublicKeys(tx, options.keys) };
    });
  await writeFile(path.join(target, 'public-keys.jsonl'), keys.map(keyLine).join(''));
  await copyFile(verifierFile, path.join(target, 'verify.mjs'));
  await writeFile(path.join(target, 'METHOD.txt'), methodNote);
  return count;
}

/** Time stamps, where there are any: whoever reads the bundle checks them against the certificates of their server. */
async function copyTimeStamps(dataDir: string, target: string): Promise<void> {
  try {
    await copyFile(timeStampFile(dataDir), path.join(target, 'time-stamps.jsonl'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** A key with the hand-over by which it followed the one after it in the file. */
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

function sealLine(seal: StoredSeal): string {
  return JSON.stringify({
    head: seal.head.toString('hex'),
    keyId: seal.keyId,
    signature: seal.signature.toString('base64'),
    body: seal.body,
    events: seal.eventIds,
    leaves: seal.leaves.toString('hex'),
  });
}

/** Writes lines no faster than the disk takes them. */
class LineWriter {
  readonly #stream;

  constructor(file: string) {
    this.#stream = createWriteStream(file, 'utf8');
  }

  async write(line: string): Promise<void> {
    if (!this.#stream.write(`${line}\n`)) await once(this.#stream, 'drain');
  }

  async end(): Promise<void> {
    this.#stream.end();
    await finished(this.#stream);
  }
}
