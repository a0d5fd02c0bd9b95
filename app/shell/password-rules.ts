import { errorsByField } from '#app/lib/forms.ts';
import { passwordForm } from '#shared/contract/accounts.ts';

/** What stands on the forms that change the own password. */
export interface PasswordValues extends Record<string, unknown> {
  readonly currentPassword: string;
  readonly newPassword: string;
  readonly confirmPassword: string;
}

/**
 * The rules of SPEC §5 'Change password': both new ones long enough, the second equal to the first ('Passwords
 * don't match', at the confirm field), the current one only where it is required (AUTH-07).
 */
export function passwordRules(
  { currentPassword, newPassword, confirmPassword }: PasswordValues,
  { currentRequired }: { readonly currentRequired: boolean },
): Record<string, string> {
  const found = [
    ...(currentRequired && currentPassword === ''
      ? [{ path: 'currentPassword', message: 'Password is required' }]
      : []),
    ...issuesOf('newPassword', newPassword),
    ...issuesOf('confirmPassword', confirmPassword),
    ...(confirmPassword === newPassword
      ? []
      : [{ path: 'confirmPassword', message: "Passwords don't match" }]),
  ];
  return errorsByField(found);
}

function issuesOf(path: string, newPassword: string): readonly { path: string; message: string }[] {
  const result = passwordForm.shape.newPassword.safeParse(newPassword);
  return result.success ? [] : result.error.issues.map(({ message }) => ({ path, message }));
}
