import { Button, Paper } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useDeferredValue, type ReactNode } from 'react';
import { matchesFilter } from '#shared/domain/assignments/matrix-table.ts';
import { AssignmentTable } from '#app/features/assignments/AssignmentTable.tsx';
import type { AssignmentChoice } from '#app/features/assignments/choice.ts';
import { DueGroupTitle } from '#app/features/assignments/DueGroupTitle.tsx';
import { GroupedCards } from '#app/features/assignments/GroupedCards.tsx';
import type { ListAction } from '#app/features/assignments/list-action.ts';
import { MatrixFilterBar } from '#app/features/assignments/MatrixFilterBar.tsx';
import {
  byDueOrder,
  countByFilter,
  filterOf,
  groupOfRow,
  nextOf,
  sorted,
  type ListedTraining,
} from '#app/features/assignments/order.ts';
import classes from '#app/features/assignments/TrainingList.module.css';
import type { Page } from '#app/lib/client.ts';
import { useFormat } from '#app/lib/format.ts';
import { useUrlState } from '#app/lib/url-state.ts';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { Load, type Loadable } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { Section } from '#app/ui/PageHeader.tsx';

/** The id of the training matrix on its page: the cards above link to it. */
export const trainingListId = 'training-matrix';

/** The properties of a {@link TrainingList}. */
export interface TrainingListProps<Row extends ListedTraining> {
  readonly assignments: Loadable<Page<Row>>;
  readonly today: string;
  readonly phone: boolean;
  /** Names the list for screen readers. */
  readonly name: string;
  /** The name under which the browser stores density and columns. */
  readonly tableId: string;
  /** The action of a row. */
  readonly action: ListAction<Row>;
  /** Shown if nothing is assigned at all. */
  readonly none: ReactNode;
  /** Shown if the filter matches no rows. */
  readonly noneOfThese: ReactNode;
  /** Buttons next to the title. */
  readonly actions?: ReactNode;
  /** Lines can be selected (LRN-06). */
  readonly choice?: AssignmentChoice | undefined;
  /** In due order, with headings that put the trainings that need attention first; the next training has the primary button. */
  readonly grouped?: boolean;
}

/**
 * The training matrix of one person (SPEC §2.6, §2.10): every assignment, with filter and sort in the address; cards in due
 * order on a phone. The caller supplies what differs between a person's own page and another person's.
 */
export function TrainingList<Row extends ListedTraining>({
  assignments,
  none,
  actions,
  ...props
}: TrainingListProps<Row>) {
  const { t } = useLingui();
  const loading = t`Loading the trainings...`;
  return (
    <div id={trainingListId} className={classes.place}>
      <Section title={<Trans>Training Matrix</Trans>} actions={actions}>
        <Load query={assignments} skeleton={<LineSkeletons label={loading} />}>
          {(page) =>
            page.rows.length === 0 ? (
              <Paper withBorder>
                <EmptyState title={<Trans>No training assignments</Trans>} hint={none} />
              </Paper>
            ) : (
              <Trainings {...props} {...page} loading={loading} />
            )
          }
        </Load>
      </Section>
    </div>
  );
}

/** Approximate height of a completed training, in pixels: keeps the content below the list in place while the list grows. */
const heightOf = { row: 80, card: 200 } as const;

function Trainings<Row extends ListedTraining>({
  rows,
  total,
  today,
  phone,
  name,
  tableId,
  action,
  noneOfThese,
  choice,
  grouped = false,
  loading,
}: Omit<TrainingListProps<Row>, 'assignments' | 'none' | 'actions'> &
  Page<Row> & {
    readonly loading: string;
  }) {
  const { number } = useFormat();
  const [state, patch] = useUrlState({ filter: 'all', sort: 'due' });
  const filter = filterOf(state.filter);
  const shown = rows.filter(({ status }) => matchesFilter(status, filter));
  const counts = Map.groupBy(shown, (row) => groupOfRow(row, today));
  const inGroups = grouped && (phone || state.sort === 'due');
  const groupOf = inGroups
    ? (row: Row) => {
        const key = groupOfRow(row, today);
        return { key, title: <DueGroupTitle group={key} count={counts.get(key)?.length} /> };
      }
    : undefined;
  // Completed trainings are last: the browser renders them when the rest is already usable, and handles clicks in the meantime.
  const whole = useDeferredValue(true, !inGroups);
  const first = whole ? shown : shown.filter((row) => groupOfRow(row, today) !== 'done');
  const drawn = first.length > 0 ? first : shown;
  const later = shown.length - drawn.length;
  const nextId = grouped ? (nextOf(rows)?.id ?? null) : null;
  const [here, all] = [number(rows.length), number(total)];
  const filters = (
    <MatrixFilterBar
      counts={countByFilter(rows)}
      value={filter}
      onChange={(value) => patch({ filter: value })}
    />
  );
  const empty = (
    <EmptyState
      title={<Trans>No training assignments</Trans>}
      hint={noneOfThese}
      action={
        <Button variant="default" onClick={() => patch({ filter: 'all' })}>
          <Trans>Show all trainings</Trans>
        </Button>
      }
    />
  );
  return (
    <>
      {phone && filters}
      {phone && choice && choice.selected.size > 0 && (
        <Paper withBorder className={classes.choice}>
          {choice.bar}
        </Paper>
      )}
      {phone && shown.length === 0 && <Paper withBorder>{empty}</Paper>}
      {phone && shown.length > 0 && (
        <GroupedCards
          label={name}
          groupOf={groupOf}
          nextId={nextId}
          action={action}
          today={today}
          assignments={drawn.toSorted(byDueOrder)}
          choice={choice}
        />
      )}
      {!phone && (
        <AssignmentTable
          id={tableId}
          label={name}
          loadingLabel={loading}
          action={action}
          today={today}
          assignments={sorted(drawn, state.sort)}
          groupOf={groupOf}
          nextId={nextId}
          filters={filters}
          empty={empty}
          sort={state.sort}
          onSort={(sort) => patch({ sort })}
          choice={choice}
        />
      )}
      {later > 0 && (
        <div aria-hidden="true" style={{ height: later * (phone ? heightOf.card : heightOf.row) }} />
      )}
      {total > rows.length && (
        <p className={classes.note}>
          <Trans>
            The first {here} of {all} trainings are shown.
          </Trans>
        </p>
      )}
    </>
  );
}
