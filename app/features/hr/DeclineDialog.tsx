import { Text, Textarea } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { hrAgreementsContract } from '#shared/contract/hr-agreements.ts';
import { hasChangedSince, asSeen } from '#app/features/hr/seen.ts';
import { errorOutsideFields, useAppForm } from '#app/lib/forms.ts';
import { useCommand, useInvalidate } from '#app/lib/query.ts';
import { reasonText } from '#app/lib/reasons.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';

/** The other party declines to sign an agreement, with a reason that the organization reads (HR-03). */
export function DeclineDialog({
  agreement,
  onClose,
}: {
  readonly agreement: {
    readonly id: number;
    readonly title: string;
    readonly organizationName: string;
    readonly revision: number;
  };
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const invalidate = useInvalidate();
  const { id, title, organizationName } = agreement;
  const decline = useCommand(hrAgreementsContract.decline, {
    success: { tone: 'default', title: msg`Agreement declined` },
    onSuccess: onClose,
    onError: (error) => {
      if (!showErrors(error)) void invalidate(hrAgreementsContract.decline);
      return true;
    },
  });
  const { form, submit, showErrors } = useAppForm({
    initialValues: { reason: '' },
    rules: ({ reason }) => ({
      ...(reason.trim() === '' && { reason: reasonText('reason_required') }),
    }),
    send: ({ reason }) =>
      decline.mutate({ params: { id }, body: { reason: reason.trim() }, ifMatch: asSeen(agreement) }),
  });
  const error = errorOutsideFields(decline.error, form.values);
  return (
    <FormDialog
      opened
      title={<Trans>Decline the agreement</Trans>}
      submitLabel={<Trans>Decline</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={decline.isPending}
      blocked={hasChangedSince(error)}
      changed={form.isDirty()}
      destructive
      size="md"
    >
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {title}
      </Text>
      <Text size="sm">
        <Trans>
          You will not sign this agreement. {organizationName} will see your reason and can change the
          agreement and send it again.
        </Trans>
      </Text>
      <Textarea
        label={t`Reason`}
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
