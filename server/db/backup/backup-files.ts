import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { AppError } from '#shared/contract/errors.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';
import { backupLayout, type Manifest } from './manifest.ts';
import { hashing } from './write-tables.ts';

/** How many rows of the list of files are held at once. */
const page = 5000;

const fileOf = (folder: string, sha256: string): string =>
  path.join(folder, backupLayout.files, sha256.slice(0, 2), sha256);

/**
 * Copies every stored file that the snapshot names, and compares each with its hash on the way. One that is missing or damaged
 * does not end the backup of the others: it is named (SEC-04, OPS-04).
 */
export async function writeFiles(
  client: ClientBase,
  store: FileStore,
  folder: string,
): Promise<Manifest['files']> {
  const damaged: string[] = [];
  let count = 0;
  let bytes = 0;
  let after = 0;
  for (;;) {
    const { rows } = await client.query<{ id: number; sha256: string }>(
      'select id, sha256 from files where id > $1 order by id limit $2',
      [after, page],
    );
    for (const { id, sha256 } of rows) {
      after = id;
      const size = await copyOut(store, folder, sha256);
      if (size === null) damaged.push(sha256);
      else {
        count += 1;
        bytes += size;
      }
    }
    if (rows.length < page) return { count, bytes, damaged };
  }
}

/** So often a file is read that vanishes or changes meanwhile, with a pause between, before it is named. */
const tries = 3;
const pauseMs = 200;

/** Copies one file; null where it stays missing or other than its hash. What the folder of the backup refuses ends the backup. */
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
  const target = fileOf(folder, sha256);
  await fs.mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  const copy = createWriteStream(target, { mode: 0o600, flush: true });
  try {
    await pipeline(source, hashing(hash), copy);
  } catch (error) {
    // Only what the source could not give is tried again.
    if (lost !== error) throw error;
    await fs.rm(target, { force: true });
    return null;
  }
  if (hash.digest('hex') === sha256) return copy.bytesWritten;
  await fs.rm(target);
  return null;
}

/** Whether a file could not be opened because it is not there. */
const vanished = (error: unknown): boolean =>
  error instanceof AppError
    ? error.code === 'NOT_FOUND'
    : error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Puts the files of a backup into the store; each is hashed anew. Throws an Error that names one that was changed. */
export async function restoreFiles(folder: string, store: FileStore): Promise<number> {
  let count = 0;
  for (const first of await names(path.join(folder, backupLayout.files))) {
    for (const sha256 of await names(path.join(folder, backupLayout.files, first))) {
      const source = createReadStream(fileOf(folder, sha256));
      const stored = await store.put(source, { maxBytes: Number.MAX_SAFE_INTEGER });
      if (stored.sha256 !== sha256) {
        await store.remove(stored.sha256);
        throw new Error(`The file ${sha256} of the backup was changed: nothing was restored.`);
      }
      count += 1;
    }
  }
  return count;
}

async function names(folder: string): Promise<string[]> {
  try {
    return (await fs.readdir(folder)).toSorted();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
