import { NumberInput, Text, TextInput } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { assignmentsContract } from '#shared/contract/assignments.ts';
import { compareDates, isRealDate, wrongDate } from '#shared/domain/calendar/calendar.ts';
import type { OwnAssignment } from '#app/features/assignments/order.ts';
import { errorOutsideFields, useAppForm, type FormValues } from '#app/lib/forms.ts';
import { messages } from '#app/lib/messages.ts';
import { useCommand } from '#app/lib/query.ts';
import { reasonText } from '#app/lib/reasons.ts';
import type { ToastRow } from '#app/lib/toasts.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';
import { ReasonInput } from '#app/ui/ReasonInput.tsx';

interface Values extends FormValues {
  completedOn: string;
  score: number | string;
  reason: string;
}

const recorded: ToastRow = { tone: 'default', title: msg`Past Training Recorded` };

/** Records past training with a reason (SIG-02): without a signature of the person, and with both times. */
export function PastTrainingDialog({
  assignment,
  name,
  today,
  onClose,
}: {
  readonly assignment: OwnAssignment;
  /** The person whose training it is. */
  readonly name: string;
  /** Today in the time zone of the person's organization. */
  readonly today: string;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const record = useCommand(assignmentsContract.recordCompletion, {
    success: recorded,
    failure: messages.statusUpdateFailed,
    onSuccess: onClose,
    onError: (error) => showErrors(error),
  });
  const { form, submit, showErrors } = useAppForm<Values>({
    initialValues: { completedOn: '', score: '', reason: '' },
    rules: ({ completedOn, reason }) => ({
      ...(!isRealDate(completedOn)
        ? { completedOn: reasonText(wrongDate(completedOn)) }
        : compareDates(completedOn, today) > 0 && {
            completedOn: reasonText('after_today'),
          }),
      ...(reason.trim() === '' && { reason: reasonText('reason_required') }),
    }),
    send: ({ completedOn, score, reason }) =>
      record.mutate({
        params: { id: assignment.id },
        body: { completedOn, reason: reason.trim(), ...(score !== '' && { score: Number(score) }) },
      }),
  });
  return (
    <FormDialog
      opened
      title={t`Record past training`}
      submitLabel={<Trans>Record</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={record.isPending}
      changed={form.isDirty()}
      size="md"
    >
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {assignment.module.title}
      </Text>
      <Text size="sm" c="dimmed">
        <Trans>
          The record says that you entered it, when and why. It is not a signature of {name}, and it cannot be
          changed afterwards.
        </Trans>
      </Text>
      <TextInput
        type="date"
        max={today}
        label={t`Day of the training`}
        withAsterisk
        data-autofocus
        {...form.getInputProps('completedOn')}
      />
      <NumberInput
        label={t`Score in percent`}
        min={0}
        max={100}
        decimalScale={2}
        {...form.getInputProps('score')}
      />
      <ReasonInput
        description={t`Recorded with the completion and in the audit trail.`}
        withAsterisk
        {...form.getInputProps('reason')}
      />
      <DialogError error={errorOutsideFields(record.error, form.values)} />
    </FormDialog>
  );
}
