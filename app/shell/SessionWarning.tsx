import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import type { SessionEnding } from '#app/shell/use-session-end.ts';

/** The warning before the end of a session (AUTH-05), with a countdown; it offers to stay only if that helps. */
export function SessionWarning({ secondsLeft, final, stay, staying, failed }: SessionEnding) {
  const minutes = Math.floor((secondsLeft ?? 0) / 60);
  const seconds = String((secondsLeft ?? 0) % 60).padStart(2, '0');
  const rest = `${minutes}:${seconds}`;
  return (
    <Modal
      opened={secondsLeft !== null}
      onClose={() => (final ? undefined : stay())}
      title={<Trans>Are you still there?</Trans>}
      withCloseButton={false}
      size={440}
      zIndex={400}
    >
      <Stack gap="md">
        {final ? (
          <Text>
            <Trans>A session lasts 12 hours at most. Save your work and sign in again.</Trans>
          </Text>
        ) : (
          <Text>
            <Trans>
              You have not done anything for a while. To protect your records you will be signed out.
            </Trans>
          </Text>
        )}
        <Text fw={700} fz={32} ta="center" className="tt-figures" role="timer" aria-live="off">
          {rest}
        </Text>
        {failed && (
          <Alert color="red" variant="light" role="alert">
            <Trans>The server did not respond. Please try again.</Trans>
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button component="a" href="/api/logout" variant="default">
            <Trans>Sign out</Trans>
          </Button>
          {!final && (
            <Button onClick={stay} loading={staying} data-autofocus>
              <Trans>Stay</Trans>
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
