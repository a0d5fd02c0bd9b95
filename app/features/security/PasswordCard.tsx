import { Button, Group, PasswordInput, SimpleGrid, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { IconLock } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { accountsContract } from '#shared/contract/accounts.ts';
import { SecurityCard } from '#app/features/security/SecurityCard.tsx';
import { passwordRules } from '#app/features/security/password-rules.ts';
import { useAppForm } from '#app/lib/forms.ts';
import { messages } from '#app/lib/messages.ts';
import { useCommand } from '#app/lib/query.ts';
import { refreshSession, useUser } from '#app/lib/session.ts';

/** Changes the password of the signed-in person (AUTH-07), which ends all other sessions (AUTH-05). */
export function PasswordCard() {
  const { t } = useLingui();
  const user = useUser();
  const client = useQueryClient();
  const { passwordMin: min } = user;
  const change = useCommand(accountsContract.changePassword, {
    success: messages.passwordChanged,
    failure: messages.passwordChangeFailed,
    onSuccess: () => {
      form.reset();
      return refreshSession(client);
    },
    // The toast of SPEC §8 appears in addition to the error at the field.
    onError: (error) => void showErrors(error),
  });
  const { form, submit, showErrors } = useAppForm({
    initialValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
    rules: (values) => passwordRules(values, { currentRequired: true, min }),
    send: ({ currentPassword, newPassword }) => change.mutate({ body: { currentPassword, newPassword } }),
  });
  const eye = { 'aria-label': t`Show the password` };
  return (
    <SecurityCard
      icon={IconLock}
      title={<Trans>Password</Trans>}
      hint={<Trans>When you change it, you are signed out everywhere else.</Trans>}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {/* Password managers store the new password under this name. */}
          <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
          <PasswordInput
            label={t`Current Password`}
            autoComplete="current-password"
            visibilityToggleButtonProps={eye}
            {...form.getInputProps('currentPassword')}
          />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <PasswordInput
              label={t`New Password`}
              description={t`At least ${min} characters. Use a mix of letters, numbers and symbols.`}
              autoComplete="new-password"
              visibilityToggleButtonProps={eye}
              {...form.getInputProps('newPassword')}
            />
            <PasswordInput
              label={t`Confirm Password`}
              description={t`Enter it again.`}
              autoComplete="new-password"
              visibilityToggleButtonProps={eye}
              {...form.getInputProps('confirmPassword')}
            />
          </SimpleGrid>
          <Group justify="flex-end">
            <Button type="submit" variant="light" loading={change.isPending}>
              <Trans>Change Password</Trans>
            </Button>
          </Group>
        </Stack>
      </form>
    </SecurityCard>
  );
}
