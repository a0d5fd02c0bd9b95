import type { ComponentProps, ReactNode } from 'react';
import type { EmptyState } from '#app/ui/EmptyState.tsx';
import type { Column, RowGroup, TableState } from '#app/ui/table/columns.ts';
import type { TableList } from '#app/ui/table/use-list.ts';

/** The properties of a table. */
export interface DataTableProps<Row> {
  /** Rows, sort, page and filters of a list in the address (`useList`), instead of the separate properties below. */
  readonly list?: TableList<Row>;
  /** Names the table for screen readers. */
  readonly label: string;
  /** The name under which density and column choice are stored in this browser; without it they are not offered. */
  readonly id?: string;
  readonly columns: readonly Column<Row>[];
  /** The rows of the page; undefined while they load. */
  readonly rows?: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string | number;
  /** The subject of a row, for the names of its controls. */
  readonly rowName: (row: Row) => string;
  /** The total number of rows (`X-Total-Count`). */
  readonly total?: number;
  /** The highest exact total: above it, it is only known that there are more rows. */
  readonly upTo?: number;
  readonly limit?: number;
  readonly state?: TableState;
  readonly onState?: (state: Partial<TableState>) => void;
  readonly loadingLabel: ReactNode;
  readonly error?: unknown;
  readonly onRetry?: () => void;
  /** Shown instead of rows if there are none. */
  readonly empty: ReactNode;
  /** The same if filters exclude all rows: it also offers to clear them. */
  readonly noMatch?: Pick<ComponentProps<typeof EmptyState>, 'title' | 'hint' | 'icon'> & {
    /** 'Clear Filters' by default. */
    readonly clear?: ReactNode;
  };
  readonly onOpen?: (row: Row) => void;
  readonly selected?: ReadonlySet<string | number>;
  readonly onSelected?: (selected: ReadonlySet<string | number>) => void;
  /** Shown above the table while rows are selected. */
  readonly bulkBar?: ReactNode;
  /** Shown at the left above the table: filters, search. */
  readonly tools?: ReactNode;
  /** Minimum width before the table scrolls sideways, in pixels; 640 by default. */
  readonly minWidth?: number;
  /** Maximum height before the table itself scrolls; needed for many rows. */
  readonly maxHeight?: number | string;
  /** Rows are cards if the window is narrower than a tablet: for tables with many columns. */
  readonly cards?: boolean;
  /** A custom card, as an item of a list; by default a card has the cells, each under its title. */
  readonly card?: (row: Row, box: ReactNode) => ReactNode;
  /** Rows are shown in groups under headings; for tables of one page, whose rows are in the order of the groups. */
  readonly groupOf?: ((row: Row) => RowGroup) | undefined;
}
