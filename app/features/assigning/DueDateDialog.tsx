import { Text } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { assignmentsContract } from '#shared/contract/assignments.ts';
import { isRealDate, wrongDate } from '#shared/domain/calendar/calendar.ts';
import type { OwnAssignment } from '#app/features/assignments/order.ts';
import { DueDateInput } from '#app/features/assigning/DueDateInput.tsx';
import { ApiError } from '#app/lib/api-error.ts';
import { errorOutsideFields, useAppForm, type FormValues } from '#app/lib/forms.ts';
import { useCommand, useInvalidate } from '#app/lib/query.ts';
import { reasonText } from '#app/lib/reasons.ts';
import type { ToastRow } from '#app/lib/toasts.ts';
import { newerIn, useNewer } from '#app/lib/use-newer.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';
import { CalendarDate } from '#app/ui/Moment.tsx';
import { ReasonInput } from '#app/ui/ReasonInput.tsx';
import { StaleNotice } from '#app/ui/StaleNotice.tsx';

interface Values extends FormValues {
  dueDate: string;
  reason: string;
}

/** A change by another person is shown above the field. */
const stale = (error: unknown): boolean => error instanceof ApiError && error.code === 'STALE';

/** Returns a day as the dialog shows it; text that is not a valid date is shown as entered. */
const day = (value: string | null) =>
  value !== null && isRealDate(value) ? <CalendarDate value={value} /> : (value ?? '–');

/** The fields that the dialog changes, with the revision that is sent with the change. */
type Moved = Pick<OwnAssignment, 'dueDate' | 'revision'>;

const valuesOf = ({ dueDate }: Moved): Values => ({ dueDate: dueDate ?? '', reason: '' });

const changed: ToastRow = { tone: 'default', title: msg`Due Date Changed` };
const changeFailed: ToastRow = {
  tone: 'destructive',
  title: msg`Update Failed`,
  text: msg`Failed to change the due date. Please try again.`,
};

/**
 * Changes the due date of an open training, with a reason (LRN-06). A change that another person has made in the meantime is
 * not overwritten.
 */
export function DueDateDialog({
  assignment,
  today,
  onClose,
}: {
  readonly assignment: OwnAssignment;
  /** Today in the time zone of the person's organization. */
  readonly today: string;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const invalidate = useInvalidate();
  const { base, newer, setNewer, goOn } = useNewer<Moved, Moved, Values>(assignment, valuesOf);
  const move = useCommand(assignmentsContract.update, {
    success: changed,
    failure: changeFailed,
    onSuccess: onClose,
    onError: (error) => {
      const current = newerIn<Moved>(error);
      if (!current) return showErrors(error);
      setNewer(current);
      // The list behind shows the current date.
      void invalidate(assignmentsContract.update);
      return true;
    },
  });
  const { form, submit, showErrors } = useAppForm<Values>({
    initialValues: valuesOf(assignment),
    rules: ({ dueDate, reason }) => ({
      ...(!isRealDate(dueDate) && { dueDate: reasonText(wrongDate(dueDate)) }),
      ...(reason.trim() === '' && { reason: reasonText('reason_required') }),
    }),
    send: ({ dueDate, reason }) =>
      move.mutate({
        params: { id: assignment.id },
        body: { dueDate, reason: reason.trim() },
        ifMatch: `"${String(base.revision)}"`,
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
      blocked={newer !== null}
      changed={form.isDirty()}
      size="md"
    >
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {assignment.module.title}
      </Text>
      {newer && (
        <StaleNotice
          changes={
            newer.dueDate === base.dueDate
              ? []
              : [
                  {
                    label: <Trans>Due date</Trans>,
                    before: day(base.dueDate),
                    after: day(newer.dueDate),
                    ...(form.values.dueDate !== base.dueDate && {
                      mine: day(form.values.dueDate),
                    }),
                  },
                ]
          }
          onTakeNewer={() => form.setValues(goOn(form.values, true))}
          onKeepMine={() => form.setValues(goOn(form.values, false))}
        />
      )}
      <DueDateInput label={t`Due date`} today={today} data-autofocus {...form.getInputProps('dueDate')} />
      <ReasonInput withAsterisk {...form.getInputProps('reason')} />
      <DialogError error={stale(move.error) ? null : errorOutsideFields(move.error, form.values)} />
    </FormDialog>
  );
}
