import { randomBytes } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { Readable, Writable } from 'node:stream';
import zlib from 'node:zlib';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFolderStore } from '#server/platform/files/folder-store.ts';
import { pieceBytes } from '#server/platform/files/pieces.ts';
import { nodeStoreFs, type StoreFs, type StoreHandle } from '#server/platform/files/store-fs.ts';
import type { Services } from '#server/platform/services.ts';
import { temporaryFolder } from '#tests/harness/processes.ts';
import { unzip } from '#tests/harness/unzip.ts';
import { writeArchive, type ArchivedFile } from './write-archive.ts';

let folder: ReturnType<typeof temporaryFolder>;
/** Files that are open now, and the most that ever were. */
let open: number;
let most: number;
beforeEach(() => {
  folder = temporaryFolder();
  open = 0;
  most = 0;
});
afterEach(() => folder.remove());

/** Counts what is open, and reads by a function of the test. */
function countingFs(
  read: (handle: StoreHandle, into: Uint8Array, position: number) => Promise<number>,
): StoreFs {
  return {
    ...nodeStoreFs,
    open: async (path) => {
      const handle = await nodeStoreFs.open(path);
      open += 1;
      most = Math.max(most, open);
      const close = async (): Promise<void> => {
        open -= 1;
        await handle.close();
      };
      return { ...handle, read: (into, position) => read(handle, into, position), close };
    },
  };
}

/** Stores bytes, and answers them as checked files of an archive. */
async function stored(
  contents: readonly Buffer[],
  read: Parameters<typeof countingFs>[0] = (handle, into, position) => handle.read(into, position),
): Promise<{ services: Services; files: readonly ArchivedFile[] }> {
  const store = createFolderStore(folder.dir, () => undefined, countingFs(read));
  const files: ArchivedFile[] = [];
  for (const [index, bytes] of contents.entries()) {
    const { sha256, size } = await store.put(Readable.from([bytes]), { maxBytes: 100_000_000 });
    const facts = await store.facts(sha256);
    if (!facts) throw new Error('it was not stored');
    const file = { id: index, sha256, size, checked: { ...facts, isIntact: true } };
    files.push({ path: `${String(index)} é漢.pdf`, file, modified: new Date('2026-02-03T04:05:06Z') });
  }
  most = 0;
  return { services: { files: store } as unknown as Services, files };
}

/** A reader that takes a moment for each piece, and looks at its bytes only then. */
class SlowReader extends Writable {
  readonly pieces: Buffer[] = [];
  readonly memory = new Set<ArrayBufferLike>();

  override _write(piece: Buffer, _encoding: BufferEncoding, done: () => void): void {
    if (piece.buffer.byteLength === pieceBytes) this.memory.add(piece.buffer);
    setTimeout(() => {
      this.pieces.push(Buffer.from(piece));
      done();
    }, 1);
  }
}

test('[HR-02] [PERF-01] many files go through the memory of a few pieces, with few open, and arrive whole', async () => {
  const sizes = [
    3_000_000,
    1,
    pieceBytes,
    2 * pieceBytes,
    pieceBytes + 1,
    ...Array<number>(40).fill(300_000),
  ];
  const contents = sizes.map((size) => randomBytes(size));
  const { services, files } = await stored(contents);
  const reader = new SlowReader();
  await writeArchive(services, { texts: [{ path: 'list.csv', text: 'a,b' }], files }, reader);
  const found = await unzip(Buffer.concat(reader.pieces));
  expect([...found.keys()]).toEqual(['list.csv', ...files.map(({ path }) => path)]);
  expect(found.get('list.csv')?.toString()).toBe('a,b');
  const different = files.filter(
    ({ path }, index) => !contents[index]?.equals(found.get(path) ?? Buffer.alloc(0)),
  );
  expect(different).toEqual([]);
  expect(reader.memory.size).toBeGreaterThan(0);
  // Some hundred pieces were sent.
  expect(reader.memory.size).toBeLessThanOrEqual(16);
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThan(8);
  await vi.waitFor(() => expect(open).toBe(0));
});

test('[HR-02] [PERF-01] checksums are summed by zlib', async () => {
  const { services, files } = await stored([randomBytes(1000), randomBytes(2000)]);
  const summed = vi.spyOn(zlib, 'crc32');
  syncBuiltinESMExports();
  try {
    await writeArchive(services, { texts: [{ path: 'list.csv', text: 'a,b' }], files }, new SlowReader());
    expect(summed.mock.calls.map(([bytes]) => Buffer.from(bytes as Uint8Array).length)).toEqual([
      3, 1000, 2000,
    ]);
  } finally {
    summed.mockRestore();
    syncBuiltinESMExports();
  }
});

test('[HR-02] an empty archive and an empty file are written too', async () => {
  const { services, files } = await stored([Buffer.alloc(0), Buffer.from('x')]);
  const reader = new SlowReader();
  await writeArchive(services, { texts: [], files }, reader);
  const found = await unzip(Buffer.concat(reader.pieces));
  expect([...found.values()].map(String)).toEqual(['', 'x']);
  const nothing = new SlowReader();
  await writeArchive(services, { texts: [], files: [] }, nothing);
  expect(await unzip(Buffer.concat(nothing.pieces))).toEqual(new Map());
});

test.each([
  ['the first', 0],
  ['a middle', 2],
  ['the last', 3],
])(
  '[HR-02] [SEC-04] %s file that cannot be read ends the archive with its error, and leaves nothing open',
  async (_, bad) => {
    const contents = Array.from({ length: 4 }, () => randomBytes(700_000));
    let isBroken = false;
    let reads = 0;
    const { services, files } = await stored(contents, async (handle, into, position) => {
      const count = await handle.read(into, position);
      const isBad = contents[bad]
        ?.subarray(position, position + count)
        .equals(Buffer.from(into).subarray(0, count));
      if (isBad && position > 0 && isBroken) {
        reads += 1;
        throw Object.assign(new Error('the disk is broken'), { code: 'EIO' });
      }
      return count;
    });
    isBroken = true;
    await expect(writeArchive(services, { texts: [], files }, new SlowReader())).rejects.toThrow(
      'the disk is broken',
    );
    expect(reads).toBe(1);
    await vi.waitFor(() => expect(open).toBe(0));
  },
);

test('[HR-02] [SEC-04] a reader who has gone before the first byte is told, and nothing stays open', async () => {
  const { services, files } = await stored([randomBytes(1000), randomBytes(2000), randomBytes(3000)]);
  const reader = new SlowReader();
  reader.destroy();
  await expect(writeArchive(services, { texts: [], files }, reader)).rejects.toThrow(
    'the reader has gone away',
  );
  await vi.waitFor(() => expect(open).toBe(0));
});
