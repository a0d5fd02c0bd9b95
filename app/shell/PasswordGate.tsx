import { Anchor, Button, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import { accountsContract } from '#shared/contract/accounts.ts';
import { useAppForm } from '#app/lib/forms.ts';
import { messages } from '#app/lib/messages.ts';
import { useCommand } from '#app/lib/query.ts';
import { refreshSession, type SessionUser } from '#app/lib/session.ts';
import { passwordRules } from '#app/features/security/password-rules.ts';
import { DialogFooter } from '#app/ui/DialogFooter.tsx';

/** The dialog that covers every screen until the password has been changed (SPEC §4, §5; AUTH-06). It cannot be left. */
export function PasswordGate({ user }: { readonly user: SessionUser }) {
  return (
    <Modal
      opened={user.mustChangePassword}
      onClose={() => undefined}
      title={
        user.accountActivation ? (
          <Trans>Account Activation Required</Trans>
        ) : (
          <Trans>Change your password</Trans>
        )
      }
      withCloseButton={false}
      closeOnEscape={false}
      size={460}
      overlayProps={{ backgroundOpacity: 0.9 }}
    >
      <GateForm activation={user.accountActivation} email={user.email} min={user.passwordMin} />
    </Modal>
  );
}

function GateForm({
  activation,
  email,
  min,
}: {
  readonly activation: boolean;
  readonly email: string;
  /** Least characters of the new password. */
  readonly min: number;
}) {
  const { t } = useLingui();
  const client = useQueryClient();
  const change = useCommand(accountsContract.changePassword, {
    success: messages.passwordChanged,
    failure: messages.passwordChangeFailed,
    onSuccess: () => refreshSession(client),
    // The toast of SPEC §8 appears in addition to the error at the field.
    onError: (error) => void showErrors(error),
  });
  const { form, submit, showErrors } = useAppForm({
    initialValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
    rules: (values) => passwordRules(values, { currentRequired: !activation, min }),
    send: ({ currentPassword, newPassword }) =>
      change.mutate({ body: { newPassword, ...(currentPassword === '' ? {} : { currentPassword }) } }),
  });
  const eye = { 'aria-label': t`Show the password` };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {activation ? (
            <Trans>You signed in with a temporary password. Choose your own to activate your account.</Trans>
          ) : (
            <Trans>You chose to change your password at this sign-in. Choose a new one to continue.</Trans>
          )}
        </Text>
        {/* Password managers store the new password under this name. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          label={activation ? t`Temporary Password` : t`Current Password`}
          autoComplete="current-password"
          data-autofocus
          visibilityToggleButtonProps={eye}
          {...form.getInputProps('currentPassword')}
        />
        <PasswordInput
          label={t`New Password`}
          description={t`At least ${min} characters. Use a mix of letters, numbers and symbols.`}
          autoComplete="new-password"
          visibilityToggleButtonProps={eye}
          {...form.getInputProps('newPassword')}
        />
        <PasswordInput
          label={t`Confirm Password`}
          autoComplete="new-password"
          visibilityToggleButtonProps={eye}
          {...form.getInputProps('confirmPassword')}
        />
        <DialogFooter
          extra={
            <Anchor href="/api/logout" size="sm">
              <Trans>Sign out</Trans>
            </Anchor>
          }
        >
          <Button type="submit" loading={change.isPending}>
            {activation ? <Trans>Activate Account</Trans> : <Trans>Change Password</Trans>}
          </Button>
        </DialogFooter>
      </Stack>
    </form>
  );
}
