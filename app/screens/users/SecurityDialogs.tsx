import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { optionalReasonBody } from '#shared/contract/common.ts';
import { accountSecurityContract } from '#shared/contract/account-security.ts';
import { accountsContract } from '#shared/contract/accounts.ts';
import { MailNotice } from '#app/features/mail/MailNotice.tsx';
import { nameOf, type PersonRow } from '#app/features/people/people.ts';
import { errorOutsideFields, useAppForm, validateBy } from '#app/lib/forms.ts';
import { useMailServer } from '#app/lib/mail-server.ts';
import { useCommand } from '#app/lib/query.ts';
import { useUser } from '#app/lib/session.ts';
import type { ToastRow } from '#app/lib/toasts.ts';
import { ConfirmDialog, DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';
import { ReasonInput } from '#app/ui/ReasonInput.tsx';
import { withReason } from '#app/screens/users/with-reason.ts';

interface DialogProps {
  readonly person: PersonRow;
  readonly onClose: () => void;
}

const failed: ToastRow = {
  tone: 'destructive',
  title: msg`Error`,
  text: msg`Failed to change the account`,
  serverFirst: true,
};
const linkSent: ToastRow = {
  tone: 'default',
  title: msg`Reset link sent`,
  text: msg({ message: '{email}' }),
};
const unlocked: ToastRow = {
  tone: 'default',
  title: msg`Account unlocked`,
  text: msg({ message: '{name}' }),
};
const factorReset: ToastRow = {
  tone: 'default',
  title: msg`Two-factor was reset`,
  text: msg({ message: '{name}' }),
};

/** Sends a link to choose a new password (AUTH-10): works once, for 30 minutes, at the stored address only. */
export function ResetLinkDialog({ person, onClose }: DialogProps) {
  const { t } = useLingui();
  const { email = '' } = person;
  const { toast } = useMailServer();
  const send = useCommand(accountsContract.sendResetLink, {
    success: toast(linkSent),
    successValues: () => ({ email }),
    failure: failed,
    onSuccess: onClose,
  });
  const name = nameOf(person);
  return (
    <ConfirmDialog
      opened
      title={t`Send ${name} a reset link?`}
      confirmLabel={<Trans>Send reset link</Trans>}
      effects={
        <>
          <Trans>
            An email goes to {email}. Its link works once and for 30 minutes; the current password works until
            a new one is chosen.
          </Trans>
          <MailNotice />
        </>
      }
      busy={send.isPending}
      error={send.error}
      onConfirm={() => send.mutate({ body: { userId: person.id } })}
      onClose={onClose}
    />
  );
}

/** Unlocks an account that was locked after too many failures (AUTH-07). */
export function UnlockDialog({ person, onClose }: DialogProps) {
  const { t } = useLingui();
  const { asksReasons } = useUser();
  const [reason, setReason] = useState('');
  const name = nameOf(person);
  const unlock = useCommand(accountsContract.unlock, {
    success: unlocked,
    successValues: () => ({ name }),
    failure: failed,
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      opened
      title={t`Unlock the account of ${name}?`}
      confirmLabel={<Trans>Unlock</Trans>}
      effects={
        <Trans>
          It was locked after too many failed sign-ins. Once unlocked, the person can sign in again with the
          same password.
        </Trans>
      }
      busy={unlock.isPending}
      error={unlock.error}
      blocked={asksReasons && reason.trim() === ''}
      onConfirm={() => unlock.mutate({ params: { userId: person.id }, body: withReason({}, reason) })}
      onClose={onClose}
    >
      {asksReasons && (
        <ReasonInput withAsterisk value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
      )}
    </ConfirmDialog>
  );
}

/** Removes the second factor of a person who has lost it (AUTH-09); the regulated profile requires a reason (AUTH-07). */
export function ResetTwoFactorDialog({ person, onClose }: DialogProps) {
  const { t } = useLingui();
  const name = nameOf(person);
  const reset = useCommand(accountSecurityContract.resetTwoFactor, {
    success: factorReset,
    successValues: () => ({ name }),
    failure: failed,
    onSuccess: onClose,
    onError: (error) => showErrors(error),
  });
  const { form, submit, showErrors } = useAppForm({
    initialValues: { reason: '' },
    rules: (values) => validateBy(optionalReasonBody)(resetBody(values)),
    send: (values) => reset.mutate({ params: { userId: person.id }, body: resetBody(values) }),
  });
  return (
    <FormDialog
      opened
      title={t`Reset two-factor of ${name}?`}
      submitLabel={<Trans>Reset two-factor</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={reset.isPending}
      changed={form.isDirty()}
      size="md"
      destructive
    >
      <Text size="sm" c="dimmed">
        <Trans>Make sure the request really comes from this person, for example by calling them.</Trans>
      </Text>
      <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />}>
        <Trans>
          The authenticator and the recovery codes stop working, open sessions end, and the person is notified
          by email. Until a new authenticator is enrolled, the password alone is enough.
        </Trans>
      </Alert>
      <ReasonInput data-autofocus {...form.getInputProps('reason')} />
      <DialogError error={errorOutsideFields(reset.error, form.values)} />
    </FormDialog>
  );
}

const resetBody = ({ reason }: { readonly reason: string }) => withReason({}, reason);
