import { expect, test } from 'vitest';
import { safeReturnPath } from './return-path.ts';

test.each([
  ['/employee', '/employee'],
  ['/reports/completion?org=3#top', '/reports/completion?org=3#top'],
  ['/', '/'],
  [undefined, '/'],
  ['', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['\\\\evil.example', '/'],
  ['https:evil.example', '/'],
  ['https://evil.example/', '/'],
  ['javascript:alert(1)', '/'],
  ['/\t/evil.example', '/'],
  ['/\n/evil.example', '/'],
  ['/.//evil.example', '/'],
  ['/a/..//evil.example', '/'],
  ['/%2e//evil.example', '/'],
  ['/%2F%2Fevil.example', '/%2F%2Fevil.example'],
  ['/api/logout', '/'],
  ['/x/../api/logout', '/'],
  ['/landing?signin=1', '/'],
  ['employee', '/'],
  [' /employee', '/'],
])('[AUTH-03] the return path %j becomes %j (T17)', (wanted, path) => {
  expect(safeReturnPath(wanted)).toBe(path);
});
