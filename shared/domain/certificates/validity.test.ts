import { expect, test } from 'vitest';
import { validityText } from './validity.ts';

test.each([
  ['valid', null, { kind: 'valid' }],
  ['valid', 61, { kind: 'valid' }],
  ['valid', 60, { kind: 'expires_in', days: 60 }],
  ['valid', 1, { kind: 'expires_in', days: 1 }],
  // The last day still counts as valid (MTX-08).
  ['valid', 0, { kind: 'expires_today' }],
  ['expired', -1, { kind: 'expired' }],
  ['revoked', 5, { kind: 'revoked' }],
  ['not_valid', 5, { kind: 'not_valid' }],
] as const)('[LRN-04] %s with %s days left', (status, days, expected) => {
  expect(validityText(status, days)).toEqual(expected);
});
