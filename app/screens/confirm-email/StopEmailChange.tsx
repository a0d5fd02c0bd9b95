import { Alert, Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconAlertTriangle, IconCircleCheck, IconLinkOff, IconMailOff } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { ownAccountContract } from '#shared/contract/own-account.ts';
import { ApiError } from '#app/lib/api-error.ts';
import { call } from '#app/lib/client.ts';
import { useLinkToken } from '#app/lib/link-token.ts';
import { useSentOnce } from '#app/lib/query.ts';
import { explain } from '#app/lib/reasons.ts';
import { Notice } from '#app/shell/public/Notice.tsx';
import { PublicPage } from '#app/shell/public/PublicPage.tsx';
import { ButtonLink } from '#app/ui/links.tsx';

/**
 * The page to which the email about a change of the account links (AUTH-16). It stops the change only on a click, because programs
 * that scan emails open every link.
 */
export function StopEmailChange() {
  const token = useLinkToken();
  return (
    <PublicPage>
      <Stopping key={token} token={token} />
    </PublicPage>
  );
}

function Stopping({ token }: { readonly token: string }) {
  const stop = useSentOnce(
    useMutation({ mutationFn: () => call(ownAccountContract.stopEmailChange, { body: { token } }) }),
  );
  const { error } = stop;
  if (stop.data) return <Stopped email={stop.data.email} />;
  if (token === '' || (error instanceof ApiError && error.status === 422)) return <DeadLink />;
  return (
    <Notice
      icon={IconMailOff}
      tone="amber"
      title={<Trans>Stop the change to your account</Trans>}
      action={
        <Button size="md" color="red.9" loading={stop.isPending} onClick={() => stop.mutate()}>
          <Trans>Stop the change</Trans>
        </Button>
      }
    >
      <Text>
        <Trans>
          All sessions end and the current password stops working. Your account goes back to the address this
          link was sent to, and we send another link there to choose a new password.
        </Trans>
      </Text>
      <Text size="sm" c="dimmed">
        <Trans>Is the change correct? Close this page. Nothing is stopped.</Trans>
      </Text>
      {error && (
        <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {error instanceof ApiError ? explain(error) : <Trans>Something went wrong on this page.</Trans>}
        </Alert>
      )}
    </Notice>
  );
}

function Stopped({ email }: { readonly email: string }) {
  return (
    <Notice
      icon={IconCircleCheck}
      tone="green"
      title={<Trans>The change is stopped</Trans>}
      action={
        <ButtonLink to="/landing" size="md" variant="default">
          <Trans>Close</Trans>
        </ButtonLink>
      }
    >
      <Text>
        <Trans>
          Your account uses <strong translate="no">{email}</strong>. Open the email that we sent to this
          address and choose a new password within 30 minutes. Then tell your system administrator what
          happened.
        </Trans>
      </Text>
    </Notice>
  );
}

function DeadLink() {
  return (
    <Notice
      icon={IconLinkOff}
      tone="amber"
      title={<Trans>This link no longer works</Trans>}
      action={
        <ButtonLink to="/landing" search={{ signin: '1' }} size="md">
          <Trans>Sign In</Trans>
        </ButtonLink>
      }
    >
      <Text>
        <Trans>
          It works once and for seven days. If you cannot sign in, contact your system administrator at once.
        </Trans>
      </Text>
    </Notice>
  );
}
