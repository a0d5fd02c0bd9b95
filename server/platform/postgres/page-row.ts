/**
 * A row of a page, joined to the number of all rows: if the page is empty, its columns are null in the only row, which contains the
 * number.
 */
export type CountedRow<Row> = (Row | { readonly [Column in keyof Row]: null }) & { readonly total: number };

/** A row of a page whose order is computed by the statement (`place`). */
export type PageRow<Row> = CountedRow<Row> & { readonly place: number | null };

/** Returns the rows of the page and the number of all. */
export function pageOf<Row extends { readonly id: number | string }>(
  rows: readonly CountedRow<Row>[],
): { readonly found: readonly Row[]; readonly total: number } {
  const found = rows.filter((row): row is Row & { total: number } => row.id !== null);
  return { found, total: rows[0]?.total ?? 0 };
}
