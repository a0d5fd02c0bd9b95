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

function person(role: Role, grants: AccessSubject['grants'] = [], hasTrainings = false) {
  const subject: AccessSubject = { id: 'u', role, organizationId: 1, grants };
  return { role, grants, permissions: permissionsOf(subject), hasTrainings };
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
  hasTrainings = false,
): readonly string[] {
  return menuOf(table, person(role, grants, hasTrainings), path, organizations).flatMap(
    ({ heading, entries }) => [
      ...(heading ? [i18n._(heading)] : []),
      ...entries.map(({ to, label }) => `- ${typeof label === 'string' ? label : i18n._(label)} ${to}`),
    ],
  );
}

const adminMenu = [
  'Administration',
  '- Dashboard /admin',
  '- Users & Roles /users',
  '- Organizations /organizations',
  '- Inspections /inspections',
  '- Access Reviews /access-reviews',
  '- Training Modules /training-modules',
  '- Training Matrix /training-matrix',
  'Reports & Analytics',
  '- Completion Reports /reports/completion',
  '- Compliance Dashboard /compliance',
  '- Training Grid /training-matrix/grid',
  '- Qualification /qualified',
  '- Export Data /reports/export',
  'Operations',
  '- Outbox /outbox',
  '- Webhooks /webhooks',
  '- API Tokens /tokens',
  '- Company Directory /directory',
  '- API /api-docs',
  '- Audit Trail /audit',
  '- Integrity Checks /integrity-checks',
];

const hrArea = [
  'Document Management',
  '- Dashboard /hr-dashboard',
  '- CV Repository /hr-cv-repository',
  '- Consulting Agreements /hr-consulting-agreements',
];

const hrMenu = [
  ...hrArea,
  'Organization Documents',
  ...nine.map(({ name, slug }) => `- ${name} /hr-org/${slug}`),
];

const managerMenu = [
  'Management',
  '- Manager Dashboard /manager',
  '- My Team /team',
  '- Team Reports /team-reports',
  '- Training Grid /training-matrix/grid',
  'My Training',
  '- My Assignments /my-assignments',
  '- Certificates /certificates',
];

const profileMenu = ['Profile', '- Documents /profile/documents'];

const learnerMenu = [
  '- Dashboard /employee',
  '- My Assignments /my-assignments',
  '- Certificates /certificates',
];

/** The same entries below others that have a 'Dashboard' already: this one is named by its area (SHELL-05). */
const below = (entries: readonly string[], title: string): readonly string[] =>
  entries.map((entry) => entry.replace('- Dashboard ', `- ${title} `));
const hrBelow = below(hrArea, 'HR Dashboard');

describe('menu', () => {
  test.each(['/', '/admin', '/Admin-Landing', '/reports/completion', '/profile'])(
    '[SHELL-05] of an admin at %s: the HR area and the own documents are below',
    (path) => expect(told('admin', path)).toEqual([...adminMenu, ...hrBelow, ...profileMenu]),
  );

  test('[SHELL-05] of a manager', () => {
    expect(told('manager', '/')).toEqual([...managerMenu, ...profileMenu]);
  });

  test('[SHELL-05] of a learner', () =>
    expect(told('learner', '/employee')).toEqual([...learnerMenu, ...profileMenu]));

  test.each(['/hr-dashboard', '/hr-org/org-3', '/hr-cv-repository'])(
    '[SHELL-05] of the HR area at %s: administration stays below',
    (path) => {
      expect(told('admin', path)).toEqual([
        ...hrMenu,
        ...below(adminMenu, 'Training Dashboard'),
        ...profileMenu,
      ]);
    },
  );

  test('[SHELL-05] the HR area is no menu for those who may not be there', () => {
    expect(told('learner', '/hr-dashboard')).toEqual([...learnerMenu, ...profileMenu]);
  });

  test('[SHELL-05] grants add their entries below', () => {
    const [own] = nine;
    const hr = told('learner', '/employee', [{ kind: 'hr', organizationId: 1 }], own ? [own] : []);
    expect(hr).toEqual([...learnerMenu, ...below(hrMenu.slice(0, 6), 'HR Dashboard'), ...profileMenu]);
    expect(told('learner', '/employee', [{ kind: 'inspector', organizationId: 1 }])).toEqual([
      ...learnerMenu,
      'Reports & Analytics',
      '- Inspection /inspection',
      '- Access Reviews /access-reviews',
      '- Completion Reports /reports/completion',
      '- Compliance Dashboard /compliance',
      '- Training Grid /training-matrix/grid',
      '- Qualification /qualified',
      '- Audit Trail /audit',
      '- Integrity Checks /integrity-checks',
      ...profileMenu,
    ]);
  });

  test('[SHELL-05] an administrator with trainings has My Training, in the HR area too', () => {
    const own = ['My Training', '- My Assignments /my-assignments', '- Certificates /certificates'];
    expect(told('admin', '/admin', [], nine, true)).toEqual([
      ...adminMenu,
      ...own,
      ...hrBelow,
      ...profileMenu,
    ]);
    expect(told('admin', '/hr-dashboard', [], nine, true)).toEqual([
      ...hrMenu,
      ...below(adminMenu, 'Training Dashboard'),
      ...own,
      ...profileMenu,
    ]);
  });

  test('[SHELL-05] in the HR area a learner finds the own training under its name', () => {
    const grants = [{ kind: 'hr' as const, organizationId: 1 }];
    expect(told('learner', '/hr-dashboard', grants, nine.slice(0, 1))).toEqual([
      ...hrMenu.slice(0, 6),
      'My Training',
      ...below(learnerMenu, 'My Training'),
      ...profileMenu,
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

describe('every area from every screen', () => {
  const grantSets: readonly AccessSubject['grants'][] = [
    [],
    [{ kind: 'hr', organizationId: 1 }],
    [{ kind: 'inspector', organizationId: 1 }],
    [
      { kind: 'hr', organizationId: 1 },
      { kind: 'inspector', organizationId: 1 },
    ],
  ];
  /** The addresses by which a person reaches what they hold. */
  const held = ({ role, grants, hasTrainings }: ReturnType<typeof person>): readonly string[] => {
    const has = (kind: 'hr' | 'inspector') => grants.some((grant) => grant.kind === kind);
    const hr = role === 'admin' || has('hr');
    const inspects = role === 'admin' || has('inspector');
    return [
      ...{ admin: ['/admin', '/outbox'], manager: ['/manager', '/team'], learner: ['/employee'] }[role],
      ...(role !== 'admin' || hasTrainings ? ['/my-assignments', '/certificates'] : []),
      ...(hr ? ['/hr-dashboard', '/hr-cv-repository', '/hr-consulting-agreements'] : []),
      ...(inspects ? ['/reports/completion', '/compliance'] : []),
      '/profile/documents',
    ];
  };
  const cases = (['admin', 'manager', 'learner'] as const).flatMap((role) =>
    grantSets.flatMap((grants) =>
      [true, false].map((hasTrainings) => {
        const name = [role, ...grants.map(({ kind }) => kind), hasTrainings ? 'with trainings' : '']
          .filter(Boolean)
          .join(' ');
        return [name, person(role, grants, hasTrainings)] as const;
      }),
    ),
  );
  const paths = table.flatMap(({ path, bare, access }) =>
    bare === true || access === 'public' ? [] : [path.replace('$slug', 'org-1').replace('$userId', 'u')],
  );

  test.each(cases)('[SHELL-05] %s', (_, subject) => {
    const mayOpen = (path: string): boolean => {
      const access = table.find((screen) => screen.path === path.replace(/org-\d+$/, '$slug'))?.access;
      return access !== undefined && access !== 'public' && subject.permissions.includes(access);
    };
    for (const path of paths.filter(mayOpen)) {
      const groups = menuOf(table, subject, path, nine.slice(0, 1));
      const entries = groups.flatMap((group) => group.entries.map(({ to }) => to));
      expect(entries, path).toEqual(expect.arrayContaining([...held(subject)]));
      const labels = groups.flatMap((group) =>
        group.entries.map(({ label }) => (typeof label === 'string' ? label : i18n._(label))),
      );
      expect(new Set(labels).size, `no label of ${path} is there twice`).toBe(labels.length);
      expect(new Set(entries).size, `no entry of ${path} is there twice`).toBe(entries.length);
      expect(
        entries.filter((to) => !mayOpen(to)),
        `closed entries at ${path}`,
      ).toEqual([]);
      expect(entries.filter((to) => isActive(to, path, subject.role)).length, path).toBeLessThanOrEqual(1);
      // Only the entries of a learner may come without a heading, and only first.
      expect(
        groups.slice(1).every(({ heading }) => heading !== null),
        path,
      ).toBe(true);
    }
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
      '/stop-email-change',
      '/signature-confirmed',
      '/reset-password',
      '/verify',
      '/verify/$code',
      '$',
    ]);
  });
});
