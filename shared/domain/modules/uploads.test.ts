import { expect, test } from 'vitest';
import { bulkDialogExtensions, isPreviewable, uploadTypeOf, uploadTypes } from './uploads.ts';

test('[MOD-07] the types that may be uploaded', () => {
  expect(uploadTypes.map((type) => type.extension).toSorted()).toEqual(
    'pdf mp4 webm pptx ppt ppsx docx doc xlsx xls odt ods odp txt zip jpg jpeg png gif webp'
      .split(' ')
      .toSorted(),
  );
});

test('[MOD-09] exactly the preview types are previewed', () => {
  const previewed = uploadTypes.filter((type) => type.preview).map((type) => type.extension);
  expect(previewed.toSorted()).toEqual('pdf jpg jpeg png gif mp4 webm txt webp'.split(' ').toSorted());
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
  for (const extension of bulkDialogExtensions) expect(uploadTypeOf(`a.${extension}`)).toBeDefined();
});
