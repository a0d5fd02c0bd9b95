import type { CompletionKind } from '#shared/domain/signatures/training-record.ts';
import { sql } from 'kysely';
import type { CompletionPolicy } from '#shared/domain/modules/completion-policy.ts';
import { trainingRecordText } from '#shared/domain/signatures/training-record.ts';
import type { PreparedSignature } from '#server/domains/signatures/index.ts';
import type { DB } from '#server/db/db.d.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { queryPrepared } from '#server/platform/postgres/named-statement.ts';
import { sha256Hex } from '#server/platform/crypto/keys.ts';

/** The columns of a training record in its canonical bytes (SIG-01, SIG-04). */
export interface RecordColumns {
  readonly id: number;
  readonly organizationId: number | null;
  readonly assignmentId: number;
  readonly cycle: number;
  readonly userId: string;
  readonly moduleId: number;
  readonly moduleTitle: string;
  readonly moduleReference: string | null;
  readonly versionNumber: number;
  readonly versionHash: string;
  readonly completionPolicy: CompletionPolicy;
  readonly score: number | null;
  readonly passingScore: number | null;
  readonly completedAt: Date;
  readonly timeZone: string;
  readonly expiresOn: string | null;
  readonly kind: CompletionKind;
}

/** The canonical text of a record, made from its columns: what is signed, and rebuilt whenever it is shown. */
export function recordText(record: RecordColumns): string {
  // Named one by one: copying the columns that a report reads of each record took as long as hashing it.
  return trainingRecordText({
    recordId: record.id,
    organizationId: record.organizationId,
    assignmentId: record.assignmentId,
    cycle: record.cycle,
    userId: record.userId,
    moduleId: record.moduleId,
    moduleTitle: record.moduleTitle,
    moduleReference: record.moduleReference,
    versionNumber: record.versionNumber,
    contentHash: record.versionHash,
    completionPolicy: record.completionPolicy,
    score: record.score,
    passingScore: record.passingScore,
    completedAt: record.completedAt.toISOString(),
    timeZone: record.timeZone,
    expiresOn: record.expiresOn,
    kind: record.kind,
  });
}

/** A completion to be stored permanently. */
export interface NewRecord extends RecordColumns {
  readonly moduleVersionId: number;
  /** The day from which the periods of its validity are counted (MTX-08). */
  readonly renewalAnchor: string | null;
  readonly recordedBy: string | null;
  readonly reason: string | null;
}

/**
 * Stores a completion and closes its assignment in one statement (D7). The row of the assignment is locked by the caller, and `completedAt`
 * is the database's clock in milliseconds (DI-01): a completion is recorded when it happens, a past training when a person records it. With
 * a signature it is signed in the same statement (PERF-03). Returns the canonical text that is signed.
 */
export async function insertRecord(
  tx: Pick<CommandTransaction, 'db'>,
  record: NewRecord,
  sign?: (text: string) => Promise<PreparedSignature>,
): Promise<string> {
  const text = recordText(record);
  const signature = await sign?.(text);
  const [kept] = await queryPrepared<{ signatureId: number | null }, DB>(
    tx.db,
    'assignments.keep-record',
    sql`
    with kept as (
      insert into training_records (id, assignment_id, cycle, user_id, organization_id, module_id, module_version_id,
        module_title, module_reference, version_number, version_hash, completion_policy, score, passing_score,
        completed_at, time_zone, expires_on, recorded_by, kind, reason, record_bytes, record_hash, recorded_at)
      overriding system value
      values (${record.id}, ${record.assignmentId}, ${record.cycle}, ${record.userId}, ${record.organizationId},
        ${record.moduleId}, ${record.moduleVersionId}, ${record.moduleTitle}, ${record.moduleReference},
        ${record.versionNumber}, ${record.versionHash}, ${record.completionPolicy}, ${record.score},
        ${record.passingScore}, ${record.completedAt}, ${record.timeZone}, ${record.expiresOn}, ${record.recordedBy},
        ${record.kind}, ${record.reason}, ${text}, ${sha256Hex(text)},
        case when ${record.kind}::text = 'backdated' then app_now() else ${record.completedAt}::timestamptz end)
      returning assignment_id
    ),
    closed as (
    update training_assignments a
    set status = 'completed', progress = 100, score = ${record.score}, completed_at = ${record.completedAt},
      next_renewal_date = ${record.expiresOn}, renewal_anchor = ${record.renewalAnchor}, module_version_id = ${record.moduleVersionId}
    from kept where a.id = kept.assignment_id returning a.id
    )${signature ? sql`, ${signature.parts}` : sql``}
    select ${signature ? sql`(select id from signed)` : sql`null::int`} as signature_id, (select id from closed) as closed`,
  );
  if (signature) {
    if (typeof kept?.signatureId !== 'number') throw new Error('the signature was not kept');
    await signature.finish(kept.signatureId);
  }
  return text;
}
