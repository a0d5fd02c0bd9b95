import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffectEvent, useEffect, type ReactNode } from 'react';
import { passwordTexts } from '#shared/domain/passwords/texts.ts';
import { Facts } from '#app/features/signing/Facts.tsx';
import { atFormFields, type SignatureInput } from '#app/features/signing/signature-input.ts';
import classes from '#app/features/signing/Signing.module.css';
import { ApiError } from '#app/lib/api-error.ts';
import { useAppForm } from '#app/lib/forms.ts';
import { translateServerText } from '#app/lib/server-texts.ts';
import type { SessionUser } from '#app/lib/session.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { TextLink } from '#app/ui/links.tsx';

/** What is signed, and the proof of who signs (SIG-01): the password, and the authenticator's code where one is on. */
export function SignStep({
  user,
  printedName,
  facts,
  meaning,
  busy,
  error,
  onSign,
  onCancel,
}: {
  readonly user: SessionUser;
  /** The name that the signature will carry. */
  readonly printedName: string;
  readonly facts: readonly (readonly [name: ReactNode, value: ReactNode] | null)[];
  readonly meaning: string;
  readonly busy: boolean;
  readonly error: Error | null;
  readonly onSign: (input: SignatureInput) => void;
  readonly onCancel: () => void;
}) {
  const { t } = useLingui();
  const withCode = user.settings.twoFactorEnabled;
  const { form, submit, showErrors } = useAppForm({
    initialValues: { password: '', code: '' },
    rules: ({ password }): Record<string, string> =>
      password === '' ? { password: translateServerText(passwordTexts.required) } : {},
    send: ({ password, code }) =>
      onSign({ password, meaning, ...(withCode && code.trim() !== '' ? { code: code.trim() } : {}) }),
  });
  const refused = error instanceof ApiError && error.errors.length > 0 ? error : null;
  const show = useEffectEvent((refusal: ApiError) => {
    // A wrong password is typed anew, not mended.
    form.setFieldValue('password', '');
    showErrors(atFormFields(refusal));
  });
  useEffect(() => {
    if (refused) show(refused);
  }, [refused]);
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          <Trans>You sign electronically. This is what you sign:</Trans>
        </Text>
        <Facts rows={[[<Trans key="p">Signed by</Trans>, printedName], ...facts]} />
        <blockquote className={classes.meaning}>{meaning}</blockquote>
        {/* Password managers find the account by this field. */}
        <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordInput
          size="md"
          label={t`Password`}
          description={t`Your password again, to prove that it is you.`}
          autoComplete="current-password"
          data-autofocus
          required
          withAsterisk={false}
          visibilityToggleButtonProps={{ 'aria-label': t`Show the password` }}
          {...form.getInputProps('password')}
        />
        {withCode && (
          <TextInput
            size="md"
            label={t`Authenticator code`}
            autoComplete="one-time-code"
            inputMode="numeric"
            {...form.getInputProps('code')}
          />
        )}
        {error && !refused && <DialogError error={error} />}
        {error instanceof ApiError && error.code === 'TEMPORARY_PASSWORD' && (
          <TextLink to="/settings" size="sm">
            <Trans>Go to Settings to choose your own password</Trans>
          </TextLink>
        )}
        <Group justify="flex-end" gap="xs" className={classes.buttons}>
          <Button variant="default" size="md" onClick={onCancel} disabled={busy}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" size="md" loading={busy}>
            <Trans>Sign</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
