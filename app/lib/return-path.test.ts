import { expect, test } from 'vitest';
import { loginAddress, safeReturnPath } from '#app/lib/return-path.ts';

test.each([
  [undefined, '/'],
  ['', '/'],
  ['/employee', '/employee'],
  ['/training-modules?q=a&page=2', '/training-modules?q=a&page=2'],
  ['//evil.example/x', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example/', '/'],
  ['javascript:alert(1)', '/'],
  ['/api/logout', '/'],
  ['/.//evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['/landing?signin=1', '/'],
])('[AUTH-03] back to %j after signing in means %s', (wished, path) =>
  expect(safeReturnPath(wished)).toBe(path),
);

test('[AUTH-12] the sign-in keeps the place where the session ended', () => {
  expect(loginAddress('/')).toBe('/api/login');
  expect(loginAddress('/employee?status=overdue')).toBe('/api/login?returnTo=%2Femployee%3Fstatus%3Doverdue');
});
