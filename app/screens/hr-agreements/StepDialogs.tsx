import { Text } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import { hrAgreementsContract } from '#shared/contract/hr-agreements.ts';
import { MailNotice } from '#app/features/mail/MailNotice.tsx';
import { hasChangedSince, asSeen } from '#app/features/hr/seen.ts';
import { useMailServer } from '#app/lib/mail-server.ts';
import { useCommand, useInvalidate } from '#app/lib/query.ts';
import { agreementMessages } from '#app/screens/hr-agreements/agreement-texts.ts';
import { type Agreement } from '#app/screens/hr-agreements/agreements.ts';
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx';

interface StepProps {
  readonly agreement: Agreement;
  readonly onClose: () => void;
}

/** A step without a form: a refusal is shown in the dialog, and the drawer behind shows the current agreement. */
function useStep(step: 'send' | 'withdraw', { agreement, onClose }: StepProps) {
  const invalidate = useInvalidate();
  const { toastOf } = useMailServer();
  const sent = agreement.partyUserId === null ? agreementMessages.sent : toastOf(agreementMessages.sent);
  const command = useCommand(hrAgreementsContract[step], {
    success: step === 'send' ? sent : agreementMessages.withdrawn,
    onSuccess: onClose,
    onError: () => {
      void invalidate(hrAgreementsContract[step]);
      return true;
    },
  });
  return {
    opened: true,
    busy: command.isPending,
    error: command.error,
    blocked: hasChangedSince(command.error),
    onConfirm: () => command.mutate({ params: { id: agreement.id }, ifMatch: asSeen(agreement) }),
    onClose,
  };
}

/** Sends a draft out for signature (HR-03). */
export function SendDialog(props: StepProps) {
  const { partyUserId, partyName, partyEmail, versionNumber } = props.agreement;
  return (
    <ConfirmDialog
      {...useStep('send', props)}
      title={<Trans>Send for signature</Trans>}
      confirmLabel={<Trans>Send for signature</Trans>}
      effects={
        partyUserId === null ? (
          <Trans>
            {partyName} has no account and gets no email. Attach the copy that the other party has signed on
            paper as version {versionNumber}; the organization signs it here.
          </Trans>
        ) : (
          <Trans>
            {partyName} gets an email at {partyEmail} and signs version {versionNumber} among the documents of
            the profile; the organization signs it here.
          </Trans>
        )
      }
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <Trans>From now on neither the terms nor the document can be changed.</Trans>
      </Text>
      {partyUserId !== null && <MailNotice />}
    </ConfirmDialog>
  );
}

/** Returns an agreement to draft as long as nobody has signed it (HR-03). */
export function WithdrawDialog(props: StepProps) {
  return (
    <ConfirmDialog
      {...useStep('withdraw', props)}
      title={<Trans>Return to draft</Trans>}
      confirmLabel={<Trans>Return to draft</Trans>}
    >
      <Text size="sm">
        <Trans>
          The other party no longer sees it. Terms and document can be changed, and it can be sent again.
        </Trans>
      </Text>
    </ConfirmDialog>
  );
}
