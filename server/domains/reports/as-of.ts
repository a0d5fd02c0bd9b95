import { sql, type RawBuilder } from 'kysely';
import { isInstant, type AsOf } from '#shared/domain/calendar/as-of.ts';
import { changedSince } from '#server/platform/postgres/changed-since.ts';

/** Columns of {@link placesThen} and of `users` alike: the place of a person. */
const placeColumns = sql.raw('organization_id, department_id, manager_id, job_title, role, is_active');

/** The end of a day in UTC; an instant stays unchanged. */
export const endInUtc = (asOf: AsOf): RawBuilder<unknown> =>
  isInstant(asOf) ? sql`${asOf}::timestamptz` : sql`((${asOf}::date + 1)::timestamp at time zone 'UTC')`;

/** Returns SQL of the earlier of the end of a day and the instant up to which a paper uses the records (INS-03). */
export const notAfter = (end: RawBuilder<unknown>, knownAt: Date | undefined): RawBuilder<unknown> =>
  knownAt === undefined ? end : sql`least(${end}, ${knownAt.toISOString()}::timestamptz)`;

/** Returns SQL of the calendar date of a report in a zone. */
export const dateIn = (asOf: AsOf, zone: RawBuilder<unknown>): RawBuilder<unknown> =>
  isInstant(asOf) ? sql`(${asOf}::timestamptz at time zone ${zone})::date` : sql`${asOf}::date`;

/**
 * SQL of whether a column is one of these ids. One id is compared by itself: of a list whose length it does not know, the planner expects ten,
 * and plans a prepared statement again each time.
 */
export const isOneOf = (
  column: string,
  ids: readonly number[],
  type: 'int' | 'text' = 'int',
): RawBuilder<unknown> => {
  const values = type === 'int' ? ids : ids.map(String);
  return values.length === 1
    ? sql`${sql.ref(column)} = ${values[0]}::${sql.raw(type)}`
    : sql`${sql.ref(column)} = any(${[...values]}::${sql.raw(type)}[])`;
};

/**
 * SQL of the version that was effective at `u.until` of a module that had none before the event `e`: the past of demo data is older
 * than its trail.
 */
const firstVersion = sql`(select v.id from module_versions v
  where v.module_id = e.object_id::integer and v.status = 'published' and v.effective_from < u.until order by v.number desc limit 1)`;

/**
 * CTEs of the state at the end of a day (RPT-04), or at an instant: `organizations_then` with name, zone and the instant `until` at which
 * the day ended there, `departments_then` and `modules_then` with the names and versions that were changed since, and `places_then`, one
 * row per person with the place at that moment. A person who changed zones when the day had ended in one and not yet in the other is listed
 * once.
 */
export function relationsAsOf(
  asOf: AsOf,
  narrowed: {
    readonly org?: number | undefined;
    /** A select of the ids of people. */
    readonly among?: RawBuilder<unknown> | undefined;
    /** Only these managers and everybody who reported to them. */
    readonly teams?: readonly string[] | undefined;
    /** The only modules that are needed. */
    readonly moduleIds?: readonly number[] | undefined;
    /** Nothing that was recorded at this instant or later: where a day has not ended by then. */
    readonly knownAt?: Date | undefined;
  },
): RawBuilder<unknown> {
  const { knownAt } = narrowed;
  const midnight = notAfter(endInUtc(asOf), knownAt);
  const until = isInstant(asOf)
    ? midnight
    : notAfter(sql`((${asOf}::date + 1)::timestamp at time zone y.time_zone)`, knownAt);
  const near = sql`n.valid_from < ${midnight} + interval '14 hours'
    and (n.valid_to is null or n.valid_to > ${midnight} - interval '15 hours')`;
  // Anyone who was near the organization at all: which of two places counts is decided below.
  const candidates =
    narrowed.org === undefined
      ? sql``
      : sql`and n.user_id in (select n.user_id from user_periods n where n.organization_id = ${narrowed.org} and ${near})`;
  const some = narrowed.among === undefined ? sql`` : sql`and n.user_id in (${narrowed.among})`;
  const periods = narrowed.teams
    ? sql`(
        with recursive team (id) as (
          select unnest(${[...narrowed.teams]}::text[])
          union
          select n.user_id from team
          cross join lateral (select n.user_id from user_periods n where n.manager_id = team.id and ${near} offset 0) n
        )
        select id from team
      ) team cross join lateral (select n.* from user_periods n where n.user_id = team.id and ${near} offset 0) n`
    : sql`user_periods n`;
  return sql`
    organizations_then as materialized (
      select o.id, case when c.before ? 'name' then c.before ->> 'name' else o.name end as name, y.time_zone, z.until
      from organizations o
      cross join lateral (
        select coalesce(${changedSince('organizations', sql`o.id`, midnight)} ->> 'time_zone', o.time_zone) as time_zone
      ) y
      cross join lateral (select ${until} as until) z
      cross join lateral (select ${changedSince('organizations', sql`o.id`, sql`z.until`)} as before) c
    ),
    untils as materialized (select until from organizations_then union select ${midnight}),
    departments_then as materialized (
      select d.id, coalesce(c.before ->> 'name', d.name) as name
      from departments d join organizations_then o on o.id = d.organization_id
      cross join lateral (select ${changedSince('departments', sql`d.id`, sql`o.until`)} as before) c
    ),
    modules_then as materialized (
      select u.until, e.object_id::integer as id, jsonb_object_agg(b.key, case when b.key = 'current_version_id' and b.value = 'null'
        then to_jsonb(${firstVersion}) else b.value end order by e.id desc) as before
      from untils u
      join audit.events e on e.object_type = 'training_modules' and e.kind = 'update' and e.at >= u.until
        and ${narrowed.moduleIds === undefined ? sql`true` : isOneOf('e.object_id', narrowed.moduleIds, 'text')}
      cross join lateral jsonb_each(coalesce(e.payload, e.residual)::jsonb -> 'before') b
      where b.key in ('title', 'reference', 'current_version_id', 'is_active', 'retired_at')
      group by u.until, e.object_id
    ),
    places_then as materialized (
      select distinct on (n.user_id) n.user_id as id, ${placeColumns},
        case when own.counts then own.until else ${midnight} end as until
      from ${periods}
      left join organizations_then o on o.id = n.organization_id
      cross join lateral (select coalesce(o.until, ${midnight}) as until) ends
      cross join lateral (
        select ends.until, n.valid_from < ends.until and (n.valid_to is null or n.valid_to >= ends.until) as counts
      ) own
      where ${near} ${candidates} ${some}
        and (own.counts or (n.valid_from < ${midnight} and (n.valid_to is null or n.valid_to >= ${midnight})))
      order by n.user_id, own.counts desc, ends.until desc
    )`;
}

/** Returns SQL of the direct and indirect reports of a manager at the instant: `reports_of` returns the present ones. */
export const reportsAsOf = (manager: string): RawBuilder<unknown> => sql`
  select below.id from (
    with recursive below (id) as (
      select id from places_then where manager_id = ${manager}
      union
      select p.id from places_then p join below on p.manager_id = below.id
    )
    select id from below where id <> ${manager}
  ) below`;

/** People with their names and places at the instant, in the form of {@link relationsAsOf}; before any filter. */
export const peopleAsOf: RawBuilder<unknown> = sql`
  select u.id, case when h.user_id is null then u.first_name else h.first_name end as first_name,
    case when h.user_id is null then u.last_name else h.last_name end as last_name, coalesce(h.email, u.email) as email,
    case when h.user_id is null then u.erased_at else h.erased_at end as erased_at,
    (select max(s.at) from sign_in_history s where s.user_id = u.id and s.at < t.until) as last_sign_in_at,
    t.organization_id, t.department_id, t.manager_id, t.job_title, t.role, t.is_active, t.until
  from places_then t
  join users u on u.id = t.id
  left join lateral (
    select * from person_history h
    where h.user_id = u.id and h.replaced_at >= t.until and u.updated_at >= t.until
    order by h.replaced_at limit 1
  ) h on true`;

/**
 * The assignments of a person `p` at `p.until`. The validity of a completion is stored with it, and only once; `expired` as
 * of that day (LRN-01).
 */
export const assignmentsAsOf: RawBuilder<unknown> = sql`
  select a.*, a.status = 'completed' and a.next_renewal_date < p.today and row_number() over (
      partition by a.module_id, a.status = 'completed' order by coalesce(a.next_renewal_date, 'infinity') desc, a.cycle desc
    ) = 1 as expired
  from (
    select a.id, a.cycle, a.user_id, a.module_id,
      case when h.assignment_id is null then a.module_version_id else h.module_version_id end as module_version_id,
      coalesce(h.assigned_date, a.assigned_date) as assigned_date,
      case when h.assignment_id is null then a.due_date else h.due_date end as due_date,
      coalesce(h.status, a.status) as status,
      case when h.assignment_id is null then a.score else h.score end as score,
      case when h.assignment_id is null then a.started_at else h.started_at end as started_at,
      case when h.assignment_id is null then a.completed_at else h.completed_at end as completed_at,
      a.next_renewal_date, a.is_required or coalesce(a.no_longer_required_at >= p.until, false) as is_required
    from training_assignments a
    left join lateral (
      select * from assignment_history h
      where h.assignment_id = a.id and h.replaced_at >= p.until and a.updated_at >= p.until
      order by h.replaced_at limit 1
    ) h on true
    where a.user_id = p.id and a.created_at < p.until
  ) a
  where a.status <> 'voided'`;
