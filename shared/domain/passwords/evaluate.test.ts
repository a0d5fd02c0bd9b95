import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PasswordContext, PasswordReason } from './evaluate.ts';
import { evaluatePassword, wordsAboutPerson } from './evaluate.ts';
import {
  accountPolicies,
  minPasswordLength,
  needsTwoFactor,
  passwordProfiles,
  type AccountPolicy,
} from './policy.ts';
import { reasonOfPassword } from './reasons.ts';

const ann: PasswordContext = {
  email: 'ann.lee42@clinic.example',
  names: ['Ann', 'Castellano'],
  breached: false,
  score: 4,
  twoFactor: false,
};

const reasons = (
  password: string,
  context = ann,
  profile: keyof typeof accountPolicies = 'standard',
): PasswordReason[] =>
  evaluatePassword(password, context, accountPolicies[profile]).map((problem) => problem.reason);

describe('standard profile', () => {
  test.each<[string, PasswordReason[]]>([
    ['sevench', ['too_short']],
    ['eightchr', []],
    ['𝒂𝒃𝒄𝒅', ['too_short']],
    ['𝒂𝒃𝒄𝒅𝒆𝒇𝒈𝒉', []],
    ['        ', []],
    ['x'.repeat(128), []],
    ['x'.repeat(129), ['too_long']],
    ['', ['too_short']],
    ['ann.lee42@clinic.example', ['is_email']],
    ['ANN.LEE42@CLINIC.EXAMPLE', ['is_email']],
    ['ann.lee42', ['is_email']],
    ['Ann-Lee-42!', ['is_email']],
    ['castellano', ['is_name']],
    ['Castellano2025', ['is_name']],
    ['1castellano!', ['is_name']],
    ['Ann Castellano', ['is_name']],
    ['CastellanoAnn', ['is_name']],
    ['my-castellano-house', []],
    ['12castellano34', ['is_name']],
    ['castel42lano', []],
    ['ann1', ['too_short', 'is_name']],
  ])('[AUTH-07] %j: %j', (password, expected) => {
    expect(reasons(password)).toEqual(expected);
  });

  test.each<[number, PasswordReason[]]>([
    [0, ['too_weak']],
    [2, ['too_weak']],
    [3, []],
    [4, []],
  ])('[AUTH-19] a score of %i: %j', (score, expected) => {
    expect(reasons('eightchr', { ...ann, score })).toEqual(expected);
    expect(reasons('eightchr', { ...ann, score }, 'regulated')).toEqual(['too_short']);
    expect(reasons('eightchr', { ...ann, score, twoFactor: true }, 'regulated')).toEqual(expected);
  });

  test('[AUTH-19] a breached password is refused as too common, whatever its score', () => {
    expect(reasons('eightchr', { ...ann, breached: true })).toEqual(['too_common']);
    expect(reasons('eightchr', { ...ann, breached: true, score: 0 })).toEqual(['too_common']);
  });

  test('[AUTH-19] the words of a person are whole and in parts, in lower case', () => {
    expect(
      wordsAboutPerson(['Ann.Lee42@Clinic.example', 'Ann', null, ' ', 'Meridian Clinical Research']),
    ).toEqual([
      'ann.lee42@clinic.example',
      'ann',
      'meridian clinical research',
      'annlee42clinicexample',
      'meridianclinicalresearch',
      'ann.lee42',
      'clinic.example',
      'lee42',
      'clinic',
      'example',
      'meridian',
      'clinical',
      'research',
    ]);
  });

  test('[AUTH-19] parts of less than three letters are no words of a person', () => {
    expect(wordsAboutPerson(['Al Bo-Kim'])).toEqual(['al bo-kim', 'albokim', 'kim']);
  });

  test('[AUTH-07] missing email and names refuse nothing', () => {
    expect(reasons('12345678!', { ...ann, email: null, names: [null, ''] })).toEqual([]);
    expect(reasons('--------', { ...ann, email: '', names: [] })).toEqual([]);
  });

  test('[AUTH-07] there is no rule of composition: any 8 to 128 characters that are none of the listed are taken', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 8, maxLength: 60 }), (password) => {
        const length = Array.from(password).length;
        fc.pre(length <= 128);
        const context = { email: null, names: [], breached: false, score: 3, twoFactor: false };
        expect(reasons(password, context)).toEqual([]);
        expect(reasons(password, { ...context, breached: true })).toEqual(['too_common']);
        expect(reasons(password, { ...context, names: [password] })).toEqual(
          /[\p{L}\p{N}]/u.test(password.normalize('NFKC')) ? ['is_name'] : [],
        );
      }),
    );
  });
});

describe('regulated profile', () => {
  test.each<[string, boolean, PasswordReason[]]>([
    ['x'.repeat(14), false, ['too_short']],
    ['x'.repeat(15), false, []],
    ['x'.repeat(7), true, ['too_short']],
    ['x'.repeat(8), true, []],
  ])('[AUTH-07] %j with two-factor %s: %j', (password, twoFactor, expected) => {
    expect(reasons(password, { ...ann, twoFactor }, 'regulated')).toEqual(expected);
  });

  test('[AUTH-07] the profiles differ as decided', () => {
    expect(passwordProfiles).toEqual(['standard', 'regulated']);
    expect(accountPolicies.standard).toMatchObject({
      minLength: 8,
      maxLength: 128,
      lockAfterFailures: null,
      asksReasons: false,
      twoFactorRoles: [],
      twoFactorGrants: [],
    });
    expect(accountPolicies.regulated).toMatchObject({
      minLength: 15,
      minLengthWithTwoFactor: 8,
      maxLength: 128,
      lockAfterFailures: 10,
      asksReasons: true,
      twoFactorRoles: ['admin', 'manager'],
      twoFactorGrants: ['hr', 'inspector'],
    });
  });
});

test.each([
  ['standard', 'admin', null, false],
  ['standard', 'learner', 'inspector', false],
  ['regulated', 'admin', null, true],
  ['regulated', 'manager', null, true],
  ['regulated', 'learner', null, false],
  ['regulated', 'learner', 'hr', true],
  ['regulated', 'learner', 'inspector', true],
] as const)(
  '[AUTH-07] [AUTH-19] %s asks a %s with the grant %s for two-factor: %s',
  (profile, role, kind, expected) => {
    expect(needsTwoFactor(profile, { role, grants: kind === null ? [] : [{ kind }] })).toBe(expected);
  },
);

test.each([
  ['standard', false, 8],
  ['standard', true, 8],
  ['regulated', false, 15],
  ['regulated', true, 8],
] as const)('[AUTH-07] %s with two-factor %s asks for %i characters', (profile, twoFactor, expected) => {
  expect(minPasswordLength(profile, twoFactor)).toBe(expected);
});

test('[AUTH-07] each problem is given with its limit', () => {
  const reasonOf = (password: string, policy: AccountPolicy) => {
    const [problem] = evaluatePassword(password, ann, policy);
    return problem && reasonOfPassword(problem);
  };
  const tooShort = (minimum: number) => ({ reason: 'password_too_short', params: { minimum } });
  expect(reasonOf('x', accountPolicies.standard)).toEqual(tooShort(8));
  expect(reasonOf('x', accountPolicies.regulated)).toEqual(tooShort(15));
  const tooLong = { reason: 'password_too_long', params: { maximum: 128 } };
  expect(reasonOf('x'.repeat(200), accountPolicies.standard)).toEqual(tooLong);
});

test.each([
  [
    { reason: 'too_short', limit: 8 },
    { reason: 'password_too_short', params: { minimum: 8 } },
  ],
  [
    { reason: 'too_long', limit: 128 },
    { reason: 'password_too_long', params: { maximum: 128 } },
  ],
  [{ reason: 'too_common', limit: null }, { reason: 'password_too_common' }],
  [{ reason: 'too_weak', limit: null }, { reason: 'password_too_weak' }],
  [{ reason: 'is_email', limit: null }, { reason: 'password_is_email' }],
  [{ reason: 'is_name', limit: null }, { reason: 'password_is_name' }],
] as const)('[AUTH-07] the API gives %j as %j', (problem, expected) => {
  expect(reasonOfPassword(problem)).toEqual(expected);
});

test('[AUTH-07] [AUTH-11] only the regulated profile locks accounts and requires reasons', () => {
  const { standard, regulated } = accountPolicies;
  expect([standard.lockAfterFailures, standard.asksReasons]).toEqual([null, false]);
  expect([regulated.lockAfterFailures, regulated.asksReasons]).toEqual([10, true]);
  for (const profile of passwordProfiles) expect(accountPolicies[profile].profile).toBe(profile);
});

test('[AUTH-07] limits count characters as people do, and include their ends', () => {
  const of = (length: number, sign = 'x') => reasons(sign.repeat(length));
  expect(of(7)).toEqual(['too_short']);
  expect(of(8)).toEqual([]);
  expect(of(128)).toEqual([]);
  expect(of(129)).toEqual(['too_long']);
  expect(of(7, '\u{1F600}')).toEqual(['too_short']);
  expect(of(128, '\u{1F600}')).toEqual([]);
});

test('[AUTH-07] a person without email or names is never found in a password', () => {
  const nobody: PasswordContext = { ...ann, email: null, names: [null, ' ', ''] };
  for (const password of ['!!!!!!!!!!', '1234567890', 'castellano', 'null null', 'ann.lee42'])
    expect(reasons(password, nobody), password).toEqual([]);
});

test('[AUTH-07] the strength counts from 3 on, and only if nothing else is wrong', () => {
  const scored = (score: number, password = 'plain enough') => reasons(password, { ...ann, score });
  expect(scored(2)).toEqual(['too_weak']);
  expect(scored(3)).toEqual([]);
  expect(scored(0, 'short')).toEqual(['too_short']);
  expect(evaluatePassword('plain enough', { ...ann, score: 0 }, accountPolicies.standard)).toEqual([
    { reason: 'too_weak', limit: null },
  ]);
});
