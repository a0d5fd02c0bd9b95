import { Plural, Trans } from '@lingui/react/macro';
import { assignmentDueText, isDueSoon } from '#shared/domain/assignments/due.ts';
import type { AssignmentState } from '#shared/domain/assignments/status.ts';
import { useFormat } from '#app/lib/format.ts';

/**
 * When an assignment is due, in the words of SPEC §9: '3 days left', 'Due today', '2 days overdue', 'None due', or
 * the date beyond a week. `today` is the calendar date in the organization's zone.
 */
export function DueText({
  assignment,
  today,
}: {
  readonly assignment: AssignmentState;
  readonly today: string;
}) {
  const format = useFormat();
  const text = assignmentDueText(assignment, today);
  const tone = text.kind === 'days_overdue' ? 'red' : isDueSoon(assignment, today) ? 'amber' : undefined;
  const days = 'days' in text ? text.days : 0;
  const date = assignment.dueDate ?? undefined;
  return (
    <time
      dateTime={date}
      title={date && format.date(date)}
      className="tt-figures"
      style={tone && { color: `var(--tt-${tone}-text)`, fontWeight: 550 }}
    >
      {text.kind === 'days_left' && <Plural value={days} one="# day left" other="# days left" />}
      {text.kind === 'due_today' && <Trans>Due today</Trans>}
      {text.kind === 'days_overdue' && <Plural value={days} one="# day overdue" other="# days overdue" />}
      {text.kind === 'none_due' && <Trans>None due</Trans>}
      {text.kind === 'date' && format.date(text.date)}
    </time>
  );
}
