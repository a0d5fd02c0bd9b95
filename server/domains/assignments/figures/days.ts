import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import type { DB } from '#server/db/db.d.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { currentGroups, everybody, figureCtes } from './figures.queries.ts';
import { lockFigures } from './lock-figures.ts';
import { daysFromRecords, type DayRange } from './computed-days.ts';

/** How many days back the trend of the compliance dashboard looks (CMP-01). */
const daysBack = 365;

/** For this many minutes after midnight, the current figures count as those at the start of the day. */
const minutesOfBeginning = 15;

/** Organizations with people, null for people without one, and their day now. */
const places = sql`
  select o.id as organization_id, today_in(o.time_zone) as today, o.time_zone as zone from organizations o
  union all select null, today_in('UTC'), 'UTC'`;

/** Stores the figures of each organization in whose zone a day has just started, as everybody sees them (CMP-01). */
export async function storeStartedDays(db: Kysely<DB>): Promise<void> {
  await sql`
    with ${figureCtes}, parts as (${currentGroups(everybody)})
    insert into figure_days (organization_id, day, active, overdue_people, due_people, total, completed, from_records)
    select p.organization_id, p.today, coalesce(sum(g.active), 0), coalesce(sum(g.overdue_people), 0),
      coalesce(sum(g.due_people), 0), coalesce(sum(g.total), 0), coalesce(sum(g.completed), 0), false
    from (${places}) p left join parts g on g.organization_id is not distinct from p.organization_id
    where (app_now() at time zone p.zone)::time < make_time(0, ${minutesOfBeginning}, 0)
      and not exists (select from figure_days f
        where f.organization_id is not distinct from p.organization_id and f.day = p.today)
    group by p.organization_id, p.today
    on conflict do nothing`.execute(db);
}

/**
 * Computes the days that were not recorded at their start: the days before the first recorded one, and the days of an outage
 * (CMP-01).
 */
export async function fillMissingDays(db: Kysely<DB>, stopping?: AbortSignal): Promise<void> {
  const { rows } = await sql<DayRange>`
    with wanted as (
      select p.organization_id, p.today - back as day from (${places}) p cross join generate_series(0, ${daysBack}) back
    ),
    missing as (
      select organization_id, min(day) as first, max(day) as last
      from (select * from wanted except select organization_id, day from figure_days) m group by organization_id
    )
    select m.*, coalesce(o.time_zone, 'UTC') as zone
    from missing m left join organizations o on o.id = m.organization_id order by m.organization_id nulls last`.execute(
    db,
  );
  for (const gap of rows) {
    if (stopping?.aborted === true) return;
    await db.transaction().execute(async (tx) => {
      await lockFigures(tx);
      await fillGap(tx, gap);
    });
  }
}

async function fillGap(db: Kysely<DB>, gap: DayRange): Promise<void> {
  await sql`
    insert into figure_days (organization_id, day, active, overdue_people, due_people, total, completed, from_records)
    select ${gap.organizationId}::int, d.*, true from (${daysFromRecords(gap)}) d
    on conflict do nothing`.execute(db);
}

/** Records the start of each day, and fills in days that were not recorded (CMP-01); any number of servers may do it at once. */
export const storeFigureDaysJob = defineJob({
  name: 'assignments.keepFigureDays',
  data: z.object({}),
  schedule: '* * * * *',
  run: async ({ db }, _data, stopping) => {
    await storeStartedDays(db);
    await fillMissingDays(db, stopping);
  },
});
