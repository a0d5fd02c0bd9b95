import { expect, test } from 'vitest';
import { matrixMatches } from './matrix.ts';

const nurse = { organizationId: 1, departmentId: 10, jobTitle: 'Nurse' };

test.each([
  ['both', 1, 10, 'Nurse', true],
  ['department only', 1, 10, null, true],
  ['job title only', 1, null, 'Nurse', true],
  ['neither', 1, null, null, true],
  ['blank job title', 1, null, '  ', true],
  ['other spelling of the job title', 1, null, ' NURSE', true],
  ['department of two needed', 1, 11, 'Nurse', false],
  ['job title of two needed', 1, 10, 'Doctor', false],
  ['job title that only begins so', 1, null, 'Nurse manager', false],
  ['other organization', 2, null, null, false],
])('[MTX-06] matrix with %s', (_, organizationId, departmentId, jobTitle, expected) => {
  expect(matrixMatches({ organizationId, departmentId, jobTitle }, nurse)).toBe(expected);
});

test('[MTX-06] a person without organization, department or job title', () => {
  const nobody = { organizationId: null, departmentId: null, jobTitle: null };
  const any = { organizationId: 1, departmentId: null, jobTitle: null };
  expect(matrixMatches(any, nobody)).toBe(false);
  expect(matrixMatches(any, { ...nobody, organizationId: 1 })).toBe(true);
  expect(matrixMatches({ ...any, departmentId: 10 }, { ...nobody, organizationId: 1 })).toBe(false);
  expect(matrixMatches({ ...any, jobTitle: 'Nurse' }, { ...nobody, organizationId: 1 })).toBe(false);
});
