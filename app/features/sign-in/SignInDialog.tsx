import { Alert, Button, Divider, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useRouter, useSearch } from '@tanstack/react-router';
import { IconAlertTriangle, IconExternalLink } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { accountsContract, signInForm } from '#shared/contract/accounts.ts';
import { organizationsContract } from '#shared/contract/organizations.ts';
import { ApiError, serverMessageOf } from '#app/lib/api-error.ts';
import { call, queryFor } from '#app/lib/client.ts';
import { useAppForm } from '#app/lib/forms.ts';
import { loginAddress, safeReturnPath } from '#app/lib/return-path.ts';
import { explain } from '#app/lib/server-texts.ts';
import { enterSession, type SessionUser } from '#app/lib/session.ts';
import { showToast } from '#app/lib/toasts.ts';
import { visitorMessages } from '#app/lib/visitor-messages.ts';
import '#app/lib/visitor-texts.ts';

/** How long the toast of success is read before the person goes to `/` (SPEC §4), in milliseconds. */
const redirectAfter = 500;

/** The sign-in dialog of the landing page (SPEC §2.1, AUTH-02): external sign-in where it is offered, then email and password. */
export function SignInDialog({
  opened,
  onClose,
}: {
  readonly opened: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const client = useQueryClient();
  const router = useRouter();
  const { returnTo }: { readonly returnTo?: string } = useSearch({ strict: false });
  const { data: landing } = useQuery(queryFor(organizationsContract.landing));
  const signIn = useMutation({
    mutationFn: async (body: { email: string; password: string }): Promise<SessionUser> => {
      const answer = await call(accountsContract.signIn, { body, expectUnauthorized: true });
      if ('twoFactorRequired' in answer) throw new Error('This version cannot ask for a second factor');
      return answer;
    },
    onSuccess: (user) => {
      showToast(
        user.mustChangePassword ? visitorMessages.activationRequired : visitorMessages.loginSucceeded,
      );
      onClose();
      setTimeout(() => {
        enterSession(client, user);
        router.history.push(safeReturnPath(returnTo));
      }, redirectAfter);
    },
    onError: (error) => {
      if (error instanceof ApiError && showErrors(error)) return;
      showToast(visitorMessages.loginFailed, { detail: serverMessageOf(error) });
    },
  });
  const { form, submit, showErrors } = useAppForm({
    initialValues: { email: '', password: '' },
    rules: signInForm,
    send: (values) => signIn.mutate(values),
  });
  const { reset } = form;
  const { reset: forget, error } = signIn;
  // The dialog starts empty: nobody's address or password waits in it for the next person at this screen.
  useEffect(() => {
    if (opened) return;
    reset();
    forget();
  }, [opened, reset, forget]);
  return (
    <Modal opened={opened} onClose={onClose} title={<Trans>Sign in to TrainTrail</Trans>} size={420}>
      <Stack gap="md">
        {landing?.externalSignIn && <ExternalSignIn />}
        <form onSubmit={submit} noValidate>
          <Stack gap="md">
            <TextInput
              type="email"
              size="md"
              label={t`Email`}
              autoComplete="username"
              inputMode="email"
              required
              withAsterisk={false}
              data-autofocus
              {...form.getInputProps('email')}
            />
            <PasswordInput
              label={t`Password`}
              autoComplete="current-password"
              size="md"
              required
              withAsterisk={false}
              visibilityToggleButtonProps={{ 'aria-label': t`Show the password` }}
              {...form.getInputProps('password')}
            />
            {error instanceof ApiError && error.errors.length === 0 && (
              <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />}>
                {explain(error)}
              </Alert>
            )}
            <Button type="submit" size="md" fullWidth loading={signIn.isPending}>
              <Trans>Sign In</Trans>
            </Button>
          </Stack>
        </form>
        <Text size="sm" c="dimmed" ta="center">
          <Trans>No account yet? Please contact your system administrator for account access.</Trans>
        </Text>
      </Stack>
    </Modal>
  );
}

/** Full-page navigation to the provider (SPEC §2.1); a deep address is kept as the place to come back to. */
function ExternalSignIn() {
  const { href } = useLocation();
  return (
    <>
      <Button
        component="a"
        href={loginAddress(href)}
        variant="default"
        size="md"
        fullWidth
        leftSection={<IconExternalLink size={18} aria-hidden />}
      >
        <Trans>Sign in with your organization</Trans>
      </Button>
      <Divider label={<Trans>or with email and password</Trans>} />
    </>
  );
}
