import { useLingui } from '@lingui/react/macro';
import { useMemo, type ReactNode } from 'react';
import { nameOf } from '#app/features/people/people.ts';
import { RoleBadge } from '#app/features/people/RoleBadge.tsx';
import { OverdueCount, RateLine, ReportName, ViewTraining } from '#app/screens/manager/ReportParts.tsx';
import type { DirectReport } from '#app/screens/manager/reports.ts';
import type { Column } from '#app/ui/table/columns.ts';
import { DataTable } from '#app/ui/table/DataTable.tsx';

/** The direct reports to compare (SPEC §2.15, §3): name, role, completed trainings of all, rate with tier. */
export function ReportTable({
  people,
  sort,
  onSort,
  tools,
  empty,
}: {
  readonly people: readonly DirectReport[];
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  readonly tools: ReactNode;
  readonly empty: ReactNode;
}) {
  const { t } = useLingui();
  const columns = useMemo(
    (): readonly Column<DirectReport>[] => [
      {
        key: 'name',
        title: t`Person`,
        sortable: true,
        hideable: false,
        render: (person) => <ReportName person={person} />,
      },
      {
        key: 'role',
        title: t`Role`,
        sortable: true,
        render: ({ role }) => <RoleBadge role={role} size="sm" />,
      },
      {
        key: 'completed',
        title: t`Completed`,
        sortable: true,
        figures: true,
        render: ({ completedAssignments, totalAssignments }) =>
          `${completedAssignments} / ${totalAssignments}`,
      },
      {
        key: 'overdue',
        title: t`Overdue`,
        sortable: true,
        figures: true,
        render: (person) => <OverdueCount person={person} />,
      },
      {
        key: 'rate',
        title: t`Completion`,
        sortable: true,
        figures: true,
        render: (person) => <RateLine person={person} />,
      },
      {
        key: 'action',
        title: t`Action`,
        silentTitle: true,
        hideable: false,
        align: 'right',
        render: (person) => <ViewTraining person={person} />,
      },
    ],
    [t],
  );
  return (
    <DataTable
      id="direct-reports"
      label={t`Direct Reports Overview`}
      columns={columns}
      rows={people}
      rowKey={({ id }) => id}
      rowName={nameOf}
      total={people.length}
      limit={people.length}
      state={{ sort, page: '1' }}
      onState={(change) => change.sort !== undefined && onSort(change.sort)}
      loadingLabel={t`Loading your team...`}
      tools={tools}
      empty={empty}
      maxHeight={people.length > 100 ? 720 : undefined}
    />
  );
}
