import { z } from 'zod';
import { AppError } from '#shared/contract/errors.ts';
import type { FieldError } from '#shared/reasons/reasons.ts';
import { tablesReasons } from '#shared/reasons/tables.ts';
import { ParserError, type PartsParser } from '#server/platform/sandbox/parser.ts';
import type { Sandbox } from '#server/platform/sandbox/sandbox.ts';
import { tableEncodings } from './decode-bytes.ts';
import { delimiters } from './read-delimited.ts';
import { tableLimits, type NumberedRow, type TableProblemCode } from './table-problem.ts';

const readSchema = z.strictObject({
  format: z.enum(['csv', 'xlsx']),
  encoding: z.enum(tableEncodings).nullable(),
  delimiter: z.enum(delimiters).nullable(),
  rows: z.int(),
  /** The place of the first U+FFFD: a character that another program lost before. */
  lost: z.strictObject({ line: z.int(), column: z.int() }).nullable(),
});

/** The kind of table in a file, and the number of rows below its headings. */
export type ReadTable = z.infer<typeof readSchema>;

const troubleSchema = z.strictObject({
  trouble: z.strictObject({
    reason: z.enum(Object.keys(tablesReasons)),
    params: z.record(z.string().max(20), z.number()).exactOptional(),
  }),
});

/** The final answer of the process. */
export type TableFacts = ReadTable | { readonly trouble: TableProblemCode };

const rowsSchema = z.array(
  z.strictObject({
    line: z.int().min(1),
    cells: z.array(z.string().max(tableLimits.cell)).max(tableLimits.columns),
  }),
);

const tableParser: PartsParser<readonly NumberedRow[], TableFacts> = {
  name: 'table',
  entry: new URL('./table-entry.ts', import.meta.url),
  part: rowsSchema,
  // The parameters of each problem are known to the type only; the child is ours.
  result: z.union([readSchema, troubleSchema]) as unknown as z.ZodType<TableFacts>,
  // The rows may be read slowly.
  limits: { wallSeconds: 300 },
};

/**
 * Reads a table of CSV, tab-separated text or XLSX in a separate process and passes on its rows, the headings first. Throws FILE_REFUSED at
 * `file` with the reason, line and column.
 */
export async function readTable(
  sandbox: Sandbox,
  path: string,
  asked: {
    readonly person: string;
    readonly name: string;
    readonly encoding: 'windows-1252' | null;
    readonly take: (rows: readonly NumberedRow[]) => Promise<void>;
  },
): Promise<ReadTable> {
  const { person, name, encoding, take } = asked;
  const refused = (trouble: Omit<FieldError, 'path'>) =>
    new AppError('FILE_REFUSED', { errors: [{ path: 'file', ...trouble } as FieldError] });
  try {
    const facts = await sandbox.runInParts(tableParser, path, { person, options: encoding ?? '', take });
    if ('trouble' in facts) throw refused(facts.trouble);
    return facts;
  } catch (error) {
    if (!(error instanceof ParserError) || error.fault === 'machine') throw error;
    const reasons = {
      too_slow: 'file_too_slow',
      too_much_memory: 'file_too_much_memory',
      crashed: 'file_unsafe',
    } as const;
    throw refused({ reason: reasons[error.fault], params: { name } });
  }
}
