import { formulaSafe } from '#shared/domain/reports/csv.ts';
import type { RecordValidity } from '#server/domains/assignments/index.ts';
import type { ExportRow } from './report-rows.ts';

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
    validity.valid ? 'valid' : 'not valid',
    cell(validity.reason),
  ].join(',');
}

function personCells(row: ExportRow): string {
  return `${cell(row.organization)},${cell(row.department)},${cell(row.lastName)},${cell(row.firstName)},${cell(row.email)},${cell(row.jobTitle)},${row.isActive ? 'yes' : 'no'}`;
}

/** One line of RFC 4180 with CRLF, safe from formulas (RPT-02, R-SEC-15), behind the cells of its person. */
function csvLine(person: string, row: ExportRow, validity: RecordValidity | undefined): string {
  return `${person},${cell(row.module)},${cell(row.reference)},${row.version === null ? '' : String(row.version)},${row.status ?? ''},${row.assignedDate ?? ''},${row.dueDate ?? ''},${row.completedDate ?? ''},${row.score ?? ''},${evidenceCells(validity)}\r\n`;
}

/** The whole file as pieces of UTF-8, beginning with the byte order mark that spreadsheets need for UTF-8. */
export async function* csvText(
  batches: AsyncIterable<{ rows: readonly ExportRow[]; validity: ReadonlyMap<number, RecordValidity> }>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(`\ufeff${csvColumns.join(',')}\r\n`);
  let last: ExportRow | undefined;
  let person = '';
  for await (const { rows, validity } of batches) {
    let text = '';
    for (const row of rows) {
      // The lines of a person stand together, and no two people have one address.
      if (row.email !== last?.email) person = personCells(row);
      last = row;
      text += csvLine(person, row, row.recordId === null ? undefined : validity.get(row.recordId));
    }
    yield Buffer.from(text);
  }
}
