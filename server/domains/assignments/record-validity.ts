import type { Kysely } from 'kysely';
import { signatureReasonTexts, type SignatureReasonCode } from '#shared/contract/signatures.ts';
import type { DB } from '#server/db/db.d.ts';
import { checkSignature, type StoredSignature } from '#server/domains/signatures/index.ts';
import { sha256Hex, type KeySource } from '#server/platform/crypto/keys.ts';
import { namedStatement } from '#server/platform/postgres/named-statement.ts';
import type { Services } from '#server/platform/services.ts';
import { contentInDatabase, contentNow, type ContentNow, type ReadContents } from './content-integrity.ts';
import { recordText, type RecordColumns } from './training-record.ts';

/** What the signature of a completion says, wherever it is shown (SIG-01). */
export interface ShownSignature {
  readonly printedName: string;
  readonly signedAt: Date;
  readonly timeZone: string;
  readonly meaning: string;
}

/** Whether a completion still is what was signed, and why not (SIG-04). */
export interface RecordValidity {
  readonly recordId: number;
  readonly valid: boolean;
  readonly reasonCode: SignatureReasonCode | null;
  /** The sentence of the reason in English; also the key of its translation. */
  readonly reason: string | null;
  /** Null for completions without one: self-attested, or recorded afterwards. */
  readonly signature: ShownSignature | null;
}

interface StoredRecord extends RecordColumns {
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
type SignatureRow = StoredSignature & { readonly id: number; readonly trainingRecordId: number };

/** What is wrong under a record: with one of its signatures, or with the record itself. */
export interface RecordFault {
  readonly reasonCode: SignatureReasonCode;
  readonly signatureId: number | null;
}

/** A completion with everything that was found wrong with it; nothing: it is what was signed. */
interface Judged {
  readonly recordId: number;
  readonly faults: readonly RecordFault[];
  readonly shown: ShownSignature | null;
}

/**
 * Recomputes completions and their signatures, in four statements for any number of records (SIG-04): the record's bytes
 * from its columns, the content from text and stored files, every signature that stands under it. For every list,
 * report, export and certificate that shows a completion.
 *
 * @param readContents where many calls show one thing, what they found of the contents so far
 */
export async function recordValidity(
  services: Services,
  db: Kysely<DB>,
  recordIds: readonly number[],
  readContents: ReadContents = (versionIds) => contentNow(services, db, versionIds),
): Promise<ReadonlyMap<number, RecordValidity>> {
  const judged = await judgeRecords(services.config, db, recordIds, readContents);
  return new Map(judged.map((record) => [record.recordId, validityOf(record)]));
}

/** The same judgement for `verify` (AUD-02): every fault, read in the one snapshot of a run that writes nothing. */
export async function recordFaults(
  config: KeySource,
  db: Kysely<DB>,
  recordIds: readonly number[],
): Promise<ReadonlyMap<number, readonly RecordFault[]>> {
  const judged = await judgeRecords(config, db, recordIds, (versionIds) => contentInDatabase(db, versionIds));
  return new Map(judged.map(({ recordId, faults }) => [recordId, faults]));
}

async function judgeRecords(
  config: KeySource,
  db: Kysely<DB>,
  recordIds: readonly number[],
  readContents: ReadContents,
): Promise<readonly Judged[]> {
  if (recordIds.length === 0) return [];
  const plain = db.withoutPlugins();
  const [{ rows: records }, { rows: signatures }] = await Promise.all([
    plain.executeQuery(readRecords(recordIds)),
    plain.executeQuery(readSignatures(recordIds)),
  ]);
  const contents = await readContents(records.map((record) => record.moduleVersionId));
  const underRecord = Map.groupBy(signatures, (row) => row.trainingRecordId);
  return records.map((record) => {
    // The person's own signature is the one that is shown; any other one only spoils the record.
    const own = underRecord.get(record.id) ?? [];
    if (own.length > 1)
      own.sort((x, y) => Number(y.signerId === record.userId) - Number(x.signerId === record.userId));
    return judge(config, record, own, contents.get(record.moduleVersionId));
  });
}

function validityOf({ recordId, faults, shown }: Judged): RecordValidity {
  const reasonCode = faults[0]?.reasonCode ?? null;
  return {
    recordId,
    valid: reasonCode === null,
    reasonCode,
    reason: reasonCode === null ? null : signatureReasonTexts[reasonCode],
    signature: shown,
  };
}

/** A title of which a redaction left a part: what was taken out may have been anything (USR-08). */
const erasedPattern = String.raw`replace(regexp_replace(known.title, '([\\%_])', '\\\1', 'g'), '[erased]', '%')`;

/** The columns are named here: turning the names of each of many thousand rows is left out. */
const readRecords = namedStatement<StoredRecord>(
  'assignments.records',
  `select r.id, r.organization_id as "organizationId", r.assignment_id as "assignmentId", r.cycle, r.user_id as "userId",
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
  where r.id = any($1::int[])`,
);

const readSignatures = namedStatement<SignatureRow>(
  'assignments.signatures',
  `select id, training_record_id as "trainingRecordId", record_type as "recordType", record_id as "recordId",
    record_hash as "recordHash", content_hash as "contentHash", signer_id as "signerId", printed_name as "printedName",
    signed_at as "signedAt", time_zone as "timeZone", meaning_code as "meaningCode",
    statement_version as "statementVersion", meaning, auth_method as "authMethod",
    agreement_version as "agreementVersion", signature_hash as "signatureHash", signature_mac as "signatureMac",
    key_id as "keyId"
  from signatures where training_record_id = any($1::int[]) order by id`,
);

function judge(
  config: KeySource,
  record: StoredRecord,
  signatures: readonly SignatureRow[],
  content: ContentNow | undefined,
): Judged {
  const hash = sha256Hex(recordText(record));
  const [shown] = signatures;
  const faults = faultsOfSignatures(config, record, hash, signatures, content);
  const own = faultOfRecord(record, hash, content);
  if (own !== null) faults.push({ reasonCode: own, signatureId: null });
  return {
    recordId: record.id,
    faults,
    shown: shown
      ? {
          printedName: shown.printedName,
          signedAt: shown.signedAt,
          timeZone: shown.timeZone,
          meaning: shown.meaning,
        }
      : null,
  };
}

/** The faults of all signatures under the record: one that does not belong there spoils it (SIG-04). */
function faultsOfSignatures(
  config: KeySource,
  record: StoredRecord,
  recordHash: string,
  signatures: readonly SignatureRow[],
  content: ContentNow | undefined,
): RecordFault[] {
  const needed = record.kind === 'completion' && record.completionPolicy !== 'self_attest';
  if (needed && signatures.length === 0) return [{ reasonCode: 'missing', signatureId: null }];
  const signed = {
    recordType: 'training_records',
    recordId: record.id,
    recordHash,
    contentHash: content?.hash ?? null,
    contentIntact: content?.intact ?? false,
  };
  return signatures.flatMap((signature) => {
    const { reasonCode } = checkSignature(config, signature, signed);
    const fault = reasonCode ?? (signature.signerId === record.userId ? null : 'moved');
    return fault === null ? [] : [{ reasonCode: fault, signatureId: signature.id }];
  });
}

/** What a record says of itself, for those without a signature too. */
function faultOfRecord(
  record: StoredRecord,
  hash: string,
  content: ContentNow | undefined,
): SignatureReasonCode | null {
  const same = hash === record.bytesHash && hash === record.recordHash;
  if (!same || !record.assignmentAgrees || !record.titleExplained) return 'record_changed';
  return content?.intact && content.hash === record.versionHash ? null : 'content_changed';
}
