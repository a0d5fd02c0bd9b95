import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import { isFullySigned, statementOfSide } from '#shared/domain/hr/agreements.ts';
import { type SigningAuthorization, signRecord } from '#server/domains/signatures/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { sideToSign } from '../agreements.queries.ts';
import { type AgreementTarget, lockFor } from '../agreements.store.ts';
import { requireSeen } from '../document-sight.ts';
import { meaningsOfSide, readSignedRecords } from '../signed-records.ts';

/**
 * Signs an agreement for the organization or as its party (HR-03): the terms and the file of the version that was sent. The last
 * signature that is needed makes it active, from its start date on. ILLEGAL_STEP if it is not out for signature or that side has
 * signed, CONTENT_NOT_SEEN before the signer has seen all of it.
 */
export async function signAgreement(
  tx: CommandTransaction,
  target: AgreementTarget,
  authorization: SigningAuthorization,
  meaning: string,
): Promise<void> {
  const { reach, id } = target;
  const row = await lockFor(tx, target, 'sign', {});
  const side = sideToSign(reach, authorization.signerId, row);
  if (side === null) throw new AppError('ILLEGAL_STEP', { reason: 'side_signed' });
  const [record] = await readSignedRecords(tx.db, 'hr_agreements', [id]);
  if (!record || row.versionId === null) throw new Error('the agreement has no version');
  await requireSeen(tx.db, row.versionId, authorization.signerId);
  const meaningCode = statementOfSide(side, row.partyUserId !== null);
  await signRecord(tx, authorization, {
    recordType: 'hr_agreements',
    recordId: id,
    recordBytes: record.text,
    contentHash: record.contentHash,
    meaning,
    meaningCode,
  });
  const meanings = [...row.meanings, meaningCode];
  const signed = (['organization', 'party'] as const).filter((one) =>
    meaningsOfSide[one].some((code) => meanings.includes(code)),
  );
  if (!isFullySigned(row.partyUserId !== null, signed)) return;
  await tx.db
    .updateTable('hrAgreements')
    .set({ status: 'active', activatedAt: sql<Date>`app_now()` })
    .where('id', '=', id)
    .execute();
}
