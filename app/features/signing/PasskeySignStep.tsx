import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { SignFrame, type SignParts } from '#app/features/signing/SignFrame.tsx';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';

/** The object of the signature, and the proof of identity by a passkey (AUTH-19). */
export function PasskeySignStep({
  onPassword,
  ...parts
}: SignParts & {
  /** Uses the password instead; absent if this signature requires the passkey. */
  readonly onPassword?: (() => void) | undefined;
}) {
  const { meaning, busy, error, onSign } = parts;
  return (
    <SignFrame
      parts={parts}
      others={[[<Trans key="p">Use your password instead</Trans>, onPassword]]}
      button={
        <Button
          size="md"
          data-autofocus
          loading={busy}
          leftSection={<IconFingerprint size={18} aria-hidden />}
          onClick={() => onSign({ passkey: 'challenge', meaning })}
        >
          <Trans>Sign with a passkey</Trans>
        </Button>
      }
    >
      <DialogError error={error} />
    </SignFrame>
  );
}
