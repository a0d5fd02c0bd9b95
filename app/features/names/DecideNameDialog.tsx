import { Text, Textarea } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { namesContract } from '#shared/contract/names.ts';
import { fullName } from '#shared/domain/people/names.ts';
import { type NameRequestRow } from '#app/features/names/names.ts';
import { MailNotice } from '#app/features/mail/MailNotice.tsx';
import { Facts } from '#app/features/signing/Facts.tsx';
import { errorOutsideFields, useAppForm } from '#app/lib/forms.ts';
import { useMailServer } from '#app/lib/mail-server.ts';
import { useCommand, useInvalidate } from '#app/lib/query.ts';
import { reasonText } from '#app/lib/reasons.ts';
import { useUser } from '#app/lib/session.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';

const messages = {
  approve: { tone: 'default', title: msg`Name changed` },
  decline: { tone: 'default', title: msg`Name change declined` },
} as const;

/** Approves or declines a requested name (AUTH-16): declining needs a reason, approving one in the regulated profile. */
export function DecideNameDialog({
  request,
  decision,
  onClose,
}: {
  readonly request: NameRequestRow;
  readonly decision: 'approve' | 'decline';
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const invalidate = useInvalidate();
  const { asksReasons } = useUser();
  const { toastOf } = useMailServer();
  const declines = decision === 'decline';
  const needsReason = declines || asksReasons;
  const decide = useCommand(declines ? namesContract.decline : namesContract.approve, {
    success: toastOf(messages[decision]),
    onSuccess: onClose,
    onError: (error) => {
      if (!showErrors(error)) void invalidate(namesContract.approve);
      return true;
    },
  });
  const { form, submit, showErrors } = useAppForm({
    initialValues: { reason: '' },
    rules: ({ reason }) => ({
      ...(needsReason && reason.trim() === '' && { reason: reasonText('reason_required') }),
    }),
    send: ({ reason }) => {
      const said = reason.trim();
      decide.mutate({
        params: { id: request.id },
        body: said === '' ? {} : { reason: said },
      });
    },
  });
  return (
    <FormDialog
      opened
      title={declines ? <Trans>Decline the name change</Trans> : <Trans>Approve the name change</Trans>}
      submitLabel={declines ? <Trans>Decline</Trans> : <Trans>Approve</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={decide.isPending}
      changed={form.isDirty()}
      destructive={declines}
      size="md"
    >
      <Facts
        rows={[
          [<Trans key="n">Current name</Trans>, fullName(request.current) || request.email],
          [<Trans key="w">Requested name</Trans>, fullName(request.requested)],
        ]}
      />
      <Text size="sm">
        {declines ? (
          <Trans>The name stays as it is. The person gets an email with your reason.</Trans>
        ) : (
          <Trans>
            New signatures will show the new name. Existing signatures keep the old one. The person gets an
            email.
          </Trans>
        )}
      </Text>
      <Textarea
        label={needsReason ? t`Reason` : t`Reason (optional)`}
        withAsterisk={needsReason}
        data-autofocus
        autosize
        minRows={2}
        maxRows={6}
        maxLength={500}
        {...form.getInputProps('reason')}
      />
      <MailNotice />
      <DialogError error={errorOutsideFields(decide.error, form.values)} />
    </FormDialog>
  );
}
