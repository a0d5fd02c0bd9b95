import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import { acknowledgementOfFindingsText } from '#shared/domain/integrity/acknowledgement.ts';
import {
  signRecord,
  type CreatedSignature,
  type SigningAuthorization,
} from '#server/domains/signatures/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { lockFindings, readOpenFindings } from './runs.store.ts';

/** The signed statement of an administrator: exactly the findings of the hash. */
export interface FindingsHandled {
  readonly findingsHash: string;
  /** The measures that were taken. */
  readonly reason: string;
  readonly meaning: string;
}

/** Signs the action taken on all findings that are open (AUD-04). Throws STALE if they are not those that the signer saw. */
export async function signFindings(
  tx: CommandTransaction,
  authorization: SigningAuthorization,
  { findingsHash, reason, meaning }: FindingsHandled,
): Promise<CreatedSignature> {
  await lockFindings(tx.db);
  const { count, hash } = await readOpenFindings(tx.db);
  if (count === 0 || hash !== findingsHash)
    throw new AppError('STALE', {
      reason: 'findings_changed',
    });
  const { rows } = await sql<{ id: number; signedAt: Date }>`
    insert into verify_acknowledgements (findings_hash, findings_count, reason, signed_by, signed_at)
    values (${hash}, ${count}, ${reason}, ${authorization.signerId}, date_trunc('milliseconds', app_now()))
    returning id, signed_at`.execute(tx.db);
  const [made] = rows;
  if (!made) throw new Error('the acknowledgement was not kept');
  await sql`update verify_findings set acknowledgement_id = ${made.id} where acknowledgement_id is null`.execute(
    tx.db,
  );
  return signRecord(tx, authorization, {
    recordType: 'verify_acknowledgements',
    recordId: made.id,
    recordBytes: acknowledgementOfFindingsText({
      acknowledgementId: made.id,
      findingsHash: hash,
      findingsCount: count,
      reason,
      signedBy: authorization.signerId,
      signedAt: made.signedAt.toISOString(),
    }),
    contentHash: hash,
    meaning,
    meaningCode: 'findings_handled',
    now: made.signedAt,
  });
}
