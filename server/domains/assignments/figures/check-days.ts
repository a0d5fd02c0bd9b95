import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import { differenceOf, type FigureFault } from './check-figures.ts';
import { daysFromRecords, daysFromTrail, type DayRange } from './computed-days.ts';

/** Organizations in their zones over time, also deleted ones, and people without one. */
const zones = sql`
  zones as materialized (
    select id, zone, lag(until) over (partition by id order by until) as since, until from (
      select id, time_zone as zone, 'infinity'::timestamptz as until from organizations
      union all
      select object_id::int, before ->> 'time_zone', at from (
        select object_id, at, coalesce(payload, residual)::jsonb -> 'before' as before from audit.events
        where object_type = 'organizations' and kind in ('update', 'delete')
      ) e where before ? 'time_zone'
    ) z
    union all select null, 'UTC', null, 'infinity'
  )`;

interface Part extends DayRange {
  readonly fromRecords: boolean;
}

/**
 * Yields statements that find days of `figure_days` that do not follow from the records (AUD-04). Days that were recorded at
 * their start are compared with the records of that moment. Days that were computed later are computed again. A recorded day is
 * not compared around a change of time zone, when two days start or none.
 */
export async function* wrongFigureDays(db: Kysely<DB>): AsyncGenerator<RawBuilder<FigureFault>> {
  const { rows } = await sql<Part>`
    with ${zones},
    kept as (
      select organization_id, from_records, min(day) as first, max(day) as last from figure_days group by organization_id, from_records
    )
    select k.organization_id, z.zone, k.from_records,
      case when k.from_records then k.first else greatest(k.first, (z.since at time zone 'UTC')::date + 2) end as first,
      case when k.from_records then k.last else least(k.last, (z.until at time zone 'UTC')::date - 2) end as last
    from kept k join zones z on z.id is not distinct from k.organization_id
    where not k.from_records or not exists (select from zones n where n.id = z.id and n.until > z.until)
    order by k.organization_id nulls last, k.from_records, z.until`.execute(db);
  for (const { fromRecords, ...range } of rows) {
    if (range.first <= range.last) yield fromRecords ? wrongWorkedOut(range) : wrongSeen(range);
  }
  yield sql`
    with ${zones}
    select ${nameOf(sql`f.organization_id`, sql`f.day`)} as name, 'no such organization' as detail from figure_days f
    where not exists (select from zones z where z.id is not distinct from f.organization_id)`;
}

const nameOf = (organization: RawBuilder<unknown>, day: RawBuilder<unknown>): RawBuilder<string> =>
  sql`format('figure_days organization %s, %s', coalesce(${organization}::text, 'none'), ${day})`;

const columns = sql.raw('day, active, overdue_people, due_people, total, completed');

const keptDays = ({ organizationId, first, last }: DayRange, fromRecords: boolean) => sql`
  select ${columns} from figure_days
  where organization_id is not distinct from ${organizationId}::int and day between ${first}::date and ${last}::date
    and from_records = ${fromRecords}`;

/** Days that a mark has worked out again at the next fold are left out. */
const wrongWorkedOut = (range: DayRange): RawBuilder<FigureFault> => sql`
  with worked_out as (${daysFromRecords(range)}),
  marked as (
    select min(c.since) as since from figure_changes c join user_periods p using (user_id)
    where c.since is not null and p.organization_id is not distinct from ${range.organizationId}::int
  )
  select ${nameOf(sql`${range.organizationId}`, sql`k.day`)} as name, ${differenceOf} as detail
  from (${keptDays(range, true)}) k join worked_out c on c.day = k.day
  where k is distinct from c and not exists (select from marked m where k.day > m.since - 2)`;

const wrongSeen = (range: DayRange): RawBuilder<FigureFault> => sql`
  with seen as (${daysFromTrail(range)})
  select ${nameOf(sql`${range.organizationId}`, sql`k.day`)} as name, ${differenceOf} as detail
  from (${keptDays(range, false)}) k join seen s on s.day = k.day
  cross join lateral (select ${sql.raw('s.day, s.active, s.overdue_people, s.due_people, s.total, s.completed')}) c
  where greatest(abs(k.active - c.active), abs(k.overdue_people - c.overdue_people), abs(k.due_people - c.due_people))
      > s.people_unsure
    or greatest(abs(k.total - c.total), abs(k.completed - c.completed)) > s.trainings_unsure`;
