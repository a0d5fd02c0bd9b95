import { describe, expect, test } from 'vitest';
import { isBreached } from './breached-passwords.ts';
import { judgePassword, refuseBreached, type PasswordOwner } from './password-policy.ts';

const ann: PasswordOwner = {
  email: 'ann.lee42@clinic.example',
  firstName: 'Ann',
  lastName: 'Castellano',
  organizationName: 'Meridian Clinical Research',
  twoFactor: true,
};

const [common, weak] = ['password_too_common', 'password_too_weak'];

describe.each(['standard', 'regulated'] as const)('in the profile %s', (profile) => {
  test.each([
    ['aaaaaaaa', common],
    ['a'.repeat(15), common],
    ['Passw0rd!', common],
    ['Summer2026!', weak],
    ['Meridian2026', weak],
    ['meridianclinical', weak],
    ['TrainTrail-2026', weak],
    ['Castellano-1984', 'password_is_name'],
    ['clinic.example', weak],
    ['qwertyuiop[]', weak],
    ['P4ssw0rd'.repeat(16), weak],
    ['        ', weak],
    ['12345678!', weak],
  ])('[AUTH-19] %j is refused', async (password, reason) => {
    expect(await judgePassword(password, ann, profile)).toEqual([{ path: 'newPassword', reason }]);
  });

  test.each([
    'seven brown lanterns',
    'quiet-Otter-94-plum',
    'xK7#mQ2!vR9p',
    'мороз и солнце день',
    'my-castellano-house',
  ])('[AUTH-19] %j may be used', async (password) => {
    expect(await judgePassword(password, ann, profile)).toEqual([]);
  });
});

test('[AUTH-19] the list holds a million passwords, in any case, and no part of one', async () => {
  for (const password of ['123456', 'PASSWORD', 'letmein', 'Passw0rd!', 'vjht008']) {
    expect(await isBreached(password), password).toBe(true);
  }
  for (const password of ['', 'walk-seven-green-lamps', 'password\n12345678', 'walk-seven']) {
    expect(await isBreached(password), password).toBe(false);
  }
});

test('[AUTH-08] [AUTH-19] a temporary password may be short, but never a breached one', async () => {
  await expect(refuseBreached('k2-Xqv', 'password')).resolves.toBeUndefined();
  await expect(refuseBreached('123456', 'password')).rejects.toMatchObject({
    code: 'PASSWORD_REFUSED',
    errors: [{ path: 'password', reason: common }],
  });
});
