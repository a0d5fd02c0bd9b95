import { Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Trans } from '@lingui/react/macro';
import { useState, type ComponentProps, type ReactNode } from 'react';
import { accountSecurityContract as contract, bothFactorsForm } from '#shared/contract/account-security.ts';
import { PasswordAndCode } from '#app/features/security/PasswordAndCode.tsx';
import { RecoveryCodes } from '#app/features/two-factor/RecoveryCodes.tsx';
import { twoFactorMessages } from '#app/features/two-factor/two-factor-texts.ts';
import { useCommand } from '#app/lib/query.ts';
import { refreshSession } from '#app/lib/session.ts';

interface DialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Turns the person's own second factor off, with password and code (AUTH-09). */
export function DisableDialog({ opened, onClose }: DialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={<Trans>Turn off two-factor sign-in?</Trans>} size={440}>
      <Disable onClose={onClose} />
    </Modal>
  );
}

function Disable({ onClose }: { readonly onClose: () => void }) {
  const client = useQueryClient();
  const disable = useCommand(contract.disableTwoFactor, {
    success: twoFactorMessages.off,
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
          Your password alone will then sign you in, and your recovery codes stop working. To confirm your
          identity, enter both again.
        </Trans>
      }
      label={<Trans>Turn off</Trans>}
      destructive
      busy={disable.isPending}
      error={disable.error}
      onSend={(body) => disable.mutate({ body })}
      onCancel={onClose}
    />
  );
}

/** Creates new recovery codes that replace the old ones, with password and code (AUTH-09). */
export function RenewDialog({ opened, onClose }: DialogProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const renew = useCommand(contract.renewRecoveryCodes, {
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
      title={codes ? <Trans>Your recovery codes</Trans> : <Trans>Generate new recovery codes?</Trans>}
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
              The old codes stop working immediately. To confirm your identity, enter your password and code
              again.
            </Trans>
          }
          label={<Trans>Generate new codes</Trans>}
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
  ...proof
}: { readonly hint: ReactNode } & Pick<
  ComponentProps<typeof PasswordAndCode<'currentPassword'>>,
  'label' | 'destructive' | 'busy' | 'error' | 'onSend' | 'onCancel'
>) {
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {hint}
      </Text>
      <PasswordAndCode {...proof} passwordField="currentPassword" rules={bothFactorsForm} />
    </Stack>
  );
}
