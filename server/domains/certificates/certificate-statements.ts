import type { CompletionKind } from '#shared/domain/signatures/training-record.ts';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { certificateText } from '#shared/domain/certificates/certificate-text.ts';
import type { DB } from '#server/db/db.d.ts';
import {
  readPublicSignatures,
  signatureColumns,
  publicSignatureFault,
  signPublicly,
  type PublicText,
  type SignatureOfRecord,
} from '#server/domains/signatures/index.ts';
import { queryPrepared } from '#server/platform/postgres/named-statement.ts';
import type { KeySource } from '#server/platform/crypto/keys.ts';

/** A certificate with its canonical text and the facts that this covers (LRN-05, SIG-04). */
export interface CertificateStatement extends PublicText {
  readonly recordId: number;
  /** The canonical text of the completion, as stored. */
  readonly recordText: string;
  /** The person's signature under the completion, null if there is none. */
  readonly signature: SignatureOfRecord | null;
}

interface StatementRow {
  readonly id: number;
  readonly number: string;
  readonly code: string;
  readonly issuedAt: Date;
  readonly expiresOn: string | null;
  readonly recordId: number;
  readonly userId: string;
  readonly moduleTitle: string;
  readonly moduleReference: string | null;
  readonly versionNumber: number;
  readonly score: number | null;
  readonly completedAt: Date;
  readonly timeZone: string;
  readonly kind: CompletionKind;
  readonly recordHash: string;
  readonly recordBytes: string;
  readonly signatures: readonly StoredSignatureRow[] | null;
}

/** SQL of certificates `c` of completions with the facts that they contain. */
const statementRows = (certificates: RawBuilder<unknown>) => sql<StatementRow>`
    select c.id, c.number, c.code, c.issued_at, c.expires_on, r.id as record_id, r.user_id, r.module_title, r.module_reference,
      r.version_number, r.score, r.completed_at, r.time_zone, r.kind, r.record_hash, r.record_bytes, (
        select json_agg(under order by under.id) from (
          select id, ${sql.raw(signatureColumns)} from signatures where record_type = 'training_records' and record_id = r.id
        ) under) as signatures
    from ${certificates} c join training_records r on r.id = c.training_record_id`;

/**
 * Returns the signed form of the certificates of completions, built from their columns, in one statement for any number of
 * completions.
 */
export async function readCertificateStatements(
  db: Kysely<DB>,
  recordIds: readonly number[],
): Promise<readonly CertificateStatement[]> {
  if (recordIds.length === 0) return [];
  const { rows } = await sql<StatementRow>`
    ${statementRows(sql`certificates`)} where r.id = any(${[...recordIds]}::int[]) order by r.id`.execute(db);
  return statementsOf(rows);
}

/** Issues a certificate and gives it its public-key signature, in an open command (LRN-05, SIG-04). */
export async function signNewCertificate(
  db: Kysely<DB>,
  keys: KeySource,
  insert: RawBuilder<unknown>,
): Promise<void> {
  const rows = await queryPrepared<StatementRow & { readonly now: Date }, DB>(
    db,
    'certificates.issue',
    sql`with made as (${insert}) select s.*, date_trunc('milliseconds', app_now()) as now from (${statementRows(sql`made`)}) s`,
  );
  await signPublicly(db, keys, 'certificates', statementsOf(rows), { now: rows[0]?.now });
}

/** Inside JSON the time of a signature is a text. */
type StoredSignatureRow = Omit<SignatureOfRecord, 'signedAt'> & { readonly signedAt: string };

function statementsOf(rows: readonly StatementRow[]): readonly CertificateStatement[] {
  return rows.map((row) => {
    const under = (row.signatures ?? []).map((one) => ({ ...one, signedAt: new Date(one.signedAt) }));
    const signature = under.find(({ signerId }) => signerId === row.userId) ?? under[0] ?? null;
    const text = certificateText({
      number: row.number,
      code: row.code,
      issuedAt: row.issuedAt.toISOString(),
      name: signature?.printedName ?? null,
      moduleTitle: row.moduleTitle,
      moduleReference: row.moduleReference,
      versionNumber: row.versionNumber,
      score: row.score,
      completedAt: row.completedAt.toISOString(),
      timeZone: row.timeZone,
      kind: row.kind,
      expiresOn: row.expiresOn,
      meaning: signature?.meaning ?? null,
      signedAt: signature?.signedAt.toISOString() ?? null,
      recordHash: row.recordHash,
      signatureHash: signature?.signatureHash ?? null,
    });
    return { id: row.id, recordId: row.recordId, text, recordText: row.recordBytes, signature };
  });
}

/** Adds the public-key signatures to the certificates of completions, in an open command (SIG-04). */
export async function signCertificates(
  db: Kysely<DB>,
  keys: KeySource,
  recordIds: readonly number[],
  occasion?: 'afterwards',
): Promise<void> {
  await signPublicly(db, keys, 'certificates', await readCertificateStatements(db, recordIds), { occasion });
}

/** A fault in the public-key signature of a certificate, for `verify` (AUD-02, SIG-04). */
export interface CertificateFault {
  readonly recordId: number;
  /** Null if the completion has no certificate. */
  readonly certificateId: number | null;
  /** There is no signature, as opposed to one that does not fit. */
  readonly isMissing: boolean;
  readonly detail: string;
}

/** Returns the faults of the public-key signatures that cover these completions. */
export async function certificateFaults(
  keys: KeySource,
  db: Kysely<DB>,
  recordIds: readonly number[],
): Promise<readonly CertificateFault[]> {
  const statements = new Map(
    (await readCertificateStatements(db, recordIds)).map((statement) => [statement.recordId, statement]),
  );
  const made = await readPublicSignatures(
    db,
    'certificates',
    [...statements.values()].map(({ id }) => id),
  );
  return recordIds.flatMap((recordId) => {
    const statement = statements.get(recordId);
    const stored = statement && made.get(statement.id);
    const detail = statement
      ? publicSignatureFault(keys, statement.text, stored)
      : 'it has no certificate, and so no public-key signature';
    return detail === null
      ? []
      : [{ recordId, certificateId: statement?.id ?? null, isMissing: !stored, detail }];
  });
}
