/** Signs the completed assignments from one id to another with the product's own canonical form and key, and writes them by COPY. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { currentAgreement } from '#shared/domain/signatures/agreement.ts';
import { statementFor } from '#shared/domain/signatures/statements.ts';
import { typeParsers } from '#server/db/connection.ts';
import { recordText, type RecordColumns } from '#server/domains/assignments/training-record.ts';
import { proofOf } from '#server/domains/signatures/index.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { sha256Hex } from '#server/platform/crypto/keys.ts';
import { copyLine, type Cell } from './copy-line.ts';

const batch = 5000;

/** A record takes the id of its assignment: each has one cycle here. */
interface Completed extends RecordColumns {
  readonly moduleVersionId: number;
  readonly printedName: string;
}

const completedSql = `
  select a.id, u.organization_id as "organizationId", a.id as "assignmentId", a.cycle, a.user_id as "userId",
    a.module_id as "moduleId", m.title as "moduleTitle", m.reference as "moduleReference", v.number as "versionNumber",
    v.content_hash as "versionHash", m.completion_policy as "completionPolicy", a.score, m.passing_score as "passingScore",
    a.completed_at as "completedAt", coalesce(o.time_zone, 'UTC') as "timeZone", a.next_renewal_date as "expiresOn",
    'completion' as kind, a.module_version_id as "moduleVersionId", concat_ws(' ', u.first_name, u.last_name) as "printedName"
  from training_assignments a
  join users u on u.id = a.user_id
  left join organizations o on o.id = u.organization_id
  join training_modules m on m.id = a.module_id
  join module_versions v on v.id = a.module_version_id
  where a.status = 'completed' and a.id between $1 and $2 order by a.id limit ${String(batch)}`;

const tables = {
  training_records:
    'id, assignment_id, cycle, user_id, organization_id, module_id, module_version_id, module_title, module_reference, ' +
    'version_number, version_hash, completion_policy, score, passing_score, completed_at, time_zone, expires_on, recorded_at, ' +
    'kind, record_bytes, record_hash',
  signatures:
    'id, record_type, record_id, signer_id, printed_name, signed_at, time_zone, meaning, meaning_code, statement_version, ' +
    'record_hash, content_hash, signature_hash, signature_mac, key_id, agreement_version, auth_method, language',
  certificates: 'id, number, code, training_record_id, expires_on, issued_at',
} as const;

const config = loadConfig(process.env);
const statement = statementFor('read_and_understood');

/** The lines of the three tables for one completion. */
function linesOf(row: Completed): Readonly<Record<keyof typeof tables, readonly Cell[]>> {
  const text = recordText(row);
  const recordHash = sha256Hex(text);
  const signed = {
    recordType: 'training_records',
    recordId: row.id,
    recordHash,
    contentHash: row.versionHash,
    signerId: row.userId,
    printedName: row.printedName,
    signedAt: row.completedAt,
    timeZone: row.timeZone,
    meaningCode: statement.code,
    statementVersion: statement.version,
    meaning: statement.text,
    language: 'en' as const,
    authMethod: 'password',
    agreementVersion: currentAgreement.version,
  };
  const proof = proofOf(config, signed);
  return {
    training_records: [
      row.id,
      row.assignmentId,
      row.cycle,
      row.userId,
      row.organizationId,
      row.moduleId,
      row.moduleVersionId,
      row.moduleTitle,
      row.moduleReference,
      row.versionNumber,
      row.versionHash,
      row.completionPolicy,
      row.score,
      row.passingScore,
      row.completedAt,
      row.timeZone,
      row.expiresOn,
      row.completedAt,
      row.kind,
      text,
      recordHash,
    ],
    signatures: [
      row.id,
      signed.recordType,
      row.id,
      signed.signerId,
      signed.printedName,
      signed.signedAt,
      signed.timeZone,
      signed.meaning,
      signed.meaningCode,
      signed.statementVersion,
      recordHash,
      signed.contentHash,
      proof.signatureHash,
      proof.signatureMac,
      proof.keyId,
      signed.agreementVersion,
      signed.authMethod,
      signed.language,
    ],
    certificates: [
      row.id,
      `TT-BENCH-${String(row.id)}`,
      randomBytes(16).toString('hex'),
      row.id,
      row.expiresOn,
      row.completedAt,
    ],
  };
}

const names = Object.keys(tables) as (keyof typeof tables)[];

async function write(client: pg.Client, rows: readonly Completed[]): Promise<void> {
  const lines = rows.map(linesOf);
  for (const name of names) {
    const stream = client.query(copyFrom(`copy ${name} (${tables[name]}) from stdin`));
    stream.end(lines.map((line) => copyLine(line[name])).join(''));
    await once(stream, 'finish');
  }
}

const client = new pg.Client({ connectionString: process.env.DATABASE_ADMIN_URL, types: typeParsers });
await client.connect();
// The bulk is loaded with triggers off: an event of the trail for each row is not what is measured.
await client.query('set session_replication_role = replica; set synchronous_commit = off');
const [, , first, last] = process.argv;
for (let from = Number(first); ;) {
  const { rows } = await client.query<Completed>(completedSql, [from, Number(last)]);
  await write(client, rows);
  const end = rows.at(-1);
  if (!end || rows.length < batch) break;
  from = end.id + 1;
}
await client.end();
