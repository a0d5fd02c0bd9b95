import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, mkdir, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AppError } from '#shared/contract/errors.ts';
import { createFolderStore } from './folder-store.ts';
import type { ByteRange, FileStore, OpenedBytes } from './file-store.ts';
import { nodeStoreFs, type StoreFs } from './store-fs.ts';

let root: string;
let store: FileStore;
const reports: string[] = [];
const report = (_error: unknown, what: string) => void reports.push(what);

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'traintrail-store-'));
  store = createFolderStore(root, report);
  reports.length = 0;
});
afterEach(() => rm(root, { recursive: true, force: true }));

const sha = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');
const from = (...chunks: readonly (Buffer | string)[]) =>
  Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
const pathOf = (hash: string) => join(root, hash.slice(0, 2), hash.slice(2, 4), hash);
const temporary = () => readdir(join(root, 'tmp'));
/** What an open file sends; a slow reader takes a moment for each piece, whose bytes it copies only then. */
async function sentBy(held: OpenedBytes, part: ByteRange, turns = 0): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const sink = new Writable({
    write: (piece: Buffer, _, done) => {
      const wait = (left: number): void => {
        if (left > 0) setImmediate(wait, left - 1);
        else {
          pieces.push(Buffer.from(piece));
          done();
        }
      };
      wait(turns);
    },
  });
  await held.send(sink, part);
  return Buffer.concat(pieces);
}
async function bytesOf(stream: Readable): Promise<Buffer> {
  return Buffer.concat((await stream.toArray()) as Buffer[]);
}

test('[MOD-07] bytes stand under their SHA-256 with size and first bytes; nothing is left under a temporary name', async () => {
  const bytes = randomBytes(3_000_000);
  const stored = await store.put(
    from(bytes.subarray(0, 10), bytes.subarray(10, 100_000), bytes.subarray(100_000)),
    { maxBytes: 5_000_000 },
  );
  expect(stored).toMatchObject({ sha256: sha(bytes), size: bytes.length });
  expect(stored.head.equals(bytes.subarray(0, 4100))).toBe(true);
  expect((await readFile(pathOf(stored.sha256))).equals(bytes)).toBe(true);
  expect(await temporary()).toEqual([]);
  expect(
    (await bytesOf(await store.read(stored.sha256, { start: 5, end: 14 }))).equals(bytes.subarray(5, 15)),
  ).toBe(true);
  expect(await store.check(stored.sha256)).toBe(true);
  expect((await stat(pathOf(stored.sha256))).mode & 0o077).toBe(0);
});

test('[MOD-07] the limit holds to the byte, also where the first bytes decide it', async () => {
  const limits = (head: Buffer) => (head[0] === 0x56 ? 6000 : 5000);
  for (const maxBytes of [5000, limits]) {
    await store.put(from(Buffer.alloc(5000, 1)), { maxBytes });
    await expect(
      store.put(from(Buffer.alloc(3000, 1), Buffer.alloc(2001, 1)), { maxBytes }),
    ).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
  }
  await store.put(from(Buffer.alloc(6000, 'V')), { maxBytes: limits });
  await expect(store.put(from('abc'), { maxBytes: () => 2 })).rejects.toMatchObject({
    code: 'FILE_TOO_LARGE',
  });
  expect(await temporary()).toEqual([]);
});

test('[MOD-07] a source is not read on once it is too large, and is left to its owner', async () => {
  let pulled = 0;
  const endless = new Readable({
    read() {
      pulled += 1;
      this.push(Buffer.alloc(1000));
    },
  });
  await expect(store.put(endless, { maxBytes: 10_000 })).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
  expect(pulled).toBeLessThan(1000);
  expect(endless.destroyed).toBe(false);
  endless.destroy();
});

test('[MOD-07] what the inspection refuses and what breaks off leaves nothing', async () => {
  const refuse = async () => {
    throw new AppError('FILE_REFUSED');
  };
  await expect(store.put(from('x'), { maxBytes: 10, inspect: refuse })).rejects.toMatchObject({
    code: 'FILE_REFUSED',
  });
  const broken = new Readable({
    read() {
      this.push('beginning');
      this.destroy(new Error('broke off'));
    },
  });
  await expect(store.put(broken, { maxBytes: 100 })).rejects.toThrow('broke off');
  expect(await temporary()).toEqual([]);
  expect(await store.facts(sha('x'))).toBeNull();
});

test('[SEC-04] facts differ when a byte, a time or the object differ, and a check sees what facts cannot', async () => {
  const { sha256 } = await store.put(from('some bytes'), { maxBytes: 100 });
  const facts = await store.facts(sha256);
  expect(await store.facts(sha256)).toEqual(facts);
  const { atime, mtime } = await stat(pathOf(sha256));
  await writeFile(pathOf(sha256), 'same bytes');
  await utimes(pathOf(sha256), atime, mtime);
  expect(await store.facts(sha256)).not.toEqual(facts);
  expect(await store.check(sha256)).toBe(false);
  expect(await store.check('0'.repeat(64))).toBe(false);
});

test('[SEC-04] an object held open stays the same while its name gets other bytes', async () => {
  const { sha256 } = await store.put(from('the bytes that were checked'), { maxBytes: 100 });
  const held = await store.open(sha256);
  await rm(pathOf(sha256));
  await writeFile(pathOf(sha256), 'others');
  expect(await held?.check()).toBe(true);
  expect(held && (await sentBy(held, { start: 4, end: 8 })).toString()).toBe('bytes');
});

test('[MOD-08] every reader gets its own part, whole and in order, however slow and however many there are', async () => {
  const bytes = randomBytes(2_000_000);
  const { sha256 } = await store.put(from(bytes), { maxBytes: 3_000_000 });
  for (let round = 0; round < 2; round += 1) {
    const parts = Array.from({ length: 12 }, (_, index) => ({
      start: index * 1000,
      end: 1_999_999 - index * 7,
    }));
    const sent = await Promise.all(
      parts.map(async (part, index) => {
        const held = await store.open(sha256);
        return held && sentBy(held, part, index % 3);
      }),
    );
    for (const [index, { start, end }] of parts.entries())
      expect(sent[index]?.equals(bytes.subarray(start, end + 1))).toBe(true);
  }
});

test('[MOD-08] [F16] a reader that goes away in the middle, or before it begins, lets the file go', async () => {
  const { sha256 } = await store.put(from(randomBytes(2_000_000)), { maxBytes: 3_000_000 });
  let open = 0;
  const counting = withFs({
    open: async (path) => {
      const handle = await nodeStoreFs.open(path);
      open += 1;
      const close = async () => {
        open -= 1;
        await handle.close();
      };
      return { ...handle, close };
    },
  });
  const early = new PassThrough();
  early.destroy();
  const middle = new PassThrough({ highWaterMark: 1000 });
  middle.once('data', () => middle.destroy());
  for (const sink of [early, middle]) {
    const held = await counting.open(sha256);
    await expect(held?.send(sink, { start: 0, end: 1_999_999 })).rejects.toThrow(/gone away|destroyed/);
    expect(open).toBe(0);
  }
});

test('[SEC-04] a file that became shorter while it is read breaks off', async () => {
  const { sha256 } = await store.put(from(randomBytes(1000)), { maxBytes: 3000 });
  const held = await store.open(sha256);
  await truncate(pathOf(sha256), 10);
  await expect(held && sentBy(held, { start: 0, end: 999 })).rejects.toThrow('shorter');
});

test('[MOD-07] putting the same bytes again heals a damaged file, and ten at once leave one', async () => {
  const { sha256 } = await store.put(from('content'), { maxBytes: 100 });
  await writeFile(pathOf(sha256), 'damaged');
  await Promise.all(Array.from({ length: 10 }, () => store.put(from('content'), { maxBytes: 100 })));
  expect(await store.check(sha256)).toBe(true);
  const listed: string[] = [];
  for await (const item of store.list()) listed.push(item.sha256);
  expect(listed).toEqual([sha256]);
});

test('[MOD-07] F1: the sweep takes only temporary files that are old enough', async () => {
  await mkdir(join(root, 'tmp'), { recursive: true });
  await writeFile(join(root, 'tmp', 'old.part'), 'x');
  await writeFile(join(root, 'tmp', 'fresh.part'), 'x');
  const before = new Date(Date.now() - 7_200_000);
  await utimes(join(root, 'tmp', 'old.part'), before, before);
  expect(await store.sweep(3_600_000)).toBe(1);
  expect(await temporary()).toEqual(['fresh.part']);
});

test('[MOD-08] T12: what is no SHA-256 is no path', async () => {
  for (const name of ['../../etc/passwd', 'A'.repeat(64), `${'a'.repeat(63)}/`, ''])
    await expect(store.open(name)).rejects.toThrow('SHA-256');
});

/** The real file system with some calls replaced. */
const withFs = (changes: Partial<StoreFs>) => createFolderStore(root, report, { ...nodeStoreFs, ...changes });
const failWith = (code: string) => Promise.reject(Object.assign(new Error(code), { code }));

test('[MOD-07] F7: a volume that is nearly full takes no upload; a full disk is said to be full', async () => {
  const nearlyFull = withFs({ space: async () => ({ free: 10, total: 1_000_000 }) });
  await expect(nearlyFull.put(from('x'), { maxBytes: 10 })).rejects.toMatchObject({
    code: 'STORAGE_FULL',
    status: 507,
  });
  for (const code of ['ENOSPC', 'EDQUOT', 'EFBIG']) {
    const full = withFs({ rename: () => failWith(code) });
    await expect(full.put(from('x'), { maxBytes: 10 })).rejects.toMatchObject({ code: 'STORAGE_FULL' });
  }
  await expect(
    withFs({ rename: () => failWith('EIO') }).put(from('x'), { maxBytes: 10 }),
  ).rejects.toMatchObject({ code: 'EIO' });
  expect(await temporary()).toEqual([]);
});

test('[MOD-07] a temporary file that cannot be removed is reported and does not hide why the upload failed', async () => {
  const stuck = withFs({ rename: () => failWith('EIO'), unlink: () => failWith('EROFS') });
  await expect(stuck.put(from('x'), { maxBytes: 10 })).rejects.toMatchObject({ code: 'EIO' });
  expect(reports).toEqual(['temporary file of a failed upload not removed']);
  expect(await temporary()).toHaveLength(1);
});
