import { sql, type Kysely } from 'kysely';
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

/** What an administrator signed about findings, recomputed (SIG-04). */
export interface Acknowledgement {
  readonly id: number;
  readonly reason: string;
  readonly findings: number;
  readonly signatureId: number | null;
  /** Null where the signature is missing. */
  readonly signature: SignatureView | null;
}

interface Row {
  readonly id: number;
  readonly reason: string;
  readonly signedBy: string;
  readonly signedAt: Date;
  readonly identities: readonly string[];
}

/** Reads acknowledgements with their signatures, made anew from the findings to which they belong. */
export async function readAcknowledgements(
  config: KeySource,
  db: Kysely<DB>,
  ids: readonly number[],
): Promise<readonly Acknowledgement[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Row>`
    select a.id, a.reason, a.signed_by, a.signed_at,
      array(select distinct f.identity from verify_findings f where f.acknowledgement_id = a.id) as identities
    from verify_acknowledgements a where a.id = any(${[...ids]}::int[]) order by a.id`.execute(db);
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

function judge(config: KeySource, row: Row, made: SignatureOfRecord): SignatureView {
  const findingsHash = hashOfFindings(row.identities);
  const text = textOfColumns(() =>
    acknowledgementOfFindingsText({
      acknowledgementId: row.id,
      findingsHash,
      findingsCount: row.identities.length,
      reason: row.reason,
      signedBy: row.signedBy,
      signedAt: row.signedAt.toISOString(),
    }),
  );
  return checkSignature(config, made, {
    recordType: 'verify_acknowledgements',
    recordId: row.id,
    recordHash: sha256Hex(text),
    contentHash: findingsHash,
  });
}
