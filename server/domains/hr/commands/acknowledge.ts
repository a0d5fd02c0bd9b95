import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import { type SigningAuthorization, signRecord } from '#server/domains/signatures/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { requireSeen } from '../document-sight.ts';
import { readSignedRecords } from '../signed-records.ts';

/** Acknowledges by signature that the signer read a document (HR-04); ILLEGAL_STEP if it is done or no longer requested, CONTENT_NOT_SEEN before all of it was seen. */
export async function acknowledge(
  tx: CommandTransaction,
  id: number,
  authorization: SigningAuthorization,
  meaning: string,
): Promise<Date> {
  const { rows } = await sql<{ open: boolean; versionId: number; now: Date }>`
    select k.acknowledged_at is null and k.withdrawn_at is null as open, k.version_id, date_trunc('milliseconds', app_now()) as now
    from hr_acknowledgements k where k.id = ${id} and k.user_id = ${authorization.signerId} for update
  `.execute(tx.db);
  const [stored] = rows;
  if (!stored) throw new AppError('NOT_FOUND');
  if (!stored.open) throw new AppError('ILLEGAL_STEP', { reason: 'document_needs_nothing' });
  await requireSeen(tx.db, stored.versionId, authorization.signerId);
  await tx.db
    .updateTable('hrAcknowledgements')
    .set({ acknowledgedAt: stored.now })
    .where('id', '=', id)
    .execute();
  const [record] = await readSignedRecords(tx.db, 'hr_acknowledgements', [id]);
  if (!record) throw new Error('the acknowledgement was not read again');
  await signRecord(tx, authorization, {
    recordType: 'hr_acknowledgements',
    recordId: id,
    recordBytes: record.text,
    contentHash: record.contentHash,
    meaning,
    meaningCode: 'document_acknowledged',
    now: stored.now,
  });
  return stored.now;
}
