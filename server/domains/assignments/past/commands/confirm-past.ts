import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import { importViewOf, lockImportOf, type ImportSubjects } from '#server/domains/people/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { carryOutPastJob } from '../past-imports.jobs.ts';

/**
 * Starts the import of past completions that the preview showed (USR-09). NOT_FOUND, ILLEGAL_STEP, EFFECT_CHANGED if it was
 * checked again since.
 */
export async function confirmPast(
  tx: CommandTransaction,
  id: number,
  confirmed: { readonly planHash: string; readonly reason: string },
): Promise<ImportSubjects['completions']['view']> {
  const found = await lockImportOf(tx, 'completions', id, ['checked']);
  const { figures } = await importViewOf(tx.db, 'completions', id);
  if (found.planHash !== confirmed.planHash)
    throw new AppError('EFFECT_CHANGED', { extra: { planHash: found.planHash, figures } });
  if ((figures?.bad ?? 0) > 0) throw new AppError('ILLEGAL_STEP', { reason: 'import_rows_bad' });
  const own = await tx.db
    .selectFrom('peopleImportRows')
    .select('line')
    .where('importId', '=', id)
    .where('userId', '=', tx.actorId)
    .executeTakeFirst();
  if (own) throw new AppError('ILLEGAL_STEP', { reason: 'past_own_completion' });
  await tx.db
    .updateTable('peopleImports')
    .set({
      state: 'importing',
      reason: confirmed.reason,
      confirmedBy: tx.actorId,
      confirmedAt: sql<Date>`app_now()`,
      changedSince: false,
    })
    .where('id', '=', id)
    .execute();
  await sql`delete from people_import_progress where import_id = ${id}`.execute(tx.db);
  await tx.services.jobs.enqueue(tx.db, carryOutPastJob, [{ importId: id }]);
  return importViewOf(tx.db, 'completions', id);
}
