import { sql, type RawBuilder } from 'kysely';
import { signatureFields } from '#server/domains/signatures/index.ts';
import { fileJson, type VersionRow } from './content-integrity.ts';
import { recordFields, type SignatureRow, type StoredRecord } from './record-statements.ts';

/** The evidence for judging completions (SIG-04): their records, the signatures of these, and the versions that they name. */
export interface Evidence {
  readonly records: readonly StoredRecord[];
  readonly signatures: readonly SignatureRow[];
  readonly versions: readonly VersionRow[];
}

type Columns = Readonly<Record<string, string>>;
const withAlias = (alias: string, fields: Columns): Columns =>
  Object.fromEntries(Object.entries(fields).map(([name, column]) => [name, `${alias}.${column}`]));

const signatureColumns = withAlias('s', {
  id: 'id',
  trainingRecordId: 'training_record_id',
  ...signatureFields,
});
const versionColumns = withAlias('v', { id: 'id', text: 'content', link: 'content_url' });
const columns = [recordFields, signatureColumns, versionColumns].flatMap((fields) => Object.values(fields));

/**
 * SQL of evidence as one text, for `readEvidence`: a list of facts without their names for each signature of a record, and the files of
 * the versions. The names of forty columns cost the database more than to find the rows.
 *
 * @param records a part of a `from` with records `r`, their assignments `a` and modules `m`
 */
export const evidenceOf = (records: string): RawBuilder<string> =>
  sql.raw(`json_build_array(
  (select coalesce(json_agg(json_build_array(${columns.join(', ')}) order by r.id, s.id), '[]')
    from ${records} left join signatures s on s.training_record_id = r.id left join module_versions v on v.id = r.module_version_id),
  (select coalesce(json_agg(json_build_array(vf.version_id, ${fileJson}) order by vf.version_id, vf.position), '[]')
    from module_version_files vf join files f on f.id = vf.file_id left join file_checks c on c.file_id = f.id
    where vf.version_id in (select r.module_version_id from ${records})))::text`);

/** The text of the evidence of no completion. */
export const noEvidence = '[[],[]]';

type Fact = string | number | boolean | null;
type Facts = readonly Fact[];

/** Names facts from a place on. */
const named = (facts: Facts, from: number, names: readonly string[]): Record<string, Fact> =>
  Object.fromEntries(names.map((name, index) => [name, facts[from + index] ?? null]));

const [recordNames, signatureNames, versionNames] = [recordFields, signatureColumns, versionColumns].map(
  (fields) => Object.keys(fields),
) as [string[], string[], string[]];
const signaturesFrom = recordNames.length;
const versionsFrom = signaturesFrom + signatureNames.length;

/** Reads the text of {@link evidenceOf}. */
export function readEvidence(text: string): Evidence {
  const [rows, files] = JSON.parse(text) as [
    readonly Facts[],
    readonly (readonly [number, VersionRow['files'][number]])[],
  ];
  const filesOf = Map.groupBy(files, ([versionId]) => versionId);
  const records = new Map<Fact, StoredRecord>();
  const signatures: SignatureRow[] = [];
  const versions = new Map<Fact, VersionRow>();
  for (const facts of rows) {
    const record = named(facts, 0, recordNames);
    records.set(record['id'] ?? null, {
      ...record,
      completedAt: new Date(String(record['completedAt'])),
    } as StoredRecord);
    const signature = named(facts, signaturesFrom, signatureNames);
    if (signature['id'] !== null)
      signatures.push({ ...signature, signedAt: new Date(String(signature['signedAt'])) } as SignatureRow);
    const version = named(facts, versionsFrom, versionNames) as unknown as Omit<VersionRow, 'files'>;
    if (version.id !== null)
      versions.set(version.id, {
        ...version,
        files: (filesOf.get(version.id) ?? []).map(([, file]) => file),
      });
  }
  return { records: [...records.values()], signatures, versions: [...versions.values()] };
}
