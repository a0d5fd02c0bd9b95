import { expect, test } from 'vitest';
import { judgeFailure, waitAfter, type Verdict } from './failures.ts';

test.each<[Record<string, unknown>, Verdict]>([
  [{ command: 'RCPT TO', responseCode: 550 }, 'refused'],
  [{ command: 'DATA', responseCode: 554 }, 'refused'],
  [{ command: 'RCPT TO', responseCode: 451 }, 'again'],
  [{ command: 'DATA', responseCode: 452 }, 'again'],
  [{ command: 'RCPT TO', responseCode: 421 }, 'wayBlocked'],
  [{ command: 'AUTH PLAIN', code: 'EAUTH', responseCode: 535 }, 'wayBlocked'],
  [{ command: 'API', code: 'EAUTH' }, 'wayBlocked'],
  [{ command: 'MAIL FROM', responseCode: 550 }, 'wayBlocked'],
  [{ command: 'EHLO', responseCode: 502 }, 'wayBlocked'],
  [{ command: 'CONN', responseCode: 554 }, 'wayBlocked'],
  [{ command: 'CONN', code: 'EDNS', originalCode: 'ENOTFOUND' }, 'wayBlocked'],
  [{ command: 'CONN', code: 'ETLS' }, 'wayBlocked'],
  [{ command: 'CONN', code: 'ESOCKET', originalCode: 'ECONNREFUSED' }, 'wayBlocked'],
  [{ command: 'CONN', code: 'ESOCKET', originalCode: 'ETIMEDOUT', syscall: 'connect' }, 'wayBlocked'],
  [{ command: 'CONN', code: 'ETIMEDOUT', timeoutType: 'CONNECT_TIMEOUT' }, 'wayBlocked'],
  [{ command: 'CONN', code: 'ETIMEDOUT', timeoutType: 'GREETING_TIMEOUT' }, 'wayBlocked'],
  // In the middle: the server may have taken the mail.
  [{ command: 'CONN', code: 'ETIMEDOUT', timeoutType: 'SOCKET_TIMEOUT' }, 'again'],
  [{ command: 'CONN', code: 'ESOCKET', originalCode: 'ECONNRESET', syscall: 'read' }, 'again'],
  [{ command: 'CONN', code: 'ECONNECTION' }, 'again'],
  // Ours: the mail cannot be written.
  [{}, 'again'],
])('[NOT-02] F9: why a mail did not go: %j is %s', (facts, verdict) => {
  expect(judgeFailure(Object.assign(new Error('no'), facts))).toBe(verdict);
});

test('[NOT-02] F9: waits double from 30 seconds to six hours, for five days', () => {
  expect([1, 2, 3, 10, 11, 29].map(waitAfter)).toEqual([30, 60, 120, 15_360, 21_600, 21_600]);
  let [tries, waited] = [1, 0];
  for (let wait = waitAfter(tries); wait !== null; wait = waitAfter(tries)) {
    waited += wait;
    tries += 1;
  }
  expect(tries).toBe(30);
  expect(waited / 86_400).toBeGreaterThanOrEqual(5);
  expect(waited / 86_400).toBeLessThan(5.25);
});
