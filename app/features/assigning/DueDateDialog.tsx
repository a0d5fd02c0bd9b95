import { Text, Textarea } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { assignmentsContract } from '#shared/contract/assignments.ts';
import { isRealDate, wrongDate } from '#shared/domain/calendar/calendar.ts';
import type { OwnAssignment } from '#app/features/assignments/order.ts';
import { DueDateInput } from '#app/features/assigning/DueDateInput.tsx';
import { trainingCalls } from '#app/features/assigning/training-calls.ts';
import { beyondFields, useAppForm, type FormValues } from '#app/lib/forms.ts';
import { useCommand, useInvalidate } from '#app/lib/query.ts';
import { translateServerText } from '#app/lib/server-texts.ts';
import type { ToastRow } from '#app/lib/toasts.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';

interface Values extends FormValues {
  dueDate: string;
  reason: string;
}

const changed: ToastRow = { tone: 'default', title: msg`Due Date Changed` };
const changeFailed: ToastRow = {
  tone: 'destructive',
  title: msg`Update Failed`,
  text: msg`Failed to change the due date. Please try again.`,
};

/** Moves the due date of an open training, with a reason (LRN-06); what somebody else moved meanwhile is not overwritten. */
export function DueDateDialog({
  assignment,
  today,
  onClose,
}: {
  readonly assignment: OwnAssignment;
  /** Today where the person works. */
  readonly today: string;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const invalidate = useInvalidate();
  const move = useCommand(assignmentsContract.update, {
    success: changed,
    failure: changeFailed,
    invalidates: trainingCalls,
    onSuccess: onClose,
    onError: (error) => {
      // Somebody has moved it meanwhile: the list behind shows what holds now.
      if (error.code === 'STALE') void invalidate(assignmentsContract.employeeAssignments);
      return showErrors(error);
    },
  });
  const { form, submit, showErrors } = useAppForm<Values>({
    initialValues: { dueDate: assignment.dueDate ?? '', reason: '' },
    rules: ({ dueDate, reason }) => ({
      ...(!isRealDate(dueDate) && { dueDate: translateServerText(wrongDate(dueDate)) }),
      ...(reason.trim() === '' && { reason: translateServerText('A reason is needed for this.') }),
    }),
    send: ({ dueDate, reason }) =>
      move.mutate({
        params: { id: assignment.id },
        body: { dueDate, reason: reason.trim() },
        ifMatch: `"${String(assignment.revision)}"`,
      }),
  });
  return (
    <FormDialog
      opened
      title={t`Change due date`}
      submitLabel={<Trans>Save</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={move.isPending}
      changed={form.isDirty()}
      size="md"
    >
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {assignment.module.title}
      </Text>
      <DueDateInput label={t`Due date`} today={today} data-autofocus {...form.getInputProps('dueDate')} />
      <Textarea
        label={t`Reason`}
        description={t`Stands in the audit trail beside the change.`}
        withAsterisk
        autosize
        maxRows={4}
        {...form.getInputProps('reason')}
      />
      <DialogError error={beyondFields(move.error, form.values)} />
    </FormDialog>
  );
}
