import { Alert, Text, Textarea } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle } from '@tabler/icons-react';
import { hrAgreementsContract } from '#shared/contract/hr-agreements.ts';
import { holdsNoLonger, seenAs } from '#app/features/hr/seen.ts';
import { beyondFields, useAppForm } from '#app/lib/forms.ts';
import { useCommand, useInvalidate } from '#app/lib/query.ts';
import { translateServerText } from '#app/lib/server-texts.ts';
import { agreementMessages } from '#app/screens/hr-agreements/agreement-texts.ts';
import { agreementCalls, type Agreement } from '#app/screens/hr-agreements/agreements.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';

/** Ends an agreement, or discards one that is not active, with a reason (HR-03). */
export function TerminateDialog({
  agreement,
  onClose,
}: {
  readonly agreement: Agreement;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const invalidate = useInvalidate();
  const { id, state, title, noticeDays } = agreement;
  const unsigned = state === 'draft' || state === 'out_for_signature';
  const end = useCommand(hrAgreementsContract.terminate, {
    success: agreementMessages.terminated,
    invalidates: agreementCalls,
    onSuccess: onClose,
    onError: (error) => {
      if (!showErrors(error)) void invalidate(...agreementCalls);
      return true;
    },
  });
  const { form, submit, showErrors } = useAppForm({
    initialValues: { reason: '' },
    rules: ({ reason }) => ({
      ...(reason.trim() === '' && { reason: translateServerText('A reason is needed for this.') }),
    }),
    send: ({ reason }) =>
      end.mutate({ params: { id }, body: { reason: reason.trim() }, ifMatch: seenAs(agreement) }),
  });
  const error = beyondFields(end.error, form.values);
  return (
    <FormDialog
      opened
      title={unsigned ? t`Discard the agreement` : t`Terminate the agreement`}
      submitLabel={unsigned ? <Trans>Discard</Trans> : <Trans>Terminate</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={end.isPending}
      blocked={holdsNoLonger(error)}
      changed={form.isDirty()}
      destructive
      size="md"
    >
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {title}
      </Text>
      <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />}>
        {unsigned ? (
          <Trans>Nobody can sign it any more, and it cannot be taken up again.</Trans>
        ) : (
          <>
            <Trans>It ends at once and cannot be taken up again.</Trans>{' '}
            {noticeDays > 0 && (
              <Plural
                value={noticeDays}
                one="A notice of # day was agreed."
                other="A notice of # days was agreed."
              />
            )}
          </>
        )}
      </Alert>
      <Textarea
        label={t`Reason`}
        description={t`Stands in the audit trail and with the agreement.`}
        withAsterisk
        data-autofocus
        autosize
        minRows={2}
        maxRows={6}
        maxLength={500}
        {...form.getInputProps('reason')}
      />
      <DialogError error={error} />
    </FormDialog>
  );
}
