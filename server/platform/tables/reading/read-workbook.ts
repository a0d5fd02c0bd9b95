import { readSheet } from 'read-excel-file/node';
import { TableProblem, type NumberedRow } from './table-problem.ts';

/**
 * Yields the rows of the first sheet of a workbook, as texts: days as YYYY-MM-DD, formulas by their stored values. Throws
 * {@link TableProblem}.
 */
export async function* readWorkbook(bytes: Buffer): AsyncGenerator<NumberedRow> {
  const rows = await readSheet(bytes).catch(() => {
    throw new TableProblem({ reason: 'table_workbook' });
  });
  for (const [at, row] of rows.entries()) {
    const cells = row.map(textOf);
    if (cells.some((cell) => cell !== '')) yield { line: at + 1, cells };
  }
}

function textOf(value: unknown): string {
  if (value instanceof Date) {
    const text = value.toISOString();
    return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text;
  }
  if (typeof value === 'boolean' || typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : '';
}
