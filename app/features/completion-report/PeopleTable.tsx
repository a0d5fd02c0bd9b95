import { Anchor, Box, Group, Text } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconUsers } from '@tabler/icons-react';
import { PeopleSelection, useMaySelectPeople } from '#app/features/assigning/PeopleSelection.tsx';
import { usePeopleSelection } from '#app/features/assigning/use-people-selection.ts';
import { TierBadge } from '#app/features/training/TierBadge.tsx';
import { useFormat } from '#app/lib/format.ts';
import {
  nameOf,
  shownRate,
  type ReportPerson,
  type ReportStatus,
} from '#app/features/completion-report/report.ts';
import { PersonCell, PlaceCell } from '#app/features/people/PersonCells.tsx';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { Moment } from '#app/ui/Moment.tsx';
import { Section } from '#app/ui/PageHeader.tsx';
import type { Column, TableState } from '#app/ui/table/columns.ts';
import { DataTable } from '#app/ui/table/DataTable.tsx';

/** The people of the report (SPEC §2.12), paged and sorted by the server; a row opens the person's assignments. */
export function PeopleTable({
  people,
  total,
  limit,
  isNarrowed,
  selectable,
  state,
  onState,
  onOpen,
}: {
  readonly people: readonly ReportPerson[] | undefined;
  readonly total: number | undefined;
  readonly limit: number;
  /** Whether filters are active: if not, an empty list means that no one is in reach. */
  readonly isNarrowed: boolean;
  /** Whether people may be selected: the list as of another day shows the people of that day. */
  readonly selectable: boolean;
  readonly state: TableState;
  readonly onState: (state: Partial<TableState>) => void;
  /** Opens the person's assignments: only those of the status, if it is given. */
  readonly onOpen: (person: ReportPerson, status?: ReportStatus) => void;
}) {
  const { t } = useLingui();
  const columns = useColumns(onOpen);
  const selection = usePeopleSelection(people, ({ userId }) => userId, nameOf);
  const maySelect = useMaySelectPeople() && selectable;
  return (
    <div id="people">
      <Section title={t`User Details`} hint={t`Open a person to see each assignment and its signature`}>
        <DataTable
          id="completion-report"
          label={t`People of the completion report`}
          columns={columns}
          rows={people}
          rowKey={(person) => person.userId}
          rowName={nameOf}
          total={total ?? 0}
          limit={limit}
          state={state}
          onState={onState}
          loadingLabel={t`Loading the completion report…`}
          {...(maySelect && {
            selected: selection.selected,
            onSelected: selection.select,
            bulkBar: <PeopleSelection people={selection.people} onClear={selection.clear} />,
          })}
          onOpen={(person) => onOpen(person)}
          empty={
            isNarrowed ? (
              <EmptyState
                title={<Trans>No one matches these filters</Trans>}
                hint={<Trans>Clear the filters to see everyone you have access to.</Trans>}
              />
            ) : (
              <EmptyState
                icon={IconUsers}
                title={<Trans>No one reports to you</Trans>}
                hint={
                  <Trans>
                    People appear here once an administrator sets you as their manager under Users & Roles.
                  </Trans>
                }
              />
            )
          }
        />
      </Section>
    </div>
  );
}

function useColumns(
  onOpen: (person: ReportPerson, status?: ReportStatus) => void,
): readonly Column<ReportPerson>[] {
  const { t } = useLingui();
  const format = useFormat();
  const list = (person: ReportPerson, status: ReportStatus | undefined, label: string, shown: string) => (
    <Anchor
      component="button"
      type="button"
      inherit
      aria-label={label}
      onClick={() => onOpen(person, status)}
    >
      {shown}
    </Anchor>
  );
  return [
    {
      key: 'name',
      title: t`User`,
      sortable: true,
      rowHeader: true,
      hideable: false,
      render: (person) => (
        <PersonCell name={nameOf(person)} email={person.email} minWidth={190}>
          <PhoneFigures person={person} />
        </PersonCell>
      ),
    },
    {
      key: 'organization',
      title: t`Organization`,
      sortable: true,
      render: (person) => <PlaceCell place={person} />,
    },
    {
      key: 'jobTitle',
      title: t`Job Title`,
      render: (person) => (
        <div style={{ minWidth: 90, overflowWrap: 'anywhere' }}>{person.jobTitle ?? t`Not specified`}</div>
      ),
    },
    {
      key: 'completionRate',
      title: t`Completion`,
      sortable: true,
      figures: true,
      align: 'right',
      render: (person) => {
        const rate = shownRate(person.completionRate, person.totalAssignments);
        return rate === null ? '–' : format.percent(rate, 1);
      },
    },
    {
      key: 'complianceStatus',
      title: t`Status`,
      render: (person) => (
        <TierBadge
          figure="completion"
          rate={shownRate(person.completionRate, person.totalAssignments)}

          size="sm"
        />
      ),
    },
    {
      key: 'completed',
      title: t`Completed`,
      figures: true,
      align: 'right',
      render: (person) => {
        const [done, all] = [person.completedAssignments, person.totalAssignments].map((n) =>
          format.number(n),
        );
        const shown = `${done} / ${all}`;
        return list(person, undefined, t`Assignments of ${nameOf(person)}: ${shown}`, shown);
      },
    },
    {
      key: 'inProgress',
      title: t`In Progress`,
      figures: true,
      align: 'right',
      render: (person) => {
        const shown = format.number(person.inProgressAssignments);
        return list(person, 'in_progress', t`Started assignments of ${nameOf(person)}: ${shown}`, shown);
      },
    },
    {
      key: 'overdue',
      title: t`Overdue`,
      sortable: true,
      figures: true,
      align: 'right',
      render: (person) => {
        const shown = format.number(person.overdueAssignments);
        return list(person, 'overdue', t`Overdue assignments of ${nameOf(person)}: ${shown}`, shown);
      },
    },
    {
      key: 'expired',
      title: t`Expired`,
      sortable: true,
      figures: true,
      align: 'right',
      render: (person) => {
        const shown = format.number(person.expiredAssignments);
        return list(person, 'expired', t`Expired assignments of ${nameOf(person)}: ${shown}`, shown);
      },
    },
    {
      key: 'lastActivity',
      title: t`Last Activity`,
      sortable: true,
      render: (person) =>
        person.lastActivity === null ? '–' : <Moment value={person.lastActivity} show="relative" />,
    },
  ];
}

/** On a phone, the columns of the figures are off screen, to the right of the name. */
function PhoneFigures({ person }: { readonly person: ReportPerson }) {
  const format = useFormat();
  const { overdueAssignments: overdueCount, expiredAssignments: expiredCount } = person;
  const rate = shownRate(person.completionRate, person.totalAssignments);
  return (
    <Box hiddenFrom="sm" mt={4}>
      <Group gap={6}>
        <Text size="xs" fw={650} className="tt-figures">
          {rate === null ? '–' : format.percent(rate, 1)}
        </Text>
        <TierBadge figure="completion" rate={rate} size="sm" />
      </Group>
      {overdueCount > 0 && (
        <Text size="xs" fw={650} c="var(--tt-red-text)" className="tt-figures">
          <Plural value={overdueCount} one="# overdue training" other="# overdue trainings" />
        </Text>
      )}
      {expiredCount > 0 && (
        <Text size="xs" fw={650} c="var(--tt-crimson-text)" className="tt-figures">
          <Plural value={expiredCount} one="# expired training" other="# expired trainings" />
        </Text>
      )}
    </Box>
  );
}
