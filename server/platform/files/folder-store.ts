import { createHash, randomUUID } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { join, relative } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '#shared/contract/errors.ts';
import {
  HEAD_BYTES,
  type ByteRange,
  type FileStore,
  type ListedBytes,
  type OpenedBytes,
  type PutOptions,
  type StoredBytes,
  type StoreFacts,
} from '#server/platform/files/file-store.ts';
import { ReceivedBytes } from '#server/platform/files/receive-bytes.ts';
import { sendBytes } from '#server/platform/files/send-bytes.ts';
import { nodeStoreFs, type StoreFs, type StoreHandle } from '#server/platform/files/store-fs.ts';

/** Chunk in which stored bytes are read: fewer turns of the event loop than Node's 64 KiB. */
const readChunk = 256 * 1024;
/** The volume also contains the embedded database: uploads stop before it is full. */
const largestReserve = 256 * 1024 * 1024;
const reserveShare = 0.02;
/** The interval, in bytes written, after which the free space is checked again. */
const spaceStep = 16 * 1024 * 1024;

/** Reports trouble that fails no call. */
export type Report = (error: unknown, what: string) => void;

const full = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const hashForm = /^[0-9a-f]{64}$/;

/**
 * Makes the store of a folder (DESIGN rule 9).
 *
 * @param root the folder; made when first needed
 * @param report called for trouble that fails no call
 * @param fs the seam at which tests put faults in (F8)
 */
export function createFolderStore(root: string, report: Report, fs: StoreFs = nodeStoreFs): FileStore {
  return new FolderStore(root, report, fs);
}

/** Files in a folder under their SHA-256 (DESIGN rule 9): `tmp/` for incoming files, `ab/cd/<sha256>` for stored ones. */
class FolderStore implements FileStore {
  readonly #root: string;
  readonly #incoming: string;
  readonly #fs: StoreFs;
  readonly #report: Report;

  constructor(root: string, report: Report, fs: StoreFs) {
    this.#root = root;
    this.#incoming = join(root, 'tmp');
    this.#report = report;
    this.#fs = fs;
  }

  async put(source: Readable, options: PutOptions): Promise<StoredBytes> {
    const temporary = join(this.#incoming, `${randomUUID()}.part`);
    try {
      await this.#fs.makeFolder(this.#incoming);
      const received = await this.#receive(source, temporary, options);
      await options.inspect?.({ path: temporary, head: received.head, size: received.size });
      await this.#settle(temporary, received.sha256);
      return received;
    } catch (error) {
      await this.#discard(temporary);
      throw isFull(error) ? new AppError('STORAGE_FULL') : error;
    }
  }

  async open(sha256: string): Promise<OpenedBytes | null> {
    const handle = await this.#openFile(sha256);
    if (!handle) return null;
    try {
      const facts = factsOf(await handle.stat());
      return {
        facts,
        send: (sink, range, beforeLast) => sendBytes(handle, sink, range, beforeLast),
        check: async () => (await hashOf(handle)) === sha256,
        close: () => handle.close(),
      };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async read(sha256: string, range?: ByteRange): Promise<Readable> {
    const handle = await this.#openFile(sha256);
    if (!handle) throw new AppError('NOT_FOUND');
    return handle.stream(range, readChunk);
  }

  async facts(sha256: string): Promise<StoreFacts | null> {
    try {
      return factsOf(await this.#fs.stat(this.#pathOf(sha256)));
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  place(sha256: string): { readonly within: string; readonly path: string } {
    const path = this.#pathOf(sha256);
    return { within: relative(this.#root, path).replaceAll('\\', '/'), path };
  }

  async check(sha256: string): Promise<boolean> {
    const opened = await this.open(sha256);
    if (!opened) return false;
    try {
      return await opened.check();
    } finally {
      await opened.close();
    }
  }

  async *list(): AsyncGenerator<ListedBytes> {
    for (const first of await this.#names(this.#root, /^[0-9a-f]{2}$/)) {
      for (const second of await this.#names(join(this.#root, first), /^[0-9a-f]{2}$/)) {
        for (const sha256 of await this.#names(join(this.#root, first, second), hashForm)) {
          const modified = await this.#modifiedMs(this.#pathOf(sha256));
          if (modified !== null) yield { sha256, modifiedMs: modified };
        }
      }
    }
  }

  async remove(sha256: string): Promise<void> {
    await this.#unlinkIfThere(this.#pathOf(sha256));
  }

  async sweep(olderThanMs: number): Promise<number> {
    const before = Date.now() - olderThanMs;
    let removed = 0;
    for (const name of await this.#names(this.#incoming, /\.part$/)) {
      const path = join(this.#incoming, name);
      const modified = await this.#modifiedMs(path);
      if (modified === null || modified > before) continue;
      await this.#unlinkIfThere(path);
      removed += 1;
    }
    return removed;
  }

  /** Writes the source under the temporary name, hashed, counted, limited, and durable when it returns. */
  async #receive(source: Readable, temporary: string, { maxBytes }: PutOptions): Promise<StoredBytes> {
    await this.#requireSpace();
    const handle = await this.#fs.create(temporary);
    try {
      const hash = createHash('sha256');
      let head = Buffer.alloc(0);
      let limit: number | null = typeof maxBytes === 'number' ? maxBytes : null;
      let size = 0;
      let nextSpaceCheck = spaceStep;
      const received = new ReceivedBytes(handle, hash);
      for await (const piece of source.iterator({ destroyOnReturn: false })) {
        const chunk: Buffer = Buffer.isBuffer(piece) ? piece : Buffer.from(piece as Uint8Array);
        if (head.length < HEAD_BYTES)
          head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
        if (limit === null && head.length >= HEAD_BYTES && typeof maxBytes === 'function')
          limit = maxBytes(head);
        size += chunk.length;
        if (limit !== null && size > limit) throw tooLarge(limit);
        await received.add(chunk);
        if (size >= nextSpaceCheck) {
          nextSpaceCheck = size + spaceStep;
          await this.#requireSpace();
        }
      }
      if (limit === null && typeof maxBytes === 'function') limit = maxBytes(head);
      if (limit !== null && size > limit) throw tooLarge(limit);
      await received.end();
      return { sha256: hash.digest('hex'), size, head };
    } finally {
      await handle.close();
    }
  }

  /**
   * Gives the finished file its name and makes the name durable. An existing file is replaced by the
   * same bytes: that renews its age for `list` and repairs a damaged one; readers of the old one can continue.
   */
  async #settle(temporary: string, sha256: string): Promise<void> {
    const outer = join(this.#root, sha256.slice(0, 2));
    const inner = join(outer, sha256.slice(2, 4));
    await this.#fs.makeFolder(inner);
    await this.#fs.rename(temporary, this.#pathOf(sha256));
    for (const folder of [inner, outer, this.#root]) await this.#syncFolder(folder);
  }

  async #syncFolder(path: string): Promise<void> {
    // Windows has no handles of folders; its rename is journalled.
    if (process.platform === 'win32') return;
    const handle = await this.#fs.open(path);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }

  async #requireSpace(): Promise<void> {
    const { free, total } = await this.#fs.space(this.#incoming);
    if (free < Math.min(largestReserve, total * reserveShare)) throw new AppError('STORAGE_FULL');
  }

  /** Deletes a temporary file. A failure leaves a `.part` file for the sweep; it is reported and does not hide why the upload failed. */
  async #discard(temporary: string): Promise<void> {
    try {
      await this.#unlinkIfThere(temporary);
    } catch (error) {
      this.#report(error, 'temporary file of a failed upload not removed');
    }
  }

  async #openFile(sha256: string): Promise<StoreHandle | null> {
    try {
      return await this.#fs.open(this.#pathOf(sha256));
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async #names(path: string, form: RegExp): Promise<string[]> {
    try {
      return (await this.#fs.list(path)).filter((name) => form.test(name));
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }

  async #modifiedMs(path: string): Promise<number | null> {
    try {
      return Number((await this.#fs.stat(path)).mtimeNs / 1_000_000n);
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async #unlinkIfThere(path: string): Promise<void> {
    try {
      await this.#fs.unlink(path);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  #pathOf(sha256: string): string {
    if (!hashForm.test(sha256)) throw new Error('not a SHA-256 in hex');
    return join(this.#root, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  }
}

function tooLarge(limit: number): AppError {
  return new AppError('FILE_TOO_LARGE', { extra: { limit } });
}

function factsOf({ size, ino, mtimeNs, ctimeNs }: BigIntStats): StoreFacts {
  return { size: Number(size), fingerprint: `inode ${ino} modified ${mtimeNs} changed ${ctimeNs}` };
}

async function hashOf(handle: StoreHandle): Promise<string> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(1024 * 1024);
  for (let position = 0; ;) {
    const count = await handle.read(buffer, position);
    if (count === 0) return hash.digest('hex');
    hash.update(buffer.subarray(0, count));
    position += count;
  }
}

function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && full.has(String(error.code));
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
