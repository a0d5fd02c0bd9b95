import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { carryOutImportJob } from '../imports.jobs.ts';
import { importView, lockImport, type ImportView } from '../imports.store.ts';

/** Starts the import that the preview showed (USR-06). NOT_FOUND, ILLEGAL_STEP, EFFECT_CHANGED if it was checked again since. */
export async function confirmImport(
  tx: CommandTransaction,
  id: number,
  confirmed: {
    readonly planHash: string;
    readonly deactivateMissing: boolean;
    readonly invite: boolean;
    readonly reason: string;
  },
): Promise<ImportView> {
  const found = await lockImport(tx, id, ['checked']);
  const view = await importView(tx.db, id);
  if (found.planHash !== confirmed.planHash)
    throw new AppError('EFFECT_CHANGED', { extra: { planHash: found.planHash, figures: view.figures } });
  if ((view.figures?.bad ?? 0) > 0) throw new AppError('ILLEGAL_STEP', { reason: 'import_rows_bad' });
  const { deactivateMissing, invite, reason } = confirmed;
  await tx.db
    .updateTable('peopleImports')
    .set({
      state: 'importing',
      deactivateMissing,
      invite,
      reason,
      confirmedBy: tx.actorId,
      confirmedAt: sql<Date>`app_now()`,
      changedSince: false,
    })
    .where('id', '=', id)
    .execute();
  await sql`delete from people_import_progress where import_id = ${id}`.execute(tx.db);
  await tx.services.jobs.enqueue(tx.db, carryOutImportJob, [{ importId: id }]);
  return importView(tx.db, id);
}
