import { sql, type Kysely, type RawBuilder } from 'kysely';
import { signatureReasons, type SignatureReasonCode } from '#shared/domain/signatures/signature-reasons.ts';
import { sidesToSign, type AgreementSide } from '#shared/domain/hr/agreements.ts';
import { acknowledgementText, agreementText, cvText } from '#shared/domain/hr/signed-texts.ts';
import type { MeaningCode } from '#shared/domain/signatures/statements.ts';
import { sentenceOf } from '#server/platform/texts/sentence-of.ts';
import type { DB } from '#server/db/db.d.ts';
import {
  checkSignature,
  signaturesUnder,
  textOfColumns,
  type SignatureOfRecord,
  type SignedRecordType,
} from '#server/domains/signatures/index.ts';
import { sha256Hex, type KeySource } from '#server/platform/crypto/keys.ts';

/** A signed record of the HR area, rebuilt from its columns (SIG-04). */
export interface SignedHrRecord {
  readonly id: number;
  /** The canonical text; null if the record is not signed yet and needs no signature. */
  readonly text: string;
  readonly contentHash: string;
  readonly contentIntact: boolean;
  /** Its required signers, and their meaning. */
  readonly expected: readonly {
    readonly signerId: string | null;
    readonly codes: readonly MeaningCode[];
    /** False while it may still be missing. */
    readonly due: boolean;
  }[];
}

/** The meanings with which each side signs an agreement. */
export const meaningsOfSide: Readonly<Record<AgreementSide, readonly MeaningCode[]>> = {
  organization: ['agreed_for_organization', 'agreed_countersigned'],
  party: ['agreed_as_party'],
};

interface CvRow {
  readonly id: number;
  readonly documentId: number;
  readonly personId: string;
  readonly number: number;
  readonly fileHash: string;
  readonly isIntact: boolean;
  readonly uploadedAt: Date;
  readonly signedAt: Date;
  readonly validUntil: string;
}

async function signedCvs(db: Kysely<DB>, ids: RawBuilder<unknown>): Promise<readonly SignedHrRecord[]> {
  const { rows } = await sql<CvRow>`
    select v.id, v.document_id, d.person_id, v.number, f.sha256 as file_hash, c.is_intact is distinct from false as is_intact,
      v.uploaded_at, v.signed_at, v.valid_until
    from hr_document_versions v join hr_documents d on d.id = v.document_id and d.kind = 'cv'
    join files f on f.id = v.file_id left join file_checks c on c.file_id = f.id
    where v.signed_at is not null and v.id in (${ids})
  `.execute(db);
  return rows.map((row) => ({
    id: row.id,
    text: textOfColumns(() =>
      cvText({
        ...row,
        versionId: row.id,
        uploadedAt: row.uploadedAt.toISOString(),
        signedAt: row.signedAt.toISOString(),
      }),
    ),
    contentHash: row.fileHash,
    contentIntact: row.isIntact,
    expected: [{ signerId: row.personId, codes: ['cv_is_mine'], due: true }],
  }));
}

interface AgreementRow {
  readonly id: number;
  readonly organizationId: number;
  readonly kind: string;
  readonly partyUserId: string | null;
  readonly partyName: string | null;
  readonly partyEmail: string | null;
  readonly startsOn: string;
  readonly endsOn: string | null;
  readonly noticeDays: number;
  readonly versionId: number;
  readonly versionNumber: number;
  readonly fileHash: string;
  readonly isIntact: boolean;
  readonly activated: boolean;
}

async function signedAgreements(
  db: Kysely<DB>,
  ids: RawBuilder<unknown>,
): Promise<readonly SignedHrRecord[]> {
  const { rows } = await sql<AgreementRow>`
    select a.id, a.organization_id, a.kind, a.party_user_id, a.party_name, a.party_email, a.starts_on, a.ends_on, a.notice_days,
      v.id as version_id, v.number as version_number, f.sha256 as file_hash, c.is_intact is distinct from false as is_intact,
      a.activated_at is not null as activated
    from hr_agreements a join hr_documents d on d.agreement_id = a.id
    join hr_document_versions v on v.id = d.current_version_id
    join files f on f.id = v.file_id left join file_checks c on c.file_id = f.id
    where a.id in (${ids})
  `.execute(db);
  return rows.map((row) => ({
    id: row.id,
    text: textOfColumns(() => agreementText({ ...row, agreementId: row.id })),
    contentHash: row.fileHash,
    contentIntact: row.isIntact,
    expected: sidesToSign(row.partyUserId !== null).map((side) => ({
      signerId: side === 'party' ? row.partyUserId : null,
      codes: meaningsOfSide[side],
      due: row.activated,
    })),
  }));
}

interface AcknowledgementRow {
  readonly id: number;
  readonly documentId: number;
  readonly versionId: number;
  readonly versionNumber: number;
  readonly userId: string;
  readonly requestedAt: Date;
  readonly acknowledgedAt: Date;
  readonly fileHash: string;
  readonly isIntact: boolean;
}

async function signedAcknowledgements(
  db: Kysely<DB>,
  ids: RawBuilder<unknown>,
): Promise<readonly SignedHrRecord[]> {
  const { rows } = await sql<AcknowledgementRow>`
    select k.id, v.document_id, v.id as version_id, v.number as version_number, k.user_id, k.requested_at, k.acknowledged_at,
      f.sha256 as file_hash, c.is_intact is distinct from false as is_intact
    from hr_acknowledgements k join hr_document_versions v on v.id = k.version_id
    join files f on f.id = v.file_id left join file_checks c on c.file_id = f.id
    where k.acknowledged_at is not null and k.id in (${ids})
  `.execute(db);
  return rows.map((row) => ({
    id: row.id,
    text: textOfColumns(() =>
      acknowledgementText({
        ...row,
        acknowledgementId: row.id,
        requestedAt: row.requestedAt.toISOString(),
        acknowledgedAt: row.acknowledgedAt.toISOString(),
      }),
    ),
    contentHash: row.fileHash,
    contentIntact: row.isIntact,
    expected: [{ signerId: row.userId, codes: ['document_acknowledged'], due: true }],
  }));
}

const readers = {
  hr_document_versions: signedCvs,
  hr_agreements: signedAgreements,
  hr_acknowledgements: signedAcknowledgements,
} as const;

/** The kinds of records of the HR area that are signed. */
export type HrRecordType = Exclude<
  SignedRecordType,
  | 'training_records'
  | 'verify_acknowledgements'
  | 'signing_confirmations'
  | 'access_reviews'
  | 'trail_reviews'
>;

/** All of {@link HrRecordType}. */
export const hrRecordTypes = Object.keys(readers) as readonly HrRecordType[];

/** Returns the signed form of records of one type, rebuilt from their columns. */
export async function readSignedRecords(
  db: Kysely<DB>,
  type: HrRecordType,
  ids: readonly number[],
): Promise<readonly SignedHrRecord[]> {
  if (ids.length === 0) return [];
  return readers[type](db, sql`select unnest(${[...ids]}::int[])`);
}

/** A recomputed signature of a record of the HR area, in the form for display (SIG-04). */
export interface ShownHrSignature {
  readonly valid: boolean;
  readonly reason: string | null;
  readonly reasonCode: SignatureReasonCode | null;
  readonly printedName: string | null;
  readonly signedAt: Date | null;
  readonly timeZone: string | null;
  readonly meaning: string | null;
  readonly meaningCode: MeaningCode;
  readonly signatureId: number | null;
  readonly signerId: string | null;
}

/** Returns every recomputed signature of the records, and an entry in place of each missing one (SIG-04). */
export async function signaturesOf(
  config: KeySource,
  db: Kysely<DB>,
  type: HrRecordType,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly ShownHrSignature[]>> {
  const records = await readSignedRecords(db, type, ids);
  const made = await signaturesUnder(db, type, ids);
  const known = new Map(records.map((record) => [record.id, record]));
  return new Map(ids.map((id) => [id, judge(config, type, id, known.get(id), made.get(id) ?? [])]));
}

/**
 * Returns the one signature that represents a record in lists and reports: a fault has priority, because one additional signature
 * invalidates the record.
 */
export const shownSignature = (signatures: readonly ShownHrSignature[] = []): ShownHrSignature | null =>
  signatures.find(({ valid }) => !valid) ?? signatures[0] ?? null;

function judge(
  config: KeySource,
  type: HrRecordType,
  id: number,
  record: SignedHrRecord | undefined,
  made: readonly SignatureOfRecord[],
): readonly ShownHrSignature[] {
  const shown = made.map((signature) => judgeOne(config, type, id, record, signature));
  const missing = (record?.expected ?? [])
    .filter(({ due, codes }) => due && !made.some(({ meaningCode }) => codes.some((c) => c === meaningCode)))
    .map(({ codes: [meaningCode = 'cv_is_mine'], signerId }): ShownHrSignature => ({
      valid: false,
      reason: sentenceOf({ reason: signatureReasons.missing }),
      reasonCode: 'missing',
      printedName: null,
      signedAt: null,
      timeZone: null,
      meaning: null,
      meaningCode,
      signatureId: null,
      signerId,
    }));
  return [...shown, ...missing];
}

function judgeOne(
  config: KeySource,
  type: HrRecordType,
  id: number,
  record: SignedHrRecord | undefined,
  signature: SignatureOfRecord,
): ShownHrSignature {
  const view = checkSignature(config, signature, {
    recordType: type,
    recordId: id,
    // A record that is not signed by its own columns has lost what was signed.
    recordHash: record ? sha256Hex(record.text) : '',
    contentHash: record?.contentHash ?? null,
    contentIntact: record?.contentIntact ?? false,
  });
  const fits = record?.expected.some(
    ({ signerId, codes }) =>
      codes.some((code) => code === signature.meaningCode) &&
      (signerId === null || signerId === signature.signerId),
  );
  const reasonCode = view.reasonCode ?? (fits ? null : 'moved');
  return {
    ...view,
    valid: reasonCode === null,
    reasonCode,
    reason: reasonCode === null ? null : sentenceOf({ reason: signatureReasons[reasonCode] }),
    meaningCode: signature.meaningCode as MeaningCode,
    signatureId: signature.id,
    signerId: signature.signerId,
  };
}
