import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { passkeyNameForm, passkeysContract as contract } from '#shared/contract/passkeys.ts';
import { passkeyMessages } from '#app/features/passkeys/passkey-texts.ts';
import { call } from '#app/lib/client.ts';
import { useAppForm } from '#app/lib/forms.ts';
import { createPasskey } from '#app/lib/passkeys.ts';
import { useInvalidate } from '#app/lib/query.ts';
import { refreshSession } from '#app/lib/session.ts';
import { showToast } from '#app/lib/toasts.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { DialogFooter } from '#app/ui/DialogFooter.tsx';

/** The name of a new passkey, then the browser's own dialog. `leave` is at the left of the button. */
export function AddPasskeyForm({
  leave,
  onAdded,
}: {
  readonly leave: ReactNode;
  /** Called with the recovery codes if it is the first second factor, else with null. */
  readonly onAdded: (recoveryCodes: readonly string[] | null) => void;
}) {
  const { t } = useLingui();
  const client = useQueryClient();
  const invalidate = useInvalidate();
  const add = useMutation({
    mutationFn: async ({ name }: { readonly name: string }) => {
      const { options } = await call(contract.registerOptions);
      return call(contract.register, { body: { name, response: await createPasskey(options) } });
    },
    onSuccess: async ({ recoveryCodes }) => {
      showToast(passkeyMessages.added);
      onAdded(recoveryCodes);
      await invalidate(contract.register);
      // If recovery codes are shown, a gate closes only after them.
      if (!recoveryCodes) await refreshSession(client);
    },
  });
  const { form, submit } = useAppForm({
    initialValues: { name: '' },
    rules: passkeyNameForm,
    send: (values) => add.mutate(values),
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          <Trans>
            Your browser then asks where to keep it: on this device, your phone or a security key.
          </Trans>
        </Text>
        <TextInput
          label={t`Name`}
          description={t`So that you recognize it later, for example “Work laptop”.`}
          maxLength={60}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <DialogError error={add.error} />
        <DialogFooter extra={leave}>
          <Button type="submit" loading={add.isPending}>
            <Trans>Continue</Trans>
          </Button>
        </DialogFooter>
      </Stack>
    </form>
  );
}
