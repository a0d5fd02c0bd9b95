import { sql } from 'kysely';
import type { PlannedPastRow } from '#shared/domain/assignments/past/plan-types.ts';
import {
  findImportOf,
  guarded,
  recordOutcomes,
  recordProgress,
  ImportCancelled,
  requireManager,
} from '#server/domains/people/index.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { Services } from '#server/platform/services.ts';
import { pastFiguresOf, pastPlanHash, readPastPlan } from './read-past-plan.ts';

/**
 * Checks an import of past completions (USR-09): plans it and stores the outcome of each row. The plan contains the whole effect, so
 * nothing is carried out and nobody is locked. Safe to run twice; after a killed process the state is still `checking`, and the next
 * process starts again.
 */
export async function checkPast(
  services: Services,
  id: number,
  stopping?: AbortSignal,
  isLastTry = false,
): Promise<void> {
  await guarded(services, ['completions', id, 'checking'], { stopping, isLastTry }, async (found) => {
    const { requestedBy, rowCount } = found;
    await requireManager(services, requestedBy, 'assignments.manage');
    const note = async (done: number) => {
      stopping?.throwIfAborted();
      if (!(await recordProgress(services.db, id, done, rowCount * 2))) throw new ImportCancelled();
    };
    const plan = await readPastPlan(services.db, found, requestedBy, note);
    const rows = plan.rows.map((row) => ({ ...row, readAs: readAs(row) }));
    await recordOutcomes(services, id, rows, (noted) => note(rowCount + noted));
    const today = services.clock.now().toISOString().slice(0, 10);
    const figures = pastFiguresOf(plan, today);
    const facts = { actorId: requestedBy, action: 'completion_import.checked' };
    await runCommand(services, facts, async (tx) => {
      const now = await findImportOf(tx.db, 'completions', id, true);
      if (now?.state !== 'checking') throw new ImportCancelled();
      await tx.db
        .updateTable('peopleImports')
        .set({
          state: 'checked',
          figures: JSON.stringify(figures),
          planHash: pastPlanHash(plan),
          checkedAt: sql<Date>`app_now()`,
        })
        .where('id', '=', id)
        .execute();
    });
  });
}

/** Returns the content of a row that is recorded; null for other rows. */
function readAs({ completion }: PlannedPastRow): object | null {
  if (completion === null) return null;
  const { moduleId, versionNumber, completedOn, source } = completion;
  return { moduleId, versionNumber, completedOn, source };
}
