import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { CalendarDate } from '#shared/domain/calendar/calendar.ts';
import type { StoredStatus } from '#shared/domain/assignments/status.ts';
import type { CompletionKind } from '#shared/domain/signatures/training-record.ts';
import type { WithdrawalReason } from '#shared/reasons/findings.ts';
import type { DB } from '#server/db/db.d.ts';
import { recordSourceJson, type RecordSource } from '#server/domains/assignments/index.ts';
import { awayKnownAt } from '#server/domains/people/index.ts';
import { matrixMatchesSql } from '#server/domains/curricula/index.ts';
import { assignmentsAsOf, isOneOf } from '../as-of.ts';
import { entriesAsOf } from '../exports/matrix-as-of.ts';
import { effectiveVersion, reportPeople } from '../report-scope.ts';
import { nameAsOf } from '#server/platform/papers/name-as-of.ts';
import type { ListKey } from './list-key.ts';
import { endOfPage, peopleUpTo, type PersonKey, type RequestedPairs } from './next-people.ts';

/** One cycle of a module for a person, as the statement gives it. */
export interface CycleRow {
  readonly assignmentId: number;
  readonly cycle: number;
  readonly assignedOn: CalendarDate;
  readonly thatDay: {
    readonly status: StoredStatus;
    readonly dueDate: CalendarDate | null;
    readonly isRequired: boolean;
  } | null;
  readonly voided: 'before' | 'since' | null;
  readonly voidedAt: string | null;
  readonly voidedReason: string | null;
  readonly voidedCode: WithdrawalReason | null;
  /** Null if no completion exists by now. */
  readonly completion: {
    readonly recordId: number | null;
    /** The version of the record. */
    readonly versionId: number | null;
    readonly certificateNumber: string | null;
    readonly version: number;
    readonly kind: CompletionKind | null;
    readonly completedAt: string;
    readonly completedOn: CalendarDate;
    readonly timeZone: string;
    readonly byThatDay: boolean;
    readonly validUntil: CalendarDate | null;
    readonly recordedAt: string | null;
    readonly recordedOn: CalendarDate;
    readonly recordedByName: string | null;
    readonly source: RecordSource | null;
    readonly reason: string | null;
  } | null;
}

/** A person and a module at the end of a day, with all facts that the rule needs. */
export interface PairRow {
  readonly personId: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string;
  readonly jobTitle: string | null;
  readonly organizationName: string | null;
  readonly departmentName: string | null;
  readonly isActive: boolean;
  /** Away on that day, as known at its end and by now. */
  readonly awayThen: boolean;
  readonly awayNow: boolean;
  readonly until: Date;
  readonly zone: string;
  readonly moduleId: number;
  readonly title: string;
  readonly reference: string | null;
  readonly moduleIsActive: boolean;
  readonly isRetired: boolean;
  readonly inForce: number | null;
  readonly matrices: readonly { readonly id: number; readonly name: string; readonly since: CalendarDate }[];
  readonly cycles: readonly CycleRow[];
  /** The position of the row in the order of the list, with person and module. */
  readonly lastKey: string;
  readonly firstKey: string;
  readonly titleKey: string;
}

/** The place of a row in the list. */
export const keyOf = ({ lastKey, firstKey, personId, titleKey, moduleId }: PairRow): ListKey => [
  lastKey,
  firstKey,
  personId,
  titleKey,
  moduleId,
];

const memberThen = sql`select min(mm.added_at) from matrix_members mm
  where mm.matrix_id = m.id and mm.user_id = p.id and mm.added_at < p.until and (mm.removed_at is null or mm.removed_at >= p.until)`;

/** SQL of whether a person `p` was in a matrix `m` at `p.until`: {@link belongs} of that moment. */
export const belongedAsOf: RawBuilder<unknown> = sql`(coalesce(${matrixMatchesSql('m', 'p')}, false) or (${memberThen}) is not null)`;

/** The CTE `matrices_asked` of the matrices of `entries_then`. */
export const requestedMatrices: RawBuilder<unknown> = sql`matrices_asked as materialized (
  select distinct matrix_id as id, name, organization_id, department_id, job_title from entries_then
)`;

/**
 * SQL of the instant since which a matrix `m` has matched a person `p` without a break, which is the end of the last period in
 * which it did not.
 */
const belongedSince = sql`case when ${matrixMatchesSql('m', 'p')} then coalesce(
    (select max(n.valid_to) from user_periods n where n.user_id = p.id and n.valid_to <= p.until
      and not coalesce(n.is_active and ${matrixMatchesSql('m', 'n')}, false)),
    (select min(n.valid_from) from user_periods n where n.user_id = p.id))
  else (${memberThen}) end`;

const instant = (value: RawBuilder<unknown>) => sql`audit.instant_text(${value})`;
const dayIn = (value: RawBuilder<unknown>, zone: RawBuilder<unknown>) =>
  sql`((${value}) at time zone ${zone})::date`;

const cycleJson = sql`json_build_object('assignmentId', a.id, 'cycle', a.cycle, 'assignedOn', ${dayIn(sql`a.assigned`, sql`p.zone`)},
  'thatDay', case when a.then_status is not null then json_build_object('status', a.then_status, 'dueDate', a.then_due, 'isRequired', a.then_required) end,
  'voided', case when a.voided_at < p.until then 'before' when a.voided_at is not null then 'since' end,
  'voidedAt', ${instant(sql`a.voided_at`)}, 'voidedReason', a.voided_reason, 'voidedCode', a.voided_code,
  'completion', case when a.completed is not null then json_build_object('recordId', r.id, 'versionId', r.module_version_id, 'certificateNumber', c.number,
    'version', coalesce(r.version_number, v.number), 'kind', r.kind,
    'completedAt', ${instant(sql`a.completed`)}, 'completedOn', ${dayIn(sql`a.completed`, sql`coalesce(r.time_zone, p.zone)`)},
    'timeZone', coalesce(r.time_zone, 'UTC'), 'byThatDay', a.completed < p.until,
    'validUntil', case when r.id is null then a.next_renewal_date else r.expires_on end,
    'recordedAt', ${instant(sql`r.recorded_at`)}, 'recordedOn', ${dayIn(sql`coalesce(r.recorded_at, a.completed)`, sql`p.zone`)},
    'recordedByName', case when r.kind <> 'completion' then w.name end,
    'reason', r.reason, 'source', ${recordSourceJson}) end)`;

/** Joins an assignment `a` with its state at an instant, `b`, if it has changed since. */
const stateAt = (at: RawBuilder<unknown>) => sql`left join lateral (
  select * from assignment_history b where b.assignment_id = a.id and b.replaced_at >= ${at} and a.updated_at >= ${at}
  order by b.replaced_at limit 1) b on true`;

/**
 * Returns the facts of people and modules at the end of a day (INS-02). A page of everybody is read among the people whose names come next,
 * and those whose names have changed since that day; among everybody only where these do not fill it (PERF-03).
 */
export async function readPairs(db: Kysely<DB>, asked: RequestedPairs): Promise<readonly PairRow[]> {
  const end = await endOfPage(db, asked);
  const rows = end ? await readFound(db, asked, end) : [];
  return rows.length < asked.limit ? readFound(db, asked) : rows;
}

async function readFound(
  db: Kysely<DB>,
  asked: RequestedPairs,
  end?: PersonKey,
): Promise<readonly PairRow[]> {
  return (await pairsSql<PairRow>(asked, { end }).execute(db)).rows;
}

/**
 * SQL of those facts in one statement for any number. It uses the relations that every report of a past day uses (018), and adds the facts
 * that are known by now.
 *
 * @param more.end the last name that is wanted
 * @param more.parts of the `with`, and `columns` that are read from them
 */
export function pairsSql<Row extends PairRow>(
  asked: RequestedPairs,
  {
    end,
    parts = sql``,
    columns = sql``,
  }: {
    readonly end?: PersonKey | undefined;
    readonly parts?: RawBuilder<unknown>;
    readonly columns?: RawBuilder<unknown>;
  },
): RawBuilder<Row> {
  const { scope, moduleIds, matrixId, after } = asked;
  const { knownAt } = scope;
  const at = knownAt && sql`${knownAt.toISOString()}::timestamptz`;
  const known = (column: string): RawBuilder<unknown> =>
    at === undefined
      ? sql.ref(`a.${column}`)
      : sql`case when b.assignment_id is null then ${sql.ref(`a.${column}`)} else ${sql.ref(`b.${column}`)} end`;
  const voided = (column: string): RawBuilder<unknown> =>
    at === undefined
      ? sql.ref(`a.${column}`)
      : sql`case when a.voided_at < ${at} then ${sql.ref(`a.${column}`)} end as ${sql.ref(column)}`;
  const before = (column: string) => (at === undefined ? sql`` : sql`and ${sql.ref(column)} < ${at}`);
  const conditions = [sql`least(t.created_at, t.first_effective) < p.until`];
  if (!asked.withInactive) conditions.push(sql`p.is_active`);
  if (asked.onlyBegun === true) conditions.push(sql`today_in(p.zone) >= ${scope.asOf}::date`);
  if (matrixId !== undefined)
    conditions.push(sql`exists (select from matrices_asked m where m.id = ${matrixId} and ${belongedAsOf})`);
  // Once per person and once per module: the texts of each pair would be compared again and again.
  const personIsBehind =
    after === null
      ? sql`true as is_behind, false as is_last`
      : sql`(last_key, first_key, id) > (${after[0]}::text, ${after[1]}::text, ${after[2]}::text) as is_behind, id = ${after[2]}::text as is_last`;
  const moduleIsBehind =
    after === null
      ? sql`true as is_behind`
      : sql`(lower(t.title), t.id) > (${after[3]}::text, ${after[4]}::int) as is_behind`;
  conditions.push(sql`(p.is_behind or (p.is_last and t.is_behind))`);
  if (end)
    conditions.push(
      sql`(p.last_key, p.first_key, p.id) <= (${end[0]}::text, ${end[1]}::text, ${end[2]}::text)`,
    );
  return sql<Row>`
    with ${reportPeople(scope, end && peopleUpTo(asked, end), moduleIds)}, ${entriesAsOf(scope.asOf, { moduleIds, knownAt })},
    asked as materialized (
      select p.*, row_number() over (order by last_key, first_key, id) as place, ${personIsBehind} from (
        select p.*, coalesce(o.time_zone, 'UTC') as zone, lower(coalesce(p.last_name, '')) as last_key,
          lower(coalesce(p.first_name, '')) as first_key
        from people p left join organizations_then o on o.id = p.organization_id) p
    ),
    ${requestedMatrices},
    starts as materialized (
      select module_id, min(effective_from) as first_effective from module_versions
      where ${isOneOf('module_id', moduleIds)} and status = 'published' ${before('published_at')} group by module_id
    ),
    modules_asked as materialized (
      select t.id, t.created_at, s.first_effective, lower(t.title) as title_key, row_number() over (order by lower(t.title), t.id) as place, ${moduleIsBehind}
      from training_modules t left join starts s on s.module_id = t.id
      where ${isOneOf('t.id', moduleIds)} and t.content_type <> 'placeholder'
    ),
    pairs as materialized (
      select p.id as person_id, t.id as module_id, t.title_key, p.until, p.place as person_place, t.place as module_place
      from asked p cross join modules_asked t
      where ${sql.join(conditions, sql` and `)}
      order by p.place, t.place limit ${sql.lit(asked.limit)}
    ),
    shown as materialized (select p.* from asked p where p.id in (select person_id from pairs)),
    -- Once per person and matrix, not once more for each of its modules.
    belonging as materialized (
      select p.id as person_id, p.organization_id, p.zone, m.id, m.name, b.since
      from shown p join matrices_asked m on p.is_active and ${belongedAsOf}
      cross join lateral (select ${belongedSince} as since) b
    ),
    needed as materialized (
      select b.person_id, e.module_id, json_agg(json_build_object('id', b.id, 'name', b.name,
        'since', ${dayIn(sql`greatest(b.since, e.created_at)`, sql`b.zone`)}) order by b.name, b.id) as matrices
      from belonging b
      join entries_then e on e.matrix_id = b.id and e.is_required
      join training_modules t on t.id = e.module_id and (t.organization_id is null or t.organization_id = b.organization_id)
      group by b.person_id, e.module_id
    ),
    worked as materialized (
      select p.id as person_id, a.module_id, json_agg(${cycleJson} order by a.cycle) as cycles
      from shown p
      cross join lateral (
        select a.id, a.cycle, a.module_id, ${known('module_version_id')} as module_version_id,
          coalesce(h.assigned_date, ${known('assigned_date')}) as assigned,
          h.status as then_status, h.due_date as then_due, h.is_required as then_required,
          ${voided('voided_at')}, ${voided('voided_reason')}, ${voided('voided_code')}, a.next_renewal_date,
          case when ${known('status')} = 'completed' then ${known('completed_at')} else h.completed_at end as completed_now
        from training_assignments a
        left join lateral (${assignmentsAsOf}) h on h.id = a.id
        ${at === undefined ? sql`` : stateAt(at)}
        where a.user_id = p.id and ${isOneOf('a.module_id', moduleIds)} ${before('a.created_at')}
      ) x
      left join training_records r on r.assignment_id = x.id ${before('r.recorded_at')}
      cross join lateral (select x.*, coalesce(r.completed_at, x.completed_now) as completed) a
      left join module_versions v on v.id = a.module_version_id
      left join certificates c on c.training_record_id = r.id ${before('c.issued_at')}
      left join lateral (select ${nameAsOf(sql`r.recorded_by`, at ?? sql`'infinity'::timestamptz`)} as name) w on true
      group by p.id, a.module_id
    ),
    -- By person: joined to each pair by person and module, the planner expected few rows and compared each with each.
    told as materialized (
      select p.*, (${scope.asOf}::date + 1)::timestamp at time zone p.zone as day_end, n.by_module as needed, w.by_module as worked,
        ${awayKnownAt(sql`p.id`, scope.asOf, sql`p.until`)} as away_then,
        ${awayKnownAt(sql`p.id`, scope.asOf, at ?? sql`'infinity'::timestamptz`)} as away_now
      from shown p
      left join (select person_id, jsonb_object_agg(module_id, matrices) as by_module from needed group by person_id) n on n.person_id = p.id
      left join (select person_id, jsonb_object_agg(module_id, cycles) as by_module from worked group by person_id) w on w.person_id = p.id
    ),
    modules_shown as materialized (
      select n.id, p.until, m.title, m.reference, m.module_is_active, m.is_retired, ev.number as in_force
      from (select distinct until from shown) p
      join training_modules n on ${isOneOf('n.id', moduleIds)}
      left join modules_then c on c.id = n.id and c.until = p.until
      cross join lateral (
        select case when c.before ? 'title' then c.before ->> 'title' else n.title end as title,
          case when c.before ? 'reference' then c.before ->> 'reference' else n.reference end as reference,
          case when c.before ? 'is_active' then (c.before ->> 'is_active')::boolean else n.is_active end as module_is_active,
          (case when c.before ? 'retired_at' then c.before ->> 'retired_at' else n.retired_at::text end) is not null as is_retired
      ) m
      left join lateral (${effectiveVersion(scope, sql`n.id`)}) ev on true
    ),
    -- With their modules before they are joined to the people: the planner kept the answers of a person once for each module.
    placed as materialized (
      select x.person_id, x.person_place, x.module_place, x.title_key, n.id as module_id, n.title, n.reference, n.module_is_active, n.is_retired, n.in_force
      from pairs x join modules_shown n on n.id = x.module_id and n.until = x.until
    )${parts}
    select p.id as person_id, p.first_name, p.last_name, p.email, p.job_title, p.organization_name, p.department_name, p.is_active,
      p.away_then, p.away_now,
      p.day_end as until, p.zone, x.module_id, x.title, x.reference, x.module_is_active, x.is_retired, x.in_force,
      coalesce(p.needed -> x.module_id::text, '[]') as matrices, coalesce(p.worked -> x.module_id::text, '[]') as cycles, p.last_key, p.first_key, x.title_key${columns}
    from placed x
    join told p on p.id = x.person_id
    order by x.person_place, x.module_place`;
}
