import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { ResponseInput } from '#shared/contract/endpoint.ts';
import type { modulePeopleContract } from '#shared/contract/module-people.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import type { DB } from '#server/db/db.d.ts';
import { dueMoveJson, isExpired } from '#server/domains/assignments/index.ts';
import { hasContentSql, isInMatrixOf } from '#server/domains/modules/index.ts';
import { orderBy } from '#server/platform/http/order-by.ts';
import { queryPrepared } from '#server/platform/postgres/named-statement.ts';
import { isKept, storedGroups, storedPeople } from './stored-training.ts';
import { moveOf, trainingRows, urgencyOf, matchesTraining, type TrainingScope } from './training-rows.ts';

type Figures = ResponseInput<typeof modulePeopleContract.figures>;
type Person = ResponseInput<typeof modulePeopleContract.list>[number];

/** A scope about one module. */
export type ModuleScope = TrainingScope & { readonly moduleId: number };

interface PageAsked {
  readonly limit: number;
  readonly offset: number;
  readonly sort?: string | undefined;
}

const byName = sql`lower(t.last_name), lower(t.first_name), t.id`;

const keys = {
  name: sql`lower(t.last_name)`,
  organization: sql`lower(t.organization_name)`,
  status: urgencyOf(sql`t.state`),
  version: sql`t.version`,
  dueDate: sql`case when t.completed_at is null then t.due_date end`,
  completedAt: sql`t.completed_at`,
};

/** Returns a page of a module's people and how many there are (MTX-09). */
export async function listModulePeople(
  db: Kysely<DB>,
  scope: ModuleScope,
  { limit, offset, sort }: PageAsked,
): Promise<{ readonly rows: readonly Person[]; readonly total: number }> {
  const order = orderBy(sort, keys, 'name', byName);
  const kept = isKept(scope) && (sort ?? 'name') === 'name';
  const found = kept
    ? sql`${storedPeople(scope, { ...scope, limit, offset })},
        ${trainingRows(scope, sql`select id from page`)},
        shown as (select t.*, row_number() over (order by ${order}) as place from training t)`
    : sql`${trainingRows(scope)},
        wanted as materialized (select * from training where ${matchesTraining(scope)}),
        length as (select count(*)::int as total from wanted),
        shown as (
          select t.*, row_number() over (order by ${order}) as place from wanted t
          order by place limit ${limit} offset ${offset}
        )`;
  const statement = sql<{ total: number; person: Person | null }>`
    with ${found}
    select c.total, case when t.id is not null then json_build_object('id', t.id, 'firstName', coalesce(t.first_name, ''),
      'lastName', coalesce(t.last_name, ''), 'email', t.email, 'jobTitle', t.job_title,
      'organizationName', t.organization_name, 'departmentName', t.department_name, 'status', t.state,
      'assignmentId', t.assignment_id, 'version', t.version, 'openStatus', t.open_status, 'progress', t.progress, 'dueDate', t.due_date, 'dueDateMoved', ${dueMoveJson},
      'completedAt', ${utc('t.completed_at')}, 'completedTimeZone', t.completed_tz, 'completionKind', t.completion_kind, 'validUntil', t.valid_until, 'before', b.found) end as person
    from length c
    left join shown t on true
    ${moveOf('t')}
    left join lateral (
      select json_build_object('version', r.version_number, 'completedAt', ${utc('a.completed_at')},
        'completedTimeZone', coalesce(r.time_zone, 'UTC'), 'completionKind', r.kind, 'expired', ${isExpired('a', sql`t.today`)}) as found
      from training_assignments a left join training_records r on r.assignment_id = a.id
      where a.user_id = t.id and a.module_id = t.module_id and a.status = 'completed' and a.id <> t.assignment_id
      order by a.next_renewal_date desc nulls first, a.cycle desc limit 1
    ) b on true
    order by t.place`;
  // Planning it costs more than its fifty rows, and its texts are few: one for each status.
  const rows = kept
    ? await queryPrepared(db, 'module.people', statement)
    : (await statement.execute(db)).rows;
  return { rows: rows.flatMap(({ person }) => person ?? []), total: rows[0]?.total ?? 0 };
}

const utc = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const countedGroups = (scope: ModuleScope): RawBuilder<unknown> => sql`
  with ${trainingRows(scope)}
  select version, state as status, count(*)::int as people from training group by version, state`;

/** Returns how the people of a module spread over versions and statuses (MTX-09): the groups add up to everybody. */
export async function countModulePeople(
  db: Kysely<DB>,
  scope: ModuleScope,
): Promise<Pick<Figures, 'people' | 'groups'>> {
  // The groups are those of every status and version.
  const kept = isKept({ ...scope, status: undefined, version: undefined });
  const statement = sql<Figures['groups'][number]>`
    select version, status, people from (${kept ? storedGroups(scope) : countedGroups(scope)}) g
    order by version desc nulls last, ${urgencyOf(sql`status`)}`;
  // Planning it costs more than its rows in a small installation, and it has one text.
  const rows = kept
    ? await queryPrepared(db, 'module.groups', statement)
    : (await statement.execute(db)).rows;
  return { groups: rows, people: rows.reduce((sum, { people }) => sum + people, 0) };
}

/**
 * Returns a module whose people a reader may see (AUTH-13): administrators any, managers those that can be assigned, and
 * everybody those that a person within the reach has or needs, and inspectors those that a matrix of the organization contains. Undefined for all others, whether they exist or not.
 */
export async function findVisibleModule(
  db: Kysely<DB>,
  reach: Reach,
  id: number,
): Promise<Figures['module'] | undefined> {
  const open = reach.all
    ? sql`true`
    : sql`((${reach.reportsOf !== null}::boolean and m.is_active and m.retired_at is null) or exists (select from training) or ${isInMatrixOf(reach)})`;
  const { rows } = await sql<Figures['module']>`
    with ${trainingRows({ reach, org: 'all', moduleId: id })}
    select m.id, m.title, m.reference, v.number as version, v.effective_from, m.is_active,
      m.retired_at is not null as is_retired, ${hasContentSql} as has_content
    from training_modules m left join module_versions v on v.id = m.current_version_id
    where m.id = ${id} and m.content_type <> 'placeholder' and ${open}`.execute(db);
  return rows[0];
}

/** Returns the same, where there must be one. Throws NOT_FOUND. */
export async function visibleModule(db: Kysely<DB>, reach: Reach, id: number): Promise<Figures['module']> {
  const module = await findVisibleModule(db, reach, id);
  if (!module) throw new AppError('NOT_FOUND', { reason: 'module_not_found' });
  return module;
}

/** Returns the matrices within a reach that contain a module; none for people who may not see any (MTX-09). */
export async function matricesWith(
  db: Kysely<DB>,
  reach: Reach | null,
  moduleId: number,
): Promise<Figures['matrices']> {
  if (reach === null) return [];
  const within = reach.all ? sql`true` : sql`x.organization_id = any(${[...reach.organizationIds]}::int[])`;
  const { rows } = await sql<Figures['matrices'][number]>`
    select x.id, x.name, o.name as organization_name, e.is_required
    from training_matrix e join training_matrices x on x.id = e.matrix_id and x.archived_at is null
    left join organizations o on o.id = x.organization_id
    where e.module_id = ${moduleId} and ${within}
    order by not e.is_required, lower(x.name), x.id`.execute(db);
  return rows;
}
