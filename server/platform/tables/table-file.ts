import type { PaperHead } from '#server/platform/papers/paper-texts.ts';

/** A value of a table: text, a number, a calendar date or an instant in ISO 8601, by the kind of the column. */
export type Cell = string | number | null;

/**
 * The type of a column's values. `date` is a calendar date 'YYYY-MM-DD'. `instant` is ISO 8601 with the offset of its time zone,
 * or only a day if no time is known. `mark` is the key of one of the table's marks.
 */
export type CellKind = 'text' | 'number' | 'date' | 'instant' | 'mark';

/** A column of a table that is written to a file. */
export interface TableColumn {
  /** Name for machines, the same in every language: the head of a CSV. */
  readonly key: string;
  /** Name for people, in the reader's language: the head of a sheet or a page. */
  readonly title: string;
  readonly kind: CellKind;
  /** The relative width of the column on paper; 1 is the width of the others. */
  readonly weight?: number;
}

/** The look of a key in a cell of the kind `mark`: a letter on a ground, both colors as '#rrggbb'. */
export interface Mark {
  readonly letter: string;
  readonly text: string;
  readonly tint: string;
}

/** One line: a cell for each column, in their order. */
export type TableRow = readonly Cell[];

/** A table with its description, of any length: rows come in batches, so that memory use stays constant (RPT-02). */
export interface TableFile extends PaperHead {
  readonly title: string;
  readonly columns: readonly TableColumn[];
  readonly batches: AsyncIterable<readonly TableRow[]>;
  /** The request with its time, zone and person: name and value (RPT-03). */
  readonly about: readonly (readonly [name: string, value: string])[];
  /** Whether the cells of a workbook have addresses, for readers that do not count: up to 26 columns. */
  readonly addresses?: true;
  /** The look of cells of the kind `mark`, by their values. */
  readonly marks?: Readonly<Record<string, Mark>>;
}
