import { Readable } from 'node:stream';
import { importsReasons, type ImportReason } from '#shared/reasons/imports.ts';
import { RawAnswer, type RequestContext } from '#server/platform/http/context.ts';
import { whenTableTurn } from '#server/platform/http/stream-turns.ts';
import { csvPieces } from '#server/platform/tables/csv.ts';
import type { TableRow } from '#server/platform/tables/table-file.ts';
import { translateWith } from '#server/platform/texts/translate.ts';

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** Headers of a table that is downloaded. */
export const headersOf = (format: keyof typeof types, name: string) => ({
  'content-type': types[format],
  'content-disposition': `attachment; filename="${name}"`,
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
});

/** A row of a file with its problems. */
interface WrongRow {
  readonly line: number | null;
  readonly problems: readonly {
    readonly column: string | null;
    readonly value: string;
    readonly reason: ImportReason;
    readonly otherLine: number | null;
  }[];
}

/** Returns the wrong cells of an import as a file, one line for each, in the reader's language (USR-06, USR-09). */
export async function problemsFile(
  ctx: RequestContext,
  id: number,
  batches: AsyncIterable<readonly WrongRow[]>,
): Promise<RawAnswer> {
  const columns = ['line', 'column', 'value', 'reason', 'reason_code'].map((key) => ({ key }));
  const table = { columns, batches: linesOf(ctx, batches) };
  const body = await whenTableTurn(ctx, () => Readable.from(csvPieces(table), { highWaterMark: 2 }));
  return new RawAnswer(200, headersOf('csv', `import-${String(id)}-errors.csv`), body);
}

async function* linesOf(
  { actor: { language } }: RequestContext,
  batches: AsyncIterable<readonly WrongRow[]>,
): AsyncGenerator<TableRow[]> {
  for await (const rows of batches) {
    yield rows.flatMap(({ line, problems }) =>
      problems.map(({ column, value, reason, otherLine }) => {
        const text = { id: `reason.${reason}`, message: importsReasons[reason][0] };
        return [line, column, value, translateWith(language, text, { line: otherLine ?? 0 }), reason];
      }),
    );
  }
}
