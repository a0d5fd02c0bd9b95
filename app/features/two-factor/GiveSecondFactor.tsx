import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { accountSecurityContract as contract, confirmForm } from '#shared/contract/account-security.ts';
import '#app/features/two-factor/two-factor-texts.ts';
import { UsePasskeyButton } from '#app/features/sign-in/UsePasskeyButton.tsx';
import { call } from '#app/lib/client.ts';
import { useAppForm } from '#app/lib/forms.ts';
import { proveByPasskey } from '#app/lib/passkeys.ts';
import { useCommand } from '#app/lib/query.ts';
import type { SessionUser } from '#app/lib/session.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { DialogFooter } from '#app/ui/DialogFooter.tsx';

/** Requests the second factor that the provider did not require (AUTH-19): a passkey, a code of the app, or a recovery code. */
export function GiveSecondFactor({
  user,
  leave,
  onGiven,
}: {
  readonly user: SessionUser;
  /** Shown at the left of the button. */
  readonly leave: ReactNode;
  readonly onGiven: () => void;
}) {
  const { t } = useLingui();
  const byCode = useCommand(contract.giveSecondFactor, {
    onSuccess: onGiven,
    onError: (error) => {
      form.setFieldValue('code', '');
      showErrors(error);
      return true;
    },
  });
  const byPasskey = useMutation({
    mutationFn: () => proveByPasskey((passkey) => call(contract.giveSecondFactor, { body: { passkey } })),
    onSuccess: onGiven,
  });
  const { form, submit, showErrors } = useAppForm({
    initialValues: { code: '' },
    rules: confirmForm,
    send: (body) => byCode.mutate({ body }),
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">
          <Trans>
            Your role or access requires two factors, and your organization's sign-in asked for one only.
          </Trans>
        </Text>
        {user.hasPasskey && <UsePasskeyButton busy={byPasskey.isPending} onUse={() => byPasskey.mutate()} />}
        <TextInput
          label={t`Authenticator or recovery code`}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
          {...form.getInputProps('code')}
        />
        <DialogError error={byPasskey.error} />
        <DialogFooter extra={leave}>
          <Button type="submit" loading={byCode.isPending}>
            <Trans>Continue</Trans>
          </Button>
        </DialogFooter>
      </Stack>
    </form>
  );
}
