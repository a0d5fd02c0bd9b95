import { sql, type RawBuilder } from 'kysely';
import type { CalendarDate } from '#shared/domain/calendar/calendar.ts';
import { changedSince } from '#server/platform/postgres/changed-since.ts';
import { endInUtc, isOneOf, notAfter, relationsAsOf } from '../as-of.ts';

/** Rows of a table that are there, and those that were removed after a day had ended somewhere; with their organization or matrix. */
const idsOf = (
  table: string,
  { day, knownAt }: { readonly day: CalendarDate; readonly knownAt: Date | undefined },
  parent: string,
  narrowed = 'id',
): RawBuilder<unknown> => sql`
  select id, ${sql.ref(parent)} as parent, ${sql.ref(narrowed)} as narrowed from ${sql.table(table)}
  union
  select e.object_id::integer, (coalesce(e.payload, e.residual)::jsonb -> 'before' ->> ${sql.lit(parent)})::integer,
    (coalesce(e.payload, e.residual)::jsonb -> 'before' ->> ${sql.lit(narrowed)})::integer
  from audit.events e
  where e.object_type = ${sql.lit(table)} and e.kind = 'delete' and e.at >= ${notAfter(endInUtc(day), knownAt)} - interval '15 hours'`;

/** Returns SQL of the row `i.id` of a table at `i.until`; null if it did not exist. */
const stateOf = (table: string): RawBuilder<unknown> => sql`
  select coalesce(to_jsonb(x), '{}') || coalesce(${changedSince(table, sql`i.id`, sql`i.until`)}, '{}') as state
  from (select) one left join ${sql.table(table)} x on x.id = i.id`;

/**
 * Common table expressions with `entries_then`: the entries of all matrices at the end of a day in the zone of each matrix's
 * organization, in UTC for those without one (RPT-04). A matrix and its entries have no history table: later changes are read
 * from the trail.
 */
export const matrixAsOf = (day: CalendarDate): RawBuilder<unknown> =>
  sql`${relationsAsOf(day, {})}, ${entriesAsOf(day)}`;

/** The filters of the entries. */
interface EntriesAsked {
  readonly matrixId?: number | undefined;
  readonly moduleIds?: readonly number[] | undefined;
  /** Nothing that was recorded at this instant or later. */
  readonly knownAt?: Date | undefined;
}

/**
 * Returns SQL of the part of {@link matrixAsOf} behind {@link relationsAsOf}; of one matrix or of some modules where they are
 * given.
 */
export const entriesAsOf = (
  day: CalendarDate,
  { matrixId, moduleIds, knownAt }: EntriesAsked = {},
): RawBuilder<unknown> => {
  const when = { day, knownAt };
  const entries =
    moduleIds === undefined ? idsOf('training_matrix', when, 'matrix_id') : entriesWith(moduleIds, when);
  return sql`
  matrices_then as materialized (
    select i.id, i.until, s.state from (
      select m.id, coalesce(o.until, ${notAfter(endInUtc(day), knownAt)}) as until
      from (${idsOf('training_matrices', when, 'organization_id')}) m left join organizations_then o on o.id = m.parent
      where ${matrixId === undefined ? sql`true` : sql`m.id = ${matrixId}`}
    ) i cross join lateral (${stateOf('training_matrices')}) s
    where (s.state ->> 'created_at')::timestamptz < i.until and s.state ->> 'archived_at' is null
  ),
  entries_then as materialized (
    select i.id, m.id as matrix_id, m.state ->> 'name' as name, (m.state ->> 'organization_id')::integer as organization_id,
      (m.state ->> 'department_id')::integer as department_id, m.state ->> 'job_title' as job_title,
      n.id as module_id, case when c.before ? 'title' then c.before ->> 'title' else n.title end as title,
      case when c.before ? 'reference' then c.before ->> 'reference' else n.reference end as reference,
      (s.state ->> 'is_required')::boolean as is_required, (s.state ->> 'days_to_due')::integer as days_to_due,
      (s.state ->> 'renewal_period')::integer as renewal_period, (s.state ->> 'created_at')::timestamptz as created_at
    from matrices_then m
    join (${entries}) e on e.parent = m.id
    cross join lateral (select e.id, m.until) i
    cross join lateral (${stateOf('training_matrix')}) s
    join training_modules n on n.id = (s.state ->> 'module_id')::integer
    left join modules_then c on c.id = n.id and c.until = m.until
    where (s.state ->> 'created_at')::timestamptz < m.until
  )`;
};

/** {@link idsOf} the entries of some modules: an entry keeps its module. */
const entriesWith = (
  moduleIds: readonly number[],
  when: { readonly day: CalendarDate; readonly knownAt: Date | undefined },
): RawBuilder<unknown> => sql`
  select * from (${idsOf('training_matrix', when, 'matrix_id', 'module_id')}) x where ${isOneOf('x.narrowed', moduleIds)}`;
