import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { signedJson } from './signed-json.ts';

const [first, second, third] = [randomBytes(48), randomBytes(48), randomBytes(48)];
const day = (number: number) => new Date(Date.UTC(2026, 0, number));
const data = { answer: 'yes' };

test('[INS-03] [OPS-09] data of an instant is signed with the key of that instant, also after each rotation', () => {
  const before = { secretKey: first };
  const once = { secretKey: second, formerSecrets: [{ secretKey: first, retiredAt: day(10) }] };
  const twice = {
    secretKey: third,
    formerSecrets: [{ secretKey: second, retiredAt: day(20) }, ...once.formerSecrets],
  };
  const made = signedJson(before, 'test-1', data, day(5));
  for (const keys of [once, twice]) expect(signedJson(keys, 'test-1', data, day(5))).toEqual(made);
  const later = signedJson(once, 'test-1', data, day(15));
  expect(later.keyId).not.toBe(made.keyId);
  expect(signedJson(twice, 'test-1', data, day(15))).toEqual(later);
  // At the instant of the rotation it is the new one.
  expect(signedJson(once, 'test-1', data, day(10)).keyId).toBe(later.keyId);
  const now = signedJson(twice, 'test-1', data, day(25));
  expect([made.keyId, later.keyId]).not.toContain(now.keyId);
});
