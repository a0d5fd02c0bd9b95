import { expect, test } from 'vitest';
import { isDatabaseUnavailable } from './unavailable.ts';

const failure = (message: string, facts: Record<string, unknown> = {}): Error =>
  Object.assign(new Error(message), facts);

test.for([
  ['a reset connection', failure('read ECONNRESET', { code: 'ECONNRESET', syscall: 'read' })],
  ['a broken pipe', failure('write EPIPE', { code: 'EPIPE', syscall: 'write' })],
  ['an unknown host', failure('getaddrinfo ENOTFOUND db', { code: 'ENOTFOUND', syscall: 'getaddrinfo' })],
  [
    'a host with two addresses',
    new AggregateError([failure('connect ECONNREFUSED ::1', { code: 'ECONNREFUSED', syscall: 'connect' })]),
  ],
  ['a lost transaction', failure('Client was closed and is not queryable')],
  ['no free connection', failure('timeout exceeded when trying to connect')],
  ['a crash', failure('terminating connection', { code: '57P02' })],
  ['too many connections', failure('too many connections for role', { code: '53300' })],
  ['a changed password', failure('password authentication failed', { code: '28P01' })],
  ['a replica', failure('cannot execute UPDATE in a read-only transaction', { code: '25006' })],
] as const)('[OPS-10] %s: the database is away for now', ([, error]) => {
  expect(isDatabaseUnavailable(error)).toBe(true);
});

test.for([
  ['a full disk, which has a code of its own', failure('disk full', { code: '53100' })],
  ['a file that is not there', failure('ENOENT', { code: 'ENOENT', syscall: 'open' })],
  ['a fault in a statement', failure('syntax error', { code: '42601' })],
  ['a fault in the product', new TypeError('x is undefined')],
] as const)('[OPS-10] %s is something else', ([, error]) => {
  expect(isDatabaseUnavailable(error)).toBe(false);
});
