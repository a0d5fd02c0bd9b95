import { Button, Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { AddPasskeyForm } from '#app/features/passkeys/AddPasskeyForm.tsx';
import { RecoveryCodes } from '#app/features/two-factor/RecoveryCodes.tsx';
import { refreshSession } from '#app/lib/session.ts';

interface DialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Adds a passkey (AUTH-19): its name, then the browser's own dialog, then the recovery codes if it is the first second factor. */
export function AddPasskeyDialog({ opened, onClose }: DialogProps) {
  const client = useQueryClient();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const done = (): void => {
    onClose();
    void refreshSession(client);
  };
  return (
    <Modal
      opened={opened}
      onClose={codes ? () => undefined : onClose}
      onExitTransitionEnd={() => setCodes(null)}
      title={codes ? <Trans>Your recovery codes</Trans> : <Trans>Add a passkey</Trans>}
      withCloseButton={!codes}
      closeOnEscape={!codes}
      size={460}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={done} />
      ) : (
        <AddPasskeyForm
          leave={
            <Button variant="default" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
          }
          onAdded={(shown) => {
            if (shown) setCodes(shown);
            else onClose();
          }}
        />
      )}
    </Modal>
  );
}
