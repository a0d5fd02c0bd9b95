import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeZip, type ZipEntry } from '#tests/harness/sample-files.ts';
import { InnerNames } from './inner-names.ts';
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
  const tooMuch = { problem: 'file_unpacks_too_large' };
  const entry = { name: 'a', data: Buffer.alloc(90_000) };
  expect(kind(await judge([entry], { overlap: 9 }))).toBe('zip');
  expect(kind(await judge([entry], { overlap: 12 }))).toEqual(tooMuch);
  expect(kind(await judge([{ ...entry, claimedSize: 2_000_000 }]))).toEqual(tooMuch);
  expect(kind(await judge([{ ...entry, claimedSize: 0 }]))).toMatchObject({
    problem: 'file_archive_damaged',
  });
});

test('[MOD-07] T13: an archive in an archive is not opened; too many entries, none, and names that lead out are refused', async () => {
  const inner = makeZip([{ name: 'zeros', data: Buffer.alloc(5_000_000) }]);
  expect(kind(await judge([{ name: 'inner.zip', data: inner }]))).toBe('zip');
  expect(kind(await judge([{ name: 'a', data: 'x' }], { overlap: 60 }))).toEqual({
    problem: 'file_too_many_files',
  });
  for (const name of ['../a', 'a/../../b', '/a', 'C:/a', '..\\a'])
    expect(kind(await judge([{ name, data: 'x' }])), name).toHaveProperty('problem');
});

test('[MOD-07] [VIEW-07] a course is recognized in an archive in the archive, and in what calls itself an office file', async () => {
  const course = (...names: string[]) => makeZip(names.map((name) => ({ name, data: `content of ${name}` })));
  const packageOf = async (entries: readonly ZipEntry[]) => {
    const verdict = await judge(entries);
    return 'type' in verdict ? [verdict.type.extension, verdict.type.package] : verdict;
  };
  const readMe = { name: 'readme.txt', data: 'How to install it' };
  for (const [name, data, kind] of [
    ['Course.ZIP', course('index.html', 'imsmanifest.xml'), 'scorm'],
    ['a/b/course.zip', course('content/cmi5.xml'), 'cmi5'],
    ['course.zip', course('course.crs'), 'aicc'],
    [
      'large.zip',
      makeZip([
        { name: 'noise', data: randomBytes(300_000) },
        { name: 'imsmanifest.xml', data: '' },
      ]),
      'scorm',
    ],
    ['papers.zip', course('one.pdf', 'my-imsmanifest.xml.txt'), undefined],
  ] as const)
    expect(await packageOf([readMe, { name, data }]), name).toEqual(['zip', kind]);
  const types = `<Types><Override ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;
  const contentTypes = { name: '[Content_Types].xml', data: types };
  expect(await packageOf([contentTypes])).toEqual(['docx', undefined]);
  expect(await packageOf([contentTypes, { name: 'imsmanifest.xml', data: '<x/>' }])).toEqual([
    'zip',
    'scorm',
  ]);
  const openDocument = { name: 'mimetype', data: 'application/vnd.oasis.opendocument.text' };
  expect(await packageOf([openDocument, { name: 'cmi5.xml', data: '<x/>' }])).toEqual(['zip', 'cmi5']);
});

test('[MOD-07] the names in an archive are found wherever its bytes are cut', () => {
  const inner = makeZip(['one.txt', 'imsmanifest.xml', 'PK'].map((name) => ({ name, data: name })));
  for (let size = 1; size < 70; size += 1) {
    const found = new InnerNames(10);
    for (let at = 0; at < inner.length; at += size) found.take(inner.subarray(at, at + size));
    expect([...found.names], String(size)).toEqual(['one.txt', 'imsmanifest.xml', 'PK']);
  }
  const pretended = Buffer.alloc(50);
  pretended.write('504b0102', 0, 'hex');
  pretended.writeUInt16LE(60_000, 28);
  const after = new InnerNames(10);
  after.take(Buffer.concat([pretended, inner]));
  expect(after.names.size).toBe(3);
  const few = new InnerNames(2);
  few.take(inner);
  expect(few.names.size).toBe(2);
});

test('[MOD-07] an OpenDocument file and an EPUB are named, not taken for a plain archive', async () => {
  const mimetype = (data: string) =>
    judge([
      { name: 'mimetype', data },
      { name: 'content.xml', data: '<x/>' },
    ]);
  expect(await mimetype('application/vnd.oasis.opendocument.graphics')).toEqual({
    instead: 'open_document',
  });
  expect(await mimetype('application/epub+zip')).toEqual({ instead: 'epub' });
});
