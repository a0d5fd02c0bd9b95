import { expect, test } from 'vitest';
import {
  holdersOf,
  isHidden,
  noReach,
  permissionTable,
  permissionsOf,
  resolveReach,
  wholeReach,
  type AccessGrant,
  type AccessSubject,
  type Permission,
  type Reach,
  type Role,
} from './permissions.ts';

const person = (role: Role, grants: readonly AccessGrant[] = []): AccessSubject => ({
  id: 'ann',
  role,
  organizationId: 7,
  grants,
});
const hr = (organizationId: number | null): AccessGrant => ({ kind: 'hr', organizationId });
const inspector = (organizationId: number | null, sees?: AccessGrant['sees']): AccessGrant => ({
  kind: 'inspector',
  organizationId,
  ...(sees === undefined ? {} : { sees }),
});
const own: Reach = { ...noReach, self: 'ann' };
const team: Reach = { ...noReach, reportsOf: 'ann' };
const inside = (...organizationIds: number[]): Reach => ({ ...noReach, organizationIds });

const cases: readonly [name: string, subject: AccessSubject, permission: Permission, reach: Reach | null][] =
  [
    ['a learner reaches their own page', person('learner'), 'people.view', own],
    ['a learner has no list of people', person('learner'), 'people.list', null],
    [
      'a manager reaches themselves and their reports',
      person('manager'),
      'people.view',
      { ...team, self: 'ann' },
    ],
    ['a manager lists only their reports', person('manager'), 'people.list', team],
    ['a manager does not manage people', person('manager'), 'people.manage', null],
    ['an admin reaches everybody', person('admin'), 'people.list', wholeReach],
    ['an admin also reaches themselves', person('admin'), 'people.view', { ...wholeReach, self: 'ann' }],
    ['an admin puts no requests of an inspector', person('admin'), 'inspections.request', null],
    ['HR reaches its organization', person('learner', [hr(3)]), 'hr.view', inside(3)],
    ['HR of two organizations reaches both', person('learner', [hr(3), hr(4)]), 'hr.view', inside(3, 4)],
    [
      'a grant without organization reaches no organization',
      person('learner', [hr(null)]),
      'hr.view',
      noReach,
    ],
    ['an inspector has no HR area', person('learner', [inspector(3)]), 'hr.view', null],
    [
      'an organization of two grants counts once',
      person('learner', [hr(3), inspector(3)]),
      'people.list',
      inside(3),
    ],
    ['HR and inspection add up', person('learner', [hr(3), inspector(4)]), 'people.list', inside(3, 4)],
    [
      'a manager with HR reaches both',
      person('manager', [hr(3)]),
      'people.list',
      { ...team, organizationIds: [3] },
    ],
    ['a grant of HR adds nothing to audits', person('learner', [hr(3)]), 'audit.view', null],
    ['an inspection without CVs', person('learner', [inspector(3, ['agreements'])]), 'hr.cvs', own],
    ['an inspection with nothing more', person('learner', [inspector(3, null)]), 'hr.agreementList', null],
    [
      'an inspection with CVs',
      person('learner', [inspector(3, ['cvs'])]),
      'hr.cvs',
      { ...own, organizationIds: [3] },
    ],
    [
      'an inspection with agreements',
      person('learner', [inspector(3, ['agreements'])]),
      'hr.agreementList',
      inside(3),
    ],
    [
      'an inspection with documents',
      person('learner', [inspector(3, ['documents'])]),
      'hr.organizationDocuments',
      inside(3),
    ],
    [
      'an inspection with the bundle',
      person('learner', [inspector(3, ['bundle']), inspector(4, ['cvs'])]),
      'audit.bundle',
      inside(3),
    ],
    [
      'only the inspection that includes agreements opens them',
      person('learner', [inspector(3, ['cvs']), inspector(4, ['agreements'])]),
      'hr.agreementList',
      inside(4),
    ],
    [
      'what an HR grant claims to include opens nothing',
      person('learner', [{ ...hr(3), sees: ['documents'] }]),
      'hr.cvs',
      { ...own, organizationIds: [3] },
    ],
  ];

test.each(cases)('[AUTH-13] %s', (_name, subject, permission, reach) => {
  expect(resolveReach(subject, permission)).toEqual(reach);
});

test('[AUTH-13] the constant reaches are nobody and everybody', () => {
  expect(noReach).toEqual({ all: false, self: null, reportsOf: null, organizationIds: [] });
  expect(wholeReach).toEqual({ all: true, self: null, reportsOf: null, organizationIds: [] });
});

test('[OPS-06] a token without organization reaches everybody, by its permissions alone', () => {
  const machine: AccessSubject = {
    ...person('admin', [hr(3)]),
    token: { scopes: ['people.list'], organizationId: null },
  };
  expect(resolveReach(machine, 'people.list')).toEqual(wholeReach);
  expect(resolveReach(machine, 'people.manage')).toBeNull();
});

test('[AUTH-14] each grant counts once as a holder, and only inspections open documents', () => {
  expect(holdersOf(person('manager', [hr(3), hr(4), inspector(5, ['cvs', 'documents'])]))).toEqual([
    'everyone',
    'manager',
    'hr',
    'inspector',
    'inspectorOfCvs',
    'inspectorOfDocuments',
  ]);
  expect(holdersOf(person('learner', [inspector(3)]))).toEqual(['everyone', 'learner', 'inspector']);
  expect(holdersOf(person('learner', [{ ...hr(3), sees: ['agreements'] }]))).toEqual([
    'everyone',
    'learner',
    'hr',
  ]);
});

test('[HR-05] records of HR are hidden from those without permission, other records are refused', () => {
  const hidden = (Object.keys(permissionTable) as Permission[]).filter(isHidden);
  expect(hidden).toEqual(['hr.view', 'hr.agreementList', 'hr.organizationDocuments']);
});

const everyone: readonly Permission[] = [
  'account.own',
  'training.own',
  'people.view',
  'organizations.view',
  'modules.list',
  'modules.view',
  'hr.documents',
  'hr.cvs',
  'hr.agreements',
];

test.each<[string, AccessSubject, readonly Permission[]]>([
  ['a learner has', person('learner'), []],
  [
    'a manager adds',
    person('manager'),
    [
      'notifications.own',
      'people.list',
      'people.absences',
      'assignments.list',
      'assignments.assign',
      'assignments.reschedule',
      'team.view',
      'reports.view',
      'reminders.send',
    ],
  ],
  [
    'HR adds',
    person('learner', [hr(3)]),
    [
      'people.list',
      'people.names',
      'people.identity',
      'people.absences',
      'hr.view',
      'hr.agreementList',
      'hr.organizationDocuments',
    ],
  ],
  [
    'an inspector adds',
    person('learner', [inspector(3)]),
    [
      'people.list',
      'organizations.people',
      'matrices.view',
      'assignments.list',
      'dashboard.view',
      'reports.view',
      'audit.view',
      'audit.review',
      'access.view',
      'inspections.view',
      'inspections.request',
    ],
  ],
])('[AUTH-13] %s these permissions and no others', (_name, subject, added) => {
  expect(permissionsOf(subject).toSorted()).toEqual([...everyone, ...added].toSorted());
});

test('[AUTH-13] an admin has every permission but to request records of an inspection', () => {
  const missing = (Object.keys(permissionTable) as Permission[]).filter(
    (permission) => !permissionsOf(person('admin')).includes(permission),
  );
  expect(missing).toEqual(['inspections.request']);
});
