import { Button, Drawer, Group, Table, Text, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Trans, useLingui } from '@lingui/react/macro';
import { isRealDate } from '#shared/domain/calendar/calendar.ts';
import { CompletionProof } from '#app/features/completion-report/CompletionProof.tsx';
import { Evidence } from '#app/features/training/Evidence.tsx';
import { StatusBadge } from '#app/features/training/StatusBadge.tsx';
import { DueDateMoved, VersionFacts } from '#app/features/training/VersionFacts.tsx';
import { useFormat } from '#app/lib/format.ts';
import { PersonCards } from '#app/features/completion-report/PersonCards.tsx';
import {
  nameOf,
  type ReportAssignment,
  type ReportPerson,
  type ReportStatus,
} from '#app/features/completion-report/report.ts';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { ButtonLink } from '#app/ui/links.tsx';
import { CalendarDate, EvidenceTime, Moment } from '#app/ui/Moment.tsx';

/** Whose assignments are open, and of which status alone; null: all of them. */
export interface OpenedPerson {
  readonly person: ReportPerson;
  readonly status: ReportStatus | null;
}

/** The assignments of one person of the report (SPEC §2.12) with each completion's signature and validity (SIG-04). */
export function PersonDrawer({
  opened,
  asOf,
  onAll,
  onClose,
}: {
  readonly opened: OpenedPerson | null;
  /** The day of the report; empty: now. */
  readonly asOf: string;
  /** Shows the assignments of every status. */
  readonly onAll: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const status = opened?.status ?? null;
  const person = opened && {
    ...opened.person,
    assignments: opened.person.assignments.filter((one) => status === null || one.status === status),
  };
  return (
    <Drawer
      opened={person !== null}
      onClose={onClose}
      position="right"
      size={900}
      title={person && nameOf(person)}
    >
      {person && (
        <Group gap="xs" mb="md" justify="space-between">
          <Text size="sm" c="dimmed">
            {asOf !== '' && isRealDate(asOf) && (
              <Trans>
                As the records were on <CalendarDate value={asOf} />
              </Trans>
            )}
          </Text>
          <ButtonLink to={`/employee/${person.userId}`} variant="default" size="xs">
            <Trans>Open the employee page</Trans>
          </ButtonLink>
        </Group>
      )}
      {status !== null && (
        <Group gap="xs" mb="md">
          <StatusBadge status={status} />
          <Button variant="default" size="xs" onClick={onAll}>
            <Trans>Show all assignments</Trans>
          </Button>
        </Group>
      )}
      {person && person.assignments.length === 0 && (
        <EmptyState
          title={
            status === null ? (
              <Trans>No training assignments</Trans>
            ) : (
              <Trans>No assignment has this status</Trans>
            )
          }
        />
      )}
      {person && person.assignments.length > 0 && phone && <PersonCards person={person} />}
      {person && person.assignments.length > 0 && !phone && (
        <section
          aria-label={t`Assignments of ${nameOf(person)}`}
          data-scrolls
          style={{ overflowX: 'auto' }}
          // Keyboard users must be able to scroll what overflows.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
        >
          <Table verticalSpacing="sm" miw={680}>
            <caption>
              <VisuallyHidden>{t`Assignments of ${nameOf(person)}`}</VisuallyHidden>
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
              {person.assignments.map((assignment) => (
                <AssignmentRow key={assignment.id} assignment={assignment} />
              ))}
            </Table.Tbody>
          </Table>
        </section>
      )}
    </Drawer>
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
          <EvidenceTime
            value={completedDate}
            timeZone={completedTimeZone}
            dayOnly={completionKind === 'backdated'}
          />
        )}
      </Table.Td>
      <Table.Td className="tt-figures">{score === null ? '–' : format.percent(score, 1)}</Table.Td>
    </Table.Tr>
  );
}
