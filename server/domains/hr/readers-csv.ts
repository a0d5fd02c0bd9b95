import { zonedInstant } from '#shared/domain/calendar/evidence-time.ts';
import type { Cell } from '#server/platform/tables/table-file.ts';
import type { readersInBatches } from './readers.queries.ts';

type Reader = (ReturnType<typeof readersInBatches> extends AsyncGenerator<infer Batch>
  ? Batch
  : never)[number];

/**
 * The columns of the report as CSV. Their names are for machines and the same in every language. Signed times are in the zone of
 * the signature, other times in the reader's (HR-04, RPT-05).
 */
export const readerColumns = [
  'name',
  'email',
  'department',
  'version',
  'asked_at',
  'acknowledged_at',
  'due_on',
  'overdue',
  'signer_name',
  'signed_at',
  'signed_tz',
  'meaning',
  'signature_valid',
  'signature_problem',
] as const;

const inZone = (instant: Date | null | undefined, timeZone: string): string | null =>
  instant ? zonedInstant(instant, timeZone) : null;

const cellsOf = (
  { person, versionNumber, requestedAt, dueOn, isOverdue, acknowledgedAt, signature }: Reader,
  readerZone: string,
): Cell[] => [
  person.name,
  person.email,
  person.departmentName,
  versionNumber,
  inZone(requestedAt, readerZone),
  inZone(acknowledgedAt, signature?.timeZone ?? readerZone),
  dueOn,
  isOverdue ? 'yes' : 'no',
  signature?.printedName ?? null,
  inZone(signature?.signedAt, signature?.timeZone ?? readerZone),
  signature?.timeZone ?? null,
  signature?.meaning ?? null,
  signature ? (signature.valid ? 'valid' : 'not valid') : null,
  signature?.reason ?? null,
];

/** The lines of the report, batch by batch (HR-04). */
export async function* readerLines(batches: ReturnType<typeof readersInBatches>, readerZone: string) {
  for await (const readers of batches) yield readers.map((reader) => cellsOf(reader, readerZone));
}
