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
  [{ amr: [1, 'pwd', null] }, false],
  [{ acr: 'phr' }, true],
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

/** RFC 8176, by what the person gives: something that they know, have, or are. */
const methods = {
  know: ['pwd', 'pin', 'kba'],
  have: ['otp', 'hwk', 'swk', 'sc', 'sms', 'tel', 'pop'],
  are: ['face', 'fpt', 'iris', 'retina', 'vbm'],
} as const;
const pairs = Object.entries(methods).flatMap(([kind, own]) =>
  Object.entries(methods).flatMap(([other, others]) =>
    own.flatMap((a) => others.map((b) => [[a, b], kind !== other] as const)),
  ),
);

test('[AUTH-19] two methods are two factors only if they are of different kinds', () => {
  for (const [amr, expected] of pairs) expect(gaveTwoFactors({ amr }, []), amr.join()).toBe(expected);
});
