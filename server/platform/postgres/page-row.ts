/**
 * A row of a page, joined to the number of all rows: if the page is empty, its columns are null in the only row, which contains the
 * number.
 */
export type PageRow<Row> = (Row | { readonly [Column in keyof Row]: null }) & {
  readonly total: number;
  readonly place: number | null;
};

/** Returns the rows of the page and the number of all. */
export function pageOf<Row extends { readonly id: number }>(
  rows: readonly PageRow<Row>[],
): { readonly found: readonly Row[]; readonly total: number } {
  const found = rows.filter((row): row is Row & { total: number; place: number | null } => row.id !== null);
  return { found, total: rows[0]?.total ?? 0 };
}
