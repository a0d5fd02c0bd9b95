import { sql } from 'kysely';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { Services } from '#server/platform/services.ts';
import { applyWithEffect } from './import-effect.ts';
import { lockForImport } from './apply-plan.ts';
import { checkImportJob } from './check-import.jobs.ts';
import { checkAnew, finishImport } from './import-steps.ts';
import { guarded, ImportCancelled, requireManager } from './import-work.ts';
import { recordProgress, type ImportFigures, type StoredImport } from './imports.store.ts';
import { readPlan } from './read-plan.ts';

/** The people changed after the import was confirmed: the import leaves no changes. */
class Changed extends Error {}

/**
 * Carries out a confirmed import in one transaction (USR-06): completely or not at all, also after `kill -9`. It plans again within
 * the transaction. If the plan differs from the confirmed one, nothing is changed, and the import is checked again.
 */
export async function carryOutImport(
  services: Services,
  id: number,
  stopping?: AbortSignal,
  isLastTry = false,
): Promise<void> {
  await guarded(services, ['people', id, 'importing'], { stopping, isLastTry }, async (found) => {
    const actorId = found.confirmedBy ?? found.requestedBy;
    await requireManager(services, actorId);
    const facts = {
      actorId,
      action: 'people.imported',
      reason: found.reason,
      record: { type: 'people_imports', id: String(id) },
    };
    try {
      await runCommand(services, facts, async (tx) => {
        await lockForImport(tx);
        const note = async (done: number) => {
          stopping?.throwIfAborted();
          // Outside the transaction: it shows the progress and detects a cancellation.
          if (!(await recordProgress(services.db, id, done, found.rowCount * 3))) throw new ImportCancelled();
        };
        const plan = await readPlan(services, tx.db, found, actorId, note);
        if (plan.rows.some(({ outcome }) => outcome === 'bad')) throw new Changed();
        const { ids, planHash, figures } = await applyWithEffect(tx, plan, found);
        if (planHash !== found.planHash) throw new Changed();
        await finish(tx, found, ids, figures);
      });
    } catch (error) {
      if (!(error instanceof Changed)) throw error;
      await checkAnew(services, found, actorId, checkImportJob);
    }
  });
}

async function finish(
  tx: CommandTransaction,
  { id, deactivateMissing }: StoredImport,
  ids: ReadonlyMap<number, string>,
  figures: ImportFigures,
): Promise<void> {
  await finishImport(tx, ['people', id], figures);
  const made = [...ids].map(([line, userId]) => ({ line, userId }));
  await sql`
    update people_import_rows p set user_id = r."userId"
    from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as r(line int, "userId" text)
    where p.import_id = ${id} and p.line = r.line`.execute(tx.db);
  if (!deactivateMissing)
    await sql`delete from people_import_rows where import_id = ${id} and outcome = 'missing'`.execute(tx.db);
}
