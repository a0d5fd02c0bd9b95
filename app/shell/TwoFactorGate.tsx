import { Anchor, Button, Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { AddPasskeyForm } from '#app/features/passkeys/AddPasskeyForm.tsx';
import { EnrolSteps } from '#app/features/two-factor/EnrolSteps.tsx';
import { GiveSecondFactor } from '#app/features/two-factor/GiveSecondFactor.tsx';
import { RecoveryCodes } from '#app/features/two-factor/RecoveryCodes.tsx';
import { browserSupportsPasskeys } from '#app/lib/passkeys.ts';
import { refreshSession, type SessionUser } from '#app/lib/session.ts';

/**
 * The dialog that covers every screen while a second factor is missing that the profile requires (AUTH-07, AUTH-19): the person sets
 * it up, or enters it if the provider did not require it. It cannot be left.
 */
export function TwoFactorGate({ user }: { readonly user: SessionUser }) {
  const client = useQueryClient();
  const [shown, setShown] = useState(false);
  const [done, setDone] = useState(false);
  const give = user.mustGiveTwoFactor;
  const finish = (): void => {
    setDone(true);
    void refreshSession(client);
  };
  return (
    <Modal
      opened={!done && !user.mustChangePassword && (give || user.mustEnrolTwoFactor || shown)}
      onClose={() => undefined}
      title={
        give ? (
          <Trans>Confirm with your second factor</Trans>
        ) : shown ? (
          <Trans>Your recovery codes</Trans>
        ) : (
          <Trans>Set up two-factor sign-in</Trans>
        )
      }
      withCloseButton={false}
      closeOnEscape={false}
      size={460}
      overlayProps={{ backgroundOpacity: 0.9 }}
    >
      {give ? (
        <GiveSecondFactor user={user} leave={<SignOut />} onGiven={finish} />
      ) : (
        <SetUp shown={shown} onCodes={() => setShown(true)} onDone={finish} />
      )}
    </Modal>
  );
}

function SignOut() {
  return (
    <Anchor href="/api/logout" size="sm">
      <Trans>Sign out</Trans>
    </Anchor>
  );
}

/** An authenticator app, or a passkey if the browser supports passkeys at this address. */
function SetUp({
  shown,
  onCodes,
  onDone,
}: {
  readonly shown: boolean;
  readonly onCodes: () => void;
  readonly onDone: () => void;
}) {
  const [byPasskey, setByPasskey] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  return (
    <Stack gap="sm">
      {!shown && (
        <Text size="sm">
          <Trans>Your role or access requires two factors. Set it up to continue.</Trans>
        </Text>
      )}
      {!shown && browserSupportsPasskeys() && (
        <Button
          variant="subtle"
          size="compact-sm"
          px={0}
          style={{ alignSelf: 'flex-start' }}
          onClick={() => setByPasskey(!byPasskey)}
        >
          {byPasskey ? <Trans>Use an authenticator app instead</Trans> : <Trans>Use a passkey instead</Trans>}
        </Button>
      )}
      {byPasskey ? (
        <AddPasskeyForm
          leave={<SignOut />}
          onAdded={(added) => {
            if (!added) return onDone();
            setCodes(added);
            onCodes();
          }}
        />
      ) : (
        <EnrolSteps leave={<SignOut />} onCodes={onCodes} onDone={onDone} />
      )}
    </Stack>
  );
}
