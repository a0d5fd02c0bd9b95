import { Alert, Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { IconAlertTriangle, IconCircleCheck, IconLinkOff, IconMail, IconMailOff } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { ownAccountContract } from '#shared/contract/own-account.ts';
import { ApiError } from '#app/lib/api-error.ts';
import { call } from '#app/lib/client.ts';
import { useInvalidate, useSentOnce } from '#app/lib/query.ts';
import { useLinkToken } from '#app/lib/link-token.ts';
import { explain } from '#app/lib/reasons.ts';
import { refreshSession, useSession } from '#app/lib/session.ts';
import { Notice } from '#app/shell/public/Notice.tsx';
import { PublicPage } from '#app/shell/public/PublicPage.tsx';
import { ButtonLink } from '#app/ui/links.tsx';

/** The name of one confirmation: if the answer was lost, the next click returns it again instead of 'used'. */
function newKey(): string {
  return `confirm-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;
}

/**
 * The page to which the email to a new address links (AUTH-16), with and without a session. It confirms only on a click,
 * because programs that scan emails open every link.
 */
export function ConfirmEmail() {
  const token = useLinkToken();
  return (
    <PublicPage>
      {/* Another link is another confirmation. */}
      <Confirmation key={token} token={token} />
    </PublicPage>
  );
}

function Confirmation({ token }: { readonly token: string }) {
  const client = useQueryClient();
  const invalidate = useInvalidate();
  const signedIn = useSession().status === 'signedIn';
  const [idempotencyKey] = useState(newKey);
  const confirm = useSentOnce(
    useMutation({
      mutationFn: () => call(ownAccountContract.confirmEmail, { body: { token }, idempotencyKey }),
      onSuccess: async () => {
        if (!signedIn) return;
        await Promise.all([refreshSession(client), invalidate(ownAccountContract.confirmEmail)]);
      },
    }),
  );
  if (confirm.data) return <Confirmed email={confirm.data.email} signedIn={signedIn} />;
  const reason = token === '' ? 'link' : reasonOf(confirm.error);
  if (reason === 'link') return <DeadLink signedIn={signedIn} />;
  if (reason === 'taken') return <Taken signedIn={signedIn} />;
  return (
    <Notice
      icon={IconMail}
      tone="teal"
      title={<Trans>Confirm your new email address</Trans>}
      action={
        <Button size="md" loading={confirm.isPending} onClick={() => confirm.mutate()}>
          <Trans>Confirm this address</Trans>
        </Button>
      }
    >
      <Text>
        <Trans>After that, you sign in with the address this link was sent to.</Trans>
      </Text>
      <Text size="sm" c="dimmed">
        <Trans>Did not request this? Close this page: nothing changes.</Trans>
      </Text>
      {confirm.error && (
        <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {confirm.error instanceof ApiError ? (
            explain(confirm.error)
          ) : (
            <Trans>Something went wrong on this page.</Trans>
          )}
        </Alert>
      )}
    </Notice>
  );
}

/** Returns the reason why a click can never succeed; null if the next one may. */
function reasonOf(error: Error | null): 'link' | 'taken' | null {
  if (!(error instanceof ApiError)) return null;
  if (error.status === 422) return 'link';
  return error.code === 'DUPLICATE' ? 'taken' : null;
}

function Confirmed({ email, signedIn }: { readonly email: string; readonly signedIn: boolean }) {
  return (
    <Notice
      icon={IconCircleCheck}
      tone="green"
      title={<Trans>Your email address is confirmed</Trans>}
      action={
        signedIn ? (
          <ButtonLink to="/" size="md">
            <Trans>Open TrainTrail</Trans>
          </ButtonLink>
        ) : (
          <SignInLink />
        )
      }
    >
      <Text>
        <Trans>
          From now on you sign in with <strong translate="no">{email}</strong>. Your password stays the same.
        </Trans>
      </Text>
    </Notice>
  );
}

/** Used, expired, replaced or cut off: the server does not distinguish them, and the next step is the same. */
function DeadLink({ signedIn }: { readonly signedIn: boolean }) {
  return (
    <Notice
      icon={IconLinkOff}
      tone="amber"
      title={<Trans>This link no longer works</Trans>}
      action={<ProfileOrSignIn signedIn={signedIn} />}
    >
      <Text>
        <Trans>A link works once, for one day, and a newer link replaces it. Nothing was changed.</Trans>
      </Text>
      <ul>
        <li>
          <Trans>Already confirmed the address? Then it is in use, and you are all set.</Trans>
        </li>
        <li>
          <Trans>
            Otherwise re-enter the new address in your profile and open the link in the latest email.
          </Trans>
        </li>
      </ul>
    </Notice>
  );
}

function Taken({ signedIn }: { readonly signedIn: boolean }) {
  return (
    <Notice
      icon={IconMailOff}
      tone="red"
      title={<Trans>This address belongs to another account</Trans>}
      action={<ProfileOrSignIn signedIn={signedIn} />}
    >
      <Text>
        <Trans>
          Your account keeps its previous address. Enter another one in your profile, or contact your system
          administrator.
        </Trans>
      </Text>
    </Notice>
  );
}

function ProfileOrSignIn({ signedIn }: { readonly signedIn: boolean }) {
  if (!signedIn) return <SignInLink returnTo="/profile" />;
  return (
    <ButtonLink to="/profile" size="md">
      <Trans>Open your profile</Trans>
    </ButtonLink>
  );
}

/** The landing page with its dialog open. */
function SignInLink({ returnTo }: { readonly returnTo?: string }) {
  return (
    <ButtonLink to="/landing" search={{ signin: '1', ...(returnTo ? { returnTo } : {}) }} size="md">
      <Trans>Sign In</Trans>
    </ButtonLink>
  );
}
