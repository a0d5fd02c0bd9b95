import { sql, type RawBuilder } from 'kysely';
import { versionsSql, type VersionRow } from './content-integrity.ts';
import { recordsSql, signaturesSql, type SignatureRow, type StoredRecord } from './record-statements.ts';

/** What completions are judged by (SIG-04): their records, the signatures under them, and the versions that they name. */
export interface Evidence {
  readonly records: readonly StoredRecord[];
  readonly signatures: readonly SignatureRow[];
  readonly versions: readonly VersionRow[];
}

const all = (rows: string): string => `coalesce((select json_agg(x) from (${rows}) x), '[]')`;

/** SQL of the evidence of these records, as one JSON value; `ids` selects their ids. */
export const evidenceOf = (ids: string): RawBuilder<WrittenEvidence> =>
  sql.raw(`json_build_object(
  'records', ${all(recordsSql(`r.id in (${ids})`))},
  'signatures', ${all(signaturesSql(`training_record_id in (${ids})`))},
  'versions', ${all(versionsSql(`v.id in (select module_version_id from training_records where id in (${ids}))`))})`);

/** SQL of the evidence for the assignments in the CTE `page`. */
export const evidenceSql = evidenceOf(
  'select id from training_records where assignment_id in (select id from page)',
);

/** Evidence with its instants as JSON has them. */
export interface WrittenEvidence {
  readonly records: readonly (Omit<StoredRecord, 'completedAt'> & { readonly completedAt: string })[];
  readonly signatures: readonly (Omit<SignatureRow, 'signedAt'> & { readonly signedAt: string })[];
  readonly versions: readonly VersionRow[];
}

/** The evidence as the statements of its parts answer it. */
export function readEvidence({ records, signatures, versions }: WrittenEvidence): Evidence {
  return {
    records: records.map((record) => ({ ...record, completedAt: new Date(record.completedAt) })),
    signatures: signatures.map((signature) => ({ ...signature, signedAt: new Date(signature.signedAt) })),
    versions,
  };
}
