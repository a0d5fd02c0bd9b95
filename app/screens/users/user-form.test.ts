import { expect, test } from 'vitest';
import { bodyOf, changedFields, changeOf, newUser, onTop } from '#app/screens/users/user-form.ts';

const seen = {
  ...newUser,
  email: 'ann@people.example',
  firstName: 'Ann',
  lastName: 'Lee',
  organizationId: '1',
  departmentId: '4',
};

test('[USR-02] only what was changed is sent; blanks around it are no change, and nothing entered is null', () => {
  expect(changedFields(seen, { ...seen, firstName: ' Ann ' })).toEqual([]);
  expect(changeOf(seen, { ...seen, jobTitle: 'Nurse', departmentId: '', isActive: false })).toEqual({
    jobTitle: 'Nurse',
    departmentId: null,
    isActive: false,
  });
  expect(bodyOf(newUser)).toMatchObject({ organizationId: null, managerId: null, jobTitle: null });
});

test('[USR-02] own changes go on top of those of another person, and both are kept', () => {
  const mine = { ...seen, lastName: 'Lee-Meyer', role: 'manager' as const };
  const theirs = { ...seen, jobTitle: 'Nurse', lastName: 'Leigh' };
  expect(onTop(seen, mine, theirs)).toEqual({
    ...seen,
    jobTitle: 'Nurse',
    lastName: 'Lee-Meyer',
    role: 'manager',
  });
});

test('[USR-02] an organization never comes without its own department', () => {
  const mine = { ...seen, organizationId: '2', departmentId: '' };
  const theirs = { ...seen, departmentId: '5' };
  expect(onTop(seen, mine, theirs)).toMatchObject({ organizationId: '2', departmentId: '' });
  expect(
    onTop(seen, { ...seen, departmentId: '6' }, { ...seen, organizationId: '3', departmentId: '9' }),
  ).toMatchObject({ organizationId: '1', departmentId: '6' });
});
