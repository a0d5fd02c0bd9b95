import { expect, test } from 'vitest';
import { addressedName, changesName, greetingName, needsApproval } from './name-changes.ts';

test.each([
  [false, 0, true],
  [false, 3, true],
  [true, 0, false],
  [true, 1, true],
])(
  '[AUTH-16] an own change by an administrator %s with %s others who may approve needs approval: %s',
  (isAdmin, otherApprovers, needed) => {
    expect(needsApproval({ isAdmin, otherApprovers })).toBe(needed);
  },
);

test('[AUTH-16] only first and last name are printed; a preferred name is for greetings', () => {
  const ann = { firstName: 'Ann', lastName: 'Lee' };
  expect(changesName(ann, { ...ann })).toBe(false);
  expect(changesName(ann, { firstName: 'Ann', lastName: 'Lee-Smith' })).toBe(true);
  expect(changesName({ firstName: null, lastName: 'Lee' }, ann)).toBe(true);
  expect(greetingName({ firstName: 'Ann', preferredName: 'Annie' })).toBe('Annie');
  expect(greetingName({ firstName: 'Ann', preferredName: ' ' })).toBe('Ann');
  expect(addressedName({ ...ann, preferredName: 'Annie' })).toBe('Annie');
  expect(addressedName({ ...ann, preferredName: null })).toBe('Ann Lee');
  expect(greetingName({ firstName: null, preferredName: null })).toBeNull();
});
