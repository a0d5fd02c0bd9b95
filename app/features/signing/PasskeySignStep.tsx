import { Button, Stack } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { SignatureInput } from '#app/features/signing/signature-input.ts';
import classes from '#app/features/signing/Signing.module.css';
import { WhatIsSigned } from '#app/features/signing/WhatIsSigned.tsx';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { DialogFooter } from '#app/ui/DialogFooter.tsx';

/** What is signed, and the proof of who signs by a passkey (AUTH-19). */
export function PasskeySignStep({
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
  /** Uses the password instead; absent where this signature needs the passkey. */
  readonly onPassword?: (() => void) | undefined;
}) {
  return (
    <Stack gap="md">
      <WhatIsSigned printedName={printedName} facts={facts} meaning={meaning} />
      <DialogError error={error} />
      {onPassword && (
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
          data-autofocus
          loading={busy}
          leftSection={<IconFingerprint size={18} aria-hidden />}
          onClick={() => onSign({ passkey: 'challenge', meaning })}
        >
          <Trans>Sign with a passkey</Trans>
        </Button>
      </DialogFooter>
    </Stack>
  );
}
