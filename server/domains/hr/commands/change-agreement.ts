import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { type AgreementTarget, type AgreementTerms, checkTerms, lockFor } from '../agreements.store.ts';

/** Changes the terms of a draft (HR-03). */
export async function changeAgreement(
  tx: CommandTransaction,
  target: AgreementTarget,
  changes: { readonly [Key in keyof AgreementTerms]?: AgreementTerms[Key] | undefined },
): Promise<void> {
  const { title, kind, partyUserId, partyName, partyEmail, startsOn, endsOn, noticeDays } = await lockFor(
    tx,
    target,
    'edit',
  );
  const before = { title, kind, partyUserId, partyName, partyEmail, startsOn, endsOn, noticeDays };
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const checked = await checkTerms(tx, target.reach, { ...before, ...given }, before);
  await tx.db.updateTable('hrAgreements').set(checked).where('id', '=', target.id).execute();
}
