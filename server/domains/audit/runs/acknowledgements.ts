import { sql, type Kysely } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import { acknowledgementOfFindingsText } from '#shared/domain/integrity/acknowledgement.ts';
import type { DB } from '#server/db/db.d.ts';
import {
  checkSignature,
  signaturesUnder,
  textOfColumns,
  type SignatureOfRecord,
  type SignatureView,
} from '#server/domains/signatures/index.ts';
import { sha256Hex, type KeySource } from '#server/platform/crypto/keys.ts';
import { hashOfFindings } from './runs.store.ts';

/** A signed statement of an administrator about findings, recomputed (SIG-04). */
export interface Acknowledgement {
  readonly id: number;
  readonly reason: string;
  readonly findings: number;
  readonly signatureId: number | null;
  /** Null if the signature is missing. */
  readonly signature: SignatureView | null;
}

/** A signed statement of an administrator about findings, for a proof file (SIG-04). */
export interface FindingsToProve {
  readonly text: string;
  readonly signatures: readonly SignatureOfRecord[];
}

interface Row {
  readonly id: number;
  readonly reason: string;
  readonly signedBy: string;
  readonly signedAt: Date;
  readonly identities: readonly string[];
}

/** Reads acknowledgements with their signatures, recomputed from the findings to which they belong. */
export async function readAcknowledgements(
  config: KeySource,
  db: Kysely<DB>,
  ids: readonly number[],
): Promise<readonly Acknowledgement[]> {
  if (ids.length === 0) return [];
  const rows = await readRows(db, ids);
  const signatures = await signaturesUnder(db, 'verify_acknowledgements', ids);
  return rows.map((row) => {
    const [made] = signatures.get(row.id) ?? [];
    return {
      id: row.id,
      reason: row.reason,
      findings: row.identities.length,
      signatureId: made?.id ?? null,
      signature: made ? judge(config, row, made) : null,
    };
  });
}

/** Returns one acknowledgement for a proof file; NOT_FOUND, PROOF_REFUSED if its signature is not valid. */
export async function findingsToProve(
  config: KeySource,
  db: Kysely<DB>,
  id: number,
): Promise<FindingsToProve> {
  const [row] = await readRows(db, [id]);
  const signatures = (await signaturesUnder(db, 'verify_acknowledgements', [id])).get(id) ?? [];
  if (!row || signatures.length === 0) throw new AppError('NOT_FOUND');
  if (signatures.some((made) => !judge(config, row, made).valid)) throw new AppError('PROOF_REFUSED');
  return { text: textOf(row), signatures };
}

async function readRows(db: Kysely<DB>, ids: readonly number[]): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select a.id, a.reason, a.signed_by, a.signed_at,
      array(select distinct f.identity from verify_findings f where f.acknowledgement_id = a.id) as identities
    from verify_acknowledgements a where a.id = any(${[...ids]}::int[]) order by a.id`.execute(db);
  return rows;
}

const textOf = ({ id, reason, signedBy, signedAt, identities }: Row): string =>
  textOfColumns(() =>
    acknowledgementOfFindingsText({
      acknowledgementId: id,
      findingsHash: hashOfFindings(identities),
      findingsCount: identities.length,
      reason,
      signedBy,
      signedAt: signedAt.toISOString(),
    }),
  );

const judge = (config: KeySource, row: Row, made: SignatureOfRecord): SignatureView =>
  checkSignature(config, made, {
    recordType: 'verify_acknowledgements',
    recordId: row.id,
    recordHash: sha256Hex(textOf(row)),
    contentHash: hashOfFindings(row.identities),
  });
