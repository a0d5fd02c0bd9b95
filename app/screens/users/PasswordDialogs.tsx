import { Alert, Button, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { accountsContract, manualPasswordForm } from '#shared/contract/accounts.ts';
import { MANUAL_PASSWORD_MIN } from '#shared/domain/passwords/policy.ts';
import { MailNotice } from '#app/features/mail/MailNotice.tsx';
import { DoneButton, PasswordField } from '#app/features/people/PasswordField.tsx';
import { nameOf, type PersonRow } from '#app/features/people/people.ts';
import { queryFor } from '#app/lib/client.ts';
import { errorOutsideFields, useAppForm, validateBy } from '#app/lib/forms.ts';
import { messages } from '#app/lib/messages.ts';
import { reportFailure, useCommand } from '#app/lib/query.ts';
import { useUser } from '#app/lib/session.ts';
import { ConfirmDialog, DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';
import { ReasonInput } from '#app/ui/ReasonInput.tsx';
import { withReason } from '#app/screens/users/with-reason.ts';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { Moment } from '#app/ui/Moment.tsx';
import { DialogFooter } from '#app/ui/DialogFooter.tsx';

interface DialogProps {
  readonly person: PersonRow;
  readonly onClose: () => void;
}

/** Gen (SPEC §2.9, AUTH-08): says that the current password and the open sessions end, then shows the generated password. */
export function GeneratePasswordDialog({ person, onClose }: DialogProps) {
  const { t } = useLingui();
  const { asksReasons } = useUser();
  const [reason, setReason] = useState('');
  const generate = useCommand(accountsContract.generatePassword, {
    failure: messages.passwordGenerateFailed,
  });
  const name = nameOf(person);
  if (generate.data) {
    const { newPassword, expiresAt } = generate.data;
    return (
      <IssuedPassword
        title={t`Generated password of ${name}`}
        password={newPassword}
        expiresAt={expiresAt}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      opened
      title={t`Generate a password for ${name}?`}
      confirmLabel={<Trans>Generate password</Trans>}
      effects={
        <Trans>
          The current password stops working and open sessions end. The new one works for seven days and must
          be changed at the first sign-in.
        </Trans>
      }
      busy={generate.isPending}
      error={generate.error}
      blocked={asksReasons && reason.trim() === ''}
      onConfirm={() => generate.mutate({ params: { userId: person.id }, body: withReason({}, reason) })}
      onClose={onClose}
    >
      {person.isActive && <MailNotice />}
      {asksReasons && (
        <ReasonInput withAsterisk value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
      )}
    </ConfirmDialog>
  );
}

/** Set (SPEC §2.9, §5): a password that an administrator enters, trimmed, at least 6 characters; the button is disabled below. */
export function SetPasswordDialog({ person, onClose }: DialogProps) {
  const { t } = useLingui();
  const { asksReasons } = useUser();
  const set = useCommand(accountsContract.setPassword, {
    failure: messages.passwordSetFailed,
    onError: (error) => showErrors(error),
  });
  const { form, submit, showErrors } = useAppForm({
    initialValues: { password: '', reason: '' },
    rules: ({ password, reason }) => validateBy(manualPasswordForm)(withReason({ password }, reason)),
    send: ({ password, reason }) =>
      set.mutate({ params: { userId: person.id }, body: withReason({ password: password.trim() }, reason) }),
  });
  const name = nameOf(person);
  if (set.data) {
    const { newPassword, expiresAt } = set.data;
    return (
      <IssuedPassword
        title={t`New password of ${name}`}
        password={newPassword}
        expiresAt={expiresAt}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      opened
      title={t`Set a password for ${name}`}
      submitLabel={<Trans>Set Password</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={set.isPending}
      blocked={form.values.password.trim().length < MANUAL_PASSWORD_MIN}
      size="md"
    >
      <Text size="sm" c="dimmed">
        <Trans>
          The current password stops working and open sessions end. The new one works for seven days and must
          be changed at the first sign-in.
        </Trans>
      </Text>
      <PasswordInput
        label={t`New password`}
        description={t`At least ${MANUAL_PASSWORD_MIN} characters`}
        autoComplete="new-password"
        data-autofocus
        visibilityToggleButtonProps={{ 'aria-label': t`Show password` }}
        {...form.getInputProps('password')}
      />
      {person.isActive && <MailNotice />}
      {asksReasons && <ReasonInput withAsterisk {...form.getInputProps('reason')} />}
      <DialogError error={errorOutsideFields(set.error, form.values)} />
    </FormDialog>
  );
}

/** View (SPEC §2.9, AUTH-08): the assigned password while it exists, otherwise why there is none, and Gen. */
export function ViewPasswordDialog({
  person,
  onClose,
  onGenerate,
}: DialogProps & { readonly onGenerate: () => void }) {
  const { t } = useLingui();
  const name = nameOf(person);
  const view = useQuery({
    ...queryFor(accountsContract.viewPassword, { params: { userId: person.id } }),
    // Each view is recorded in the audit trail, and the password is not stored in this browser.
    gcTime: 0,
    staleTime: 0,
  });
  const { error } = view;
  const tell = useEffectEvent((failed: Error) => reportFailure(failed, messages.passwordRetrieveFailed));
  useEffect(() => {
    if (error) tell(error);
  }, [error]);
  return (
    <Modal opened onClose={onClose} title={t`Password of ${name}`} size="md">
      <Load query={view} skeleton={<LineSkeletons count={2} label={t`Loading the password...`} />}>
        {({ currentPassword, state, expiresAt }) =>
          currentPassword === null ? (
            <Stack gap="md">
              <Alert color="teal" variant="light" icon={<IconInfoCircle aria-hidden />}>
                <NoPassword state={state} expiresAt={expiresAt} />
              </Alert>
              <DialogFooter>
                <Button variant="default" onClick={onClose}>
                  <Trans>Close</Trans>
                </Button>
                <Button onClick={onGenerate}>
                  <Trans>Generate password</Trans>
                </Button>
              </DialogFooter>
            </Stack>
          ) : (
            <Stack gap="md">
              <PasswordField password={currentPassword} />
              {expiresAt && <Expiry expiresAt={expiresAt} />}
              <DoneButton onClick={onClose} />
            </Stack>
          )
        }
      </Load>
    </Modal>
  );
}

function NoPassword({
  state,
  expiresAt,
}: {
  readonly state: 'temporary' | 'user_set' | 'expired' | 'none';
  readonly expiresAt: string | null;
}) {
  switch (state) {
    case 'user_set':
      return (
        <Trans>
          This person has chosen their own password, which no one can see. Generate a new one if they forgot
          it.
        </Trans>
      );
    case 'expired':
      return (
        <>
          <Trans>The assigned password has expired and is no longer shown.</Trans>{' '}
          {expiresAt && (
            <Trans>
              It ended on <Moment value={expiresAt} show="dateTime" />.
            </Trans>
          )}
        </>
      );
    case 'temporary':
    case 'none':
      return <Trans>No password has been assigned yet.</Trans>;
  }
}

function IssuedPassword({
  title,
  password,
  expiresAt,
  onClose,
}: {
  readonly title: string;
  readonly password: string | null;
  readonly expiresAt: string;
  readonly onClose: () => void;
}) {
  const [shown] = useState(password);
  return (
    <Modal opened onClose={onClose} title={title} size="md">
      <Stack gap="md">
        {shown === null ? (
          <Trans>Another password has since been issued. Choose View to see it.</Trans>
        ) : (
          <PasswordField password={shown} />
        )}
        <Expiry expiresAt={expiresAt} />
        <DoneButton onClick={onClose} />
      </Stack>
    </Modal>
  );
}

function Expiry({ expiresAt }: { readonly expiresAt: string }) {
  return (
    <Text size="sm" c="dimmed">
      <Trans>
        It works until <Moment value={expiresAt} show="dateTime" /> and must be changed at the first sign-in.
      </Trans>
    </Text>
  );
}
