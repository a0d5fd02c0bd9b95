import { Paper, Stack, Text } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { CompletionProof } from '#app/features/completion-report/CompletionProof.tsx';
import { Evidence } from '#app/features/training/Evidence.tsx';
import { StatusBadge } from '#app/features/training/StatusBadge.tsx';
import { DueDateMoved, VersionFacts } from '#app/features/training/VersionFacts.tsx';
import { useFormat } from '#app/lib/format.ts';
import classes from '#app/features/completion-report/PersonCards.module.css';
import type { ReportAssignment } from '#app/features/completion-report/report.ts';
import { CalendarDate, EvidenceTime, Moment } from '#app/ui/Moment.tsx';

/** The assignments of a person on a phone, where a table of six columns does not fit. */
export function PersonCards({
  name,
  assignments,
}: {
  readonly name: string;
  readonly assignments: readonly ReportAssignment[];
}) {
  const { t } = useLingui();
  return (
    <Stack component="ul" gap="sm" className={classes.list} aria-label={t`Assignments of ${name}`}>
      {assignments.map((assignment) => (
        <AssignmentCard key={assignment.id} assignment={assignment} />
      ))}
    </Stack>
  );
}

function AssignmentCard({ assignment }: { readonly assignment: ReportAssignment }) {
  const { t } = useLingui();
  const format = useFormat();
  const { assignedDate, dueDate, completedDate, completedTimeZone, completionKind, score } = assignment;
  const facts: readonly (readonly [name: string, value: ReactNode] | null)[] = [
    [t`Assigned`, <Moment key="assigned" value={assignedDate} />],
    dueDate === null
      ? null
      : [
          t`Due`,
          <div key="due">
            <CalendarDate value={dueDate} />
            <DueDateMoved move={assignment.dueDateMoved} />
          </div>,
        ],
    completedDate === null
      ? null
      : [
          t`Completed`,
          <EvidenceTime
            key="completed"
            value={completedDate}
            timeZone={completedTimeZone}
            kind={completionKind}
          />,
        ],
    score === null ? null : [t`Score`, format.percent(score, 1)],
  ];
  return (
    <Paper component="li" withBorder className={classes.card}>
      <StatusBadge status={assignment.status} size="sm" />
      <Text size="sm" fw={600}>
        {assignment.moduleTitle}
      </Text>
      <Text size="xs" c="dimmed">
        <VersionFacts completed={assignment.versionCompleted} effective={assignment.effectiveVersion} />
      </Text>
      <dl className={classes.facts}>
        {facts.map(
          (fact) =>
            fact && (
              <div key={fact[0]}>
                <dt>{fact[0]}</dt>
                <dd>{fact[1]}</dd>
              </div>
            ),
        )}
      </dl>
      <div>
        <Evidence evidence={assignment.evidence} />
        <CompletionProof assignment={assignment} />
      </div>
    </Paper>
  );
}
