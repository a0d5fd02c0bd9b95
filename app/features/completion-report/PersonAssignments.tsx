import { Table, Text, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Trans, useLingui } from '@lingui/react/macro';
import { CompletionProof } from '#app/features/completion-report/CompletionProof.tsx';
import { PersonCards } from '#app/features/completion-report/PersonCards.tsx';
import type { ReportAssignment, ReportStatus } from '#app/features/completion-report/report.ts';
import { Evidence } from '#app/features/training/Evidence.tsx';
import { StatusBadge } from '#app/features/training/StatusBadge.tsx';
import { DueDateMoved, VersionFacts } from '#app/features/training/VersionFacts.tsx';
import { useFormat } from '#app/lib/format.ts';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { CalendarDate, EvidenceTime, Moment } from '#app/ui/Moment.tsx';

/** The assignments of one person, all or those of one status: a table, on a phone cards. */
export function PersonAssignments({
  name,
  assignments,
  status,
}: {
  readonly name: string;
  readonly assignments: readonly ReportAssignment[];
  readonly status: ReportStatus | null;
}) {
  const { t } = useLingui();
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const shown = assignments.filter((one) => status === null || one.status === status);
  if (shown.length === 0) {
    return (
      <EmptyState
        title={
          status === null ? (
            <Trans>No training assignments</Trans>
          ) : (
            <Trans>No assignment has this status</Trans>
          )
        }
      />
    );
  }
  if (phone) return <PersonCards name={name} assignments={shown} />;
  return (
    <section
      aria-label={t`Assignments of ${name}`}
      data-scrolls
      style={{ overflowX: 'auto' }}
      // Keyboard users must be able to scroll overflowing content.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <Table verticalSpacing="sm" miw={680}>
        <caption>
          <VisuallyHidden>{t`Assignments of ${name}`}</VisuallyHidden>
        </caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t`Module`}</Table.Th>
            <Table.Th>{t`Status`}</Table.Th>
            <Table.Th>{t`Assigned`}</Table.Th>
            <Table.Th>{t`Due`}</Table.Th>
            <Table.Th>{t`Completed`}</Table.Th>
            <Table.Th>{t`Score`}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map((assignment) => (
            <AssignmentRow key={assignment.id} assignment={assignment} />
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

function AssignmentRow({ assignment }: { readonly assignment: ReportAssignment }) {
  const format = useFormat();
  const { dueDate, completedDate, completedTimeZone, completionKind, score } = assignment;
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
          {assignment.moduleTitle}
        </Text>
        <Text size="xs" c="dimmed">
          <VersionFacts completed={assignment.versionCompleted} effective={assignment.effectiveVersion} />
        </Text>
        <Evidence evidence={assignment.evidence} />
        <CompletionProof assignment={assignment} />
      </Table.Td>
      <Table.Td>
        <StatusBadge status={assignment.status} size="sm" />
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <Moment value={assignment.assignedDate} />
      </Table.Td>
      <Table.Td>
        <span style={{ whiteSpace: 'nowrap' }}>
          {dueDate === null ? '–' : <CalendarDate value={dueDate} />}
        </span>
        <DueDateMoved move={assignment.dueDateMoved} />
      </Table.Td>
      <Table.Td>
        {completedDate === null ? (
          '–'
        ) : (
          <EvidenceTime value={completedDate} timeZone={completedTimeZone} kind={completionKind} />
        )}
      </Table.Td>
      <Table.Td className="tt-figures">{score === null ? '–' : format.percent(score, 1)}</Table.Td>
    </Table.Tr>
  );
}
