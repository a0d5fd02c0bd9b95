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
const shown = 'select id from page';

/** SQL of the evidence of all assignments whose ids stand in the CTE `page`, as one JSON value. */
export const evidenceSql: RawBuilder<unknown> = sql.raw(`json_build_object(
  'records', ${all(recordsSql(`r.assignment_id in (${shown})`))},
  'signatures', ${all(
    signaturesSql(
      `training_record_id in (select id from training_records where assignment_id in (${shown}))`,
    ),
  )},
  'versions', ${all(
    versionsSql(`v.id in (select module_version_id from training_records where assignment_id in (${shown}))`),
  )})`);

/** Evidence with its instants as JSON has them. */
interface WrittenEvidence {
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
