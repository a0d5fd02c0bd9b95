import { expect, test } from 'vitest';
import { addressesOf } from './directory-person.ts';

const isAddress = (text: string): boolean => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text);

test('[OPS-06] the userName is the address of the account if it is one', () => {
  expect(addressesOf('ana@site.org', [{ value: 'other@site.org', primary: true }], isAddress)).toEqual([
    'ana@site.org',
    'other@site.org',
  ]);
});

test('[OPS-06] otherwise the primary email is, then the one at work, then any other', () => {
  const emails = [
    { value: 'home@site.org', type: 'home' },
    { value: 'work@site.org', type: 'Work' },
    { value: 'first@site.org', type: 'home', primary: true },
  ];
  expect(addressesOf('ana', emails, isAddress)).toEqual(['first@site.org', 'work@site.org', 'home@site.org']);
});

test('[OPS-06] an address counts once, and what is none does not count', () => {
  const emails = [{ value: ' ANA@site.org ' }, { value: 'no address', primary: true }, {}];
  expect(addressesOf('ana@site.org', emails, isAddress)).toEqual(['ana@site.org']);
  expect(addressesOf('ana', [{ value: 'mailbox' }], isAddress)).toEqual([]);
});
