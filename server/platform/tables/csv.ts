import { formulaSafe } from '#shared/domain/reports/csv.ts';
import type { Cell, TableColumn, TableFile } from './table-file.ts';

const needsQuotes = /[",;\r\n]/;

/** One cell of RFC 4180, safe from formulas (RPT-02, R-SEC-15): a number is a number, also below zero. */
export function csvCell(value: Cell): string {
  if (value === null || value === '') return '';
  if (typeof value === 'number') return String(value);
  const safe = formulaSafe(value);
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A table as pieces of UTF-8 with the byte order mark that spreadsheets need; lines end with CRLF. */
export async function* csvPieces({
  columns,
  batches,
}: {
  readonly columns: readonly Pick<TableColumn, 'key'>[];
  readonly batches: TableFile['batches'];
}): AsyncGenerator<Buffer> {
  yield Buffer.from(`\ufeff${columns.map(({ key }) => csvCell(key)).join(',')}\r\n`);
  for await (const rows of batches) {
    let text = '';
    for (const row of rows) text += `${row.map(csvCell).join(',')}\r\n`;
    yield Buffer.from(text);
  }
}
