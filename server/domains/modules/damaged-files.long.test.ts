/** Files that are not whole, locked or enormous: the verdict on each, and that it costs the others nothing (MOD-07, F14, F15). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bulk, type Upload } from '#tests/harness/module-world.ts';
import * as sample from '#tests/harness/sample-files.ts';
import { makeFragmentedMp4, makeLiveWebm } from '#tests/harness/sample-recordings.ts';
import { startWithAdmin, type StartedAdmin } from '#tests/harness/started.ts';

let db: StartedAdmin['db'];
let admin: StartedAdmin['admin'];
let stop: StartedAdmin['stop'];

beforeAll(async () => {
  ({ db, admin, stop } = await startWithAdmin());
});
afterAll(() => stop());

const incompletePicture = 'is an incomplete picture: it breaks off before its end.';
const damagedPicture = 'is a damaged picture and cannot be shown.';
/** What is not part of an archive. */
const tail = Buffer.from('something else');
const continuesSentence = 'is an archive with extra data after its end. Create the archive again and retry.';
const brokenOff = 'is an incomplete video: it breaks off before its end.';
const unplayable = (coding: string) =>
  `has ${coding} video, which browsers cannot play. Save it as MP4 with H.264 and try again.`;
const password = 'is protected by a password. Remove the password and try again.';

/** The picture with the bytes at a place replaced. */
function changed(bytes: Buffer, at: number, ...values: readonly number[]): Buffer {
  const copy = Buffer.from(bytes);
  for (const [index, value] of values.entries()) copy[at + index] = value;
  return copy;
}

/** A PNG of one pixel that says it has as many as it wants. */
function giantPng(): Buffer {
  const header = Buffer.from(sample.samplePng.subarray(12, 29));
  header.writeUInt32BE(65_536, 4);
  header.writeUInt32BE(65_536, 8);
  return Buffer.concat([
    sample.samplePng.subarray(0, 12),
    header,
    sample.crcOf(header),
    sample.samplePng.subarray(33),
  ]);
}

const xml = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "b">]><a>&b;</a>';
const jpgSize = sample.sampleJpg.indexOf(Buffer.from('ffc0', 'hex'));

/** What becomes of each: a reason after its name, or its pages; null where nothing is counted. */
const files: readonly (readonly [
  name: string,
  make: () => Promise<Buffer> | Buffer,
  outcome: string | number | null,
])[] = [
  ['locked.pdf', () => sample.makePdf(1, { userPassword: 'secret' }), password],
  // Encrypted, but open to everybody: only changing it needs the password.
  ['may-not-be-changed.pdf', () => sample.makePdf(2, { ownerPassword: 'secret' }), 2],
  [
    'first-half.pdf',
    async () => (await sample.makePdf(9)).subarray(0, 2000),
    'is damaged or not a PDF document.',
  ],
  ['empty.pdf', () => Buffer.alloc(0), 'is empty.'],
  ['first-bytes.pdf', () => Buffer.from('%PDF'), 'is damaged or not a PDF document.'],
  ['mark-only.pdf', () => Buffer.from('%PDF-1.7\n%%EOF'), 'is damaged or not a PDF document.'],
  [
    'no-pages.pdf',
    () => sample.rawPdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>']),
    'is damaged or not a PDF document.',
  ],
  [
    'page-missing.pdf',
    () => sample.rawPdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [9 0 R] /Count 1 >>']),
    'is damaged: page 1 cannot be read.',
  ],
  // The last table is gone; the pages are found all the same.
  ['end-missing.pdf', () => sample.makeLongPdf(3).subarray(0, -20), 3],
  ['five-thousand.pdf', () => sample.makeLongPdf(5000), 5000],
  ['whole.png', () => sample.samplePng, null],
  ['half.png', () => sample.samplePng.subarray(0, 50), incompletePicture],
  ['end-missing.png', () => sample.samplePng.subarray(0, -12), incompletePicture],
  ['flipped.png', () => changed(sample.samplePng, 45, 0xff), damagedPicture],
  [
    'no-drawing.png',
    () => Buffer.concat([sample.samplePng.subarray(0, 33), sample.samplePng.subarray(-12)]),
    damagedPicture,
  ],
  ['enormous.png', giantPng, 'has 65536 × 65536 pixels: more than a browser can show.'],
  ['half.jpg', () => sample.sampleJpg.subarray(0, -9), incompletePicture],
  ['head-only.jpg', () => sample.sampleJpg.subarray(0, 100), incompletePicture],
  [
    'enormous.jpg',
    () => changed(sample.sampleJpg, jpgSize + 5, 0xff, 0xff, 0xff, 0xff),
    'has 65535 × 65535 pixels: more than a browser can show.',
  ],
  [
    'no-drawing.jpg',
    () => Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'),
    damagedPicture,
  ],
  ['torn-apart.jpg', () => changed(sample.sampleJpg, 20, 0x00), damagedPicture],
  ['half.gif', () => sample.sampleGif.subarray(0, 30), incompletePicture],
  ['without-mark-of-the-end.gif', () => sample.sampleGif.subarray(0, -1), null],
  [
    'no-drawing.gif',
    () => Buffer.concat([sample.sampleGif.subarray(0, 19), Buffer.from(';')]),
    damagedPicture,
  ],
  ['half.mp4', () => sample.makeMp4(9, { padding: 5000 }).subarray(0, -3000), brokenOff],
  [
    'index-missing.mp4',
    () => sample.makeMp4(9).subarray(0, 28),
    'is an incomplete video: its index is missing.',
  ],
  ['old-coding.mp4', () => sample.makeMp4(9, { coding: 'mp4v' }), unplayable('MPEG-4 Part 2')],
  ['phone.mp4', () => sample.makeMp4(9, { coding: 'hvc1' }), unplayable('HEVC (H.265)')],
  ['camera.mp4', () => sample.makeMp4(9, { coding: 'apch' }), unplayable('ProRes')],
  ['odd.mp4', () => sample.makeMp4(9, { coding: 'xyz1' }), unplayable('xyz1')],
  ['av1.mp4', () => sample.makeMp4(9, { coding: 'av01', sound: 'Opus' }), null],
  ['sound.mp4', () => sample.makeMp4(9, { sound: 'mp4a' }), null],
  [
    'unheard.mp4',
    () => sample.makeMp4(9, { sound: 'ac-3' }),
    'has Dolby Digital audio, which browsers cannot play. Save it as MP4 with H.264 and AAC and try again.',
  ],
  ['recorded.webm', () => makeLiveWebm(5), null],
  ['in-fragments.mp4', () => makeFragmentedMp4(5), null],
  [
    'one-picture.webm',
    () => makeLiveWebm(0),
    'is a video without a length: neither its header nor its pictures say how long it is.',
  ],
  ['half.webm', () => sample.makeWebm(9).subarray(0, -6), brokenOff],
  ['old-coding.webm', () => sample.makeWebm(9, 'webm', 'V_MPEG4/ISO/ASP'), unplayable('V_MPEG4/ISO/ASP')],
  ['locked.docx', () => sample.makeOle('EncryptedPackage'), password],
  [
    'entities.xlsx',
    () => sample.makeOffice('xlsx', [{ name: 'xl/sharedStrings.xml', data: xml }]),
    'contains declarations that an office file must not have (DOCTYPE).',
  ],
  ['half.pptx', () => sample.makeOffice('pptx').subarray(0, -50), 'is a damaged archive and cannot be read.'],
  ['drawings.zip', () => sample.makeZip([{ name: 'a.xml', data: xml }]), null],
  ['nothing.zip', () => sample.makeZip([]), 'is an empty archive.'],
  [
    'goes-on.zip',
    () => Buffer.concat([sample.makeZip([{ name: 'a.txt', data: 'x' }]), tail]),
    continuesSentence,
  ],
  [
    'goes-on-long.zip',
    () => Buffer.concat([sample.makeZip([{ name: 'a.txt', data: 'y' }]), Buffer.alloc(70_000)]),
    continuesSentence,
  ],
  ['goes-on.docx', () => Buffer.concat([sample.makeOffice('docx'), tail]), continuesSentence],
  [
    'bzip2.zip',
    () => sample.makeZip([{ name: 'a.txt', data: 'x', method: 12 }]),
    'is compressed with bzip2, which cannot be read. Compress it with Deflate and try again.',
  ],
  [
    'unknown.zip',
    () => sample.makeZip([{ name: 'a.txt', data: 'x', method: 77 }]),
    'is compressed with 77, which cannot be read. Compress it with Deflate and try again.',
  ],
  ['locked.odt', () => sample.makeOpenDocument('text', [], '<manifest:encryption-data/>'), password],
  [
    'macros.ods',
    () => sample.makeOpenDocument('spreadsheet', [{ name: 'Basic/Standard/Module1.xml', data: '<x/>' }]),
    'contains macros. Save it without macros and try again.',
  ],
  [
    'entities.odp',
    () => sample.makeOpenDocument('presentation', [{ name: 'styles.xml', data: xml }]),
    'contains declarations that an office file must not have (DOCTYPE).',
  ],
  [
    'drawing.odt',
    () => sample.makeOpenDocument('graphics'),
    'is named .odt, but its content is an OpenDocument file.',
  ],
  ['half.webp', () => sample.makeWebp(4, 4).subarray(0, -3), incompletePicture],
  [
    'giant.webp',
    () => sample.makeWebp(16_000, 16_000),
    'has 16000 × 16000 pixels: more than a browser can show.',
  ],
  ['nothing.webp', () => changed(sample.makeWebp(4, 4), 12, 0x20), damagedPicture],
  ['log.txt', () => Buffer.from('ok \u001b[32mgreen\u001b[0m\u0007\r\n'), null],
  [
    'half-text.txt',
    () => Buffer.from('Words, and then \u0000\u0001'),
    'is named .txt, but its content is not text.',
  ],
];

test('[MOD-05] [MOD-07] F14 F15: every file of a call gets its own verdict: what is whole is stored, what is not is told why', async () => {
  const sent: Upload[] = await Promise.all(files.map(async ([name, make]) => [name, await make()] as const));
  const { status, body } = await bulk(admin, sent);
  expect(status).toBe(200);
  const told = new Map(body.failedFiles.map(({ originalName, message }) => [originalName, message]));
  const stored = new Map(body.uploadedFiles.map(({ originalName, url }) => [originalName, url]));
  expect([...told.keys(), ...stored.keys()].toSorted()).toEqual(files.map(([name]) => name).toSorted());
  for (const [name, , outcome] of files) {
    if (typeof outcome === 'string') expect(told.get(name), name).toBe(`“${name}” ${outcome}`);
    else expect(stored.has(name), `${name}: ${told.get(name) ?? ''}`).toBe(true);
  }
  const { rows } = await db.admin.query<{ name: string; pages: number | null }>(
    `select mvf.original_name as name, f.pages from module_version_files mvf join files f on f.id = mvf.file_id`,
  );
  const pages = new Map(rows.map(({ name, pages: count }) => [name, count]));
  for (const [name, , outcome] of files)
    if (typeof outcome !== 'string') expect(pages.get(name), name).toBe(outcome);
});
