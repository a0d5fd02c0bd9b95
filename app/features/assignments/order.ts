import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { assignmentsContract } from '#shared/contract/assignments.ts';
import type { homeContract } from '#shared/contract/home.ts';
import type { RowOf } from '#app/lib/client.ts';
import {
  dueGroup,
  matchesFilter,
  matrixFilters,
  type DueGroup,
  type MatrixFilter,
} from '#shared/domain/assignments/matrix-table.ts';
import { isOpen, type AssignmentState } from '#shared/domain/assignments/status.ts';

/** The person's own assignment, as in the answer of `GET /api/assignments/user`. */
export type OwnAssignment = RowOf<typeof assignmentsContract.mine>;

/** The fields of a training that lists of one person's trainings show: My Training has only these, other screens more. */
export type ListedTraining = ResponseOf<typeof homeContract.own>['trainings'][number];

/** The fields that the orders use. */
export type Ordered = Pick<
  ListedTraining,
  'status' | 'dueDate' | 'completedAt' | 'nextRenewalDate' | 'progress' | 'assignedDate'
> & {
  readonly module: Pick<ListedTraining['module'], 'title'>;
};

const compare = (one: string | number, other: string | number): number =>
  one === other ? 0 : one < other ? -1 : 1;

/** Rows without a date come after all rows with one. */
const late = '9999-99-99';

/** Trainings that need action are first in due order: overdue, expired, other open ones, then completed ones. */
const dueRank = {
  overdue: 1,
  expired: 2,
  in_progress: 3,
  not_started: 3,
  completed: 4,
  voided: 4,
} as const;

/** Returns the date that decides within a rank of due order; for completed trainings it is the completion. */
function dueDay({ status, dueDate, nextRenewalDate }: Ordered): string {
  return (isOpen(status) ? dueDate : status === 'expired' ? nextRenewalDate : null) ?? late;
}

/**
 * Due order (UI.md 'Learner on a phone', LRN-01): overdue trainings, expired ones, other open ones by due date, then completed
 * ones, latest first.
 */
export function byDueOrder(one: Ordered, other: Ordered): number {
  return (
    dueRank[one.status] - dueRank[other.status] ||
    compare(dueDay(one), dueDay(other)) ||
    compare(other.completedAt ?? '', one.completedAt ?? '') ||
    compareTitles(one, other)
  );
}

function compareTitles(one: Ordered, other: Ordered): number {
  return one.module.title.localeCompare(other.module.title, undefined, { numeric: true });
}

/** The order if nothing else decides: the most urgent status first. */
const statusRank = {
  overdue: 0,
  expired: 1,
  in_progress: 2,
  not_started: 3,
  completed: 4,
  voided: 5,
} as const;

const orders: Readonly<Record<string, (one: Ordered, other: Ordered) => number>> = {
  due: byDueOrder,
  title: compareTitles,
  status: (one, other) => statusRank[one.status] - statusRank[other.status],
  progress: (one, other) => one.progress - other.progress,
  assigned: (one, other) => compare(one.assignedDate, other.assignedDate),
};

/** Returns the rows in the order of the address: by a column, '-' before it for descending; due order by default. */
export function sorted<Row extends Ordered>(rows: readonly Row[], sort: string): readonly Row[] {
  const order = orders[sort.replace(/^-/, '')] ?? byDueOrder;
  const sign = sort.startsWith('-') ? -1 : 1;
  return rows.toSorted((one, other) => sign * order(one, other) || byDueOrder(one, other));
}

/** Returns the filter for a text of the address (SPEC §9 'Matrix filter values'); `all` for any other text. */
export function filterOf(text: string): MatrixFilter {
  return matrixFilters.find((filter) => filter === text) ?? 'all';
}

/** Returns the number of rows for each filter (SPEC §2.6). */
export function countByFilter(rows: readonly Ordered[]): Readonly<Record<MatrixFilter, number>> {
  const counts = { all: 0, completed: 0, in_progress: 0, not_started: 0, overdue: 0, expired: 0 };
  for (const { status } of rows) {
    for (const filter of matrixFilters) if (matchesFilter(status, filter)) counts[filter] += 1;
  }
  return counts;
}

/**
 * Returns the stored state behind the shown one, for the rules of due texts: overdue trainings are open, expired ones
 * completed (LRN-01).
 */
export function stateOf(row: Pick<ListedTraining, 'status' | 'started' | 'dueDate'>): AssignmentState {
  const { status, started, dueDate } = row;
  if (status === 'expired') return { status: 'completed', dueDate };
  if (status !== 'overdue') return { status, dueDate };
  return { status: started ? 'in_progress' : 'not_started', dueDate };
}

/** Returns the due group of a row, by the same rule as on the server; voided rows count as done (LRN-03). */
export function groupOfRow(row: Pick<ListedTraining, 'status' | 'dueDate'>, today: string): DueGroup {
  return dueGroup(row, today) ?? 'done';
}

/** Returns the next training: the first open one in due order; null when everything is completed (UI.md 'How it looks'). */
export function nextOf<Row extends Ordered>(rows: readonly Row[]): Row | null {
  return rows.filter(({ status }) => isOpen(status)).toSorted(byDueOrder)[0] ?? null;
}
