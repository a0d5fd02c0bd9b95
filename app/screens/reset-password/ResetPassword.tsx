import { useMutation, useQuery } from '@tanstack/react-query';
import { IconCircleCheck, IconLinkOff } from '@tabler/icons-react';
import { Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { passwordResetContract as contract } from '#shared/contract/password-reset.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { ApiError } from '#app/lib/api-error.ts';
import { call } from '#app/lib/client.ts';
import { useLinkToken } from '#app/lib/link-token.ts';
import { useSentOnce } from '#app/lib/query.ts';
import { NewPasswordForm } from '#app/screens/reset-password/NewPasswordForm.tsx';
import { Notice } from '#app/shell/public/Notice.tsx';
import { PublicPage } from '#app/shell/public/PublicPage.tsx';
import { ButtonLink } from '#app/ui/links.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';

type LinkState = ResponseOf<typeof contract.check>['state'];

/**
 * The page to which the email about a forgotten password links (AUTH-10), with and without a session. The token is behind
 * the #, so that it is in no log and no referrer. Opening the page does not use up the link, because programs that scan
 * emails open every link.
 */
export function ResetPassword() {
  const token = useLinkToken();
  return (
    <PublicPage>
      {token === '' ? <DeadLink state="unknown" /> : <Link key={token} token={token} />}
    </PublicPage>
  );
}

function Link({ token }: { readonly token: string }) {
  const { t } = useLingui();
  const id = useId();
  const query = useQuery({
    // The token is not part of the key: keys of queries appear in tools and errors.
    queryKey: [contract.check.id, id],
    queryFn: ({ signal }) => call(contract.check, { body: { token }, signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const reset = useSentOnce(
    useMutation({
      mutationFn: (newPassword: string) => call(contract.reset, { body: { token, newPassword } }),
    }),
  );
  const dead = stateOf(reset.error);
  if (reset.data) return <Changed />;
  if (dead) return <DeadLink state={dead} />;
  return (
    <Load query={query} skeleton={<LineSkeletons label={t`Loading...`} count={4} />}>
      {({ state, email, passwordMin }) =>
        state === 'open' ? (
          <NewPasswordForm
            email={email ?? ''}
            min={passwordMin}
            busy={reset.isPending}
            error={reset.error}
            onSend={(password) => reset.mutate(password)}
          />
        ) : (
          <DeadLink state={state} />
        )
      }
    </Load>
  );
}

/** Returns the reason why no further try with this link can succeed; null if the next one may. */
function stateOf(error: Error | null): Exclude<LinkState, 'open'> | null {
  if (!(error instanceof ApiError) || error.code !== 'LINK_DEAD') return null;
  const state = error.problem?.state;
  return state === 'used' || state === 'expired' ? state : 'unknown';
}

function Changed() {
  return (
    <Notice
      icon={IconCircleCheck}
      tone="green"
      title={<Trans>Your password is changed</Trans>}
      action={
        <ButtonLink to="/landing" search={{ signin: '1' }} size="md">
          <Trans>Sign In</Trans>
        </ButtonLink>
      }
    >
      <Text>
        <Trans>You were signed out everywhere. Sign in with your new password.</Trans>
      </Text>
    </Notice>
  );
}

function DeadLink({ state }: { readonly state: Exclude<LinkState, 'open'> }) {
  return (
    <Notice
      icon={IconLinkOff}
      tone="amber"
      title={<DeadLinkTitle state={state} />}
      action={
        <ButtonLink to="/landing" search={{ signin: '1' }} size="md">
          <Trans>Sign In</Trans>
        </ButtonLink>
      }
    >
      <Text>
        <Trans>
          A link works once and for a limited time. Choose “Forgot password?” at sign-in to get a new one.
          Your password was not changed.
        </Trans>
      </Text>
    </Notice>
  );
}

function DeadLinkTitle({ state }: { readonly state: Exclude<LinkState, 'open'> }) {
  if (state === 'used') return <Trans>This link has been used already</Trans>;
  if (state === 'expired') return <Trans>This link has expired</Trans>;
  return <Trans>This link no longer works</Trans>;
}
