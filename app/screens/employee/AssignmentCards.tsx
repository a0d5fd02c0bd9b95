import { Paper, Text } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { AssignmentAction } from '#app/features/assignments/AssignmentAction.tsx';
import { AssignmentStatus } from '#app/features/assignments/AssignmentStatus.tsx';
import { ModuleFacts } from '#app/features/assignments/ModuleFacts.tsx';
import { stateOf, type OwnAssignment } from '#app/features/assignments/order.ts';
import { ProgressLine } from '#app/features/assignments/ProgressLine.tsx';
import { useToday } from '#app/features/assignments/today.ts';
import { DueText } from '#app/features/training/DueText.tsx';
import classes from '#app/screens/employee/Employee.module.css';

/** Own trainings on a phone: cards in due order with one big button each (UI.md 'Learner on a phone'). */
export function AssignmentCards({ assignments }: { readonly assignments: readonly OwnAssignment[] }) {
  const { t } = useLingui();
  const today = useToday();
  return (
    <ul className={classes.phoneList} aria-label={t`Own trainings`}>
      {assignments.map((assignment) => (
        <Paper key={assignment.id} component="li" withBorder className={classes.phoneCard}>
          <div className={classes.phoneHead}>
            <AssignmentStatus assignment={assignment} />
            <span className={classes.due}>
              <DueText assignment={stateOf(assignment)} today={today} />
            </span>
          </div>
          <div>
            <Text fw={650}>{assignment.module.title}</Text>
            <ModuleFacts module={assignment.module} />
          </div>
          {assignment.started && assignment.status !== 'completed' && (
            <ProgressLine value={assignment.progress} title={assignment.module.title} />
          )}
          <AssignmentAction assignment={assignment} big />
        </Paper>
      ))}
    </ul>
  );
}
