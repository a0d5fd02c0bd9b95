import { Alert, Anchor, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { accountsContract, signInForm } from '#shared/contract/accounts.ts';
import type { SecondStep } from '#shared/domain/access/second-step.ts';
import { organizationsContract } from '#shared/contract/organizations.ts';
import { ExternalProblem, ExternalSignIn } from '#app/features/sign-in/ExternalSignIn.tsx';
import { PasskeySignIn } from '#app/features/sign-in/PasskeySignIn.tsx';
import { ApiError } from '#app/lib/api-error.ts';
import { call, queryFor } from '#app/lib/client.ts';
import { useAppForm } from '#app/lib/forms.ts';
import { useSentOnce } from '#app/lib/query.ts';
import { explain, explainReason } from '#app/lib/reasons.ts';
import type { SessionUser } from '#app/lib/session.ts';
import { showToast } from '#app/lib/toasts.ts';
import { visitorMessages } from '#app/lib/visitor-messages.ts';

/** External sign-in if it is offered, then email and password (AUTH-02), and the way for a forgotten password (AUTH-10). */
export function PasswordStep({
  email,
  over,
  onEntered,
  onCode,
  onForgot,
}: {
  /** The email entered before another step was opened. */
  readonly email: string;
  /** The second step took too long. */
  readonly over: boolean;
  readonly onEntered: (user: SessionUser) => void;
  readonly onCode: (email: string, methods: readonly SecondStep[]) => void;
  readonly onForgot: (email: string) => void;
}) {
  const { t } = useLingui();
  const { data: landing } = useQuery(queryFor(organizationsContract.landing));
  const signIn = useSentOnce(
    useMutation({
      mutationFn: (body: { email: string; password: string }) =>
        call(accountsContract.signIn, { body, expectUnauthorized: true }),
      onSuccess: (answer, body) => {
        if ('twoFactorRequired' in answer) onCode(body.email, answer.methods);
        else onEntered(answer);
      },
      onError: (error) => {
        if (error instanceof ApiError && showErrors(error)) return;
        showToast(visitorMessages.loginFailed, { detail: explainReason(error) });
      },
    }),
  );
  const { form, submit, showErrors } = useAppForm({
    initialValues: { email, password: '' },
    rules: signInForm,
    send: (values) => signIn.mutate(values),
  });
  const { error } = signIn;
  return (
    <Stack gap="md">
      {over && (
        <Alert
          color="orange"
          variant="light"
          role="status"
          icon={<IconAlertTriangle size={18} aria-hidden />}
        >
          <Trans>This took too long. Please enter your password again.</Trans>
        </Alert>
      )}
      {/* Once a password was tried, only its own refusal is shown. */}
      {signIn.isIdle && !over && <ExternalProblem />}
      {landing?.externalSignIn && <ExternalSignIn />}
      <PasskeySignIn onEntered={onEntered} />
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
          <Stack gap={6}>
            <PasswordInput
              label={t`Password`}
              autoComplete="current-password"
              size="md"
              required
              withAsterisk={false}
              visibilityToggleButtonProps={{ 'aria-label': t`Show the password` }}
              {...form.getInputProps('password')}
            />
            <Group justify="flex-end">
              <Anchor component="button" type="button" size="sm" onClick={() => onForgot(form.values.email)}>
                <Trans>Forgot password?</Trans>
              </Anchor>
            </Group>
          </Stack>
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
  );
}
