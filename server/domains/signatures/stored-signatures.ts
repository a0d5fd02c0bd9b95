import { sql, type Kysely } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import type { StoredSignature } from './check-signature.ts';
import type { SignedRecordType } from './sign-record.ts';

/** The columns of `signatures` that checking needs (SIG-04), named as {@link StoredSignature} has them. */
export const signatureColumns = `record_type as "recordType", record_id as "recordId",
    record_hash as "recordHash", content_hash as "contentHash", signer_id as "signerId", printed_name as "printedName",
    signed_at as "signedAt", time_zone as "timeZone", meaning_code as "meaningCode",
    statement_version as "statementVersion", meaning, language, auth_method as "authMethod",
    agreement_version as "agreementVersion", signature_hash as "signatureHash", signature_mac as "signatureMac",
    key_id as "keyId"`;

/** A signature of any record with its own id. */
export type SignatureOfRecord = StoredSignature & { readonly id: number };

/** The signatures under records of one type, in one statement, by the record's id. */
export async function signaturesUnder(
  db: Kysely<DB>,
  recordType: SignedRecordType,
  recordIds: readonly number[],
): Promise<ReadonlyMap<number, readonly SignatureOfRecord[]>> {
  if (recordIds.length === 0) return new Map();
  const { rows } = await sql<SignatureOfRecord>`
    select id, ${sql.raw(signatureColumns)} from signatures
    where record_type = ${recordType} and record_id = any(${[...recordIds]}::int[]) order by id
  `.execute(db);
  return Map.groupBy(rows, (row) => row.recordId);
}
