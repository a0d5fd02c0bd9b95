import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import { nextRun } from '#shared/domain/reports/export-schedule.ts';
import { findRequester } from '#server/platform/access/requester.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { Services } from '#server/platform/services.ts';
import { mostOpen, requestExport } from '../exports/request-export.ts';
import { settledFilters } from '../exports/requested.ts';
import type { ExportJob } from '../exports/resume-lost.ts';
import { pauseSchedule } from './pause-schedule.ts';
import { daysOfRun, findSavedExport, readerOf } from './saved-exports.store.ts';
import { whyNot } from './why-not.ts';

/** How many schedules one sweep starts. */
const together = 200;

/**
 * Starts the runs that are due, each once for any number of servers (RPT-03): the lock on the row and its next run decide. A run that was
 * missed while no server was there starts once, however many were missed. The exports of a person who has as many pending as allowed start
 * when one of them has ended.
 */
export async function runDue(services: Services, job: ExportJob): Promise<void> {
  const { rows } = await sql<{ id: number; now: Date }>`
    select s.id, app_now() as now from saved_exports s
    where s.next_run_at <= app_now() and (
      select count(*) from exports e where e.requested_by = s.owner_id and e.state in ('waiting', 'running')) < ${mostOpen}
    order by s.next_run_at, s.id limit ${together}`.execute(services.db);
  for (const { id, now } of rows) {
    try {
      await startRun(services, job, id, now);
    } catch (error) {
      // Others of the same person took the last place: the next sweep starts it.
      if (error instanceof AppError && error.code === 'CONFLICT') continue;
      services.log.error({ err: error, savedExportId: id }, 'a scheduled export could not be started');
    }
  }
}

/** Starts one run that was due at `now`, when the list was read; does nothing if another server has started it since. */
export async function startRun(services: Services, job: ExportJob, id: number, now: Date): Promise<void> {
  const saved = await findSavedExport(services.db, id);
  // Another server has started it since the list was read.
  if (!saved?.nextRunAt || saved.nextRunAt > now) return;
  const { ownerId } = saved;
  const owner = await findRequester(services.db, ownerId);
  const why = await whyNot(services.db, owner, saved);
  const facts = {
    actorId: null,
    action: why === null ? 'export.scheduled' : 'savedExport.paused',
    origin: { subjectId: ownerId },
    onlyChanges: true,
  };
  await runCommand(services, facts, async (tx) => {
    const found = await findSavedExport(tx.db, id, true);
    // Another server has started it, or its owner changed it in the meantime.
    if (!found || found.nextRunAt?.getTime() !== saved.nextRunAt?.getTime()) return;
    const { dataSet, format, columns, filters, reach, name, frequency, weekday, monthDay, time, nextRunAt } =
      found;
    if (frequency === null || time === null || nextRunAt === null) return;
    if (why !== null) {
      await pauseSchedule(tx, id, why);
      return;
    }
    const { language, timeZone } = await readerOf(tx.db, ownerId);
    const { today, previous } = await daysOfRun(tx.db, id, timeZone, nextRunAt);
    await requestExport(tx, job, {
      dataSet,
      format,
      columns,
      filters: settledFilters(filters, today, previous),
      requestedBy: ownerId,
      language,
      timeZone,
      saved: { id, name, reach, scheduledFor: nextRunAt },
    });
    // From now on, the schedule uses the owner's current time zone.
    const next = nextRun({ frequency, weekday, monthDay, time, timeZone }, now);
    await sql`update saved_exports set next_run_at = ${next}, time_zone = ${timeZone} where id = ${id}`.execute(
      tx.db,
    );
  });
}
