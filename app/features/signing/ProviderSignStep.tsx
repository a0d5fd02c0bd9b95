import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { useEffectEvent, useEffect } from 'react';
import { ConfirmationState } from '#app/features/signing/ConfirmationState.tsx';
import { SignFrame, type SignParts } from '#app/features/signing/SignFrame.tsx';
import { useConfirmation } from '#app/features/signing/use-confirmation.ts';
import { ApiError } from '#app/lib/api-error.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';

/** The content of the signature, and the signer's proof of identity by a fresh sign-in at the organization's provider (SIG-01). */
export function ProviderSignStep({
  onPassword,
  ...parts
}: SignParts & {
  /** Confirms with the TrainTrail password instead; absent if the person has none. */
  readonly onPassword?: (() => void) | undefined;
}) {
  const { meaning, busy, error, onSign } = parts;
  const { confirmation, begin, forget } = useConfirmation();
  const state = confirmation?.state;
  const confirmed = state === 'confirmed';
  const refused = error instanceof ApiError && error.errors.length > 0 ? error : null;
  // A confirmation that was used, or is too old, must be repeated.
  const renew = useEffectEvent(forget);
  useEffect(() => {
    if (refused) renew();
  }, [refused]);
  return (
    <SignFrame
      parts={parts}
      others={[[<Trans key="p">Use your password instead</Trans>, confirmed ? undefined : onPassword]]}
      button={
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
      }
    >
      <div aria-live="polite">
        <ConfirmationState
          state={state}
          confirmedText={<Trans>Your organization has confirmed your identity. Now sign.</Trans>}
        />
      </div>
      {error && state !== 'waiting' && !confirmed && <DialogError error={error} />}
    </SignFrame>
  );
}
