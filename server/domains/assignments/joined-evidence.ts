import { sql, type RawBuilder } from 'kysely';
import { signatureFields, type StoredSignature } from '#server/domains/signatures/index.ts';
import { recordColumns, recordFields, type SignatureRow, type StoredRecord } from './record-statements.ts';

type Nullable<T> = { readonly [Name in keyof T]: T[Name] | null };

/** A row of a list with its completion, if it has one, and its signature as further columns. */
export type JoinedEvidence = Nullable<StoredRecord> & {
  readonly [Name in keyof StoredSignature as `s.${Name}`]: StoredSignature[Name] | null;
} & {
  readonly 's.id': number | null;
  /** The record has more signatures: all of them must be read. */
  readonly 's.others': boolean;
};

const signatureNames = Object.keys(signatureFields);

/**
 * Evidence for a statement that reads assignments `a` with their records `r` and modules `m` anyway: to read hundred thousands of
 * them again by their ids cost as much as the list itself (PERF-03).
 */
export const joinedEvidence: {
  readonly join: RawBuilder<unknown>;
  readonly columns: RawBuilder<unknown>;
  /** The columns if they come from a subselect `a`. */
  readonly again: RawBuilder<unknown>;
} = {
  join: sql.raw(`left join lateral (
    select id, ${Object.values(signatureFields).join(', ')} from signatures where training_record_id = r.id limit 1) s on true`),
  columns: sql.raw(`${recordColumns}, s.id as "s.id",
    ${Object.entries(signatureFields)
      .map(([name, column]) => `s.${column} as "s.${name}"`)
      .join(', ')},
    s.id is not null and exists (
      select from signatures x where x.training_record_id = r.id and x.id <> s.id) as "s.others"`),
  again: sql.raw(
    [...Object.keys(recordFields), ...['id', ...signatureNames, 'others'].map((name) => `s.${name}`)]
      .map((name) => `a."${name}"`)
      .join(', '),
  ),
};

/** Returns whether the row has a completion, with at most one signature under it. */
export const isWhole = <Row extends JoinedEvidence>(row: Row): row is Row & StoredRecord =>
  row.id !== null && !row['s.others'];

/** Returns the signature of a completion. */
export function signatureOfCompletion(row: JoinedEvidence & StoredRecord): SignatureRow | undefined {
  if (row['s.id'] === null) return undefined;
  // Named one by one, as the record is: a report has hundred thousands of them. A row of `signatures` has all that its columns must have.
  const signature: Nullable<SignatureRow> = {
    id: row['s.id'],
    trainingRecordId: row.id,
    recordType: row['s.recordType'],
    recordId: row['s.recordId'],
    recordHash: row['s.recordHash'],
    contentHash: row['s.contentHash'],
    signerId: row['s.signerId'],
    printedName: row['s.printedName'],
    signedAt: row['s.signedAt'],
    timeZone: row['s.timeZone'],
    meaningCode: row['s.meaningCode'],
    statementVersion: row['s.statementVersion'],
    meaning: row['s.meaning'],
    language: row['s.language'],
    authMethod: row['s.authMethod'],
    agreementVersion: row['s.agreementVersion'],
    signatureHash: row['s.signatureHash'],
    signatureMac: row['s.signatureMac'],
    keyId: row['s.keyId'],
  };
  return signature as SignatureRow;
}
