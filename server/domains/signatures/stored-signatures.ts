import { sql, type Kysely } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import type { StoredSignature } from './check-signature.ts';
import type { SignedRecordType } from './sign-record.ts';

/** The columns of `signatures` that checking needs (SIG-04), by the names of {@link StoredSignature}. */
export const signatureFields = {
  recordType: 'record_type',
  recordId: 'record_id',
  recordHash: 'record_hash',
  contentHash: 'content_hash',
  signerId: 'signer_id',
  printedName: 'printed_name',
  signedAt: 'signed_at',
  timeZone: 'time_zone',
  meaningCode: 'meaning_code',
  statementVersion: 'statement_version',
  meaning: 'meaning',
  language: 'language',
  authMethod: 'auth_method',
  agreementVersion: 'agreement_version',
  signatureHash: 'signature_hash',
  signatureMac: 'signature_mac',
  keyId: 'key_id',
} as const satisfies Readonly<Record<keyof StoredSignature, string>>;

/** The same columns as a select list. */
export const signatureColumns = Object.entries(signatureFields)
  .map(([name, column]) => `${column} as "${name}"`)
  .join(', ');

/** A signature of any record with its own id. */
export type SignatureOfRecord = StoredSignature & { readonly id: number };

/** Returns the signatures under records of one type, in one statement, by the record's id. */
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
