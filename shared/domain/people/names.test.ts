import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fullName, initials, shownJobTitle } from './names.ts';
import { JOB_TITLE_MAX, offeredDepartmentNames, trainingCategories } from './training-categories.ts';

test.each([
  ['Ann', 'Lee', 'AL'],
  ['ann', 'lee', 'AL'],
  ['Ann', null, 'A'],
  [null, 'Lee', 'L'],
  ['  ', 'Lee', 'L'],
  [' Ann', ' Lee', 'AL'],
  ['', '', 'U'],
  [null, null, 'U'],
  ['Élodie', 'øst', 'ÉØ'],
  ['𝒂nn', 'Lee', '𝒂L'],
])('[USR-01] %s %s has the initials %s', (firstName, lastName, expected) => {
  expect(initials({ firstName, lastName })).toBe(expected);
});

test('[USR-01] there are always initials', () => {
  const name = fc.option(fc.string({ unit: 'grapheme' }));
  fc.assert(
    fc.property(name, name, (firstName, lastName) => {
      expect(initials({ firstName, lastName })).not.toBe('');
    }),
  );
});

test('[LRN-01] the full name leaves out what is missing', () => {
  expect(fullName({ firstName: ' Ann ', lastName: 'Lee' })).toBe('Ann Lee');
  expect(fullName({ firstName: null, lastName: 'Lee' })).toBe('Lee');
  expect(fullName({ firstName: '', lastName: null })).toBe('');
});

test('[SET-01] an empty job title is not specified', () => {
  expect(shownJobTitle(null)).toBeNull();
  expect(shownJobTitle('  ')).toBeNull();
  expect(shownJobTitle(' Nurse ')).toBe('Nurse');
});

test('[USR-02] seven job titles are offered, others up to 200 characters are allowed', () => {
  expect(trainingCategories).toEqual([
    'Clinical Research',
    'Data Management',
    'Healthcare Specialist',
    'Administration',
    'Quality Affairs',
    'Medical Affairs',
    'Project Manager',
  ]);
  expect(JOB_TITLE_MAX).toBe(200);
});

test('[ORG-03] seven department names are offered', () => {
  expect(offeredDepartmentNames).toEqual([
    'Clinical Research',
    'Data Management',
    'Quality Assurance',
    'Medical Affairs',
    'Regulatory Affairs',
    'Healthcare Analytics',
    'Project Management',
  ]);
});
