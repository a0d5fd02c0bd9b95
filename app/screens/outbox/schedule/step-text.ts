import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { isExpiryKind, type ScheduleStep } from '#shared/domain/reminders/schedule-steps.ts';
import { useDocumentStepText } from '#app/screens/outbox/schedule/document-step-text.ts';
import { audienceLabel } from '#app/screens/outbox/schedule/schedule-form.ts';

/** Returns the text of a step: '7 days before the due date: The person'. */
export function useStepText(): (step: ScheduleStep) => string {
  const { t, i18n } = useLingui();
  const documentStepText = useDocumentStepText();
  return ({ kind, days, audience }) => {
    const who = i18n._(audienceLabel(kind, audience));
    if (isExpiryKind(kind)) return documentStepText(kind, days, who);
    if (kind === 'due') {
      return days === 0
        ? t`On the due date: ${who}`
        : t`${plural(days, { one: '# day before the due date', other: '# days before the due date' })}: ${who}`;
    }
    if (kind === 'overdue')
      return t`${plural(days, { one: '# day after the due date', other: '# days after the due date' })}: ${who}`;
    return days === 0
      ? t`When a renewal opens: ${who}`
      : t`${plural(days, { one: '# day after a renewal opened', other: '# days after a renewal opened' })}: ${who}`;
  };
}
