import { expect, test } from 'vitest';
import { passwordRules } from '#app/features/security/password-rules.ts';

const rules = (
  currentPassword: string,
  newPassword: string,
  confirmPassword: string,
  currentRequired = false,
) => passwordRules({ currentPassword, newPassword, confirmPassword }, { currentRequired });

test.each<[string, ReturnType<typeof rules>, Record<string, string>]>([
  ['both long and equal', rules('', 'long-enough', 'long-enough'), {}],
  [
    'both too short',
    rules('', 'short', 'short'),
    {
      newPassword: 'Password must be at least 8 characters',
      confirmPassword: 'Password must be at least 8 characters',
    },
  ],
  ['different', rules('', 'long-enough', 'long-enougg'), { confirmPassword: "Passwords don't match" }],
  [
    'the current one asked for',
    rules('', 'long-enough', 'long-enough', true),
    { currentPassword: 'Password is required' },
  ],
])('[AUTH-06] new passwords: %s', (_, found, expected) => expect(found).toEqual(expected));
