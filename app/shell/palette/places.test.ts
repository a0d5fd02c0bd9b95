import { expect, test } from 'vitest';
import { permissionsOf } from '#shared/domain/access/permissions.ts';
import { screens } from '#app/router.tsx';
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
