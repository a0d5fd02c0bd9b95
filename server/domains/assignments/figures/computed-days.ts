import { sql, type RawBuilder } from 'kysely';

/** Days of one organization, or of people without one, in one zone. */
export interface DayRange {
  readonly organizationId: number | null;
  readonly zone: string;
  readonly first: string;
  readonly last: string;
}

const never = sql`'infinity'::date`;

/** SQL of the first day that includes an event at an instant: an event during a day counts from the next morning. */
const dayAfter = (instant: string, zone: string): RawBuilder<unknown> =>
  sql`((${sql.raw(instant)} at time zone ${zone})::date + 1)`;

/**
 * Returns a select of the columns of `figure_days` from `day` to `completed`, one row per day of the range. It reads the
 * trainings once. Each training gives the ranges of days in which it counted, was open, was completed and valid, was overdue and
 * was due. Ranges of a module are combined by the rules of `countAssignments`. Ranges of a person are limited to the days on
 * which the person was active there. The figure of a day is the number of ranges that started up to that day, less the number
 * that ended.
 *
 * @param ctes `who` with user_id and the days `active`; `ranges` with user_id, module_id, counted, open, completed, valid, overdue,
 * due, open_required, done_required, for their people only
 */
const summedDays = ({ first, last }: DayRange, ctes: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  with ${ctes},
    modules as (
      select user_id, counted, valid - open as completed, overdue + (completed - valid) as late, due,
        open_required + (done_required - open) as required
      from (
        select user_id, range_agg(counted) as counted, range_agg(open) as open, range_agg(completed) as completed,
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
      union all select 'total', unnest(w.active * counted) from modules join who w using (user_id)
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
    select d.day::date as day, coalesce(sum(c.active) over w, 0)::int as active, coalesce(sum(c.overdue) over w, 0)::int as overdue_people,
      coalesce(sum(c.due) over w, 0)::int as due_people, coalesce(sum(c.total) over w, 0)::bigint as total,
      coalesce(sum(c.completed) over w, 0)::bigint as completed
    from generate_series(${first}::date, ${last}::date, interval '1 day') d (day)
    left join changes c on c.day = d.day::date
    window w as (order by d.day)`;

/**
 * Computes days without recorded figures from the records (CMP-01). It uses today's due dates, not those of the day, and treats
 * optional assignments as optional from the start. If either of them changes for such a day, the change leaves a mark, and the
 * fold has the day computed again. A person who was imported with older trainings counts from the first of them, at the first
 * known place.
 */
export function daysFromRecords(range: DayRange): RawBuilder<unknown> {
  const { organizationId, zone, first } = range;
  const after = (instant: string) => dayAfter(instant, zone);
  return summedDays(
    range,
    sql`
    places as (
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
      select user_id, module_id, daterange(began, ended) as counted, daterange(began, done) as open,
        daterange(done, ended) as completed, daterange(done, greatest(done, least(ended, expires))) as valid,
        daterange(least(done, greatest(began, coalesce(late, done))), done) as overdue,
        daterange(least(ended, greatest(began, coalesce(due, ended))), ended) as due,
        daterange(began, least(done, required_to)) as open_required,
        daterange(done, greatest(done, least(ended, required_to))) as done_required
      from trainings
    )`,
  );
}

/**
 * Computes the days that were recorded at their start again, from the records of that moment (AUD-04). The former states of
 * assignments have most columns; the trail has the others (required, valid until).
 *
 * @returns the columns of {@link summedDays}, with tolerances for people and trainings that changed within the quarter of an hour
 * in which a day is recorded, or in a command that had started before it
 */
export function daysFromTrail(range: DayRange): RawBuilder<unknown> {
  const { organizationId, zone, first } = range;
  const after = (instant: string) => dayAfter(instant, zone);
  const days = summedDays(
    range,
    sql`
    who as materialized (select * from seen_people),
    ranges as (
      select user_id, module_id, daterange(b, e) as counted, daterange(b, case when is_open then e else b end) as open,
        daterange(b, done_to) as completed, daterange(b, greatest(b, least(done_to, valid_until + 1))) as valid,
        daterange(case when is_open then least(e, greatest(b, coalesce(due_date + 1, e))) else e end, e) as overdue,
        daterange(least(e, greatest(b, coalesce(due_date, e))), e) as due,
        daterange(b, case when is_open and is_required then e else b end) as open_required,
        daterange(b, case when is_required then done_to else b end) as done_required
      from states cross join lateral (select case when is_open then b else e end as done_to) d
    )`,
  );
  return sql`
    with seen_people as materialized (
      select user_id, range_agg(daterange(${after('valid_from')}, coalesce(${after('valid_to')}, ${never}))) as active
      from user_periods
      where is_active and organization_id is not distinct from ${organizationId}::int
        and (valid_to is null or ${after('valid_to')} > ${first}::date) group by user_id
    ),
    trainings as materialized (select * from training_assignments where user_id in (select user_id from seen_people)),
    points as materialized (
      select a.id, h.replaced_at as until, h.status, h.due_date, null::boolean as is_required, null::date as valid_until,
        true as is_state, false as is_need, false as is_validity
      from trainings a join assignment_history h on h.assignment_id = a.id
      union all
      select id, 'infinity', status, due_date, is_required, next_renewal_date, true, true, true from trainings
      union all
      select a.id, e.at, null, null, (e.before ->> 'is_required')::boolean, (e.before ->> 'next_renewal_date')::date, false,
        e.before ? 'is_required', e.before ? 'next_renewal_date'
      from trainings a
      cross join lateral (
        select at, coalesce(payload, residual)::jsonb -> 'before' as before from audit.events
        where object_type = 'training_assignments' and object_id = a.id::text and kind = 'update'
      ) e
      where e.before ? 'is_required' or e.before ? 'next_renewal_date'
    ),
    -- Each value belongs to the moments before its point, back to the point before that has another one.
    grouped as (
      select *, count(*) filter (where is_state) over w as state, count(*) filter (where is_need) over w as need,
        count(*) filter (where is_validity) over w as validity
      from points window w as (partition by id order by until desc)
    ),
    filled as (
      select id, until, max(status) over (partition by id, state) as status, max(due_date) over (partition by id, state) as due_date,
        bool_or(is_required) over (partition by id, need) as is_required,
        max(valid_until) over (partition by id, validity) as valid_until
      from grouped
    ),
    stretches as (
      select f.*, lag(until) over (partition by id order by until) as since from (
        select distinct on (id, until) * from filled order by id, until
      ) f
    ),
    states as materialized (
      select a.user_id, a.module_id, f.status <> 'completed' as is_open, f.due_date, f.is_required, b.b,
        greatest(b.b, ${after('f.until')}) as e, coalesce(f.valid_until, ${never} - 1) as valid_until
      from stretches f join trainings a using (id)
      cross join lateral (select ${after('coalesce(f.since, a.created_at)')} as b) b
      where f.status <> 'voided'
    ),
    unsteady as (
      select day, count(*)::int as people, sum(trainings)::bigint as trainings from (
        select distinct (local + interval '1 hour')::date as day, user_id from (
          select user_id, valid_from at time zone ${zone} as local from user_periods where user_id in (select user_id from seen_people)
          union all
          select user_id, valid_to at time zone ${zone} from user_periods where user_id in (select user_id from seen_people)
          union all
          select user_id, created_at at time zone ${zone} from trainings
          union all
          select a.user_id, p.until at time zone ${zone} from points p join trainings a using (id) where p.until < 'infinity'
        ) i where (local + interval '1 hour')::time < '01:15'
      ) u cross join lateral (select count(*) as trainings from trainings a where a.user_id = u.user_id) t
      group by day
    )
    select d.*, coalesce(u.people, 0) as people_unsure, coalesce(u.trainings, 0) as trainings_unsure
    from (${days}) d left join unsteady u using (day)`;
}
