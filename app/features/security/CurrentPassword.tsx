import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { useUser } from '#app/lib/session.ts';

/** The password of the person who is signed in, entered again; password managers find the account by the hidden field (AUTH-11). */
export function CurrentPassword(input: Omit<PasswordInputProps, 'label' | 'autoComplete'>) {
  const { t } = useLingui();
  const { email } = useUser();
  return (
    <>
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        label={t`Password`}
        autoComplete="current-password"
        data-autofocus
        visibilityToggleButtonProps={{ 'aria-label': t`Show the password` }}
        {...input}
      />
    </>
  );
}
