import { errorsByField } from '#app/lib/forms.ts';
import { PASSWORD_MIN } from '#shared/domain/passwords/policy.ts';
import type { FieldError } from '#shared/reasons/reasons.ts';

/** The fields of the forms in which people change their password. */
export interface PasswordValues extends Record<string, unknown> {
  readonly currentPassword: string;
  readonly newPassword: string;
  readonly confirmPassword: string;
}

/**
 * Returns the rules of SPEC §5 'Change password': both new ones long enough, the second equal to the first ('Passwords don't
 * match', at the confirm field), the current one only if it is required. `min`: the minimum number of characters in the profile
 * of the installation (AUTH-07).
 */
export function passwordRules(
  { currentPassword, newPassword, confirmPassword }: PasswordValues,
  { currentRequired, min = PASSWORD_MIN }: { readonly currentRequired: boolean; readonly min?: number },
): Record<string, string> {
  const found = [
    ...(currentRequired && currentPassword === ''
      ? [{ path: 'currentPassword', reason: 'password_needed' }]
      : []),
    ...issuesOf('newPassword', newPassword, min),
    ...issuesOf('confirmPassword', confirmPassword, min),
    ...(confirmPassword === newPassword ? [] : [{ path: 'confirmPassword', reason: 'passwords_differ' }]),
  ];
  return errorsByField(found);
}

function issuesOf(path: string, password: string, min: number): readonly FieldError[] {
  // Characters as people count them, so that no sign counts twice (AUTH-07).
  if (Array.from(password).length >= min) return [];
  return [{ path, reason: 'password_too_short', params: { minimum: min } }];
}
