import { signatureWords } from './signature-words.ts';
import { formulaSafe } from '#shared/domain/reports/csv.ts';
import type { RecordValidity } from '#server/domains/assignments/index.ts';
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
  'status',
  'assigned_at_utc',
  'due_date',
  'completed_at_utc',
  'score',
  'signer_name',
  'signed_at_utc',
  'signed_tz',
  'meaning',
  'signature_valid',
  'signature_problem',
] as const;

const needsQuotes = /[",\r\n]/;
/** Most cells have none of what {@link formulaSafe} and the quotes look for: one look tells. */
const needsCare = /^[=+\-@\t]|[",\r\n]/;

function cell(value: string | null | undefined): string {
  if (value === null || value === undefined || value === '') return '';
  if (!needsCare.test(value)) return value;
  const safe = formulaSafe(value);
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function evidenceCells(validity: RecordValidity | undefined): string {
  if (!validity) return ',,,,,';
  const { signature } = validity;
  return [
    cell(signature?.printedName),
    signature ? signature.signedAt.toISOString() : '',
    cell(signature?.timeZone),
    cell(signature?.meaning),
    signatureWords[validity.state],
    cell(validity.reason),
  ].join(',');
}

/** One line of RFC 4180 with CRLF, safe from formulas (RPT-02, R-SEC-15). */
function csvLine(row: CsvRow, validity: RecordValidity | undefined): string {
  return `${row.person},${cell(row.module)},${cell(row.reference)},${row.progress},${evidenceCells(validity)}\r\n`;
}

/** The whole file as pieces of UTF-8, beginning with the byte order mark that spreadsheets need for UTF-8. */
export async function* csvText(batches: AsyncIterable<ExportBatch<CsvRow>>): AsyncGenerator<Buffer> {
  yield Buffer.from(`\ufeff${csvColumns.join(',')}\r\n`);
  for await (const { rows, validity } of batches) {
    let text = '';
    for (const row of rows)
      text += csvLine(row, row.recordId === null ? undefined : validity.get(row.recordId));
    yield Buffer.from(text);
  }
}
