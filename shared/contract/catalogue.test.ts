import { expect, test } from 'vitest';
import { catalogue } from './catalogue.ts';

test('[AUD-01] each command whose path names a record by its id declares its table', () => {
  const unnamed = catalogue.filter(
    ({ audit, path }) =>
      'command' in audit && audit.record === undefined && /:(?!categoryName)/.test(path.replace('/api', '')),
  );
  expect(unnamed.map(({ id }) => id)).toEqual([]);
});

test('[SIG-01] [OPS-06] every call that takes a signature declares each way in which one is refused', () => {
  const signing = catalogue.filter(({ errors = [] }) => errors.includes('SIGNATURE_REFUSED'));
  expect(signing.length).toBeGreaterThanOrEqual(6);
  const refusals = [
    'CLOCK_WRONG',
    'PASSKEY_CHALLENGE',
    'SIGNATURE_AGREEMENT_REQUIRED',
    'SIGNING_CLOSED',
    'TEMPORARY_PASSWORD',
    'TOO_MANY_ATTEMPTS',
  ] as const;
  for (const { id, errors = [] } of signing)
    expect(errors, id).toEqual(expect.arrayContaining([...refusals]));
});
