import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconExternalLink } from '@tabler/icons-react';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffectEvent, useEffect, type ReactNode } from 'react';
import type { ConfirmationResult } from '#shared/domain/access/external-sign-in.ts';
import type { SignatureInput } from '#app/features/signing/signature-input.ts';
import classes from '#app/features/signing/Signing.module.css';
import { useConfirmation } from '#app/features/signing/use-confirmation.ts';
import { WhatIsSigned } from '#app/features/signing/WhatIsSigned.tsx';
import { ApiError } from '#app/lib/api-error.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { DialogFooter } from '#app/ui/DialogFooter.tsx';

const explanations = {
  cancelled: msg`The sign-in at your organization was cancelled.`,
  failed: msg`The sign-in at your organization could not be completed. Please try again.`,
  unavailable: msg`The sign-in of your organization cannot be reached at the moment.`,
  other: msg`The account at your organization is not the one that you are signed in with here. Nothing was confirmed.`,
  ended: msg`Your session has ended. Please sign in and try again.`,
} as const satisfies Record<Exclude<ConfirmationResult, 'confirmed'>, unknown>;

/** What is signed, and the proof of who signs by a fresh sign-in at the organization's provider (SIG-01). */
export function ProviderSignStep({
  printedName,
  facts,
  meaning,
  busy,
  error,
  onSign,
  onCancel,
  onPassword,
}: {
  readonly printedName: string;
  readonly facts: readonly (readonly [name: ReactNode, value: ReactNode] | null)[];
  readonly meaning: string;
  readonly busy: boolean;
  readonly error: Error | null;
  readonly onSign: (input: SignatureInput) => void;
  readonly onCancel: () => void;
  /** Uses the own password instead; absent where there is none. */
  readonly onPassword?: (() => void) | undefined;
}) {
  const { confirmation, begin, forget } = useConfirmation();
  const state = confirmation?.state;
  const confirmed = state === 'confirmed';
  const refused = error instanceof ApiError && error.errors.length > 0 ? error : null;
  // A confirmation that was used, or has waited too long, is made anew.
  const renew = useEffectEvent(forget);
  useEffect(() => {
    if (refused) renew();
  }, [refused]);
  return (
    <Stack gap="md">
      <WhatIsSigned printedName={printedName} facts={facts} meaning={meaning} />
      <div aria-live="polite">
        <State state={state} />
      </div>
      {error && state !== 'waiting' && !confirmed && <DialogError error={error} />}
      {onPassword && !confirmed && (
        <Button variant="subtle" size="compact-sm" px={0} className={classes.otherWay} onClick={onPassword}>
          <Trans>Use your password instead</Trans>
        </Button>
      )}
      <DialogFooter className={classes.buttons}>
        <Button variant="default" size="md" onClick={onCancel} disabled={busy}>
          <Trans>Cancel</Trans>
        </Button>
        <Button
          size="md"
          px="md"
          data-autofocus
          loading={busy}
          leftSection={confirmed ? undefined : <IconExternalLink size={18} aria-hidden />}
          onClick={() =>
            confirmed ? onSign({ confirmation: confirmation?.intent ?? '', meaning }) : begin()
          }
        >
          {confirmed ? <Trans>Sign</Trans> : <Trans>Confirm with your organization</Trans>}
        </Button>
      </DialogFooter>
    </Stack>
  );
}

function State({ state }: { readonly state: 'waiting' | ConfirmationResult | undefined }) {
  const { i18n } = useLingui();
  if (state === undefined) {
    return (
      <Text size="sm">
        <Trans>To confirm your identity, sign in again with your organization. A window opens for it.</Trans>
      </Text>
    );
  }
  if (state === 'waiting') {
    return (
      <Group gap="sm" wrap="nowrap">
        <Loader size="sm" aria-hidden />
        <Text size="sm">
          <Trans>Waiting for you to sign in at your organization, in the other window.</Trans>
        </Text>
      </Group>
    );
  }
  if (state === 'confirmed') {
    return (
      <Alert color="green" variant="light" icon={<IconCircleCheck size={18} aria-hidden />}>
        <Trans>Your organization has confirmed your identity. Now sign.</Trans>
      </Alert>
    );
  }
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />}>
      {i18n._(explanations[state])}
    </Alert>
  );
}
