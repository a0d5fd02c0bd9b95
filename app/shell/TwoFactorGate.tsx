import { Anchor, Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { EnrolSteps } from '#app/features/two-factor/EnrolSteps.tsx';
import { refreshSession, type SessionUser } from '#app/lib/session.ts';

/** The dialog that covers every screen until an authenticator is enrolled, where the profile asks for one (AUTH-07). It cannot be left. */
export function TwoFactorGate({ user }: { readonly user: SessionUser }) {
  const client = useQueryClient();
  const [shown, setShown] = useState(false);
  const [done, setDone] = useState(false);
  return (
    <Modal
      opened={!done && !user.mustChangePassword && (user.mustEnrolTwoFactor || shown)}
      onClose={() => undefined}
      title={shown ? <Trans>Your recovery codes</Trans> : <Trans>Set up two-factor sign-in</Trans>}
      withCloseButton={false}
      closeOnEscape={false}
      size={460}
      overlayProps={{ backgroundOpacity: 0.8, blur: 6 }}
    >
      <Stack gap="sm">
        {!shown && (
          <Text size="sm">
            <Trans>Your role must sign in with two factors. Set it up to continue.</Trans>
          </Text>
        )}
        <EnrolSteps
          leave={
            <Anchor href="/api/logout" size="sm">
              <Trans>Sign out</Trans>
            </Anchor>
          }
          onCodes={() => setShown(true)}
          onDone={() => {
            setDone(true);
            void refreshSession(client);
          }}
        />
      </Stack>
    </Modal>
  );
}
