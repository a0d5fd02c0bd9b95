import { expect, test } from 'vitest';
import { titled } from './titled.ts';

test.each([
  ['Hand hygiene', 'SOP-1', 'SOP-1 Hand hygiene'],
  ['SOP-1 Hand hygiene', 'SOP-1', 'SOP-1 Hand hygiene'],
  ['Hand hygiene', null, 'Hand hygiene'],
  ['Hand hygiene', '', 'Hand hygiene'],
])('[MOD-01] [INS-02] %s with the reference %s is %s', (title, reference, shown) => {
  expect(titled(title, reference)).toBe(shown);
});
