/**
 * A row of a page that is joined to the number of all rows: where the page has none, its columns are null in the only row, which says
 * the number.
 */
export type PageRow<Row> = (Row | { readonly [Column in keyof Row]: null }) & {
  readonly total: number;
  readonly place: number | null;
};

/** The rows of the page and the number of all. */
export function pageOf<Row extends { readonly id: number }>(
  rows: readonly PageRow<Row>[],
): { readonly found: readonly Row[]; readonly total: number } {
  const found = rows.filter((row): row is Row & { total: number; place: number | null } => row.id !== null);
  return { found, total: rows[0]?.total ?? 0 };
}
