import type { PlannedPastRow } from '#shared/domain/assignments/past/plan-types.ts';
import {
  guarded,
  recordOutcomes,
  recordProgress,
  ImportCancelled,
  requireManager,
  storeCheck,
} from '#server/domains/people/index.ts';
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
    const figures = pastFiguresOf(plan, services.clock.now());
    await storeCheck(services, found, { figures, planHash: pastPlanHash(plan) });
  });
}

/** Returns the content of a row that is recorded; null for other rows. */
function readAs({ completion }: PlannedPastRow): object | null {
  if (completion === null) return null;
  const { moduleId, versionNumber, completedOn, source } = completion;
  return { moduleId, versionNumber, completedOn, source };
}
