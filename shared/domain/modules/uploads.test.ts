import { expect, test } from 'vitest';
import type { UploadRefusal } from './uploads.ts';
import {
  bulkDialogExtensions,
  defaultUploadLimits,
  isPreviewable,
  previewExtensions,
  refuseUpload,
  uploadTypes,
} from './uploads.ts';

const MB = 1024 * 1024;

test('[MOD-07] the types that may be uploaded', () => {
  expect(uploadTypes.map((type) => type.extension).toSorted()).toEqual(
    'pdf mp4 webm pptx ppt ppsx docx doc xlsx xls odt ods odp txt zip jpg jpeg png gif webp'
      .split(' ')
      .toSorted(),
  );
});

test('[MOD-09] exactly the preview types are previewed', () => {
  expect(previewExtensions).toEqual(['pdf', 'jpg', 'jpeg', 'png', 'gif', 'mp4', 'webm', 'txt', 'webp']);
  const previewed = uploadTypes.filter((type) => type.preview).map((type) => type.extension);
  expect(previewed.toSorted()).toEqual([...previewExtensions].toSorted());
  expect(isPreviewable('A.PDF')).toBe(true);
  expect(isPreviewable('a.docx')).toBe(false);
  expect(isPreviewable('a.html')).toBe(false);
});

test('[MOD-05] the bulk dialog takes its seven types and their kin, all of which may be uploaded', () => {
  expect(bulkDialogExtensions).toEqual([
    'pdf',
    'doc',
    'docx',
    'xls',
    'xlsx',
    'ppt',
    'pptx',
    'odt',
    'ods',
    'odp',
    'ppsx',
  ]);
  for (const extension of bulkDialogExtensions) expect(refuseUpload(`a.${extension}`, 1)).toBeNull();
});

test.each<[string, number, UploadRefusal | null]>([
  ['a.pdf', 1, null],
  ['a.pdf', 10 * MB, null],
  ['a.pdf', 10 * MB + 1, { reason: 'size', limit: 10 * MB }],
  ['a.zip', 10 * MB + 1, { reason: 'size', limit: 10 * MB }],
  ['a.png', 10 * MB + 1, { reason: 'size', limit: 10 * MB }],
  ['a.MP4', 10 * MB + 1, null],
  ['a.webm', 500 * MB, null],
  ['a.mp4', 500 * MB + 1, { reason: 'size', limit: 500 * MB }],
  ['a.pdf', 0, { reason: 'empty' }],
  ['a.html', 1, { reason: 'type' }],
  ['a.svg', 1, { reason: 'type' }],
  ['a.pdf.exe', 1, { reason: 'type' }],
  ['pdf', 1, { reason: 'type' }],
])('[MOD-07] %j of %i bytes: %o', (name, size, refusal) => {
  expect(refuseUpload(name, size)).toEqual(refusal);
});

test('[MOD-07] limits are configurable', () => {
  expect(defaultUploadLimits).toEqual({ document: 10 * MB, video: 500 * MB });
  expect(refuseUpload('a.pdf', 11, { document: 10, video: 5 })).toEqual({ reason: 'size', limit: 10 });
  expect(refuseUpload('a.mp4', 6, { document: 10, video: 5 })).toEqual({ reason: 'size', limit: 5 });
});
