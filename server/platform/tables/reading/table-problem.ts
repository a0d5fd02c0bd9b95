import type { ParamsOf, PlainReason } from '#shared/reasons/reasons.ts';
import type { tablesReasons } from '#shared/reasons/tables.ts';

type TableReason = keyof typeof tablesReasons;

/** The reasons why a table cannot be read, with line and column. */
export type TableProblemCode = {
  [Code in TableReason]: Code extends PlainReason
    ? { readonly reason: Code; readonly params?: undefined }
    : { readonly reason: Code; readonly params: ParamsOf<Code> };
}[TableReason];

/** Ends the reading of a table. */
export class TableProblem extends Error {
  readonly trouble: TableProblemCode;

  constructor(trouble: TableProblemCode) {
    super(trouble.reason);
    this.trouble = trouble;
  }
}

/** The most that a table may have. */
export const tableLimits = { columns: 100, rows: 100_000, cell: 10_000 } as const;

/** A row with the line of the file on which it starts; in a workbook the row of the sheet. */
export interface NumberedRow {
  readonly line: number;
  readonly cells: readonly string[];
}
