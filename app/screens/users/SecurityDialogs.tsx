import { Text, Textarea } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { accountsContract } from '#shared/contract/accounts.ts';
import { peopleContract } from '#shared/contract/people.ts';
import { nameOf, type PersonRow } from '#app/features/people/people.ts';
import { useCommand } from '#app/lib/query.ts';
import type { ToastRow } from '#app/lib/toasts.ts';
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx';

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
  const send = useCommand(accountsContract.sendResetLink, {
    success: linkSent,
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
        <Trans>
          A mail goes to {email}. Its link works once and for 30 minutes; the current password works until a
          new one is chosen.
        </Trans>
      }
      busy={send.isPending}
      error={send.error}
      onConfirm={() => send.mutate({ body: { userId: person.id } })}
      onClose={onClose}
    />
  );
}

/** Unlocks an account that too many failures have locked (AUTH-07). */
export function UnlockDialog({ person, onClose }: DialogProps) {
  const { t } = useLingui();
  const name = nameOf(person);
  const unlock = useCommand(accountsContract.unlock, {
    success: unlocked,
    successValues: () => ({ name }),
    failure: failed,
    invalidates: [peopleContract.list],
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      opened
      title={t`Unlock the account of ${name}?`}
      confirmLabel={<Trans>Unlock</Trans>}
      effects={
        <Trans>
          Too many failed sign-ins have locked it. Afterwards the person can sign in again with the same
          password.
        </Trans>
      }
      busy={unlock.isPending}
      error={unlock.error}
      onConfirm={() => unlock.mutate({ params: { userId: person.id } })}
      onClose={onClose}
    />
  );
}

/** Takes the second factor away from a person who has lost it (AUTH-09). */
export function ResetTwoFactorDialog({ person, onClose }: DialogProps) {
  const { t } = useLingui();
  const [reason, setReason] = useState('');
  const name = nameOf(person);
  const reset = useCommand(accountsContract.resetTwoFactor, {
    success: factorReset,
    successValues: () => ({ name }),
    failure: failed,
    invalidates: [peopleContract.list],
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      opened
      title={t`Reset two-factor of ${name}?`}
      confirmLabel={<Trans>Reset two-factor</Trans>}
      destructive
      effects={
        <Trans>
          The authenticator and the recovery codes stop working, open sessions end, and a mail tells the
          person. Until a new authenticator is enrolled, the password alone is enough.
        </Trans>
      }
      busy={reset.isPending}
      error={reset.error}
      onConfirm={() =>
        reset.mutate({
          params: { userId: person.id },
          body: reason.trim() === '' ? {} : { reason: reason.trim() },
        })
      }
      onClose={onClose}
    >
      <Text size="sm" c="dimmed" mb="xs">
        <Trans>Make sure that it is really this person who asks, for example by a call.</Trans>
      </Text>
      <Textarea
        label={t`Reason`}
        description={t`Stands in the audit trail beside the change.`}
        autosize
        maxRows={4}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
