import { i18n } from '@lingui/core';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  permissionsOf,
  permissionTable,
  type AccessSubject,
  type Role,
} from '#shared/domain/access/permissions.ts';
import { screens } from '#app/router.tsx';
import { areaOf, isActive, menuOf, type MenuOrganization } from '#app/shell/menu.ts';
import type { Screen } from '#app/shell/screen.ts';

const table: readonly Screen[] = screens;

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

function person(role: Role, grants: AccessSubject['grants'] = []) {
  const subject: AccessSubject = { id: 'u', role, organizationId: 1, grants };
  return { role, grants, permissions: permissionsOf(subject) };
}

const nine: readonly MenuOrganization[] = Array.from({ length: 9 }, (_, at) => ({
  name: `Organization ${at + 1}`,
  slug: `org-${at + 1}`,
}));

/** A menu as plain text: 'Heading' lines and '- Label /path' lines. */
function told(
  role: Role,
  path: string,
  grants: AccessSubject['grants'] = [],
  organizations = nine,
): readonly string[] {
  return menuOf(table, person(role, grants), path, organizations).flatMap(({ heading, entries }) => [
    ...(heading ? [i18n._(heading)] : []),
    ...entries.map(({ to, label }) => `- ${typeof label === 'string' ? label : i18n._(label)} ${to}`),
  ]);
}

const adminMenu = [
  'Administration',
  '- Dashboard /admin',
  '- Users & Roles /users',
  '- Organizations /organizations',
  '- Training Modules /training-modules',
  '- Training Matrix /training-matrix',
  'Reports & Analytics',
  '- Completion Reports /reports/completion',
  '- Compliance Dashboard /compliance',
  '- Export Data /reports/export',
  'Operations',
  '- Outbox /outbox',
];

const hrMenu = [
  'Document Management',
  '- Dashboard /hr-dashboard',
  '- CV Repository /hr-cv-repository',
  '- Consulting Agreements /hr-consulting-agreements',
  'Organization Documents',
  ...nine.map(({ name, slug }) => `- ${name} /hr-org/${slug}`),
];

const learnerMenu = [
  '- Dashboard /employee',
  '- My Assignments /my-assignments',
  '- Certificates /certificates',
];

describe('menu', () => {
  test.each(['/', '/admin', '/Admin-Landing', '/reports/completion', '/profile'])(
    '[SHELL-05] of an admin at %s',
    (path) => expect(told('admin', path)).toEqual(adminMenu),
  );

  test('[SHELL-05] of a manager', () => {
    expect(told('manager', '/')).toEqual([
      'Management',
      '- Manager Dashboard /manager',
      '- My Team /team',
      '- Team Reports /team-reports',
      'My Training',
      '- My Assignments /my-assignments',
      '- Certificates /certificates',
    ]);
  });

  test('[SHELL-05] of a learner', () => expect(told('learner', '/employee')).toEqual(learnerMenu));

  test.each(['/hr-dashboard', '/hr-org/org-3', '/hr-cv-repository'])(
    '[SHELL-05] of the HR area at %s',
    (path) => {
      expect(told('admin', path)).toEqual(hrMenu);
    },
  );

  test('[SHELL-05] the HR area is no menu for those who may not be there', () => {
    expect(told('learner', '/hr-dashboard')).toEqual(learnerMenu);
  });

  test('[SHELL-05] grants add their entries below', () => {
    const [own] = nine;
    const hr = told('learner', '/employee', [{ kind: 'hr', organizationId: 1 }], own ? [own] : []);
    expect(hr).toEqual([...learnerMenu, ...hrMenu.slice(0, 6)]);
    expect(told('learner', '/employee', [{ kind: 'inspector', organizationId: 1 }])).toEqual([
      ...learnerMenu,
      'Reports & Analytics',
      '- Completion Reports /reports/completion',
      '- Compliance Dashboard /compliance',
    ]);
  });

  test.each<[Role, string]>([
    ['admin', '/admin'],
    ['manager', '/manager'],
    ['learner', '/employee'],
  ])('[SHELL-05] / counts as the Dashboard of %s', (role, dashboard) => {
    const entries = menuOf(table, person(role), '/', nine).flatMap((group) => group.entries);
    expect(entries.filter(({ to }) => isActive(to, '/', role)).map(({ to }) => to)).toEqual([dashboard]);
    expect(isActive('/profile', '/', role)).toBe(false);
  });

  test('[SHELL-05] the other path of Users & Roles marks its entry', () => {
    const other = table.find(({ path }) => path === '/users-management');
    expect(isActive('/users', '/users-management', 'admin', other?.sameAs)).toBe(true);
    expect(isActive('/admin', '/users-management', 'admin', other?.sameAs)).toBe(false);
  });
});

test.each<[string, Role, ReturnType<typeof areaOf>]>([
  ['/', 'admin', 'landing'],
  ['/', 'manager', 'training'],
  ['/Admin-Landing', 'admin', 'landing'],
  ['/hr-dashboard', 'admin', 'hr'],
  ['/hr-org/acme', 'learner', 'hr'],
  ['/training-modules', 'admin', 'training'],
])('[SHELL-04] the logo at %s for %s is that of %s', (path, role, area) =>
  expect(areaOf(path, role)).toBe(area),
);

describe('table of screens', () => {
  test('[SHELL-03] has every path of the specification', () => {
    const paths = new Set<string>(table.map(({ path }) => path));
    const named =
      '/landing / /Admin-Landing /manager /admin /hr-dashboard /employee /training-modules /training-matrix /users ' +
      '/users-management /organizations /reports/completion /compliance /employee/$userId /training-module/$moduleId ' +
      '/profile /settings /team /team-reports /my-assignments /certificates /reports/export /hr-cv-repository ' +
      '/hr-consulting-agreements /hr-org/$slug';
    expect(named.split(' ').filter((path) => !paths.has(path))).toEqual([]);
    expect(table).toHaveLength(paths.size);
  });

  test('[SHELL-05] whoever has an entry in the menu may open its screen', () => {
    const closed = (['admin', 'manager', 'learner'] as const).flatMap((role) => {
      const subject = person(role);
      return menuOf(table, subject, '/', nine)
        .flatMap((group) => group.entries)
        .filter(({ to }) => {
          const access = table.find(({ path }) => path === to)?.access;
          return access === undefined || access === 'public' || !subject.permissions.includes(access);
        });
    });
    expect(closed).toEqual([]);
  });

  test('[AUTH-13] opens every screen by a row of the permission table, or to everybody', () => {
    const rows = new Set<string>(['public', ...Object.keys(permissionTable)]);
    expect(table.filter(({ access }) => !rows.has(access))).toEqual([]);
    expect(table.flatMap(({ path, access }) => (access === 'public' ? [path] : []))).toEqual([
      '/landing',
      '/confirm-email',
      '/signature-confirmed',
      '/reset-password',
      '/verify/$code',
      '$',
    ]);
  });
});
