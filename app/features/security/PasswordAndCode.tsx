import { Button, Stack, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { CurrentPassword } from '#app/features/security/CurrentPassword.tsx';
import { ApiError } from '#app/lib/api-error.ts';
import { useAppForm } from '#app/lib/forms.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { DialogFooter } from '#app/ui/DialogFooter.tsx';

/** The proof of identity that a person types. */
export interface TypedProof {
  readonly password: string;
  readonly code: string;
}

/** Shows a refusal at the fields of a form as soon as it arrives; returns an error without a field, to be shown elsewhere. */
export function useRefusal(error: Error | null, show: (refusal: ApiError) => void): Error | null {
  const refused = error instanceof ApiError && error.errors.length > 0 ? error : null;
  const shown = useEffectEvent(show);
  useEffect(() => {
    if (refused) shown(refused);
  }, [refused]);
  return refused ? null : error;
}

/** Requests the password again, and a code if two-factor is on (AUTH-09, AUTH-19). */
export function PasswordAndCode<Key extends 'password' | 'currentPassword'>({
  passwordField,
  withCode = true,
  rules,
  label,
  destructive = false,
  busy,
  error,
  onSend,
  onCancel,
}: {
  /** The name of the password field in the call, at which the server reports a refusal. */
  readonly passwordField: Key;
  readonly withCode?: boolean;
  readonly rules: Parameters<typeof useAppForm<Record<Key | 'code', string>>>[0]['rules'];
  /** The button that sends both. */
  readonly label: ReactNode;
  readonly destructive?: boolean;
  readonly busy: boolean;
  readonly error: Error | null;
  readonly onSend: (values: Record<Key | 'code', string>) => void;
  readonly onCancel: () => void;
}) {
  const { t } = useLingui();
  const { form, submit, showErrors } = useAppForm<Record<Key | 'code', string>>({
    initialValues: { [passwordField]: '', code: '' } as Record<Key | 'code', string>,
    rules,
    send: onSend,
  });
  const elsewhere = useRefusal(error, showErrors);
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <CurrentPassword {...form.getInputProps(passwordField)} />
        {withCode && (
          <TextInput
            label={t`Authenticator or recovery code`}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            {...form.getInputProps('code')}
          />
        )}
        <DialogError error={elsewhere} />
        <DialogFooter>
          <Button variant="default" onClick={onCancel} disabled={busy}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" color={destructive ? 'red.9' : undefined} loading={busy}>
            {label}
          </Button>
        </DialogFooter>
      </Stack>
    </form>
  );
}
