import { expect, test } from 'vitest';
import {
  isCountedFile,
  isOnlyDownloaded,
  LINK_PART,
  readableLink,
  readableText,
  shareIn,
  shareList,
  TEXT_PART,
  uncountedParts,
  type PartSource,
} from './parts.ts';

type File = PartSource['files'][number];
const file = (changes: Partial<File> = {}): File => ({
  name: 'sop.pdf',
  pages: null,
  durationSeconds: null,
  ...changes,
});
const text = 'Wash your hands before and after.';

test.each([
  [null, null],
  ['', null],
  ['too short', null],
  [`  ${text}\n`, text],
  [`${text}\nUploaded Files:\n• sop.pdf (1 MB) | Uploaded: 2025-06-15 by Ann Lee`, text],
  ['Uploaded Files:\n• sop.pdf (1 MB) | Uploaded: 2025-06-15 by Ann Lee', null],
])('[MOD-10] of the text %j, %j is read', (content, readable) => {
  expect(readableText(content)).toBe(readable);
});

test.each<[string | null, readonly File[], string | null]>([
  ['https://example.org/sop', [], 'https://example.org/sop'],
  ['https://example.org/sop', [file()], null],
  ['http://example.org/sop', [], null],
  ['see https://example.org/sop', [], null],
  ['', [], null],
  [null, [], null],
])('[MOD-06] the link %j beside %j opens as %j', (contentUrl, files, link) => {
  expect(readableLink({ content: null, contentUrl, files })).toBe(link);
});

test.each<[Partial<File>, boolean]>([
  [{}, false],
  [{ pages: 3 }, true],
  [{ durationSeconds: 60 }, true],
  [{ isPreparing: true }, true],
  [{ isPreparing: false }, false],
])('[VIEW-03] the server counts a file with %j: %s', (changes, counted) => {
  expect(isCountedFile(file(changes))).toBe(counted);
  expect(isOnlyDownloaded({ ...file(changes), contentType: 'application/zip' })).toBe(!counted);
});

test.each([
  ['application/zip', true],
  ['application/vnd.ms-excel', true],
  ['application/pdf', false],
  ['application/pdfx', true],
  ['x-application/pdf', true],
  ['image/png', false],
  ['video/mp4', false],
  ['x-image/png', true],
  ['images/png', true],
  ['text/plain', false],
  ['text/plain; charset=utf-8', false],
  ['text/plainer', true],
  ['text/html', true],
  ['x-text/plain', true],
])('[VIEW-04] a file of the type %s is only downloaded: %s', (contentType, only) => {
  expect(isOnlyDownloaded({ ...file(), contentType })).toBe(only);
});

test('[VIEW-03] the viewer reports the shares of the text, of files that are not counted, and of the link', () => {
  const files = [file({ name: 'a.zip' }), file({ name: 'b.pdf', pages: 2 }), file({ name: 'c.png' })];
  expect([TEXT_PART, LINK_PART]).toEqual(['text', 'link']);
  expect(uncountedParts({ content: text, contentUrl: 'https://example.org', files })).toEqual([
    'text',
    'a.zip',
    'c.png',
  ]);
  expect(uncountedParts({ content: null, contentUrl: 'https://example.org', files: [] })).toEqual(['link']);
  expect(uncountedParts({ content: 'short', contentUrl: null, files: [] })).toEqual([]);
});

test('[VIEW-03] shares go over the wire by the name of their part', () => {
  const shares = shareList({ text: 0.5, 'a.zip': 1 });
  expect(shares).toEqual([
    { part: 'text', share: 0.5 },
    { part: 'a.zip', share: 1 },
  ]);
  expect([shareIn(shares, 'a.zip'), shareIn(shares, 'link'), shareIn(undefined, 'text')]).toEqual([1, 0, 0]);
});
