import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeZip, type ZipEntry } from '#tests/harness/sample-files.ts';
import { judgeZip } from './zip-type.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'traintrail-zip-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const limits = { entries: 50, inflatedBytes: 1_000_000 };

async function judge(entries: readonly ZipEntry[], options = {}) {
  const path = join(folder, 'archive.zip');
  await writeFile(path, makeZip(entries, options));
  return judgeZip(path, limits);
}

const kind = (verdict: Awaited<ReturnType<typeof judge>>) =>
  'type' in verdict ? verdict.type.extension : verdict;

test('[MOD-07] T13: what an archive unpacks to is counted as it comes out, also of entries that lie over one another', async () => {
  const tooMuch = { problem: expect.stringContaining('unpacks to more') as string };
  const entry = { name: 'a', data: Buffer.alloc(90_000) };
  expect(kind(await judge([entry], { overlap: 9 }))).toBe('zip');
  expect(kind(await judge([entry], { overlap: 12 }))).toEqual(tooMuch);
  expect(kind(await judge([{ ...entry, claimedSize: 2_000_000 }]))).toEqual(tooMuch);
  expect(kind(await judge([{ ...entry, claimedSize: 0 }]))).toMatchObject({
    problem: expect.stringContaining('damaged') as string,
  });
});

test('[MOD-07] T13: an archive in an archive is not opened; too many entries, none, and names that lead out are refused', async () => {
  const inner = makeZip([{ name: 'zeros', data: Buffer.alloc(5_000_000) }]);
  expect(kind(await judge([{ name: 'inner.zip', data: inner }]))).toBe('zip');
  expect(kind(await judge([{ name: 'a', data: 'x' }], { overlap: 60 }))).toEqual({
    problem: 'holds too many files.',
  });
  for (const name of ['../a', 'a/../../b', '/a', 'C:/a', '..\\a'])
    expect(kind(await judge([{ name, data: 'x' }])), name).toHaveProperty('problem');
});

test('[MOD-07] an OpenDocument file and an EPUB are named, not taken for a plain archive', async () => {
  const mimetype = (data: string) =>
    judge([
      { name: 'mimetype', data },
      { name: 'content.xml', data: '<x/>' },
    ]);
  expect(await mimetype('application/vnd.oasis.opendocument.graphics')).toEqual({
    instead: 'an OpenDocument file',
  });
  expect(await mimetype('application/epub+zip')).toEqual({ instead: 'an EPUB book' });
});
