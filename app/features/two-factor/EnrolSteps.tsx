import { Anchor, Button, Code, CopyButton, Stack, Text, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import {
  accountSecurityContract as contract,
  confirmForm,
  enrolForm,
} from '#shared/contract/account-security.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { CurrentPassword } from '#app/features/security/CurrentPassword.tsx';
import { QrCode } from '#app/features/two-factor/QrCode.tsx';
import { RecoveryCodes } from '#app/features/two-factor/RecoveryCodes.tsx';
import '#app/features/two-factor/two-factor-texts.ts';
import classes from '#app/features/two-factor/TwoFactor.module.css';
import { focusOnArrival } from '#app/lib/focus.ts';
import { useAppForm } from '#app/lib/forms.ts';
import { useCommand } from '#app/lib/query.ts';
import { useUser } from '#app/lib/session.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { DialogFooter } from '#app/ui/DialogFooter.tsx';

const passwordRules = enrolForm.required();

type Enrolment = ResponseOf<typeof contract.enrolTwoFactor>;

/**
 * Enrols an authenticator (AUTH-09): the password again, then the secret as QR code and key with a first code, then the
 * recovery codes. `leave` is at the left of the buttons of the first two steps.
 */
export function EnrolSteps({
  leave,
  onCodes,
  onDone,
}: {
  readonly leave: ReactNode;
  /** Called when the second factor is on and the recovery codes are shown. */
  readonly onCodes: () => void;
  readonly onDone: () => void;
}) {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (!enrolment) return <PasswordStep leave={leave} onBegun={setEnrolment} />;
  return (
    <ScanStep
      enrolment={enrolment}
      leave={leave}
      onOn={(shown) => {
        setCodes(shown);
        onCodes();
      }}
    />
  );
}

function PasswordStep({
  leave,
  onBegun,
}: {
  readonly leave: ReactNode;
  readonly onBegun: (enrolment: Enrolment) => void;
}) {
  const user = useUser();
  // Without a password, a fresh sign-in at the provider is required.
  const withPassword = !user.signsWith.includes('provider') || user.signsWith.includes('password');
  const begin = useCommand(contract.enrolTwoFactor, {
    onSuccess: onBegun,
    onError: (error) => {
      form.setFieldValue('currentPassword', '');
      showErrors(error);
      return true;
    },
  });
  const { form, submit, showErrors } = useAppForm({
    initialValues: { currentPassword: '' },
    rules: withPassword ? passwordRules : enrolForm,
    send: (body) => begin.mutate({ body: withPassword ? body : {} }),
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {withPassword ? (
            <Trans>
              You need an authenticator app on your phone, such as those of your password manager, Google,
              Microsoft or Apple. First enter your password again.
            </Trans>
          ) : (
            <Trans>
              You need an authenticator app on your phone, such as those of your password manager, Google,
              Microsoft or Apple.
            </Trans>
          )}
        </Text>
        {withPassword && <CurrentPassword {...form.getInputProps('currentPassword')} />}
        <FormError error={begin.error} />
        <DialogFooter extra={leave}>
          <Button type="submit" loading={begin.isPending}>
            <Trans>Continue</Trans>
          </Button>
        </DialogFooter>
      </Stack>
    </form>
  );
}

function ScanStep({
  enrolment,
  leave,
  onOn,
}: {
  readonly enrolment: Enrolment;
  readonly leave: ReactNode;
  readonly onOn: (codes: readonly string[]) => void;
}) {
  const { t } = useLingui();
  const confirm = useCommand(contract.confirmTwoFactor, {
    onSuccess: ({ recoveryCodes }) => onOn(recoveryCodes ?? []),
    onError: (error) => {
      form.setFieldValue('code', '');
      showErrors(error);
      return true;
    },
  });
  const { form, submit, showErrors } = useAppForm({
    initialValues: { code: '' },
    rules: confirmForm,
    send: (body) => confirm.mutate({ body }),
  });
  const readable = enrolment.key.replace(/(.{4})(?=.)/g, '$1 ');
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">
          <Trans>Scan this picture with your authenticator app.</Trans>
        </Text>
        <QrCode {...enrolment.qr} label={t`QR code for the authenticator app`} />
        <Stack gap={6}>
          <Text size="sm" c="dimmed">
            <Trans>
              No camera at hand?{' '}
              <Anchor href={enrolment.uri} underline="always">
                Open the app on this device
              </Anchor>
              , or enter this key:
            </Trans>
          </Text>
          <div className={classes.key}>
            <Code translate="no">{readable}</Code>
            <CopyButton value={enrolment.key}>
              {({ copied, copy }) => (
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={copy}
                  leftSection={
                    copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />
                  }
                >
                  {copied ? <Trans>Copied</Trans> : <Trans>Copy the key</Trans>}
                </Button>
              )}
            </CopyButton>
          </div>
        </Stack>
        <TextInput
          label={t`Authenticator code`}
          description={t`The six digits that the app shows now.`}
          placeholder="123 456"
          autoComplete="one-time-code"
          inputMode="numeric"
          className="tt-figures"
          data-autofocus
          ref={focusOnArrival}
          {...form.getInputProps('code')}
        />
        <FormError error={confirm.error} />
        <DialogFooter extra={leave}>
          <Button type="submit" loading={confirm.isPending}>
            <Trans>Turn on</Trans>
          </Button>
        </DialogFooter>
      </Stack>
    </form>
  );
}

/** An error that does not belong to a field. */
function FormError({ error }: { readonly error: Error | null }) {
  if (error && 'errors' in error && Array.isArray(error.errors) && error.errors.length > 0) return null;
  return <DialogError error={error} />;
}
