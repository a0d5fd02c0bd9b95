import type { Cell } from '#server/platform/tables/table-file.ts';
import type { readersInBatches } from './readers.queries.ts';

type Reader = (ReturnType<typeof readersInBatches> extends AsyncGenerator<infer Batch>
  ? Batch
  : never)[number];

/** Columns of the report as CSV: names for machines, the same in every language; times are UTC (HR-04). */
export const readerColumns = [
  'name',
  'email',
  'department',
  'version',
  'asked_at_utc',
  'acknowledged_at_utc',
  'due_on',
  'overdue',
  'signer_name',
  'signed_at_utc',
  'signed_tz',
  'meaning',
  'signature_valid',
  'signature_problem',
] as const;

const cellsOf = ({
  person,
  versionNumber,
  requestedAt,
  dueOn,
  isOverdue,
  acknowledgedAt,
  signature,
}: Reader): Cell[] => [
  person.name,
  person.email,
  person.departmentName,
  versionNumber,
  requestedAt.toISOString(),
  acknowledgedAt?.toISOString() ?? null,
  dueOn,
  isOverdue ? 'yes' : 'no',
  signature?.printedName ?? null,
  signature?.signedAt?.toISOString() ?? null,
  signature?.timeZone ?? null,
  signature?.meaning ?? null,
  signature ? (signature.valid ? 'valid' : 'not valid') : null,
  signature?.reason ?? null,
];

/** The lines of the report, batch by batch (HR-04). */
export async function* readerLines(batches: ReturnType<typeof readersInBatches>) {
  for await (const readers of batches) yield readers.map(cellsOf);
}
