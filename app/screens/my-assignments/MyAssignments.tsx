import { Button, Paper } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { IconCalendarPlus } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { assignmentsContract } from '#shared/contract/assignments.ts';
import { ownAssignmentsContract } from '#shared/contract/own-assignments.ts';
import { dueGroups } from '#shared/domain/assignments/matrix-table.ts';
import { OwnAbsence } from '#app/features/assignments/OwnAbsence.tsx';
import { AssignmentAction } from '#app/features/assignments/AssignmentAction.tsx';
import { AssignmentTable } from '#app/features/assignments/AssignmentTable.tsx';
import { DueGroupTitle } from '#app/features/assignments/DueGroupTitle.tsx';
import { GroupedCards } from '#app/features/assignments/GroupedCards.tsx';
import { groupLabels } from '#app/features/assignments/group-labels.ts';
import { groupOfRow, type OwnAssignment } from '#app/features/assignments/order.ts';
import { useToday } from '#app/features/assignments/today.ts';
import { useTrainingChanges } from '#app/features/assignments/training-changes.ts';
import { pageFor, queryFor } from '#app/lib/client.ts';
import { useUrlState } from '#app/lib/url-state.ts';
import { AssignmentFilters } from '#app/screens/my-assignments/AssignmentFilters.tsx';
import {
  filtersOf,
  groupOfText,
  noFilters,
  serverSort,
  sortOf,
  type AssignmentFilterState,
} from '#app/screens/my-assignments/assignment-view.ts';
import { CalendarDialog } from '#app/screens/my-assignments/CalendarDialog.tsx';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { FilterPills } from '#app/ui/FilterPills.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { Page, PageHeader } from '#app/ui/PageHeader.tsx';
import { windowOf } from '#app/ui/table/columns.ts';
import { TableFoot } from '#app/ui/table/TableFoot.tsx';

const [pageOfTable, pageOfCards] = [50, 20];
const groupsOfBar = ['all', ...dueGroups] as const;

/** My Assignments (LRN-03): all current and past assignments, in due groups, searched and filtered by the server. */
export function MyAssignments() {
  const { t, i18n } = useLingui();
  useTrainingChanges();
  const today = useToday();
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const limit = phone ? pageOfCards : pageOfTable;
  const [view, patch] = useUrlState({ ...noFilters, sort: 'due', page: '1' });
  const [subscribing, setSubscribing] = useState(false);
  const filters = filtersOf(view);
  const sort = sortOf(view.sort);
  const counts = useQuery({
    ...queryFor(ownAssignmentsContract.counts, { query: filters }),
    placeholderData: keepPreviousData,
  });
  const mine = useQuery(
    pageFor(assignmentsContract.mine, {
      query: { ...filters, sort: serverSort(sort), ...windowOf(view.page, limit) },
    }),
  );
  const change = (changes: Partial<AssignmentFilterState>) => patch({ ...changes, page: '1' });
  const turn = (page: string) => {
    patch({ page });
    window.scrollTo({ top: 0 });
  };
  // The groups are shown only in due order.
  const groupOf =
    sort === 'due'
      ? (row: OwnAssignment) => {
          const key = groupOfRow(row, today);
          return { key, title: <DueGroupTitle group={key} count={counts.data?.groups[key]} /> };
        }
      : undefined;
  const filterRow = (
    <AssignmentFilters
      view={view}
      sort={sort}
      counts={counts.data}
      phone={phone}
      onChange={change}
      onSort={(next) => patch({ sort: next, page: '1' })}
    />
  );
  const empty =
    counts.data?.total === 0 ? (
      <EmptyState
        title={<Trans>No training assignments</Trans>}
        hint={
          <Trans>Trainings assigned to you are shown here with their due dates. There are none yet.</Trans>
        }
      />
    ) : (
      <EmptyState
        title={<Trans>No training assignments</Trans>}
        hint={<Trans>Try another search or remove filters.</Trans>}
        action={
          <Button variant="default" onClick={() => change(noFilters)}>
            <Trans>Show all trainings</Trans>
          </Button>
        }
      />
    );
  const loading = t`Loading the trainings...`;
  const name = t`Your trainings`;
  return (
    <Page>
      <PageHeader
        title={<Trans>My Assignments</Trans>}
        subtitle={<Trans>Every training assigned to you, open and completed, with all its cycles</Trans>}
        actions={
          <Button
            variant="default"
            leftSection={<IconCalendarPlus size={18} aria-hidden />}
            onClick={() => setSubscribing(true)}
          >
            <Trans>Subscribe to due dates</Trans>
          </Button>
        }
      />
      <OwnAbsence />
      {subscribing && <CalendarDialog onClose={() => setSubscribing(false)} />}
      <Load query={counts} skeleton={<LineSkeletons count={1} height={34} label={loading} />}>
        {({ groups }) => {
          const all = Object.values(groups).reduce((sum, count) => sum + count, 0);
          return (
            <FilterPills
              label={t`Filter by due date`}
              pills={groupsOfBar.map((group) => ({
                value: group,
                label: i18n._(groupLabels[group]),
                count: group === 'all' ? all : groups[group],
                alarm: group === 'overdue' || group === 'expired',
              }))}
              value={groupOfText(view.group) ?? 'all'}
              onChange={(group) => change({ group: group === 'all' ? '' : group })}
            />
          );
        }}
      </Load>
      {phone && filterRow}
      {phone ? (
        <Load query={mine} skeleton={<LineSkeletons height={150} count={4} label={loading} />}>
          {({ rows, total }) =>
            rows.length === 0 ? (
              <Paper withBorder>{empty}</Paper>
            ) : (
              <>
                <GroupedCards
                  label={name}
                  heading="h2"
                  groupOf={groupOf}
                  action={AssignmentAction}
                  today={today}
                  assignments={rows}
                />
                <TableFoot total={total} page={view.page} limit={limit} onPage={turn} />
              </>
            )
          }
        </Load>
      ) : (
        <AssignmentTable
          id="my-assignments"
          label={name}
          loadingLabel={loading}
          action={AssignmentAction}
          today={today}
          assignments={mine.data?.rows}
          error={mine.error}
          onRetry={() => void mine.refetch()}
          filters={filterRow}
          empty={empty}
          sort={sort}
          onSort={(next) => patch({ sort: next, page: '1' })}
          groupOf={groupOf}
          paging={{ total: mine.data?.total ?? 0, limit, page: view.page, onPage: turn }}
        />
      )}
    </Page>
  );
}
