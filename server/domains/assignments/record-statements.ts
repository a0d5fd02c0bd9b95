import { namedStatement, unseenList } from '#server/platform/postgres/named-statement.ts';
import { signatureColumns, type StoredSignature } from '#server/domains/signatures/index.ts';
import type { RecordColumns } from './training-record.ts';

/** A stored completion, with other facts that must agree with it (SIG-04). */
export interface StoredRecord extends RecordColumns {
  readonly moduleVersionId: number;
  /** The stored bytes are compared by their hash: their text would be most of the data of a long report. */
  readonly bytesHash: string;
  readonly recordHash: string;
  /** The assignment that lists and reports show still says the same. */
  readonly assignmentAgrees: boolean;
  /** The module has the recorded title, or the trail contains its renaming. */
  readonly titleExplained: boolean;
}

/** A signature with its record. */
export type SignatureRow = StoredSignature & { readonly id: number; readonly trainingRecordId: number };

/** A title of which a redaction left a part: the removed part may have been anything (USR-08). */
const erasedPattern = String.raw`replace(regexp_replace(known.title, '([\\%_])', '\\\1', 'g'), '[erased]', '%')`;

/**
 * The columns by which a completion is judged, from its record `r`, its assignment `a` and its module `m`, by the names of
 * {@link StoredRecord}.
 */
export const recordFields = {
  id: 'r.id',
  organizationId: 'r.organization_id',
  assignmentId: 'r.assignment_id',
  cycle: 'r.cycle',
  userId: 'r.user_id',
  moduleId: 'r.module_id',
  moduleTitle: 'r.module_title',
  moduleReference: 'r.module_reference',
  versionNumber: 'r.version_number',
  versionHash: 'r.version_hash',
  completionPolicy: 'r.completion_policy',
  score: 'r.score',
  passingScore: 'r.passing_score',
  completedAt: 'r.completed_at',
  timeZone: 'r.time_zone',
  expiresOn: 'r.expires_on',
  kind: 'r.kind',
  moduleVersionId: 'r.module_version_id',
  bytesHash: "encode(sha256(convert_to(r.record_bytes, 'UTF8')), 'hex')",
  recordHash: 'r.record_hash',
  assignmentAgrees: `(a.user_id, a.module_id, a.cycle, a.completed_at) = (r.user_id, r.module_id, r.cycle, r.completed_at)
    and a.score is not distinct from r.score and a.status in ('completed', 'voided')`,
  // A list that joins records has rows without one, for which no title is searched.
  titleExplained: `r.id is not null and (m.title = r.module_title or exists (
    select 1 from audit.events e
    cross join lateral (select coalesce(e.payload, e.residual)::jsonb -> 'after' ->> 'title' as title) known
    where e.object_type = 'training_modules' and e.object_id = m.id::text and e.kind in ('insert', 'update')
      and (known.title = m.title or (e.payload is null and m.title like ${erasedPattern}))))`,
} as const satisfies Readonly<Record<keyof StoredRecord, string>>;

/** {@link recordFields} as a select list: turning the names of each of many thousand rows is left out. */
export const recordColumns = Object.entries(recordFields)
  .map(([name, column]) => `${column} as "${name}"`)
  .join(', ');

/** SQL of completions `r` with the assignment and the module that they are judged with. */
export const recordTables = `training_records r
  join training_assignments a on a.id = r.assignment_id
  join training_modules m on m.id = r.module_id`;

/** $1: ids of completions. */
export const readRecords = namedStatement<StoredRecord>(
  'assignments.records',
  `select ${recordColumns} from ${recordTables} where r.id = any(${unseenList('$1', 'int')})`,
);

/** $1: ids of completions. */
export const readSignatures = namedStatement<SignatureRow>(
  'assignments.signatures',
  `select id, training_record_id as "trainingRecordId", ${signatureColumns}
  from signatures where training_record_id = any(${unseenList('$1', 'int')}) order by id`,
);
