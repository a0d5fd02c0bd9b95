import { zonedInstant } from '#shared/domain/calendar/evidence-time.ts';
import { csvCell } from '#shared/domain/reports/csv.ts';
import type { DueDateMove, RecordValidity } from '#server/domains/assignments/index.ts';
import { signatureWord } from './signature-words.ts';
import type { CsvRow, ExportBatch } from './report-rows.ts';

/** Columns of the completion report as CSV: names for machines, the same in every language (P11-12). */
export const csvColumns = [
  'organization',
  'department',
  'last_name',
  'first_name',
  'email',
  'job_title',
  'active',
  'module',
  'reference',
  'version',
  'effective_version',
  'status',
  'assigned_at',
  'reader_tz',
  'due_date',
  'first_due_date',
  'due_moved_at',
  'due_moved_by',
  'due_moved_reason',
  'completed_at',
  'completed_tz',
  'score',
  'signer_name',
  'signed_at',
  'signed_tz',
  'meaning',
  'signature_valid',
  'signature_problem',
] as const;

function evidenceCells(validity: RecordValidity | undefined): string {
  if (!validity) return ',,,,,';
  const { signature } = validity;
  return [
    csvCell(signature?.printedName),
    signature ? zonedInstant(signature.signedAt, signature.timeZone) : '',
    csvCell(signature?.timeZone),
    csvCell(signature?.meaning),
    signatureWord(validity),
    csvCell(validity.reason),
  ].join(',');
}

function movedCells(moved: DueDateMove | null, timeZone: string): string {
  if (!moved) return ',,,';
  const { firstDueDate, at, by, reason } = moved;
  return [firstDueDate ?? '', zonedInstant(at, timeZone), csvCell(by), csvCell(reason)].join(',');
}

/** Returns one line of RFC 4180 with CRLF, safe from formulas (RPT-02, R-SEC-15). */
function lineOf(row: CsvRow, validity: RecordValidity | undefined, timeZone: string): string {
  const { completed: at, completedDay, completedZone } = row;
  const assigned = row.assignedAt === null ? '' : zonedInstant(row.assignedAt * 1000, timeZone);
  const completed =
    at === null || completedZone === null
      ? ','
      : `${completedDay ?? zonedInstant(at * 1000, completedZone)},${completedZone}`;
  return `${row.person},${csvCell(row.module)},${csvCell(row.reference)},${row.progress},${assigned},${timeZone},${row.dueDate},${movedCells(row.dueDateMoved, timeZone)},${completed},${row.scored},${evidenceCells(validity)}\r\n`;
}

/**
 * Yields the whole file as pieces of UTF-8, starting with the byte order mark that spreadsheets need for UTF-8.
 *
 * @param timeZone the reader's zone; completions and signatures keep that in which they were recorded (RPT-05)
 */
export async function* csvText(
  batches: AsyncIterable<ExportBatch<CsvRow>>,
  timeZone: string,
): AsyncGenerator<Buffer> {
  yield Buffer.from(`\ufeff${csvColumns.join(',')}\r\n`);
  for await (const { rows, validity } of batches) {
    let text = '';
    for (const row of rows)
      text += lineOf(row, row.recordId === null ? undefined : validity.get(row.recordId), timeZone);
    yield Buffer.from(text);
  }
}
