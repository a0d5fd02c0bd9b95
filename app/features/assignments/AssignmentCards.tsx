import { Checkbox, Paper, Text } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { memo } from 'react';
import { isDone, isOpen } from '#shared/domain/assignments/status.ts';
import { AssignmentStatus } from '#app/features/assignments/AssignmentStatus.tsx';
import { toggled, type AssignmentChoice } from '#app/features/assignments/choice.ts';
import { HistoryFacts } from '#app/features/assignments/HistoryFacts.tsx';
import { ModuleFacts } from '#app/features/assignments/ModuleFacts.tsx';
import type { ListAction } from '#app/features/assignments/list-action.ts';
import { stateOf, type ListedTraining } from '#app/features/assignments/order.ts';
import { ProgressLine } from '#app/features/assignments/ProgressLine.tsx';
import { QuizChip } from '#app/features/assignments/QuizChip.tsx';
import { DueText } from '#app/features/training/DueText.tsx';
import chipClasses from '#app/features/assignments/Assignments.module.css';
import classes from '#app/features/assignments/TrainingList.module.css';

/** Trainings of one person on a phone: cards in due order with one big button each (UI.md 'Learner on a phone'). */
export function AssignmentCards<Row extends ListedTraining>({
  label,
  action,
  today,
  assignments,
  nextId = null,
  choice,
}: {
  readonly label: string;
  /** The button of a card. */
  readonly action: ListAction<Row>;
  /** Today in the time zone of the person's organization. */
  readonly today: string;
  readonly assignments: readonly Row[];
  /** The training whose button is the primary one of the screen. */
  readonly nextId?: number | null;
  /** Cards can be selected (LRN-06). */
  readonly choice?: AssignmentChoice | undefined;
}) {
  return (
    <ul className={classes.phoneList} aria-label={label}>
      {assignments.map((assignment) => (
        <Card
          key={assignment.id}
          assignment={assignment}
          action={action}
          today={today}
          primary={assignment.id === nextId}
          choice={choice}
        />
      ))}
    </ul>
  );
}

function PlainCard<Row extends ListedTraining>({
  assignment,
  action: Action,
  today,
  primary,
  choice,
}: {
  readonly assignment: Row;
  readonly action: ListAction<Row>;
  readonly today: string;
  readonly primary: boolean;
  readonly choice: AssignmentChoice | undefined;
}) {
  const { t } = useLingui();
  return (
    <Paper component="li" withBorder className={classes.phoneCard}>
      <div className={classes.phoneHead}>
        {choice && (
          <Checkbox
            aria-label={t`Select ${assignment.module.title}`}
            checked={choice.selected.has(assignment.id)}
            onChange={() => choice.onSelected(toggled(choice.selected, assignment.id))}
          />
        )}
        <AssignmentStatus assignment={assignment} />
        {/* A date next to 'Completed' would look like the completion date, which is shown below. */}
        {isOpen(assignment.status) && (
          <span className={classes.due}>
            <DueText assignment={stateOf(assignment)} today={today} />
          </span>
        )}
      </div>
      <div>
        <Text fw={650}>{assignment.module.title}</Text>
        <ModuleFacts module={assignment.module} />
        <HistoryFacts assignment={assignment} />
        {assignment.quiz && (
          <div className={chipClasses.chip}>
            <QuizChip assignment={assignment} />
          </div>
        )}
      </div>
      {assignment.started && !isDone(assignment.status) && (
        <ProgressLine value={assignment.progress} title={assignment.module.title} />
      )}
      <Action assignment={assignment} big primary={primary} />
    </Paper>
  );
}

/** One card, rendered again only when its training has changed. The cast keeps the type of the row, which `memo` would lose. */
const Card = memo(PlainCard) as typeof PlainCard;
