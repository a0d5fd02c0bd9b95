import { sql, type Kysely } from 'kysely';
import type { SignatureReasonCode } from '#shared/domain/signatures/signature-reasons.ts';
import type { DB } from '#server/db/db.d.ts';
import type { KeySource } from '#server/platform/crypto/keys.ts';
import { hrRecordTypes, signaturesOf, type HrRecordType } from './signed-records.ts';

export { hrRecordTypes, type HrRecordType };

/** A fault in a signed record of the HR area, for `verify` (AUD-02, SIG-04). */
export interface HrRecordFault {
  readonly recordId: number;
  readonly signatureId: number | null;
  readonly reasonCode: SignatureReasonCode;
}

/** Returns SQL of the ids of every record of a type that is marked as signed or has a signature. */
export function signedHrRecordIds(type: HrRecordType): ReturnType<typeof sql<{ id: number }>> {
  const due = {
    hr_document_versions: sql`select id from hr_document_versions where signed_at is not null`,
    hr_agreements: sql`select id from hr_agreements where activated_at is not null`,
    hr_acknowledgements: sql`select id from hr_acknowledgements where acknowledged_at is not null`,
  } satisfies Record<HrRecordType, unknown>;
  return sql<{ id: number }>`
    ${due[type]} union select record_id from signatures where record_type = ${sql.lit(type)} order by 1`;
}

/** Returns every fault of the records, with the reason that the screens show. */
export async function hrRecordFaults(
  config: KeySource,
  db: Kysely<DB>,
  type: HrRecordType,
  ids: readonly number[],
): Promise<readonly HrRecordFault[]> {
  const signatures = await signaturesOf(config, db, type, ids);
  return [...signatures].flatMap(([recordId, shown]) =>
    shown.flatMap(({ reasonCode, signatureId }) =>
      reasonCode === null ? [] : [{ recordId, signatureId, reasonCode }],
    ),
  );
}
