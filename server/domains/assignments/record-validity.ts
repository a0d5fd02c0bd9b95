import type { Kysely } from 'kysely';
import type { SignatureState } from '#shared/contract/signatures.ts';
import type { CompletionKind } from '#shared/domain/signatures/training-record.ts';
import { signatureReasons, type SignatureReasonCode } from '#shared/domain/signatures/signature-reasons.ts';
import { sentenceOf } from '#server/platform/texts/sentence-of.ts';
import type { DB } from '#server/db/db.d.ts';
import { checkSignature, textOfColumns } from '#server/domains/signatures/index.ts';
import { sha256Hex, type KeySource } from '#server/platform/crypto/keys.ts';
import type { Services } from '#server/platform/services.ts';
import { contentInDatabase, contentNow, type ContentNow, type ReadContents } from './content-integrity.ts';
import type { Evidence } from './evidence.ts';
import { isWhole, signatureOfCompletion, type JoinedEvidence } from './joined-evidence.ts';
import { readRecords, readSignatures, type SignatureRow, type StoredRecord } from './record-statements.ts';
import { recordText } from './training-record.ts';

/** The displayed facts of the signature of a completion (SIG-01). */
export interface ShownSignature {
  readonly printedName: string;
  readonly signedAt: Date;
  readonly timeZone: string;
  readonly meaning: string;
}

/** Whether a completion still is what was signed, and why not (SIG-04). */
export interface RecordValidity {
  readonly recordId: number;
  readonly kind: CompletionKind;
  readonly state: SignatureState;
  /** Signed, and everything is what was signed. */
  readonly valid: boolean;
  readonly reasonCode: SignatureReasonCode | null;
  /** The sentence of the reason in English; also the key of its translation. */
  readonly reason: string | null;
  /** Null for completions without one: self-attested, or recorded afterwards. */
  readonly signature: ShownSignature | null;
}

/** A fault in a record: in one of its signatures, or in the record itself. */
export interface RecordFault {
  readonly reasonCode: SignatureReasonCode;
  readonly signatureId: number | null;
}

/** A completion with all faults that were found; none: it is what was signed. */
interface Judged {
  readonly recordId: number;
  readonly kind: CompletionKind;
  readonly faults: readonly RecordFault[];
  readonly shown: ShownSignature | null;
}

/**
 * Recomputes completions and their signatures, in three statements for any number of records (SIG-04): the record's bytes from
 * its columns, the content from text and stored files, and every signature of the record. Every list, report, export and
 * certificate that shows a completion uses it.
 *
 * @param readContents shares the contents that were found so far, if many calls show one thing
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

/** Returns the same judgement from evidence that was already read, with the current contents. */
export function validityOfEvidence(
  config: KeySource,
  { records, signatures }: Pick<Evidence, 'records' | 'signatures'>,
  contents: ReadonlyMap<number, ContentNow>,
): ReadonlyMap<number, RecordValidity> {
  const judged = judgeAll(config, records, signatures, contents);
  return new Map(judged.map((record) => [record.recordId, validityOf(record)]));
}

/** Returns the same judgement of rows that a long list has read with their evidence ({@link joinedEvidence}). */
export async function joinedValidity(
  services: Services,
  db: Kysely<DB>,
  rows: readonly JoinedEvidence[],
  readContents: ReadContents,
): Promise<ReadonlyMap<number, RecordValidity>> {
  const whole = rows.filter(isWhole);
  const contents = await readContents(whole.map((row) => row.moduleVersionId));
  const found = new Map<number, RecordValidity>();
  for (const row of whole) {
    const signature = signatureOfCompletion(row);
    const judged = judge(
      services.config,
      row,
      signature ? [signature] : [],
      contents.get(row.moduleVersionId),
    );
    found.set(row.id, validityOf(judged));
  }
  const others = rows.flatMap((row) => (row.id === null || isWhole(row) ? [] : row.id));
  for (const [id, validity] of await recordValidity(services, db, others, readContents))
    found.set(id, validity);
  return found;
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
  return judgeAll(config, records, signatures, contents);
}

function judgeAll(
  config: KeySource,
  records: readonly StoredRecord[],
  signatures: readonly SignatureRow[],
  contents: ReadonlyMap<number, ContentNow>,
): readonly Judged[] {
  const underRecord = Map.groupBy(signatures, (row) => row.trainingRecordId);
  return records.map((record) => {
    // The person's own signature is the one that is shown; any other one only spoils the record.
    const own = underRecord.get(record.id) ?? [];
    if (own.length > 1)
      own.sort((x, y) => Number(y.signerId === record.userId) - Number(x.signerId === record.userId));
    return judge(config, record, own, contents.get(record.moduleVersionId));
  });
}

function validityOf({ recordId, kind, faults, shown }: Judged): RecordValidity {
  const reasonCode = faults[0]?.reasonCode ?? null;
  const whole: SignatureState = shown === null ? 'not_signed' : 'valid';
  const state = reasonCode === null ? whole : 'not_valid';
  return {
    recordId,
    kind,
    state,
    valid: state === 'valid',
    reasonCode,
    reason: reasonCode === null ? null : sentenceOf({ reason: signatureReasons[reasonCode] }),
    signature: shown,
  };
}

function judge(
  config: KeySource,
  record: StoredRecord,
  signatures: readonly SignatureRow[],
  content: ContentNow | undefined,
): Judged {
  const hash = sha256Hex(textOfColumns(() => recordText(record)));
  const [shown] = signatures;
  const faults = faultsOfSignatures(config, record, hash, signatures, content);
  const own = faultOfRecord(record, hash, content);
  if (own !== null) faults.push({ reasonCode: own, signatureId: null });
  return {
    recordId: record.id,
    kind: record.kind,
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

/** Returns the faults of all signatures under the record: one that does not belong there spoils it (SIG-04). */
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

/** Returns the fault of a record itself, also of one without a signature. */
function faultOfRecord(
  record: StoredRecord,
  hash: string,
  content: ContentNow | undefined,
): SignatureReasonCode | null {
  const same = hash === record.bytesHash && hash === record.recordHash;
  if (!same || !record.assignmentAgrees || !record.titleExplained) return 'record_changed';
  return content?.intact && content.hash === record.versionHash ? null : 'content_changed';
}
