/** The common fields of both dialogs that assign modules: the due date, whether it is retraining, and the reason. */
import { isRealDate, wrongDate } from '#shared/domain/calendar/calendar.ts';
import type { FormValues } from '#app/lib/forms.ts';
import { reasonText } from '#app/lib/reasons.ts';

/** The fields that both dialogs have. */
export interface AssigningValues extends FormValues {
  dueDate: string;
  retrain: boolean;
  reason: string;
}

/** Returns the errors of the values: a wrong date, or retraining without a reason. */
export const assigningErrors = ({ dueDate, retrain, reason }: AssigningValues) => ({
  ...(!isRealDate(dueDate) && { dueDate: reasonText(wrongDate(dueDate)) }),
  ...(retrain && reason.trim() === '' && { reason: reasonText('reason_required') }),
});

/** Returns the values as they are sent. */
export const assigningBody = ({ dueDate, retrain, reason }: AssigningValues) => ({
  dueDate,
  ...(retrain && { retrain }),
  ...(reason.trim() !== '' && { reason: reason.trim() }),
});
