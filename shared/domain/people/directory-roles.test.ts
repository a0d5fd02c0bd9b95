import { expect, test } from 'vitest';
import { roleByGroups, type DirectoryRole, type GivenRole } from './directory-roles.ts';

const rows: readonly (readonly [string, GivenRole, DirectoryRole | null, GivenRole])[] = [
  [
    'a learner in a group of managers',
    { role: 'learner', byGroup: false },
    'manager',
    { role: 'manager', byGroup: true },
  ],
  ['a learner in none', { role: 'learner', byGroup: false }, null, { role: 'learner', byGroup: false }],
  [
    'a manager by a group who stays in it',
    { role: 'manager', byGroup: true },
    'manager',
    { role: 'manager', byGroup: true },
  ],
  [
    'a manager by a group who leaves it',
    { role: 'manager', byGroup: true },
    null,
    { role: 'learner', byGroup: false },
  ],
  [
    'a manager by a person, in a group',
    { role: 'manager', byGroup: false },
    'manager',
    { role: 'manager', byGroup: false },
  ],
  [
    'a manager by a person, in none',
    { role: 'manager', byGroup: false },
    null,
    { role: 'manager', byGroup: false },
  ],
  [
    'an administrator in a group',
    { role: 'admin', byGroup: false },
    'manager',
    { role: 'admin', byGroup: false },
  ],
  [
    'an administrator who was a manager by a group',
    { role: 'admin', byGroup: true },
    null,
    { role: 'admin', byGroup: false },
  ],
  [
    'a learner again, whom a person demoted',
    { role: 'learner', byGroup: true },
    null,
    { role: 'learner', byGroup: false },
  ],
];

test.for(rows)('[OPS-06] the role of %s', ([, now, ofGroups, then]) => {
  expect(roleByGroups(now, ofGroups)).toEqual(then);
});
