import { Button, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { accountSecurityContract as contract, bothFactorsForm } from '#shared/contract/account-security.ts';
import { peopleContract } from '#shared/contract/people.ts';
import { RecoveryCodes } from '#app/features/two-factor/RecoveryCodes.tsx';
import { twoFactorMessages } from '#app/features/two-factor/two-factor-texts.ts';
import { ApiError } from '#app/lib/api-error.ts';
import { useAppForm } from '#app/lib/forms.ts';
import { useCommand } from '#app/lib/query.ts';
import { refreshSession, useUser } from '#app/lib/session.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { DialogFooter } from '#app/ui/DialogFooter.tsx';

interface DialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Switches the own second factor off, with password and code (AUTH-09). */
export function DisableDialog({ opened, onClose }: DialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={<Trans>Switch two-factor sign-in off?</Trans>} size={440}>
      <Disable onClose={onClose} />
    </Modal>
  );
}

function Disable({ onClose }: { readonly onClose: () => void }) {
  const client = useQueryClient();
  const disable = useCommand(contract.disableTwoFactor, {
    success: twoFactorMessages.off,
    invalidates: [contract.twoFactor, peopleContract.settings],
    onSuccess: () => {
      onClose();
      return refreshSession(client);
    },
    onError: () => true,
  });
  return (
    <BothFactors
      hint={
        <Trans>
          Your password alone will sign you in then, and your recovery codes end. To confirm your identity,
          enter both again.
        </Trans>
      }
      label={<Trans>Switch off</Trans>}
      destructive
      busy={disable.isPending}
      error={disable.error}
      onSend={(body) => disable.mutate({ body })}
      onCancel={onClose}
    />
  );
}

/** Makes new recovery codes in place of the old ones, with password and code (AUTH-09). */
export function RenewDialog({ opened, onClose }: DialogProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const renew = useCommand(contract.renewRecoveryCodes, {
    invalidates: [contract.twoFactor],
    onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes ?? []),
    onError: () => true,
  });
  const close = (): void => {
    onClose();
    renew.reset();
  };
  return (
    <Modal
      opened={opened}
      onClose={codes ? () => undefined : close}
      onExitTransitionEnd={() => setCodes(null)}
      title={codes ? <Trans>Your recovery codes</Trans> : <Trans>Make new recovery codes?</Trans>}
      withCloseButton={!codes}
      closeOnEscape={!codes}
      size={460}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={close} />
      ) : (
        <BothFactors
          hint={
            <Trans>
              The old ones end at once. To confirm your identity, enter your password and code again.
            </Trans>
          }
          label={<Trans>Make new codes</Trans>}
          busy={renew.isPending}
          error={renew.error}
          onSend={(body) => renew.mutate({ body })}
          onCancel={close}
        />
      )}
    </Modal>
  );
}

function BothFactors({
  hint,
  label,
  destructive = false,
  busy,
  error,
  onSend,
  onCancel,
}: {
  readonly hint: ReactNode;
  readonly label: ReactNode;
  readonly destructive?: boolean;
  readonly busy: boolean;
  readonly error: Error | null;
  readonly onSend: (body: { currentPassword: string; code: string }) => void;
  readonly onCancel: () => void;
}) {
  const { t } = useLingui();
  const user = useUser();
  const { form, submit, showErrors } = useAppForm({
    initialValues: { currentPassword: '', code: '' },
    rules: bothFactorsForm,
    send: onSend,
  });
  const refused = error instanceof ApiError && error.errors.length > 0 ? error : null;
  const show = useEffectEvent((refusal: ApiError) => showErrors(refusal));
  useEffect(() => {
    if (refused) show(refused);
  }, [refused]);
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
        <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordInput
          label={t`Password`}
          autoComplete="current-password"
          data-autofocus
          visibilityToggleButtonProps={{ 'aria-label': t`Show the password` }}
          {...form.getInputProps('currentPassword')}
        />
        <TextInput
          label={t`Authenticator or recovery code`}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('code')}
        />
        <DialogError error={refused ? null : error} />
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
