import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { placeIn } from './decode-bytes.ts';
import { tableLimits, TableProblem, type NumberedRow } from './table-problem.ts';

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
 * Yields the rows of a text by RFC 4180, with commas, semicolons or tabs, and any line end. Empty lines are not rows. A quotation mark
 * within a cell that does not start with one is text, as in 36'37.8"N. Throws {@link TableProblem} with line and column.
 */
export async function* readDelimited(text: string): AsyncGenerator<NumberedRow> {
  const own = said.exec(text);
  const content = own ? text.slice(own[0].length) : text;
  const delimiter = own?.[1] ?? delimiterOf(text);
  let line = own ? 2 : 1;
  const parser = Readable.from(pieces(content)).pipe(
    parse({
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      raw: true,
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: tableLimits.cell * tableLimits.columns,
    }),
  );
  try {
    for await (const { record, raw } of parser as AsyncIterable<ParsedRow>) {
      // The parser reads text behind a closed cell too, and then keeps the quotation mark at its start.
      if (record.some((cell) => cell.startsWith('"'))) requireClosed(raw, delimiter, line);
      if (record.some((cell) => cell !== '')) yield { line, cells: record };
      line += raw.match(/\r\n|\n|\r/g)?.length ?? 0;
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (error.code === 'CSV_QUOTE_NOT_CLOSED') requireClosed(content, delimiter, own ? 2 : 1);
    throw new TableProblem({
      reason: 'table_cell_too_long',
      params: { line, column: 1, most: tableLimits.cell },
    });
  }
}

/** Returns a text in pieces, so that only the requested rows are read. */
function* pieces(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += 65_536) yield text.slice(at, at + 65_536);
}

/** Throws {@link TableProblem} at the first quoted cell of a text that has no end, or text behind its end; `line`: the text's first line. */
function requireClosed(text: string, delimiter: string, line: number): void {
  const quoted = /"(?:[^"]|"")*("?)/y;
  const plain = new RegExp(`[^${delimiter}\\r\\n]*`, 'y');
  for (let at = 0; at < text.length; at += 1) {
    const cell = text[at] === '"' ? quoted : plain;
    cell.lastIndex = at;
    const found = cell.exec(text);
    const end = at + (found?.[0].length ?? 0);
    const isOpen = found?.[1] === '';
    if (isOpen || !['', delimiter, '\r', '\n'].includes(text.charAt(end))) {
      const place = placeIn(text, isOpen ? at : end);
      throw new TableProblem({
        reason: isOpen ? 'table_quote_open' : 'table_quote_misplaced',
        params: { line: line + place.line - 1, column: place.column },
      });
    }
    at = end;
  }
}
