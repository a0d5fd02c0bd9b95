import { Button, Stack } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { useEffectEvent, useEffect, type ReactNode } from 'react';
import { ConfirmationState } from '#app/features/signing/ConfirmationState.tsx';
import type { SignatureInput } from '#app/features/signing/signature-input.ts';
import classes from '#app/features/signing/Signing.module.css';
import { useConfirmation } from '#app/features/signing/use-confirmation.ts';
import { WhatIsSigned } from '#app/features/signing/WhatIsSigned.tsx';
import { ApiError } from '#app/lib/api-error.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { DialogFooter } from '#app/ui/DialogFooter.tsx';

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
        <ConfirmationState
          state={state}
          confirmedText={<Trans>Your organization has confirmed your identity. Now sign.</Trans>}
        />
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
