import { expect, test } from 'vitest';
import { sha256In } from './paper-kinds.ts';

const sum = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

test.each([
  ['as it is', sum],
  ['in upper case', sum.toUpperCase()],
  ['with spaces around it', ` ${sum}\n`],
  ['as a line of sha256sum', `${sum}  training-file-Zoe-2026-11-26.pdf\n`],
  ['as a line of sha256sum of a binary file', `${sum} *report.csv`],
  ['as a line about a file in a folder', `${sum}  Angstrom, Zoe/training-file.pdf`],
  ['in groups', sum.replaceAll(/(.{8})/g, '$1 ')],
  ['with colons', sum.replaceAll(/(..)(?=.)/g, '$1:')],
])('[INS-03] a SHA-256 is read %s', (_what, pasted) => {
  expect(sha256In(pasted)).toBe(sum);
});

test.each([
  ['nothing', ''],
  ['a shorter one', sum.slice(1)],
  ['a longer one', `${sum}a`],
  ['words', 'the sum of the file'],
])('[INS-03] %s is no SHA-256', (_what, pasted) => {
  expect(sha256In(pasted)).toBeNull();
});
