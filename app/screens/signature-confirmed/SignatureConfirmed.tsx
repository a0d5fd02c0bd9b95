import { Button, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { IconAlertTriangle, IconCircleCheck, IconUserQuestion } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { useEffect } from 'react';
import type { ConfirmationResult } from '#shared/domain/access/external-sign-in.ts';
import { confirmationResult, broadcastConfirmation } from '#app/lib/confirmation-channel.ts';
import { Notice } from '#app/shell/public/Notice.tsx';
import { PublicPage } from '#app/shell/public/PublicPage.tsx';

/**
 * The page on which the window for confirming a signature at the provider ends (SIG-01): it sends the result to the dialog
 * in the other window, and closes itself if the browser allows it.
 */
export function SignatureConfirmed() {
  const search: { readonly result?: string } = useSearch({ strict: false });
  const result = confirmationResult(search.result);
  useEffect(() => {
    broadcastConfirmation(result);
    if (result === 'confirmed') window.close();
  }, [result]);
  return (
    <PublicPage>
      <Outcome result={result} />
    </PublicPage>
  );
}

function Outcome({ result }: { readonly result: ConfirmationResult }) {
  const close = (
    <Button size="md" onClick={() => window.close()}>
      <Trans>Close this window</Trans>
    </Button>
  );
  if (result === 'confirmed') {
    return (
      <Notice
        icon={IconCircleCheck}
        tone="green"
        title={<Trans>You have confirmed your identity</Trans>}
        action={close}
      >
        <Text>
          <Trans>Return to the window you came from and sign there within five minutes.</Trans>
        </Text>
      </Notice>
    );
  }
  if (result === 'other') {
    return (
      <Notice
        icon={IconUserQuestion}
        tone="amber"
        title={<Trans>That was someone else</Trans>}
        action={close}
      >
        <Text>
          <Trans>
            The account at your organization is not the one that you are signed in with here. Nothing was
            confirmed.
          </Trans>
        </Text>
      </Notice>
    );
  }
  return (
    <Notice icon={IconAlertTriangle} tone="red" title={<Trans>Nothing was confirmed</Trans>} action={close}>
      <Text>
        {result === 'cancelled' && <Trans>The sign-in at your organization was cancelled.</Trans>}
        {result === 'ended' && <Trans>Your session has ended. Please sign in and try again.</Trans>}
        {result === 'failed' && (
          <Trans>The sign-in at your organization could not be completed. Please try again.</Trans>
        )}
        {result === 'unavailable' && (
          <Trans>The sign-in of your organization cannot be reached at the moment.</Trans>
        )}
      </Text>
    </Notice>
  );
}
