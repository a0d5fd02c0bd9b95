import { sql, type Kysely } from 'kysely';
import { isActivePerson } from '#server/platform/access/active-person.ts';
import type { matrixOverviewContract } from '#shared/contract/matrix-overview.ts';
import type { ResponseInput } from '#shared/contract/endpoint.ts';
import type { DB } from '#server/db/db.d.ts';
import { featuredDepartmentSql } from '#server/domains/curricula/index.ts';
import { containing, orderBy } from '#server/platform/http/order-by.ts';
import { wholeReach } from '#shared/domain/access/permissions.ts';
import { assignedCount, currentMatrices, matrixCtes } from './figures/matrix-figures.ts';
import { assignedByName } from './matrix-pairs.ts';
import { queryPrepared } from '#server/platform/postgres/named-statement.ts';

type Summary = ResponseInput<typeof matrixOverviewContract.figures>;
type DepartmentRow = ResponseInput<typeof matrixOverviewContract.departments>[number];

/** How many names a hover list has; the figure covers the rest. */
const namedOnCard = 20;

const person = sql`'id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'email', u.email, 'jobTitle', u.job_title`;

/** Returns the figures of the four summary cards and the first names of their hover lists, in one statement (SPEC §2.8). */
export async function readSummary(db: Kysely<DB>): Promise<Summary> {
  const rows = await queryPrepared(
    db,
    'matrices.summary',
    sql<Summary>`
    with ${matrixCtes},
    active as materialized (
      select distinct d.id, d.name, o.name as organization_name
      from training_matrices m join training_matrix e on e.matrix_id = m.id
      join departments d on d.id = m.department_id join organizations o on o.id = d.organization_id and o.is_active
    ),
    featured as (${featuredDepartmentSql})
    select
      (select count(*)::int from active) as active_departments,
      coalesce((select json_agg(json_build_object('id', a.id, 'name', a.name, 'organizationName', a.organization_name)
        order by lower(a.name), lower(a.organization_name), a.id) from (
          select * from active order by lower(name), lower(organization_name), id limit ${namedOnCard}) a), '[]')
        as departments,
      (${assignedCount}) as assigned_templates,
      coalesce((select json_agg(json_build_object(${person}, 'matrixId', u.matrix_id, 'matrixName', u.matrix_name)
        order by u.place) from (
          select u.*, row_number() over () as place from (
            select u.*, m.id as matrix_id, m.name as matrix_name from ${assignedByName} where u.erased_at is null
            order by lower(u.last_name), lower(u.first_name), u.id, m.id limit ${namedOnCard}) u) u), '[]') as templates,
      (select coalesce(sum(people), 0)::int from people_counts) as total_users,
      coalesce((select json_agg(json_build_object(${person}) order by lower(u.last_name), lower(u.first_name), u.id) from (
          select * from users where erased_at is null
          order by lower(last_name), lower(first_name), id limit ${namedOnCard}) u), '[]') as users,
      (select json_build_object('id', f.id, 'name', f.name, 'organizationName', f.organization_name) from featured f)
        as featured_department,
      (select count(distinct e.module_id)::int from featured f join training_matrices m on m.department_id = f.id
        join training_matrix e on e.matrix_id = m.id) as featured_modules
  `,
  );
  const [summary] = rows;
  if (!summary) throw new Error('the summary gave no row');
  return summary;
}

/** Returns a page of departments with their matrices and how many there are (GET /api/training-matrix/departments). */
export async function listMatrixDepartments(
  db: Kysely<DB>,
  query: {
    readonly limit: number;
    readonly offset: number;
    readonly sort?: string | undefined;
    readonly q?: string | undefined;
  },
): Promise<{ readonly rows: readonly DepartmentRow[]; readonly total: number }> {
  const pattern = query.q ? containing(query.q) : null;
  const order = orderBy(
    query.sort,
    { name: sql`lower(d.name)`, organization: sql`lower(o.name)` },
    'name',
    sql`lower(d.name), lower(o.name), d.id`,
  );
  const rows = await queryPrepared(
    db,
    'matrices.departments',
    sql<DepartmentRow & { total: number }>`
    with ${matrixCtes},
    page as materialized (
      select d.id, d.name, o.name as organization_name, count(*) over () as total,
        row_number() over (order by ${order}) as place
      from departments d join organizations o on o.id = d.organization_id and o.is_active
      where ${pattern}::text is null or d.name ilike ${pattern} or o.name ilike ${pattern}
      order by place limit ${query.limit} offset ${query.offset}
    ),
    own as (
      select m.id, m.department_id, m.name, m.job_title from training_matrices m
      where m.department_id in (select id from page) and m.archived_at is null
    ),
    assigned as (
      select c.matrix_id, sum(c.people)::int as people
      from (${currentMatrices(wholeReach, sql`matrix_id in (select id from own)`)}) c group by c.matrix_id
    ),
    filled as (
      select matrix_id, count(*)::int as modules from training_matrix
      where matrix_id in (select id from own) group by matrix_id
    )
    select page.id, page.name, page.organization_name, page.total,
      (select count(*)::int from users u where u.department_id = page.id and ${isActivePerson('u')}) as people,
      coalesce((select json_agg(json_build_object('id', x.id, 'name', x.name, 'jobTitle', x.job_title,
          'moduleCount', coalesce(f.modules, 0), 'userCount', coalesce(a.people, 0))
          order by x.job_title is not null, lower(x.name), x.id)
        from own x left join assigned a on a.matrix_id = x.id left join filled f on f.matrix_id = x.id
        where x.department_id = page.id), '[]') as matrices
    from page order by page.place
  `,
  );
  if (rows.length > 0 || query.offset === 0) return { rows, total: rows[0]?.total ?? 0 };
  const { total } = await listMatrixDepartments(db, { ...query, limit: 1, offset: 0 });
  return { rows: [], total };
}
