import { AppError } from '#shared/contract/errors.ts';
import { importViewOf, lockImportOf, type ImportSubjects } from '#server/domains/people/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { reversePastJob } from '../past-imports.jobs.ts';
import { relianceOn } from '../reliance.queries.ts';

/** Starts the reversal of an import of past completions as a whole (USR-09). NOT_FOUND, ILLEGAL_STEP once something depends on it. */
export async function requestReversal(
  tx: CommandTransaction,
  id: number,
  reason: string,
): Promise<ImportSubjects['completions']['view']> {
  await lockImportOf(tx, 'completions', id, ['done']);
  const reliance = await relianceOn(tx.db, id);
  if (reliance.length > 0)
    throw new AppError('ILLEGAL_STEP', { reason: 'import_relied_on', extra: { reliance } });
  await tx.db
    .updateTable('peopleImports')
    .set({ state: 'reversing', reversedBy: tx.actorId, reversalReason: reason, problem: null })
    .where('id', '=', id)
    .execute();
  await tx.services.jobs.enqueue(tx.db, reversePastJob, [{ importId: id }]);
  return importViewOf(tx.db, 'completions', id);
}
