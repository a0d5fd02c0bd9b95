import { Button, Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { EnrolSteps } from '#app/features/two-factor/EnrolSteps.tsx';
import { refreshSession } from '#app/lib/session.ts';

/** The dialog in which a person voluntarily enrols an authenticator (AUTH-09). */
export function EnrolDialog({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const client = useQueryClient();
  // The recovery codes are shown once: they cannot be closed by accident.
  const [shown, setShown] = useState(false);
  const done = (): void => {
    setShown(false);
    onClose();
    void refreshSession(client);
  };
  return (
    <Modal
      opened={opened}
      onClose={shown ? () => undefined : onClose}
      title={shown ? <Trans>Your recovery codes</Trans> : <Trans>Set up two-factor sign-in</Trans>}
      withCloseButton={!shown}
      closeOnEscape={!shown}
      size={460}
    >
      <EnrolSteps
        leave={
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        }
        onCodes={() => setShown(true)}
        onDone={done}
      />
    </Modal>
  );
}
