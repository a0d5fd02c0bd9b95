import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import type { DB } from '#server/db/db.d.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { currentGroups, everybody, figureCtes } from './figures.queries.ts';
import { takeTurn } from './turn.ts';

/** How many days back the trend of the compliance dashboard looks (CMP-01). */
const daysBack = 365;

/** Minutes after midnight in which what is seen counts as how the day began. */
const minutesOfBeginning = 15;

/** Organizations with people, null for people without one, and their day now. */
const places = sql`
  select o.id as organization_id, today_in(o.time_zone) as today, o.time_zone as zone from organizations o
  union all select null, today_in('UTC'), 'UTC'`;

/** Keeps the figures of each organization in whose zone a day has just begun, as everybody sees them (CMP-01). */
export async function keepBegunDays(db: Kysely<DB>): Promise<void> {
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

interface Gap {
  readonly organizationId: number | null;
  readonly zone: string;
  readonly first: string;
  readonly last: string;
}

/** Works out the days that nobody saw begin: those before the first, and those of an outage (CMP-01). */
export async function fillMissingDays(db: Kysely<DB>, stopping?: AbortSignal): Promise<void> {
  const { rows } = await sql<Gap>`
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
      await takeTurn(tx);
      await fillGap(tx, gap);
    });
  }
}

/**
 * One pass over the trainings of one organization: each gives ranges of days in which it counted, was open, was completed and
 * valid, was overdue and was due; ranges of a module are put together by the rules of `countAssignments` and those of a person
 * laid over the days on which the person was active there, and a day's figure is what began up to it less what ended. It knows
 * due dates as they are now, not as they were, and what is optional as optional ever since. Who was brought in with older
 * trainings counts from the first of them, at the first place that is known.
 */
async function fillGap(db: Kysely<DB>, { organizationId, zone, first, last }: Gap): Promise<void> {
  // What happens during a day counts from the morning after it.
  const after = (instant: string) => sql`((${sql.raw(instant)} at time zone ${zone})::date + 1)`;
  const never = sql`'infinity'::date`;
  await sql`
    with places as (
      select p.user_id, p.is_active and p.organization_id is not distinct from ${organizationId}::int as here, p.valid_to,
        case when row_number() over (partition by p.user_id order by p.valid_from) = 1
          then least(p.valid_from, a.first) else p.valid_from end as valid_from
      from user_periods p
      left join lateral (select min(assigned_date) as first from training_assignments a where a.user_id = p.user_id) a on true
      where p.user_id in (
        select user_id from user_periods where is_active and organization_id is not distinct from ${organizationId}::int)
    ),
    who as materialized (
      select user_id, range_agg(daterange(${after('valid_from')}, coalesce(${after('valid_to')}, ${never}))) as active
      from places where here and (valid_to is null or ${after('valid_to')} > ${first}::date) group by user_id
    ),
    trainings as (
      select a.user_id, a.module_id, b.began, e.ended, d.done, a.due_date as due, a.due_date + 1 as late,
        coalesce(a.next_renewal_date + 1, ${never}) as expires,
        case when a.no_longer_required_at is not null then greatest(b.began, ${after('a.no_longer_required_at')})
          when a.is_required then ${never} else b.began end as required_to
      from training_assignments a
      cross join lateral (select ${after('a.assigned_date')} as began) b
      cross join lateral (select greatest(b.began, coalesce(${after('a.voided_at')}, ${never})) as ended) e
      cross join lateral (
        select case when a.completed_at is null then e.ended
          else least(e.ended, greatest(b.began, ${after('a.completed_at')})) end as done
      ) d
      where a.user_id in (select user_id from who)
    ),
    ranges as (
      select user_id, module_id, daterange(began, ended) as stood, daterange(began, done) as open,
        daterange(done, ended) as completed, daterange(done, greatest(done, least(ended, expires))) as valid,
        daterange(least(done, greatest(began, coalesce(late, done))), done) as overdue,
        daterange(least(ended, greatest(began, coalesce(due, ended))), ended) as due,
        daterange(began, least(done, required_to)) as open_required,
        daterange(done, greatest(done, least(ended, required_to))) as done_required
      from trainings
    ),
    modules as (
      select user_id, stood, valid - open as completed, overdue + (completed - valid) as late, due,
        open_required + (done_required - open) as required
      from (
        select user_id, range_agg(stood) as stood, range_agg(open) as open, range_agg(completed) as completed,
          range_agg(valid) as valid, range_agg(overdue) as overdue, range_agg(due) as due,
          range_agg(open_required) as open_required, range_agg(done_required) as done_required
        from ranges group by user_id, module_id
      ) m
    ),
    people as (
      select w.user_id, w.active, coalesce(m.late, '{}') as late, coalesce(m.due, '{}') as due
      from who w left join (
        select user_id, range_agg(late * required) as late, range_agg((late + due) * required) as due from modules group by user_id
      ) m using (user_id)
    ),
    spans as (
      select 'active' as kind, unnest(active) as days from people
      union all select 'overdue', unnest(active * late) from people
      union all select 'due', unnest(active * due) from people
      union all select 'total', unnest(w.active * stood) from modules join who w using (user_id)
      union all select 'completed', unnest(w.active * completed) from modules join who w using (user_id)
    ),
    steps as (
      select kind, greatest(lower(days), ${first}::date) as day, 1 as n from spans where upper(days) > ${first}::date
      union all select kind, upper(days), -1 from spans where upper(days) > ${first}::date and upper(days) <= ${last}::date
    ),
    changes as (
      select day, sum(n) filter (where kind = 'active') as active, sum(n) filter (where kind = 'overdue') as overdue,
        sum(n) filter (where kind = 'due') as due, sum(n) filter (where kind = 'total') as total,
        sum(n) filter (where kind = 'completed') as completed
      from steps where day <= ${last}::date group by day
    )
    insert into figure_days (organization_id, day, active, overdue_people, due_people, total, completed, from_records)
    select ${organizationId}::int, d.day::date, coalesce(sum(c.active) over w, 0), coalesce(sum(c.overdue) over w, 0),
      coalesce(sum(c.due) over w, 0), coalesce(sum(c.total) over w, 0), coalesce(sum(c.completed) over w, 0), true
    from generate_series(${first}::date, ${last}::date, interval '1 day') d (day)
    left join changes c on c.day = d.day::date
    window w as (order by d.day)
    on conflict do nothing`.execute(db);
}

/** Keeps how each day began, and fills in days that nobody saw (CMP-01); any number of servers may do it at once. */
export const keepFigureDaysJob = defineJob({
  name: 'assignments.keepFigureDays',
  data: z.object({}),
  schedule: '* * * * *',
  run: async ({ db }, _data, stopping) => {
    await keepBegunDays(db);
    await fillMissingDays(db, stopping);
  },
});
