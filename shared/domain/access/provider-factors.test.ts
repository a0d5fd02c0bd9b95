import { expect, test } from 'vitest';
import { gaveTwoFactors, type FactorClaims } from './provider-factors.ts';

const cases: readonly [claims: FactorClaims, expected: boolean][] = [
  [{}, false],
  [{ amr: ['mfa'] }, true],
  [{ amr: ['pwd', 'mfa'] }, true],
  [{ amr: ['pwd', 'otp'] }, true],
  [{ amr: ['hwk', 'pin'] }, true],
  [{ amr: ['fpt', 'swk'] }, true],
  [{ amr: ['pwd'] }, false],
  [{ amr: ['otp', 'sms'] }, false],
  [{ amr: ['pwd', 'pin'] }, false],
  [{ amr: ['pwd', 'user', 'rba'] }, false],
  [{ amr: 'mfa' }, false],
  [{ amr: [['mfa']] }, false],
  [{ acr: 'phrh' }, true],
  [{ acr: 'https://refeds.org/profile/mfa' }, true],
  [{ acr: 'urn:example:loa:2' }, true],
  [{ acr: '1' }, false],
  [{ acr: ['phr'] }, false],
  [{ acr: 'urn:example:loa:2 ' }, false],
];

test.each(cases)('[AUTH-19] a provider that says %j vouches for two factors: %s', (claims, expected) => {
  expect(gaveTwoFactors(claims, ['urn:example:loa:2'])).toBe(expected);
});
