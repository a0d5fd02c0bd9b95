import type { ComponentProps, ReactNode } from 'react';
import type { EmptyState } from '#app/ui/EmptyState.tsx';
import type { Column, RowGroup, TableState } from '#app/ui/table/columns.ts';
import type { TableList } from '#app/ui/table/use-list.ts';

/** What a table takes. */
export interface DataTableProps<Row> {
  /** Rows, sort, page and filters of a list in the address (`useList`), in place of the parts of its own below. */
  readonly list?: TableList<Row>;
  /** Names the table for screen readers. */
  readonly label: string;
  /** Keeps density and column choice in this browser under this name; without it they are not offered. */
  readonly id?: string;
  readonly columns: readonly Column<Row>[];
  /** The rows of the page; undefined while they load. */
  readonly rows?: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string | number;
  /** What a row is about, for the names of its controls. */
  readonly rowName: (row: Row) => string;
  /** How many rows there are in all (`X-Total-Count`). */
  readonly total?: number;
  /** Of more rows than these only that there are more is known. */
  readonly upTo?: number;
  readonly limit?: number;
  readonly state?: TableState;
  readonly onState?: (state: Partial<TableState>) => void;
  readonly loadingLabel: ReactNode;
  readonly error?: unknown;
  readonly onRetry?: () => void;
  /** In place of rows where there are none. */
  readonly empty: ReactNode;
  /** The same where filters leave all rows out: it also offers to take them away. */
  readonly noMatch?: Pick<ComponentProps<typeof EmptyState>, 'title' | 'hint' | 'icon'> & {
    /** 'Clear Filters' unless set. */
    readonly clear?: ReactNode;
  };
  readonly onOpen?: (row: Row) => void;
  readonly selected?: ReadonlySet<string | number>;
  readonly onSelected?: (selected: ReadonlySet<string | number>) => void;
  /** Stands above the table while rows are selected. */
  readonly bulkBar?: ReactNode;
  /** Stands left above the table: filters, search. */
  readonly tools?: ReactNode;
  /** Least width before the table scrolls sideways, in pixels; 640 unless set. */
  readonly minWidth?: number;
  /** Largest height before the table scrolls in itself; needed for many rows. */
  readonly maxHeight?: number | string;
  /** Rows are cards where the window is narrower than a tablet's: for tables of many columns. */
  readonly cards?: boolean;
  /** A card of its own form, as an item of a list; else a card has the cells, each under its title. */
  readonly card?: (row: Row, box: ReactNode) => ReactNode;
  /** Rows are shown in groups under headings; for tables of one page, whose rows come in the order of the groups. */
  readonly groupOf?: ((row: Row) => RowGroup) | undefined;
}
