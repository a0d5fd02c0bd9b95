import type { ReactNode } from 'react';

/** A column of a {@link DataTable}. */
export interface Column<Row> {
  /** Stable name; also the sort key that is sent to the server. */
  readonly key: string;
  readonly title: ReactNode;
  /** Plain title for the choice of columns, if `title` is not a text. */
  readonly name?: string;
  readonly render: (row: Row) => ReactNode;
  readonly sortable?: boolean;
  readonly width?: number | string;
  readonly align?: 'left' | 'right' | 'center';
  /** Figures of the same width under each other. */
  readonly figures?: boolean;
  /** The cell that names the row, for screen readers; by default the first column. */
  readonly rowHeader?: boolean;
  /** False if the choice of columns cannot hide it. */
  readonly hideable?: boolean;
  /** It is shown in the headings of groups and not in cells: rows are only sorted by it. */
  readonly inHeading?: boolean;
  /** The title is for screen readers only (actions). */
  readonly silentTitle?: boolean;
  /** Stays visible at the end of the row while the table scrolls sideways: the actions. */
  readonly pinned?: boolean;
}

/** A group of rows under one heading. */
export interface RowGroup {
  readonly key: string;
  readonly title: ReactNode;
}

/** Returns adjacent rows of the same group as parts with headings; one part without a heading if there are no groups. */
export function inGroups<Row>(
  rows: readonly Row[],
  groupOf: ((row: Row) => RowGroup) | undefined,
): readonly { readonly group: RowGroup | null; readonly rows: readonly Row[] }[] {
  if (!groupOf) return [{ group: null, rows }];
  const parts: { group: RowGroup; rows: Row[] }[] = [];
  for (const row of rows) {
    const group = groupOf(row);
    const last = parts.at(-1);
    if (last?.group.key === group.key) last.rows.push(row);
    else parts.push({ group, rows: [row] });
  }
  return parts;
}

/** Sort and page of a table, as texts of the address: `sort` is a column key, '-' before it for descending. */
export interface TableState {
  readonly sort: string;
  /** Counted from 1. */
  readonly page: string;
}

/** Direction of a column under a sort text. */
export function directionOf(sort: string, key: string): 'ascending' | 'descending' | 'none' {
  if (sort === key) return 'ascending';
  return sort === `-${key}` ? 'descending' : 'none';
}

/** Returns the sort after a click on a column's title: ascending, descending, ascending … */
export function nextSort(sort: string, key: string): string {
  return directionOf(sort, key) === 'ascending' ? `-${key}` : key;
}

/** `limit` and `offset` of the call behind a page of the table. */
export function windowOf(page: string, limit: number): { readonly limit: number; readonly offset: number } {
  const number = Math.max(1, Math.trunc(Number(page)) || 1);
  return { limit, offset: (number - 1) * limit };
}

/** Returns the sort for a text of an address: by one of these columns, otherwise the default. */
export function sortOf(text: string | undefined, keys: readonly string[], usual: string): string {
  return keys.some((key) => text === key || text === `-${key}`) && text !== undefined ? text : usual;
}
