import { Button, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconExternalLink, IconFingerprint } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { accountsContract } from '#shared/contract/accounts.ts';
import type { BodyInput } from '#shared/contract/endpoint.ts';
import { PasswordAndCode } from '#app/features/security/PasswordAndCode.tsx';
import { ConfirmationState } from '#app/features/signing/ConfirmationState.tsx';
import { useConfirmation } from '#app/features/signing/use-confirmation.ts';
import { ApiError } from '#app/lib/api-error.ts';
import { call } from '#app/lib/client.ts';
import { proveByPasskey } from '#app/lib/passkeys.ts';
import { reasonText } from '#app/lib/reasons.ts';
import { useUser, type SessionUser } from '#app/lib/session.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { DialogFooter } from '#app/ui/DialogFooter.tsx';

type Proof = BodyInput<typeof accountsContract.stepUp>;

interface StepProps {
  readonly busy: boolean;
  readonly error: Error | null;
  readonly onProof: (proof: Proof) => void;
  readonly onCancel: () => void;
}

/** Requires a fresh authentication before a critical change of accounts, which then continues automatically (AUTH-19). */
export function StepUpDialog({
  opened,
  onDone,
}: {
  readonly opened: boolean;
  readonly onDone: (confirmed: boolean) => void;
}) {
  const user = useUser();
  const ways = waysOf(user);
  const [way, setWay] = useState(ways[0] ?? 'password');
  const prove = useMutation({
    mutationFn: (body: Proof) =>
      body.passkey === undefined
        ? call(accountsContract.stepUp, { body })
        : proveByPasskey((passkey) => call(accountsContract.stepUp, { body: { passkey } })),
    onSuccess: () => onDone(true),
  });
  const cancel = (): void => onDone(false);
  const parts: StepProps = {
    busy: prove.isPending,
    error: prove.error,
    onProof: (body) => prove.mutate(body),
    onCancel: cancel,
  };
  const other = ways.find((one) => one !== way);
  return (
    <Modal
      opened={opened}
      onClose={prove.isPending ? () => undefined : cancel}
      title={<Trans>Confirm your identity</Trans>}
      size={440}
      zIndex={300}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          <Trans>This change needs a recent sign-in. It goes on once you have confirmed your identity.</Trans>
        </Text>
        {way === 'provider' && <ProviderProof {...parts} />}
        {way === 'passkey' && <PasskeyProof {...parts} />}
        {way === 'password' && <PasswordProof {...parts} />}
        {other && (
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => {
              prove.reset();
              setWay(other);
            }}
          >
            {otherTexts[other]}
          </Button>
        )}
      </Stack>
    </Modal>
  );
}

type Way = SessionUser['signsWith'][number];

const otherTexts: Readonly<Record<Way, ReactNode>> = {
  provider: <Trans>Confirm with your organization instead</Trans>,
  passkey: <Trans>Use a passkey instead</Trans>,
  password: <Trans>Use your password instead</Trans>,
};

/**
 * Returns the ways in which a person may prove their identity again: the ways in which they sign. A person who has a passkey and
 * does not sign with the provider may use the passkey, or the password with a code.
 */
function waysOf({ signsWith, hasPasskey }: SessionUser): readonly Way[] {
  if (!hasPasskey || signsWith.includes('provider')) return signsWith;
  return ['passkey', 'password'];
}

function PasskeyProof({ busy, error, onProof, onCancel }: StepProps) {
  return (
    <Stack gap="md">
      <DialogError error={error} />
      <DialogFooter>
        <Button variant="default" onClick={onCancel} disabled={busy}>
          <Trans>Cancel</Trans>
        </Button>
        <Button
          loading={busy}
          data-autofocus
          leftSection={<IconFingerprint size={18} aria-hidden />}
          onClick={() => onProof({ passkey: 'challenge' })}
        >
          <Trans>Use a passkey</Trans>
        </Button>
      </DialogFooter>
    </Stack>
  );
}

function PasswordProof({ busy, error, onProof, onCancel }: StepProps) {
  const user = useUser();
  const withCode = user.settings.twoFactorEnabled || user.hasPasskey || asksForCode(error);
  return (
    <PasswordAndCode
      passwordField="password"
      withCode={withCode}
      rules={({ password, code }) => ({
        ...(password === '' ? { password: reasonText('password_needed') } : {}),
        ...(withCode && code.trim() === '' ? { code: reasonText('authenticator_code_needed') } : {}),
      })}
      label={<Trans>Confirm</Trans>}
      busy={busy}
      error={error}
      onSend={({ password, code }) => onProof({ password, ...(withCode ? { code: code.trim() } : {}) })}
      onCancel={onCancel}
    />
  );
}

/** True if the server requests a code that the page did not expect: two-factor was turned on elsewhere in the meantime. */
function asksForCode(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'CODE_REFUSED';
}

function ProviderProof({ busy, error, onProof, onCancel }: StepProps) {
  const { confirmation, begin, forget } = useConfirmation();
  const confirmed = confirmation?.state === 'confirmed' ? confirmation.intent : null;
  const give = useEffectEvent((intent: string) => {
    forget();
    onProof({ confirmation: intent });
  });
  useEffect(() => {
    if (confirmed !== null) give(confirmed);
  }, [confirmed]);
  return (
    <Stack gap="md">
      <div aria-live="polite">
        <ConfirmationState
          state={confirmation?.state}
          confirmedText={<Trans>Your organization has confirmed your identity.</Trans>}
        />
      </div>
      <DialogError error={error} />
      <DialogFooter>
        <Button variant="default" onClick={onCancel} disabled={busy}>
          <Trans>Cancel</Trans>
        </Button>
        <Button
          loading={busy}
          data-autofocus
          leftSection={<IconExternalLink size={18} aria-hidden />}
          onClick={begin}
        >
          <Trans>Confirm with your organization</Trans>
        </Button>
      </DialogFooter>
    </Stack>
  );
}
