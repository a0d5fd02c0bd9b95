import { Alert, Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { IconAlertTriangle, IconMail } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { organizationsContract } from '#shared/contract/organizations.ts';
import { forgotForm, passwordResetContract } from '#shared/contract/password-reset.ts';
import { ApiError } from '#app/lib/api-error.ts';
import { call, queryFor } from '#app/lib/client.ts';
import { focusOnArrival } from '#app/lib/focus.ts';
import { useAppForm } from '#app/lib/forms.ts';
import { useSentOnce } from '#app/lib/query.ts';
import { explain } from '#app/lib/reasons.ts';

/** Requests a link to choose a new password (AUTH-10). The message afterwards is the same for every address. */
export function ForgotStep({ email, onBack }: { readonly email: string; readonly onBack: () => void }) {
  const { t } = useLingui();
  const ask = useSentOnce(
    useMutation({
      mutationFn: (body: { email: string }) => call(passwordResetContract.forgot, { body }),
      onError: (error) => error instanceof ApiError && showErrors(error),
    }),
  );
  const { form, submit, showErrors } = useAppForm({
    initialValues: { email },
    rules: forgotForm,
    send: (values) => ask.mutate(values),
  });
  const { error } = ask;
  if (ask.data) return <Asked email={ask.variables.email} onBack={onBack} />;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          <Trans>
            Enter the email address of your account. We send a link there to choose a new password.
          </Trans>
        </Text>
        <TextInput
          type="email"
          size="md"
          label={t`Email`}
          autoComplete="username"
          inputMode="email"
          required
          withAsterisk={false}
          data-autofocus
          ref={focusOnArrival}
          {...form.getInputProps('email')}
        />
        {error && !(error instanceof ApiError && error.errors.length > 0) && (
          <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle size={18} aria-hidden />}>
            {error instanceof ApiError ? explain(error) : <Trans>Something went wrong on this page.</Trans>}
          </Alert>
        )}
        <Button type="submit" size="md" fullWidth loading={ask.isPending}>
          <Trans>Send the link</Trans>
        </Button>
        <Group>
          <Anchor component="button" type="button" size="sm" onClick={onBack}>
            <Trans>Back</Trans>
          </Anchor>
        </Group>
      </Stack>
    </form>
  );
}

function Asked({ email, onBack }: { readonly email: string; readonly onBack: () => void }) {
  const { data: landing } = useQuery(queryFor(organizationsContract.landing));
  const configured = landing?.emailConfigured !== false;
  return (
    <Stack gap="md">
      <Alert
        color={configured ? 'teal' : 'yellow'}
        variant="light"
        role="status"
        icon={<IconMail size={18} aria-hidden />}
      >
        {configured ? (
          <Trans>
            If there is an account for <strong translate="no">{email}</strong>, a link is on its way. It works
            once and for 30 minutes.
          </Trans>
        ) : (
          <Trans>
            If there is an account for <strong translate="no">{email}</strong>, a link is queued: no email
            server is set up. Your system administrator can issue a new password.
          </Trans>
        )}
      </Alert>
      <Text size="sm" c="dimmed">
        <Trans>
          No email? Check your spam folder, and check the address. Otherwise your system administrator can
          help.
        </Trans>
      </Text>
      <Button variant="default" size="md" fullWidth onClick={onBack} ref={focusOnArrival} data-autofocus>
        <Trans>Back to sign-in</Trans>
      </Button>
    </Stack>
  );
}
