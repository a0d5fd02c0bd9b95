import { Text } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { useMediaQuery } from '@mantine/hooks';
import { useMemo, type ReactNode } from 'react';
import { isDone } from '#shared/domain/assignments/status.ts';
import { AssignmentStatus } from '#app/features/assignments/AssignmentStatus.tsx';
import { HistoryFacts } from '#app/features/assignments/HistoryFacts.tsx';
import { ModuleFacts } from '#app/features/assignments/ModuleFacts.tsx';
import type { ListAction } from '#app/features/assignments/list-action.ts';
import { stateOf, type ListedTraining } from '#app/features/assignments/order.ts';
import type { AssignmentChoice } from '#app/features/assignments/choice.ts';
import { ProgressLine } from '#app/features/assignments/ProgressLine.tsx';
import { QuizChip } from '#app/features/assignments/QuizChip.tsx';
import chipClasses from '#app/features/assignments/Assignments.module.css';
import classes from '#app/features/assignments/TrainingList.module.css';
import { DueText } from '#app/features/training/DueText.tsx';
import { Moment } from '#app/ui/Moment.tsx';
import type { Column, RowGroup } from '#app/ui/table/columns.ts';
import { DataTable } from '#app/ui/table/DataTable.tsx';

/** Trainings of one person to compare (SPEC §2.6): module, status, progress, dates, and the one button of each row. */
export function AssignmentTable<Row extends ListedTraining>({
  id,
  label,
  loadingLabel,
  action: Action,
  today,
  assignments,
  nextId = null,
  filters,
  empty,
  sort,
  onSort,
  choice,
  groupOf,
  paging,
  error,
  onRetry,
}: {
  /** The name under which density and columns are stored. */
  readonly id: string;
  readonly label: string;
  readonly loadingLabel: string;
  /** The button of a row. */
  readonly action: ListAction<Row>;
  /** Today in the time zone of the person's organization. */
  readonly today: string;
  /** Undefined while they load. */
  readonly assignments: readonly Row[] | undefined;
  /** The training whose button is the primary one of the screen. */
  readonly nextId?: number | null;
  readonly filters?: ReactNode;
  readonly empty: ReactNode;
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  /** Rows can be selected (LRN-06). */
  readonly choice?: AssignmentChoice | undefined;
  /** Rows are shown in groups under headings. */
  readonly groupOf?: ((row: Row) => RowGroup) | undefined;
  readonly error?: unknown;
  readonly onRetry?: () => void;
  /** Set if the server does the paging; otherwise all rows are here. */
  readonly paging?: {
    readonly total: number;
    readonly limit: number;
    readonly page: string;
    readonly onPage: (page: string) => void;
  };
}) {
  const { t } = useLingui();
  const narrow = useMediaQuery('(max-width: 62em)', undefined, { getInitialValueInEffect: false });
  const columns = useMemo((): readonly Column<Row>[] => {
    const wide: readonly Column<Row>[] = [
      {
        key: 'progress',
        title: t`Progress`,
        sortable: true,
        width: 160,
        render: ({ progress, module }) => <ProgressLine value={progress} title={module.title} />,
      },
      {
        key: 'assigned',
        title: t`Assigned`,
        sortable: true,
        figures: true,
        render: ({ assignedDate }) => (
          <span className={classes.date}>
            <Moment value={assignedDate} />
          </span>
        ),
      },
    ];
    return [
      {
        key: 'title',
        title: t`Module`,
        sortable: true,
        hideable: false,
        render: (assignment) => (
          <div className={classes.module}>
            <Text fw={600} size="sm">
              {assignment.module.title}
            </Text>
            <ModuleFacts module={assignment.module} />
            <HistoryFacts assignment={assignment} />
            {assignment.quiz && (
              <div className={chipClasses.chip}>
                <QuizChip assignment={assignment} />
              </div>
            )}
          </div>
        ),
      },
      {
        key: 'status',
        title: t`Status`,
        sortable: true,
        render: (assignment) => (
          <div className={classes.status}>
            <AssignmentStatus assignment={assignment} />
            {narrow && assignment.started && !isDone(assignment.status) && (
              <ProgressLine value={assignment.progress} title={assignment.module.title} />
            )}
          </div>
        ),
      },
      // With these columns, the button of a row would be outside a narrow window.
      ...(narrow ? [] : wide),
      {
        key: 'due',
        title: t`Due`,
        sortable: true,
        figures: true,
        render: (assignment) => (
          <span className={classes.date}>
            <DueText assignment={stateOf(assignment)} today={today} />
          </span>
        ),
      },
      {
        key: 'action',
        title: t`Action`,
        silentTitle: true,
        hideable: false,
        align: 'right',
        render: (assignment) => <Action assignment={assignment} primary={assignment.id === nextId} />,
      },
    ];
  }, [t, today, narrow, Action, nextId]);
  const count = assignments?.length ?? 0;
  return (
    <DataTable
      id={id}
      label={label}
      columns={columns}
      rows={assignments}
      rowKey={({ id }) => id}
      rowName={({ module }) => module.title}
      groupOf={groupOf}
      total={paging?.total ?? count}
      limit={paging?.limit ?? count}
      state={{ sort, page: paging?.page ?? '1' }}
      onState={(change) => {
        if (change.sort !== undefined) onSort(change.sort);
        else if (change.page !== undefined) paging?.onPage(change.page);
      }}
      loadingLabel={loadingLabel}
      error={error}
      onRetry={onRetry}
      tools={filters}
      empty={empty}
      selected={choice?.selected}
      onSelected={choice?.onSelected}
      bulkBar={choice?.bar}
      maxHeight={count > 100 ? 720 : undefined}
    />
  );
}
