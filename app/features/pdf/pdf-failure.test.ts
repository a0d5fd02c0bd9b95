import { expect, test } from 'vitest';
import { failureOf } from '#app/features/pdf/pdf-failure.ts';

const saying = (name: string, message: string, more: object = {}): Error =>
  Object.assign(new Error(message), { name, ...more });

test.each([
  [saying('PasswordException', 'No password given'), 'password'],
  [saying('InvalidPDFException', 'Invalid PDF structure.'), 'damaged'],
  [saying('InvalidPDFException', 'The PDF file is empty, i.e. its size is zero bytes.'), 'damaged'],
  [saying('UnknownErrorException', 'Page dictionary not found'), 'damaged'],
  [saying('ResponseException', 'Missing PDF', { status: 404, missing: true }), 'missing'],
  [saying('ResponseException', 'Unexpected server response (500)', { status: 500 }), 'unreachable'],
  [saying('TypeError', 'Failed to fetch'), 'unreachable'],
  ['nothing that is known', 'damaged'],
] as const)('[VIEW-02] F15: %s is told as %s', (error, failure) => {
  expect(failureOf(error)).toBe(failure);
});
