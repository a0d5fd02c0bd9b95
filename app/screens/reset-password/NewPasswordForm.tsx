import { Alert, Button, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent } from 'react';
import { passwordRules } from '#app/features/security/password-rules.ts';
import { ApiError } from '#app/lib/api-error.ts';
import { useAppForm } from '#app/lib/forms.ts';
import { explain } from '#app/lib/reasons.ts';
import classes from '#app/screens/reset-password/ResetPassword.module.css';

/** A new password twice, with the rules of the password dialog (SPEC §5, AUTH-10). */
export function NewPasswordForm({
  email,
  min,
  busy,
  error,
  onSend,
}: {
  /** The email of the account. */
  readonly email: string;
  readonly min: number;
  readonly busy: boolean;
  readonly error: Error | null;
  readonly onSend: (newPassword: string) => void;
}) {
  const { t } = useLingui();
  const { form, submit, showErrors } = useAppForm({
    initialValues: { newPassword: '', confirmPassword: '' },
    rules: (values) => passwordRules({ ...values, currentPassword: '' }, { currentRequired: false, min }),
    send: ({ newPassword }) => onSend(newPassword),
  });
  const refused = error instanceof ApiError && error.errors.length > 0 ? error : null;
  const show = useEffectEvent((refusal: ApiError) => showErrors(refusal));
  useEffect(() => {
    if (refused) show(refused);
  }, [refused]);
  const eye = { 'aria-label': t`Show the password` };
  return (
    <section className={classes.card}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Title order={1} fz={26}>
            <Trans>Choose a new password</Trans>
          </Title>
          <Text c="dimmed">
            <Trans>
              For <strong translate="no">{email}</strong>. Afterwards you are signed out everywhere.
            </Trans>
          </Text>
          {/* Password managers store the new password under this name. */}
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <PasswordInput
            size="md"
            label={t`New Password`}
            description={t`At least ${min} characters. Use a mix of letters, numbers and symbols.`}
            autoComplete="new-password"
            visibilityToggleButtonProps={eye}
            {...form.getInputProps('newPassword')}
          />
          <PasswordInput
            size="md"
            label={t`Confirm Password`}
            autoComplete="new-password"
            visibilityToggleButtonProps={eye}
            {...form.getInputProps('confirmPassword')}
          />
          {error && !refused && (
            <Alert
              color="red"
              variant="light"
              role="alert"
              icon={<IconAlertTriangle size={18} aria-hidden />}
            >
              {error instanceof ApiError ? explain(error) : <Trans>Something went wrong on this page.</Trans>}
            </Alert>
          )}
          <Button type="submit" size="md" fullWidth loading={busy}>
            <Trans>Change Password</Trans>
          </Button>
        </Stack>
      </form>
    </section>
  );
}
