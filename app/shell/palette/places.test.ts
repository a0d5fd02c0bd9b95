import { expect, test } from 'vitest';
import { permissionsOf } from '#shared/domain/access/permissions.ts';
import { screens } from '#app/router.tsx';
import { actionsOf } from './actions.ts';
import { answers, placesOf } from './places.ts';

const organizations = [{ name: 'Harbour Trials', slug: 'harbour-trials' }];

test('[SHELL-08] each role is offered the screens that it may open, each once, none that needs a record', () => {
  const paths = (role: 'admin' | 'manager' | 'learner'): string[] =>
    placesOf(screens, permissionsOf({ id: 'u', role, organizationId: null, grants: [] }), organizations).map(
      ({ path }) => path,
    );
  expect(paths('learner')).toEqual([
    '/employee',
    '/my-assignments',
    '/certificates',
    '/api-docs',
    '/profile',
    '/profile/documents',
    '/settings',
  ]);
  expect(paths('manager')).toEqual(
    expect.arrayContaining(['/manager', '/team', '/team-reports', '/settings']),
  );
  expect(paths('manager')).not.toContain('/users');
  expect(paths('admin')).toEqual(
    expect.arrayContaining(['/admin', '/users', '/organizations', '/outbox', '/hr-org/harbour-trials']),
  );
  expect(paths('admin')).not.toContain('/users-management');
  for (const role of ['admin', 'manager', 'learner'] as const) {
    expect(new Set(paths(role)).size).toBe(paths(role).length);
    expect(paths(role).filter((path) => path.includes('$') || path === '/')).toEqual([]);
  }
});

test.for([
  ['Completion Report', 'rep comp', true],
  ['Führungskräfteübersicht', 'fuhrung', true],
  ['Certificats', 'CERT', true],
  ['Users & Roles', 'roles users', true],
  ['Users & Roles', 'rolls', false],
  ['Anything', '', true],
] as const)('[SHELL-08] %j answers %j: %j', ([text, typed, found]) => {
  expect(answers(text, typed)).toBe(found);
});

test('[SHELL-08] actions are offered to those who may take them, each leading to a screen that they may open', () => {
  const of = (role: 'admin' | 'manager' | 'learner', grants: readonly ('hr' | 'inspector')[] = []) =>
    permissionsOf({
      id: 'u',
      role,
      organizationId: 1,
      grants: grants.map((kind) => ({ kind, organizationId: 1 })),
    });
  const to = (...whom: Parameters<typeof of>) => actionsOf(of(...whom)).map((action) => action.to);
  expect(to('learner', ['inspector'])).toEqual(['/profile/documents']);
  expect(to('learner', ['hr'])).toEqual(['/hr-consulting-agreements?dialog=create', '/profile/documents']);
  expect(to('manager')).toEqual(['/team?dialog=assign', '/team?dialog=remind', '/profile/documents']);
  expect(to('admin')).toEqual([
    '/users?dialog=create',
    '/users?dialog=assign',
    '/training-matrix?dialog=assign-templates',
    '/admin?dialog=remind',
    '/training-modules?dialog=create',
    '/training-modules?dialog=bulk',
    '/training-modules?dialog=category',
    '/training-matrix?dialog=template',
    '/organizations?dialog=create',
    '/hr-consulting-agreements?dialog=create',
    '/profile/documents',
    '/outbox?dialog=announce',
  ]);
  for (const role of ['admin', 'manager'] as const) {
    const paths = placesOf(screens, of(role), []).map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(to(role).map((address) => address.split('?')[0])));
  }
});
