import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { ClientBase } from 'pg';
import { expect, test } from 'vitest';
import { AppError } from '#shared/contract/errors.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';
import { temporaryFolder } from '#tests/harness/processes.ts';
import { writeFiles } from './backup-files.ts';

const bytes = Buffer.from('what was stored');
const hashOf = (content: string) => createHash('sha256').update(content).digest('hex');

/** Bytes that end with an error in their middle. */
const torn = () =>
  Readable.from(
    (async function* pieces() {
      yield bytes.subarray(0, 5);
      throw Object.assign(new Error('read failed'), { code: 'EIO' });
    })(),
  );

test('[OPS-04] [SEC-04] a file that vanishes or changes while it is read is read again, and named where it stays so', async () => {
  const { dir, remove } = temporaryFolder();
  const healed = hashOf(bytes.toString());
  const gone = hashOf('gone');
  const changed = hashOf('changed');
  const reads = new Map<string, number>();
  const read = async (sha256: string): Promise<Readable> => {
    const turn = (reads.get(sha256) ?? 0) + 1;
    reads.set(sha256, turn);
    if (sha256 === gone || (sha256 === healed && turn === 1)) throw new AppError('NOT_FOUND');
    return sha256 === healed && turn === 2 ? torn() : Readable.from([bytes]);
  };
  const rows = [healed, gone, changed].map((sha256, at) => ({ id: at + 1, sha256 }));
  try {
    const files = await writeFiles(
      { query: async () => ({ rows }) } as unknown as ClientBase,
      { read } as unknown as FileStore,
      dir,
    );
    expect(files).toMatchObject({ count: 1, bytes: bytes.length, damaged: [gone, changed] });
    expect([...reads.values()]).toEqual([3, 3, 3]);
    const copies = fs
      .readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile());
    expect(copies.map(({ name }) => name).toSorted()).toEqual([healed, 'files.txt'].toSorted());
    expect(fs.readFileSync(path.join(dir, 'files.txt'), 'utf8')).toBe(`${healed} ${bytes.length}\n`);
    // What the folder refuses is no damage of a file: the backup ends.
    const blocked = path.join(dir, 'blocked');
    fs.writeFileSync(blocked, '');
    await expect(
      writeFiles(
        { query: async () => ({ rows: rows.slice(0, 1) }) } as unknown as ClientBase,
        { read: async () => Readable.from([bytes]) } as unknown as FileStore,
        blocked,
      ),
    ).rejects.toThrow('ENOTDIR');
  } finally {
    remove();
  }
});
