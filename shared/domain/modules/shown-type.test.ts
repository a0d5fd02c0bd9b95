import { expect, test } from 'vitest';
import { shownContentType } from './shown-type.ts';

const file = (contentType: string, state?: string) => ({
  contentType,
  conversion: state === undefined ? null : { state },
});

test.each([
  ['pdf', [], 'pdf'],
  ['pdf', [file('application/pdf')], 'pdf'],
  ['pdf', [file('application/zip')], 'ZIP'],
  ['pdf', [file('video/mp4')], 'MP4'],
  ['pdf', [file('text/plain; charset=utf-8')], 'TXT'],
  ['pdf', [file('application/msword', 'converted')], 'pdf'],
  ['pdf', [file('application/msword', 'failed')], 'DOC'],
  ['pdf', [file('application/zip'), file('application/pdf')], 'pdf'],
  ['pdf', [file('application/x-unknown')], 'application/x-unknown'],
  ['e-learning', [file('application/zip')], 'e-learning'],
])('[MOD-03] [VIEW-01] type %s with files %j is shown as %s', (contentType, files, shown) => {
  expect(shownContentType(contentType, files)).toBe(shown);
});
