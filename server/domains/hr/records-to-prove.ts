import { sql, type Kysely } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import type { DB } from '#server/db/db.d.ts';
import { signaturesUnder, type SignatureOfRecord } from '#server/domains/signatures/index.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import type { KeySource } from '#server/platform/crypto/keys.ts';
import { findAgreement, type AgreementReach } from './agreements.queries.ts';
import { mayOpen, openJoins } from './documents.queries.ts';
import { readSignedRecords, signaturesOf, type HrRecordType } from './signed-records.ts';

/** A signed record of the HR area for a proof file, with its person for the trail (SIG-04). */
export interface HrRecordToProve {
  readonly text: string;
  readonly signatures: readonly SignatureOfRecord[];
  readonly subjectId: string | null;
  readonly organizationId: number | null;
}

/** Returns an agreement within the reach with the signatures so far; NOT_FOUND, PROOF_REFUSED if one is not valid. */
export async function agreementToProve(
  db: Kysely<DB>,
  keys: KeySource,
  reach: AgreementReach,
  id: number,
): Promise<HrRecordToProve> {
  const { partyUserId, organizationId } = await findAgreement(db, reach, id);
  return {
    ...(await signedRecord(db, keys, 'hr_agreements', id)),
    subjectId: partyUserId,
    organizationId,
  };
}

/** Returns a signed version of a CV that the caller may open; NOT_FOUND, PROOF_REFUSED if its signature is not valid. */
export async function cvToProve(
  db: Kysely<DB>,
  keys: KeySource,
  reach: Reach,
  versionId: number,
): Promise<HrRecordToProve> {
  const { rows } = await sql<Pick<HrRecordToProve, 'subjectId' | 'organizationId'>>`
    select d.person_id as subject_id, p.organization_id
    from hr_document_versions v ${openJoins}
    where v.id = ${versionId} and d.kind = 'cv' and ${mayOpen(reach)}`.execute(db);
  const [row] = rows;
  if (!row) throw new AppError('NOT_FOUND');
  return { ...(await signedRecord(db, keys, 'hr_document_versions', versionId)), ...row };
}

/** Returns an acknowledgement of the caller or within the reach; NOT_FOUND, PROOF_REFUSED if its signature is not valid. */
export async function acknowledgementToProve(
  db: Kysely<DB>,
  keys: KeySource,
  reach: Reach,
  id: number,
): Promise<HrRecordToProve> {
  const { rows } = await sql<Pick<HrRecordToProve, 'subjectId' | 'organizationId'>>`
    select k.user_id as subject_id, d.organization_id
    from hr_acknowledgements k join hr_document_versions v on v.id = k.version_id
    join hr_documents d on d.id = v.document_id
    where k.id = ${id} and ${withinReach(reach, sql<string>`k.user_id`, sql<number | null>`d.organization_id`)}`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new AppError('NOT_FOUND');
  return { ...(await signedRecord(db, keys, 'hr_acknowledgements', id)), ...row };
}

async function signedRecord(
  db: Kysely<DB>,
  keys: KeySource,
  type: HrRecordType,
  id: number,
): Promise<Pick<HrRecordToProve, 'text' | 'signatures'>> {
  const [[record], under, shown] = await Promise.all([
    readSignedRecords(db, type, [id]),
    signaturesUnder(db, type, [id]),
    signaturesOf(keys, db, type, [id]),
  ]);
  const signatures = under.get(id) ?? [];
  if (!record || signatures.length === 0) throw new AppError('NOT_FOUND');
  if ((shown.get(id) ?? []).some(({ valid }) => !valid)) throw new AppError('PROOF_REFUSED');
  return { text: record.text, signatures };
}
