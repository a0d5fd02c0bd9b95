import { sql, type Kysely, type Transaction } from 'kysely';
import { z } from 'zod';
import { noReach } from '#shared/domain/access/permissions.ts';
import type { CalendarDate } from '#shared/domain/calendar/calendar.ts';
import type { DB } from '#server/db/db.d.ts';
import { pastColumns } from '#server/domains/assignments/index.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { countedAsOf } from '../report-figures.ts';
import { reportPeople } from '../report-scope.ts';

/** People of one statement: some 100,000 trainings. */
const peopleAtOnce = 2000;

/** The number of days for which unused figures are stored. */
const keptDays = 7;

/**
 * Counts everybody by the records at the end of a day, and stores the figures (RPT-04, PERF-01). The past does not change, so the
 * parts need no common snapshot. If the process is killed, whole parts remain, and the next run continues after them; several
 * servers take turns.
 */
export async function storePastDay(
  db: Kysely<DB>,
  day: CalendarDate,
  {
    stopping,
    atOnce = peopleAtOnce,
  }: { readonly stopping?: AbortSignal | undefined; readonly atOnce?: number } = {},
): Promise<void> {
  let more = true;
  while (more) {
    stopping?.throwIfAborted();
    more = await db.transaction().execute((tx) => keepPart(tx, day, atOnce));
  }
}

/** Counts some people; returns whether there may be more. */
async function keepPart(tx: Transaction<DB>, day: CalendarDate, atOnce: number): Promise<boolean> {
  await sql`set local statement_timeout = '10min'`.execute(tx);
  const { rows } = await sql<{ madeUntil: string }>`
    select made_until from past_days where day = ${day}::date and ready_at is null for update`.execute(tx);
  const [state] = rows;
  if (!state) return false;
  const scope = { reach: { ...noReach, all: true }, org: 'all', asOf: day } as const;
  const result = await sql<{ count: number }>`
    with picked as materialized (select id from users where id > ${state.madeUntil} order by id limit ${atOnce}),
    ${reportPeople(scope, sql`select id from picked`)},
    kept as (
      insert into past_figures (day, ${pastColumns})
      select ${day}::date, ${pastColumns} from (${countedAsOf(scope)}) f
    ),
    progress as (
      update past_days set made_until = (select max(id) from picked),
        people_done = least(people_total, people_done + (select count(*) from picked))
      where day = ${day}::date and exists (select from picked)
    )
    select count(*)::int as count from picked`.execute(tx);
  if ((result.rows[0]?.count ?? 0) >= atOnce) return true;
  await sql`update past_days set ready_at = app_now() where day = ${day}::date`.execute(tx);
  return false;
}

/** Stores the figures of a requested day; each server one day at a time. */
export const storePastDayJob = defineJob({
  name: 'reports.keepPastDay',
  data: z.object({ day: z.string() }),
  waitsOnceFor: ({ day }) => day,
  run: (services, { day }, stopping) => storePastDay(services.db, day, { stopping }),
});

/** Deletes days that nobody requests any more. */
export const sweepPastDaysJob = defineJob({
  name: 'reports.sweepPastDays',
  data: z.object({}),
  schedule: '23 * * * *',
  run: async ({ db }) => {
    await sql`delete from past_days where asked_at < app_now() - make_interval(days => ${keptDays})`.execute(
      db,
    );
  },
});
