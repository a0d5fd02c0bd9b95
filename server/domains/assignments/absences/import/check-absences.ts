import type { PlannedAbsenceRow } from '#shared/domain/assignments/absence-import/plan-absences.ts';
import {
  guarded,
  ImportCancelled,
  recordOutcomes,
  recordProgress,
  requireManager,
  storeCheck,
} from '#server/domains/people/index.ts';
import type { Services } from '#server/platform/services.ts';
import { readAbsencePlan } from './read-absence-plan.ts';
import { rehearseAbsences } from './record-absences.ts';

/**
 * Checks an import of absences (USR-10): plans it, carries it out and undoes that for the due dates that move, and stores the outcome
 * of each row. Safe to run twice; a killed process leaves the state `checking`, and the next one starts again.
 */
export async function checkAbsences(
  services: Services,
  id: number,
  stopping?: AbortSignal,
  isLastTry = false,
): Promise<void> {
  await guarded(services, ['absences', id, 'checking'], { stopping, isLastTry }, async (found) => {
    const { requestedBy, rowCount } = found;
    await requireManager(services, requestedBy);
    const note = async (done: number) => {
      stopping?.throwIfAborted();
      if (!(await recordProgress(services.db, id, done, rowCount * 2))) throw new ImportCancelled();
    };
    const plan = await readAbsencePlan(services.db, found, requestedBy, note);
    const rows = plan.map((row) => ({ ...row, readAs: readAs(row) }));
    await recordOutcomes(services, id, rows, (noted) => note(rowCount + noted));
    await storeCheck(services, found, await rehearseAbsences(services, requestedBy, plan));
  });
}

/** The days and the kind of a row that is recorded; null for other rows. */
function readAs({ absence }: PlannedAbsenceRow): object | null {
  return absence && { firstDay: absence.firstDay, lastDay: absence.lastDay, kind: absence.kind };
}
