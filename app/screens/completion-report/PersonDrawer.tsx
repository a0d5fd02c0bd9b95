import { Drawer, Table, Text, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Trans, useLingui } from '@lingui/react/macro';
import { Evidence } from '#app/features/training/Evidence.tsx';
import { StatusBadge } from '#app/features/training/StatusBadge.tsx';
import { useFormat } from '#app/lib/format.ts';
import { PersonCards } from '#app/screens/completion-report/PersonCards.tsx';
import { nameOf, type ReportAssignment, type ReportPerson } from '#app/screens/completion-report/report.ts';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { CalendarDate, Moment } from '#app/ui/Moment.tsx';

/** The assignments of one person of the report (SPEC §2.12) with each completion's signature and validity (SIG-04). */
export function PersonDrawer({
  person,
  onClose,
}: {
  readonly person: ReportPerson | null;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  return (
    <Drawer
      opened={person !== null}
      onClose={onClose}
      position="right"
      size={900}
      title={
        person && (
          <Text span fw={650} size="lg" style={{ overflowWrap: 'anywhere' }}>
            {nameOf(person)}
          </Text>
        )
      }
    >
      {person && person.assignments.length === 0 && (
        <EmptyState title={<Trans>No training assignments</Trans>} />
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
  const { dueDate, completedDate, score } = assignment;
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
          {assignment.moduleTitle}
        </Text>
        <Evidence evidence={assignment.evidence} />
      </Table.Td>
      <Table.Td>
        <StatusBadge status={assignment.status} size="sm" />
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <Moment value={assignment.assignedDate} />
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        {dueDate === null ? '–' : <CalendarDate value={dueDate} />}
      </Table.Td>
      <Table.Td>{completedDate === null ? '–' : <Moment value={completedDate} show="dateTime" />}</Table.Td>
      <Table.Td className="tt-figures">{score === null ? '–' : format.percent(score, 1)}</Table.Td>
    </Table.Tr>
  );
}
