import { Alert, Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { accountsContract, secondFactorForm } from '#shared/contract/accounts.ts';
import type { SecondStep } from '#shared/domain/access/second-step.ts';
import { UsePasskeyButton } from '#app/features/sign-in/UsePasskeyButton.tsx';
import { ApiError } from '#app/lib/api-error.ts';
import { call } from '#app/lib/client.ts';
import { focusOnArrival } from '#app/lib/focus.ts';
import { useAppForm } from '#app/lib/forms.ts';
import { proveByPasskey } from '#app/lib/passkeys.ts';
import { useSentOnce } from '#app/lib/query.ts';
import { explain, explainReason } from '#app/lib/reasons.ts';
import type { SessionUser } from '#app/lib/session.ts';
import { showToast } from '#app/lib/toasts.ts';
import { visitorMessages } from '#app/lib/visitor-messages.ts';

/** The second factor after the password (AUTH-09): the authenticator's code, or one of the recovery codes. */
export function CodeStep({
  methods,
  onEntered,
  onOver,
  onBack,
}: {
  /** The second factors that this person may use. */
  readonly methods: readonly SecondStep[];
  readonly onEntered: (user: SessionUser) => void;
  /** The password has to be entered again. */
  readonly onOver: () => void;
  readonly onBack: () => void;
}) {
  const { t } = useLingui();
  const withApp = methods.includes('code');
  const [recovery, setRecovery] = useState(!withApp);
  const verify = useSentOnce(
    useMutation({
      mutationFn: (body: { code: string }) =>
        call(accountsContract.verifySignIn, { body, expectUnauthorized: true }),
      onSuccess: onEntered,
      onError: (error) => {
        if (error instanceof ApiError && showErrors(error)) return;
        showToast(visitorMessages.loginFailed, { detail: explainReason(error) });
        if (error instanceof ApiError && error.code === 'SIGN_IN_OVER') onOver();
        // A wrong code is cleared, to be typed again.
        else form.setFieldValue('code', '');
        form.getInputNode('code')?.focus();
      },
    }),
  );
  const { form, submit, showErrors } = useAppForm({
    initialValues: { code: '' },
    rules: secondFactorForm,
    send: (values) => verify.mutate(values),
  });
  const byPasskey = useMutation({
    mutationFn: () =>
      proveByPasskey((passkey) =>
        call(accountsContract.verifySignIn, { body: { passkey }, expectUnauthorized: true }),
      ),
    onSuccess: onEntered,
    onError: (failed) => {
      showToast(visitorMessages.loginFailed, { detail: explainReason(failed) });
      if (failed instanceof ApiError && failed.code === 'SIGN_IN_OVER') onOver();
    },
  });
  const { error } = verify;
  const switchKind = (): void => {
    setRecovery(!recovery);
    form.reset();
    verify.reset();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {methods.includes('passkey') && (
          <UsePasskeyButton busy={byPasskey.isPending} onUse={() => byPasskey.mutate()} />
        )}
        <Text size="sm" c="dimmed">
          {recovery ? (
            <Trans>Enter one of your saved recovery codes. Each works once.</Trans>
          ) : (
            <Trans>Open your authenticator app and enter the six digits that it shows for TrainTrail.</Trans>
          )}
        </Text>
        <TextInput
          // Another field, so that no text of the earlier one stays in it.
          key={String(recovery)}
          size="md"
          label={recovery ? t`Recovery code` : t`Authenticator code`}
          placeholder={recovery ? undefined : '123 456'}
          autoComplete={recovery ? 'off' : 'one-time-code'}
          inputMode={recovery ? 'text' : 'numeric'}
          autoCapitalize="none"
          spellCheck={false}
          styles={{ input: { letterSpacing: '0.12em' } }}
          className="tt-figures"
          data-autofocus
          ref={focusOnArrival}
          {...form.getInputProps('code')}
        />
        {error instanceof ApiError && error.errors.length === 0 && (
          <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />}>
            {explain(error)}
          </Alert>
        )}
        <Button type="submit" size="md" fullWidth loading={verify.isPending}>
          <Trans>Verify</Trans>
        </Button>
        <Group justify="space-between" gap="xs">
          <Anchor component="button" type="button" size="sm" onClick={onBack}>
            <Trans>Back</Trans>
          </Anchor>
          {withApp && (
            <Anchor component="button" type="button" size="sm" onClick={switchKind}>
              {recovery ? <Trans>Use the authenticator app</Trans> : <Trans>Use a recovery code</Trans>}
            </Anchor>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          <Trans>Lost both? An administrator can reset your two-factor sign-in.</Trans>
        </Text>
      </Stack>
    </form>
  );
}
