import { Plural, Trans } from '@lingui/react/macro';
import {
  assignmentDueText,
  isDueSoon,
  type DueText as ReasonWithParams,
} from '#shared/domain/assignments/due.ts';
import type { AssignmentState } from '#shared/domain/assignments/status.ts';
import { useFormat } from '#app/lib/format.ts';

/**
 * The due date of an assignment, in the words of SPEC §9: '3 days left', 'Due today', '2 days overdue', 'None due', or the
 * date beyond a week. `today` is the calendar date in the organization's zone.
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
  const date = assignment.dueDate ?? undefined;
  return (
    <time
      dateTime={date}
      title={date && format.date(date)}
      className="tt-figures"
      style={tone && { color: `var(--tt-${tone}-text)`, fontWeight: 550 }}
    >
      <DueTextWords text={text} />
    </time>
  );
}

/** Only the words: '3 days left', 'Due today', '2 days overdue', the date, or 'None due' (SPEC §9, LRN-01). */
export function DueTextWords({ text }: { readonly text: ReasonWithParams }) {
  const format = useFormat();
  const days = 'days' in text ? text.days : 0;
  switch (text.kind) {
    case 'days_left':
      return <Plural value={days} one="# day left" other="# days left" />;
    case 'due_today':
      return <Trans>Due today</Trans>;
    case 'days_overdue':
      return <Plural value={days} one="# day overdue" other="# days overdue" />;
    case 'date':
      return format.date(text.date);
    case 'none_due':
      return <Trans>None due</Trans>;
  }
}
