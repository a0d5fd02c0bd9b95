import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffectEvent, useEffect, type ReactNode } from 'react';
import { atFormFields, type SignatureInput } from '#app/features/signing/signature-input.ts';
import classes from '#app/features/signing/Signing.module.css';
import { WhatIsSigned } from '#app/features/signing/WhatIsSigned.tsx';
import { ApiError } from '#app/lib/api-error.ts';
import { useAppForm } from '#app/lib/forms.ts';
import { say } from '#app/lib/reasons.ts';
import type { SessionUser } from '#app/lib/session.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { TextLink } from '#app/ui/links.tsx';
import { DialogFooter } from '#app/ui/DialogFooter.tsx';

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
  onProvider,
  onPasskey,
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
  /** Signs in at the provider instead; absent where the session did not begin there. */
  readonly onProvider?: (() => void) | undefined;
  /** Uses a passkey instead; absent without one. */
  readonly onPasskey?: (() => void) | undefined;
}) {
  const { t } = useLingui();
  // The first signature of a session asks for all factors, later ones for the password (SIG-03).
  const withCode = user.signatureAsksCode || asksForCode(error);
  const { form, submit, showErrors } = useAppForm({
    initialValues: { password: '', code: '' },
    rules: ({ password, code }): Record<string, string> => ({
      ...(password === '' ? { password: say('password_needed') } : {}),
      ...(withCode && code.trim() === '' ? { code: say('authenticator_code_needed') } : {}),
    }),
    send: ({ password, code }) =>
      onSign({ password, meaning, ...(withCode && code.trim() !== '' ? { code: code.trim() } : {}) }),
  });
  const refused = error instanceof ApiError && error.errors.length > 0 ? error : null;
  const show = useEffectEvent((refusal: ApiError) => {
    const here = atFormFields(refusal);
    // What is wrong is typed anew, not mended.
    for (const { path } of here.errors)
      if (path === 'password' || path === 'code') form.setFieldValue(path, '');
    showErrors(here);
  });
  useEffect(() => {
    if (refused) show(refused);
  }, [refused]);
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <WhatIsSigned printedName={printedName} facts={facts} meaning={meaning} />
        {/* Password managers find the account by this field. */}
        <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordInput
          size="md"
          label={t`Password`}
          description={t`Enter your password again to confirm your identity.`}
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
            description={t`Asked once in each session, at your first signature.`}
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
        {onPasskey && (
          <Button variant="subtle" size="compact-sm" px={0} className={classes.otherWay} onClick={onPasskey}>
            <Trans>Use a passkey instead</Trans>
          </Button>
        )}
        {onProvider && (
          <Button variant="subtle" size="compact-sm" px={0} className={classes.otherWay} onClick={onProvider}>
            <Trans>Confirm with your organization instead</Trans>
          </Button>
        )}
        <DialogFooter className={classes.buttons}>
          <Button variant="default" size="md" onClick={onCancel} disabled={busy}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" size="md" loading={busy}>
            <Trans>Sign</Trans>
          </Button>
        </DialogFooter>
      </Stack>
    </form>
  );
}

/** True where the server asks for a code that the page did not expect: two-factor was switched on elsewhere meanwhile. */
function asksForCode(error: Error | null): boolean {
  return error instanceof ApiError && error.errors.some(({ path }) => path.endsWith('.code'));
}
