import { sql } from 'kysely';
import {
  checkAnew,
  finishImport,
  guarded,
  ImportCancelled,
  recordProgress,
  requireManager,
} from '#server/domains/people/index.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { Services } from '#server/platform/services.ts';
import { checkAbsencesJob } from './check-absences.jobs.ts';
import { readAbsencePlan } from './read-absence-plan.ts';
import { lockForAbsences, recordAbsences } from './record-absences.ts';

/** Absences or trainings changed after the import was confirmed: the import leaves no changes. */
class Changed extends Error {}

/**
 * Carries out a confirmed import of absences in one transaction (USR-10): completely or not at all, also after `kill -9`. It plans
 * again within the transaction. If the effect differs from the confirmed one, nothing is recorded, and the import is checked again.
 */
export async function carryOutAbsences(
  services: Services,
  id: number,
  stopping?: AbortSignal,
  isLastTry = false,
): Promise<void> {
  await guarded(services, ['absences', id, 'importing'], { stopping, isLastTry }, async (found) => {
    const actorId = found.confirmedBy ?? found.requestedBy;
    await requireManager(services, actorId);
    const note = async (done: number) => {
      stopping?.throwIfAborted();
      // Outside the transaction: it shows the progress and detects a cancellation.
      if (!(await recordProgress(services.db, id, done, found.rowCount * 2))) throw new ImportCancelled();
    };
    const facts = {
      actorId,
      action: 'absences.imported',
      reason: found.reason,
      record: { type: 'people_imports', id: String(id) },
    };
    try {
      await runCommand(services, facts, async (tx) => {
        await lockForAbsences(tx, await peopleOf(tx, id));
        const plan = await readAbsencePlan(tx.db, found, actorId, note);
        if (plan.some(({ outcome }) => outcome === 'bad')) throw new Changed();
        const { planHash, figures } = await recordAbsences(tx, plan);
        if (planHash !== found.planHash) throw new Changed();
        await finishImport(tx, ['absences', id], figures);
      });
    } catch (error) {
      if (!(error instanceof Changed)) throw error;
      await checkAnew(services, found, actorId, checkAbsencesJob);
    }
  });
}

/** The people of an import by its check, in the order of their ids. */
async function peopleOf(tx: CommandTransaction, id: number): Promise<readonly string[]> {
  const { rows } = await sql<{ userId: string }>`
    select distinct user_id from people_import_rows where import_id = ${id} and user_id is not null order by user_id`.execute(
    tx.db,
  );
  return rows.map(({ userId }) => userId);
}
