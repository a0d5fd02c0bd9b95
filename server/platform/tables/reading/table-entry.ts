/** Entry of the process that reads tables; see read-table.ts. */
import { readFile } from 'node:fs/promises';
import type { Asked } from '#server/platform/sandbox/parser.ts';
import { decodeBytes, lostIn } from './decode-bytes.ts';
import { delimiterOf, readDelimited } from './read-delimited.ts';
import { readWorkbook } from './read-workbook.ts';
import type { ReadTable, TableFacts } from './read-table.ts';
import { tableLimits, TableProblem, type NumberedRow } from './table-problem.ts';

const zipHead = Buffer.from('PK\u0003\u0004', 'latin1');
/** The head of a compound file: an encrypted workbook, or one of the time before XLSX. */
const compoundHead = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** Passes on the rows of the table at a path, the headings first, and returns facts about the table. */
export async function parse(path: string, { options, give }: Asked): Promise<TableFacts> {
  try {
    return await readAll(path, options === 'windows-1252' ? options : null, give);
  } catch (error) {
    if (error instanceof TableProblem) return { trouble: error.trouble };
    throw error;
  }
}

async function readAll(
  path: string,
  said: 'windows-1252' | null,
  give: (rows: readonly NumberedRow[]) => void,
): Promise<TableFacts> {
  const bytes = await readFile(path);
  if (bytes.subarray(0, 8).equals(compoundHead)) throw new TableProblem({ reason: 'table_workbook' });
  if (bytes.subarray(0, 4).equals(zipHead)) {
    let lost: ReadTable['lost'] = null;
    const watching = (rows: readonly NumberedRow[]) => {
      lost ??= lostInCells(rows);
      give(rows);
    };
    const rows = await giveRows(readWorkbook(bytes), watching);
    return { format: 'xlsx', encoding: null, delimiter: null, rows, lost };
  }
  const { text, encoding } = decodeBytes(bytes, said);
  const rows = await giveRows(readDelimited(text), give);
  return { format: 'csv', encoding, delimiter: delimiterOf(text), rows, lost: lostIn(text) };
}

/** Returns the first cell with U+FFFD, as row and column of a sheet; null if there is none. */
function lostInCells(rows: readonly NumberedRow[]): ReadTable['lost'] {
  for (const { line, cells } of rows) {
    const column = cells.findIndex((cell) => lostIn(cell) !== null);
    if (column >= 0) return { line, column: column + 1 };
  }
  return null;
}

/** Passes on rows of about 200 kB at a time. Returns the number of rows below the headings. */
async function giveRows(
  rows: AsyncIterable<NumberedRow>,
  give: (rows: readonly NumberedRow[]) => void,
): Promise<number> {
  let [count, size] = [-1, 0];
  let columns = 0;
  let waiting: NumberedRow[] = [];
  for await (const { line, cells } of rows) {
    count += 1;
    if (count === 0) columns = headingsOf(line, cells);
    const row = { line, cells: fitting(line, cells, columns) };
    if (count > tableLimits.rows)
      throw new TableProblem({ reason: 'table_too_many_rows', params: { line, most: tableLimits.rows } });
    waiting.push(row);
    size += row.cells.reduce((sum, cell) => sum + cell.length + 4, 20);
    if (size > 200_000) {
      give(waiting);
      [waiting, size] = [[], 0];
    }
  }
  if (count < 1) throw new TableProblem({ reason: 'table_empty' });
  if (waiting.length > 0) give(waiting);
  return count;
}

/** Returns the number of columns of the headings, without empty ones at the end. */
function headingsOf(line: number, cells: readonly string[]): number {
  const columns = cells.findLastIndex((cell) => cell.trim() !== '') + 1;
  if (columns < 2) throw new TableProblem({ reason: 'table_one_column', params: { line } });
  if (columns > tableLimits.columns)
    throw new TableProblem({
      reason: 'table_too_many_columns',
      params: { line, column: tableLimits.columns + 1, most: tableLimits.columns },
    });
  return columns;
}

/** Returns the cells of a row below the headings: missing ones are empty, empty ones after the last heading are dropped. */
function fitting(line: number, cells: readonly string[], columns: number): readonly string[] {
  const over = cells.findIndex((cell, at) => at >= columns && cell.trim() !== '');
  if (over >= 0) throw new TableProblem({ reason: 'table_row_too_long', params: { line, column: over + 1 } });
  const long = cells.findIndex((cell) => cell.length > tableLimits.cell);
  if (long >= 0)
    throw new TableProblem({
      reason: 'table_cell_too_long',
      params: { line, column: long + 1, most: tableLimits.cell },
    });
  return Array.from({ length: columns }, (_, at) => cells[at] ?? '');
}
