import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { placeIn } from './decode-bytes.ts';
import { tableLimits, TableProblem, type NumberedRow, type TableProblemCode } from './table-problem.ts';

/** Signs between cells. */
export const delimiters = [',', ';', '\t'] as const;
/** One of {@link delimiters}. */
export type Delimiter = (typeof delimiters)[number];

/** Returns the delimiter that the first line has most often outside of quotation marks; a comma if it has none. */
export function delimiterOf(text: string): Delimiter {
  const counts = new Map<string, number>();
  let quoted = false;
  for (const sign of text.slice(0, 100_000)) {
    if (sign === '"') quoted = !quoted;
    else if (!quoted && (sign === '\n' || sign === '\r')) break;
    else if (!quoted) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  }
  return delimiters.reduce((best, next) => ((counts.get(next) ?? 0) > (counts.get(best) ?? 0) ? next : best));
}

/** The first line that Excel writes to declare the delimiter. */
const said = /^sep=([,;\t])\r?\n/i;

interface ParsedRow {
  readonly record: string[];
  /** Its part of the text, unchanged. */
  readonly raw: string;
}

/**
 * Yields the rows of a text by RFC 4180, with commas, semicolons or tabs, and any line end. Empty lines are not rows. Throws
 * {@link TableProblem} with line and column.
 */
export async function* readDelimited(text: string): AsyncGenerator<NumberedRow> {
  const own = said.exec(text);
  const content = own ? text.slice(own[0].length) : text;
  let line = own ? 2 : 1;
  const parser = Readable.from(pieces(content)).pipe(
    parse({
      delimiter: own?.[1] ?? delimiterOf(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      raw: true,
      relax_column_count: true,
      max_record_size: tableLimits.cell * tableLimits.columns,
    }),
  );
  try {
    for await (const { record, raw } of parser as AsyncIterable<ParsedRow>) {
      if (record.some((cell) => cell !== '')) yield { line, cells: record };
      line += raw.match(/\r\n|\n|\r/g)?.length ?? 0;
    }
  } catch (error) {
    if (error instanceof CsvError) throw new TableProblem(troubleOf(error, text, line));
    throw error;
  }
}

/** Returns a text in pieces, so that only the requested rows are read. */
function* pieces(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += 65_536) yield text.slice(at, at + 65_536);
}

function troubleOf(error: CsvError, text: string, line: number): TableProblemCode {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED')
    return { reason: 'table_quote_open', params: placeIn(text, openQuote(text)) };
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return { reason: 'table_cell_too_long', params: { line, column: 1, most: tableLimits.cell } };
  return {
    reason: 'table_quote_misplaced',
    params: { line: Number(error['lines'] ?? line), column: Number(error['column'] ?? 0) + 1 },
  };
}

/** Returns the position of the quotation mark that is never closed. */
function openQuote(text: string): number {
  let opened = -1;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) opened = opened < 0 ? at : -1;
  return Math.max(opened, 0);
}
