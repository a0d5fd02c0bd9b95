import { Alert, Button, Divider } from '@mantine/core';
import { useLocation, useSearch } from '@tanstack/react-router';
import { IconAlertTriangle, IconExternalLink } from '@tabler/icons-react';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { signInProblems, type SignInProblem } from '#shared/domain/access/external-sign-in.ts';
import { loginAddress } from '#app/lib/return-path.ts';

const explanations = {
  cancelled: msg`The sign-in at your organization was cancelled.`,
  refused: msg`You cannot sign in here with this account of your organization. Please contact your system administrator.`,
  failed: msg`The sign-in at your organization could not be completed. Please try again.`,
  unavailable: msg`The sign-in of your organization cannot be reached at the moment. Please try again later, or use your email and password.`,
} as const satisfies Record<SignInProblem, unknown>;

/** Full-page navigation to the provider (SPEC §2.1); the person returns to a deep address afterwards. */
export function ExternalSignIn() {
  const { href } = useLocation();
  const { returnTo }: { readonly returnTo?: string } = useSearch({ strict: false });
  return (
    <>
      <Button
        component="a"
        href={loginAddress(returnTo ?? href)}
        variant="default"
        size="md"
        px="xs"
        fullWidth
        leftSection={<IconExternalLink size={18} aria-hidden />}
      >
        <Trans>Sign in with your organization</Trans>
      </Button>
      <Divider label={<Trans>or with email and password</Trans>} />
    </>
  );
}

/** The reason in the address why the sign-in by the provider did not succeed (AUTH-03); renders nothing without a reason. */
export function ExternalProblem() {
  const { i18n } = useLingui();
  const { signin }: { readonly signin?: string } = useSearch({ strict: false });
  const problem = signInProblems.find((known) => known === signin);
  if (!problem) return null;
  return (
    <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle size={18} aria-hidden />}>
      {i18n._(explanations[problem])}
    </Alert>
  );
}
