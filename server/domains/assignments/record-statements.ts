import { namedStatement } from '#server/platform/postgres/named-statement.ts';
import { signatureColumns, type StoredSignature } from '#server/domains/signatures/index.ts';
import type { RecordColumns } from './training-record.ts';

/** A completion as it is stored, with what else must agree with it (SIG-04). */
export interface StoredRecord extends RecordColumns {
  readonly moduleVersionId: number;
  /** The stored bytes are compared by their hash: their text would be most of what a long report reads. */
  readonly bytesHash: string;
  readonly recordHash: string;
  /** The assignment that lists and reports show still says the same. */
  readonly assignmentAgrees: boolean;
  /** The module has the recorded title, or the trail knows who renamed it. */
  readonly titleExplained: boolean;
}

/** A signature with the record that it stands under. */
export type SignatureRow = StoredSignature & { readonly id: number; readonly trainingRecordId: number };

/** A title of which a redaction left a part: what was taken out may have been anything (USR-08). */
const erasedPattern = String.raw`replace(regexp_replace(known.title, '([\\%_])', '\\\1', 'g'), '[erased]', '%')`;

/** SQL of the completions that a condition on `r` picks; the columns are named here: turning the names of each of many thousand rows is left out. */
export const recordsSql = (
  where: string,
): string => `select r.id, r.organization_id as "organizationId", r.assignment_id as "assignmentId", r.cycle, r.user_id as "userId",
    r.module_id as "moduleId", r.module_title as "moduleTitle", r.module_reference as "moduleReference",
    r.version_number as "versionNumber", r.version_hash as "versionHash", r.completion_policy as "completionPolicy",
    r.score, r.passing_score as "passingScore", r.completed_at as "completedAt", r.time_zone as "timeZone",
    r.expires_on as "expiresOn", r.kind, r.module_version_id as "moduleVersionId",
    encode(sha256(convert_to(r.record_bytes, 'UTF8')), 'hex') as "bytesHash", r.record_hash as "recordHash",
    (a.user_id, a.module_id, a.cycle, a.completed_at) = (r.user_id, r.module_id, r.cycle, r.completed_at)
      and a.score is not distinct from r.score and a.status in ('completed', 'voided') as "assignmentAgrees",
    t.title = r.module_title or exists (
      select 1 from audit.events e
      cross join lateral (select coalesce(e.payload, e.residual)::jsonb -> 'after' ->> 'title' as title) known
      where e.object_type = 'training_modules' and e.object_id = t.id::text and e.kind in ('insert', 'update')
        and (known.title = t.title or (e.payload is null and t.title like ${erasedPattern}))) as "titleExplained"
  from training_records r
  join training_assignments a on a.id = r.assignment_id
  join training_modules t on t.id = r.module_id
  where ${where}`;

/** SQL of the signatures under the completions that a condition picks. */
export const signaturesSql = (
  where: string,
): string => `select id, training_record_id as "trainingRecordId", ${signatureColumns}
  from signatures where ${where} order by id`;

/** $1: ids of completions. */
export const readRecords = namedStatement<StoredRecord>(
  'assignments.records',
  recordsSql('r.id = any($1::int[])'),
);

/** $1: ids of completions. */
export const readSignatures = namedStatement<SignatureRow>(
  'assignments.signatures',
  signaturesSql('training_record_id = any($1::int[])'),
);
