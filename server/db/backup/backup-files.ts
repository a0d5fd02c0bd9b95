import { createReadStream, createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { AppError } from '#shared/contract/errors.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';
import { backupLayout, type Manifest, type Part } from './manifest.ts';
import { isMissing } from './missing.ts';
import { measuring, writePart } from './write-part.ts';

/** The number of rows of the list of files that are in memory at a time. */
const page = 5000;

/** Returns the path of a stored file in a backup. */
export const storedFile = (sha256: string): string =>
  path.join(backupLayout.files, sha256.slice(0, 2), sha256);

/**
 * Copies every stored file that the snapshot names, and compares each with its hash at the same time. A missing or damaged
 * file does not end the backup of the others: it is named (SEC-04, OPS-04).
 */
export async function writeFiles(
  client: ClientBase,
  store: FileStore,
  folder: string,
): Promise<Manifest['files']> {
  const damaged: string[] = [];
  let count = 0;
  let bytes = 0;
  async function* lines(): AsyncGenerator<string> {
    for await (const sha256 of storedHashes(client)) {
      const size = await copyOut(store, folder, sha256);
      if (size === null) damaged.push(sha256);
      else {
        count += 1;
        bytes += size;
        yield `${sha256} ${size}\n`;
      }
    }
  }
  const list = await writePart(Readable.from(lines()), folder, backupLayout.fileList);
  return { count, bytes, list, damaged };
}

async function* storedHashes(client: ClientBase): AsyncGenerator<string> {
  let after = 0;
  for (;;) {
    const { rows } = await client.query<{ id: number; sha256: string }>(
      'select id, sha256 from files where id > $1 order by id limit $2',
      [after, page],
    );
    for (const { id, sha256 } of rows) {
      after = id;
      yield sha256;
    }
    if (rows.length < page) return;
  }
}

/** Yields the stored files that a backup lists, each with its size and hash. */
export async function* listedFiles(folder: string): AsyncGenerator<Part> {
  const list = createReadStream(path.join(folder, backupLayout.fileList), 'utf8');
  for await (const line of createInterface({ input: list, crlfDelay: Infinity })) {
    const [sha256 = '', bytes] = line.split(' ');
    yield { sha256, bytes: Number(bytes) };
  }
}

/**
 * The number of attempts to read a file that vanishes or changes in the meantime, with a pause between them, before it is named.
 */
const tries = 3;
const pauseMs = 200;

/** Copies one file; null if it stays missing or differs from its hash. An error of the backup's folder ends the backup. */
async function copyOut(store: FileStore, folder: string, sha256: string): Promise<number | null> {
  for (let attempt = 1; ; attempt += 1) {
    const size = await copyOnce(store, folder, sha256);
    if (size !== null || attempt === tries) return size;
    await setTimeout(attempt * pauseMs);
  }
}

async function copyOnce(store: FileStore, folder: string, sha256: string): Promise<number | null> {
  let source: Readable;
  try {
    source = await store.read(sha256);
  } catch (error) {
    if (vanished(error)) return null;
    throw error;
  }
  let lost: unknown;
  source.once('error', (error) => {
    lost = error;
  });
  const target = path.join(folder, storedFile(sha256));
  await fs.mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  const measure = measuring();
  const copy = createWriteStream(target, { mode: 0o600, flush: true });
  try {
    await pipeline(source, measure.through, copy);
  } catch (error) {
    // Only errors of the source are tried again.
    if (lost !== error) throw error;
    await fs.rm(target, { force: true });
    return null;
  }
  if (measure.part().sha256 === sha256) return copy.bytesWritten;
  await fs.rm(target);
  return null;
}

const vanished = (error: unknown): boolean =>
  error instanceof AppError ? error.code === 'NOT_FOUND' : isMissing(error);

/** Puts the files that a backup lists into the store; each is hashed again. Throws an Error that names one that was changed. */
export async function restoreFiles(folder: string, store: FileStore): Promise<void> {
  for await (const { sha256 } of listedFiles(folder)) {
    const source = createReadStream(path.join(folder, storedFile(sha256)));
    const stored = await store.put(source, { maxBytes: Number.MAX_SAFE_INTEGER });
    if (stored.sha256 === sha256) continue;
    await store.remove(stored.sha256);
    throw new Error(
      `The stored file ${sha256} of the backup was changed while it was restored: no row was restored.`,
    );
  }
}
