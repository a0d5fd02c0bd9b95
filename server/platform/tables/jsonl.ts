import type { TableColumn, TableFile } from './table-file.ts';

/** Yields a table as pieces of JSON Lines in UTF-8: one object per row, by the keys of the columns in their order. */
export async function* jsonlPieces({
  columns,
  batches,
}: {
  readonly columns: readonly Pick<TableColumn, 'key'>[];
  readonly batches: TableFile['batches'];
}): AsyncGenerator<Buffer> {
  const keys = columns.map(({ key }) => key);
  for await (const rows of batches) {
    let text = '';
    for (const row of rows)
      text += `${JSON.stringify(Object.fromEntries(keys.map((key, index) => [key, row[index] ?? null])))}\n`;
    yield Buffer.from(text);
  }
}
