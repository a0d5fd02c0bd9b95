import type { BigIntStats } from 'node:fs';
import { mkdir, open, readdir, rename, stat, statfs, unlink } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { ByteRange } from '#server/platform/files/file-store.ts';

/** An open file, as far as the folder store uses one. */
export interface StoreHandle {
  write(chunk: Uint8Array): Promise<number>;
  /** Reads at a position; returns the number of bytes, 0 at the end. */
  read(into: Uint8Array, position: number): Promise<number>;
  sync(): Promise<void>;
  stat(): Promise<BigIntStats>;
  /** Streams all of the file or a range, and then closes it. */
  stream(range: ByteRange | undefined, chunkBytes: number): Readable;
  close(): Promise<void>;
}

/** The file system calls of the folder store, which tests replace to inject faults (F8). */
export interface StoreFs {
  makeFolder(path: string): Promise<void>;
  /** Opens a new file for writing; fails if the name is in use. */
  create(path: string): Promise<StoreHandle>;
  /** Opens a file or a folder for reading. */
  open(path: string): Promise<StoreHandle>;
  rename(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
  stat(path: string): Promise<BigIntStats>;
  list(path: string): Promise<string[]>;
  /** Bytes that this process may still write, and bytes of the whole volume. */
  space(path: string): Promise<{ readonly free: number; readonly total: number }>;
}

/** The real file system. */
export const nodeStoreFs: StoreFs = {
  makeFolder: async (path) => {
    await mkdir(path, { recursive: true, mode: 0o700 });
  },
  create: async (path) => handleOf(await open(path, 'wx', 0o600)),
  open: async (path) => handleOf(await open(path, 'r')),
  rename,
  unlink,
  stat: (path) => stat(path, { bigint: true }),
  list: (path) => readdir(path),
  space: async (path) => {
    const { bavail, blocks, bsize } = await statfs(path);
    return { free: bavail * bsize, total: blocks * bsize };
  },
};

/** The same for a proxy that sends the files itself: its group may read them (PERF-03). */
export const readableStoreFs: StoreFs = {
  ...nodeStoreFs,
  makeFolder: async (path) => {
    await mkdir(path, { recursive: true, mode: 0o750 });
  },
  create: async (path) => handleOf(await open(path, 'wx', 0o640)),
};

function handleOf(handle: Awaited<ReturnType<typeof open>>): StoreHandle {
  return {
    write: async (chunk) => (await handle.write(chunk)).bytesWritten,
    read: async (into, position) => (await handle.read(into, 0, into.length, position)).bytesRead,
    sync: () => handle.sync(),
    stat: () => handle.stat({ bigint: true }),
    stream: (range, chunkBytes) =>
      handle.createReadStream({ ...(range ?? { start: 0 }), highWaterMark: chunkBytes, autoClose: true }),
    close: () => handle.close(),
  };
}
