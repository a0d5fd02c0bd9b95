import { Alert } from '@mantine/core';
import { IconMailPause } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { useMailServer } from '#app/lib/mail-server.ts';

/** Explains in a dialog that its emails are queued because no email server is set up (NOT-06); otherwise renders nothing. */
export function MailNotice() {
  const { configured } = useMailServer();
  if (configured) return null;
  return (
    <Alert variant="light" color="yellow" icon={<IconMailPause aria-hidden />}>
      <Trans>No email server is set up. Emails are queued and go out once there is one.</Trans>
    </Alert>
  );
}
