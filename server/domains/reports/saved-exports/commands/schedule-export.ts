import { sql } from 'kysely';
import type { BodyOf } from '#shared/contract/endpoint.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { savedExportsContract as contract } from '#shared/contract/saved-exports.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import { MAX_SCHEDULES, nextRun } from '#shared/domain/reports/export-schedule.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { pauseSchedule } from '../pause-schedule.ts';
import { countSaved, findSavedExport, lockOwn } from '../saved-exports.store.ts';

/**
 * Schedules a saved export in the time zone of its owner, or resumes its schedule, with the owner's present access (RPT-03).
 * NOT_FOUND for another person's export, VALIDATION_FAILED at `frequency`.
 */
export async function scheduleExport(
  tx: CommandTransaction,
  owner: { readonly id: string; readonly timeZone: string; readonly reach: Reach },
  id: number,
  body: BodyOf<typeof contract.schedule>,
): Promise<{ readonly id: number }> {
  const { timeZone } = owner;
  await sql`select from users where id = ${owner.id} for update`.execute(tx.db);
  const found = await lockOwn(tx.db, owner.id, id);
  const { scheduled } = await countSaved(tx.db, owner.id);
  if (found.frequency === null && scheduled >= MAX_SCHEDULES)
    throw new AppError('VALIDATION_FAILED', {
      errors: [{ path: 'frequency', reason: 'export_schedule_too_many', params: { maximum: MAX_SCHEDULES } }],
    });
  const { frequency, time, weekday = null, monthDay = null } = body;
  const { rows } = await sql<{ now: Date }>`select app_now() as now`.execute(tx.db);
  const next = nextRun(
    { frequency, weekday, monthDay, time, timeZone },
    rows[0]?.now ?? tx.services.clock.now(),
  );
  await sql`
    update saved_exports set frequency = ${frequency}, weekday = ${weekday}, month_day = ${monthDay}, time_of_day = ${time},
      time_zone = ${timeZone}, next_run_at = ${next}, pause = null, reach = ${JSON.stringify(owner.reach)}
    where id = ${id}`.execute(tx.db);
  return { id };
}

/** Ends the schedule of a saved export (RPT-03). NOT_FOUND for another person's export. */
export async function unscheduleExport(
  tx: CommandTransaction,
  ownerId: string,
  id: number,
): Promise<{ readonly id: number }> {
  await lockOwn(tx.db, ownerId, id);
  await sql`
    update saved_exports set frequency = null, weekday = null, month_day = null, time_of_day = null, time_zone = null,
      next_run_at = null, pause = null
    where id = ${id}`.execute(tx.db);
  return { id };
}

/** Stops the schedule of any person, who is informed (RPT-03). NOT_FOUND, ILLEGAL_STEP if it does not run. */
export async function stopSchedule(tx: CommandTransaction, id: number): Promise<{ readonly id: number }> {
  const found = await findSavedExport(tx.db, id, true);
  if (found?.frequency == null) throw new AppError('NOT_FOUND');
  if (!(await pauseSchedule(tx, id, 'stopped')))
    throw new AppError('ILLEGAL_STEP', { reason: 'export_schedule_not_running' });
  return { id };
}
