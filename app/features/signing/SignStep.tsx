import { Button, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { CurrentPassword } from '#app/features/security/CurrentPassword.tsx';
import { useRefusal } from '#app/features/security/PasswordAndCode.tsx';
import { atFormFields } from '#app/features/signing/signature-input.ts';
import { SignFrame, type SignParts } from '#app/features/signing/SignFrame.tsx';
import { ApiError } from '#app/lib/api-error.ts';
import { useAppForm } from '#app/lib/forms.ts';
import { reasonText } from '#app/lib/reasons.ts';
import type { SessionUser } from '#app/lib/session.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { TextLink } from '#app/ui/links.tsx';

/** The content of the signature, and the signer's proof of identity (SIG-01): the password, and the authenticator's code if one is on. */
export function SignStep({
  user,
  onProvider,
  onPasskey,
  ...parts
}: SignParts & {
  readonly user: SessionUser;
  /** Signs in at the provider instead; absent if the session did not start there. */
  readonly onProvider?: (() => void) | undefined;
  /** Uses a passkey instead; absent without one. */
  readonly onPasskey?: (() => void) | undefined;
}) {
  const { meaning, busy, error, onSign } = parts;
  const { t } = useLingui();
  // The first signature of a session requires all factors, later ones the password (SIG-03).
  const withCode = user.signatureAsksCode || asksForCode(error);
  const { form, submit, showErrors } = useAppForm({
    initialValues: { password: '', code: '' },
    rules: ({ password, code }): Record<string, string> => ({
      ...(password === '' ? { password: reasonText('password_needed') } : {}),
      ...(withCode && code.trim() === '' ? { code: reasonText('authenticator_code_needed') } : {}),
    }),
    send: ({ password, code }) =>
      onSign({ password, meaning, ...(withCode && code.trim() !== '' ? { code: code.trim() } : {}) }),
  });
  const elsewhere = useRefusal(error, (refusal) => {
    const here = atFormFields(refusal);
    // A wrong entry is cleared, to be typed again.
    for (const { path } of here.errors)
      if (path === 'password' || path === 'code') form.setFieldValue(path, '');
    showErrors(here);
  });
  return (
    <form onSubmit={submit} noValidate>
      <SignFrame
        parts={parts}
        others={[
          [<Trans key="k">Use a passkey instead</Trans>, onPasskey],
          [<Trans key="p">Confirm with your organization instead</Trans>, onProvider],
        ]}
        button={
          <Button type="submit" size="md" loading={busy}>
            <Trans>Sign</Trans>
          </Button>
        }
      >
        <CurrentPassword
          size="md"
          description={t`Enter your password again to confirm your identity.`}
          required
          withAsterisk={false}
          {...form.getInputProps('password')}
        />
        {withCode && (
          <TextInput
            size="md"
            label={t`Authenticator code`}
            description={t`Required once per session, at your first signature.`}
            autoComplete="one-time-code"
            inputMode="numeric"
            {...form.getInputProps('code')}
          />
        )}
        {elsewhere && <DialogError error={elsewhere} />}
        {error instanceof ApiError && error.code === 'TEMPORARY_PASSWORD' && (
          <TextLink to="/settings" size="sm">
            <Trans>Go to Settings to choose your own password</Trans>
          </TextLink>
        )}
      </SignFrame>
    </form>
  );
}

/** True if the server requests a code that the page did not expect: two-factor was turned on elsewhere in the meantime. */
function asksForCode(error: Error | null): boolean {
  return error instanceof ApiError && error.errors.some(({ path }) => path.endsWith('.code'));
}
