import { csvLine } from '#shared/domain/reports/csv.ts';
import type { TableColumn, TableFile } from './table-file.ts';

/** Yields a table as pieces of UTF-8 with the byte order mark that spreadsheets need; lines end with CRLF. */
export async function* csvPieces({
  columns,
  batches,
}: {
  readonly columns: readonly Pick<TableColumn, 'key'>[];
  readonly batches: TableFile['batches'];
}): AsyncGenerator<Buffer> {
  yield Buffer.from(`\ufeff${csvLine(columns.map(({ key }) => key))}`);
  for await (const rows of batches) {
    let text = '';
    for (const row of rows) text += csvLine(row);
    yield Buffer.from(text);
  }
}
