import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import { namedStatement } from '#server/platform/postgres/named-statement.ts';
import { versionsSql, type VersionRow } from './content-integrity.ts';
import { recordsSql, signaturesSql, type SignatureRow, type StoredRecord } from './record-statements.ts';

/** What completions are judged by (SIG-04): their records, the signatures under them, and the versions that they name. */
export interface Evidence {
  readonly records: readonly StoredRecord[];
  readonly signatures: readonly SignatureRow[];
  readonly versions: readonly VersionRow[];
}

const all = (rows: string): string => `coalesce((select json_agg(x) from (${rows}) x), '[]')`;

/** SQL of the evidence of the records that a condition on `r` picks, as one JSON value; `ids` selects their ids. */
const evidenceOf = (ids: string): string => `json_build_object(
  'records', ${all(recordsSql(`r.id in (${ids})`))},
  'signatures', ${all(signaturesSql(`training_record_id in (${ids})`))},
  'versions', ${all(versionsSql(`v.id in (select module_version_id from training_records where id in (${ids}))`))})`;

/** SQL of the evidence of all assignments whose ids stand in the CTE `page`, as one JSON value. */
export const evidenceSql: RawBuilder<unknown> = sql.raw(
  evidenceOf('select id from training_records where assignment_id in (select id from page)'),
);

/** $1: ids of records. */
const readEvidenceRows = namedStatement<{ readonly evidence: WrittenEvidence }>(
  'assignments.evidence',
  `select ${evidenceOf('select unnest($1::int[])')} as evidence`,
);

/** The evidence of these records, in one statement that each connection prepares once. */
export async function evidenceOfRecords(db: Kysely<DB>, recordIds: readonly number[]): Promise<Evidence> {
  if (recordIds.length === 0) return { records: [], signatures: [], versions: [] };
  const { rows } = await db.withoutPlugins().executeQuery(readEvidenceRows(recordIds));
  const [row] = rows;
  if (!row) throw new Error('the evidence has no row');
  return readEvidence(row.evidence);
}

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
