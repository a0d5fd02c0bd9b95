import { sql } from 'kysely';
import type { ImportPlan } from '#shared/domain/people/import/plan-types.ts';
import type { Services } from '#server/platform/services.ts';
import { rehearsePlan } from './import-effect.ts';
import { storeCheck } from './import-steps.ts';
import { guarded, ImportCancelled, recordOutcomes, requireManager } from './import-work.ts';
import { recordProgress } from './imports.store.ts';
import { readPlan } from './read-plan.ts';

/**
 * Checks an import (USR-06). It plans the import, carries it out and undoes that to learn its effect on trainings, and stores the
 * result of each row. Safe to run twice: a killed process leaves the state `checking`, and the next one starts again.
 */
export async function checkImport(
  services: Services,
  id: number,
  stopping?: AbortSignal,
  isLastTry = false,
): Promise<void> {
  await guarded(services, ['people', id, 'checking'], { stopping, isLastTry }, async (found) => {
    const { requestedBy } = found;
    await requireManager(services, requestedBy);
    // Reading, noting and rehearsing take about as long.
    const total = found.rowCount * 3;
    const note = async (done: number) => {
      stopping?.throwIfAborted();
      if (!(await recordProgress(services.db, id, done, total))) throw new ImportCancelled();
    };
    const plan = await readPlan(services, services.db, found, requestedBy, note);
    await services.db
      .deleteFrom('peopleImportRows')
      .where('importId', '=', id)
      .where('line', 'is', null)
      .execute();
    await recordOutcomes(services, id, plan.rows, (rows) => note(found.rowCount + rows));
    await noteMissing(services, id, plan);
    await storeCheck(services, found, await rehearsePlan(services, requestedBy, plan));
  });
}

/** Stores the missing people after the rows. */
async function noteMissing({ db }: Services, id: number, plan: ImportPlan): Promise<void> {
  await sql`
    insert into people_import_rows (import_id, position, outcome, user_id)
    select ${id}, ${plan.rows.length} + m.at, 'missing', m.user_id
    from unnest(${[...plan.missing]}::text[]) with ordinality as m(user_id, at)
    on conflict do nothing`.execute(db);
}
