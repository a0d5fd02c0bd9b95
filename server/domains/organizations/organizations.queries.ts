import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { departmentView } from '#shared/contract/department-schemas.ts';
import { organizationView, type memberView } from '#shared/contract/organizations.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import type { DB } from '#server/db/db.d.ts';
import { containing, orderBy } from '#server/platform/http/order-by.ts';
import { queryPrepared } from '#server/platform/postgres/named-statement.ts';

/** An organization as its row and the count of its people give it. */
export type OrganizationRow = z.input<typeof organizationView>;
/** A department with the name of its organization. */
export type DepartmentRow = z.input<typeof departmentView>;
/** A person in the member list of an organization. */
export type MemberRow = z.input<typeof memberView>;

/** The organizations that a caller may read. */
export interface OrganizationScope {
  readonly reach: Reach;
  /** The caller's own organization. */
  readonly own: number | null;
}

/** The parameters of a page of a list. */
interface Page {
  readonly limit: number;
  readonly offset: number;
  readonly q?: string | undefined;
  readonly sort?: string | undefined;
}

/** SQL condition: is this organization within the reach? `own` is the caller's organization (AUTH-13). */
export function organizationInReach(
  { reach, own }: OrganizationScope,
  id: RawBuilder<unknown>,
): RawBuilder<boolean> {
  if (reach.all) return sql<boolean>`true`;
  const ids = [...reach.organizationIds, ...(reach.self !== null && own !== null ? [own] : [])];
  return sql<boolean>`${id} = any(${ids}::int[])`;
}

const storedFields = organizationView.omit({ userCount: true }).keyof().options;
const columns = sql`
  ${sql.join(storedFields.map((field) => sql.ref(`o.${field}`)))},
  (select coalesce(sum(people), 0)::int from people_counts c where c.organization_id = o.id) as user_count`;

/** Returns one page of the organizations in reach with the length of the whole list (ORG-01). */
export async function listOrganizations(
  db: Kysely<DB>,
  scope: OrganizationScope,
  page: Page & { readonly isActive?: boolean | undefined },
): Promise<{ readonly rows: OrganizationRow[]; readonly total: number }> {
  const conditions = [organizationInReach(scope, sql`o.id`)];
  if (page.isActive !== undefined) conditions.push(sql`o.is_active = ${page.isActive}`);
  if (page.q)
    conditions.push(sql`(o.name ilike ${containing(page.q)} or o.type ilike ${containing(page.q)})`);
  const where = sql.join(conditions, sql` and `);
  const order = orderBy(
    page.sort,
    {
      name: sql`lower(o.name)`,
      type: sql`lower(o.type)`,
      createdAt: sql`o.created_at`,
      userCount: sql`user_count`,
    },
    'name',
    sql`o.id`,
  );
  const { rows } = await sql<OrganizationRow>`
    select * from (select ${columns} from organizations o where ${where}) o
    order by ${order} limit ${page.limit} offset ${page.offset}
  `.execute(db);
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from organizations o where ${where}
  `.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** Returns one organization in reach, or null: not visible is not there. */
export async function findOrganization(
  db: Kysely<DB>,
  scope: OrganizationScope,
  id: number,
): Promise<OrganizationRow | null> {
  const statement = sql<OrganizationRow>`
    select ${columns} from organizations o where o.id = ${id} and ${organizationInReach(scope, sql`o.id`)}`;
  const rows = await queryPrepared(db, 'organizations.one', statement);
  return rows[0] ?? null;
}

/** Returns the names on the landing page (SHELL-01). */
export async function listForLanding(
  db: Kysely<DB>,
): Promise<{ readonly name: string; readonly description: string | null; readonly slug: string }[]> {
  return db
    .selectFrom('organizations')
    .select(['name', 'description', 'slug'])
    .where('showOnLanding', '=', true)
    .where('isActive', '=', true)
    .orderBy('name')
    .orderBy('id')
    .execute();
}

/** Organization id → its first people by name (SPEC §7); every organization in reach has its key. */
export async function membersByOrganization(
  db: Kysely<DB>,
  scope: OrganizationScope,
  page: { readonly organizationIds?: readonly number[] | undefined; readonly limit: number },
): Promise<Record<string, MemberRow[]>> {
  const chosen = page.organizationIds ? sql`o.id = any(${[...page.organizationIds]}::int[])` : sql`true`;
  const { rows } = await sql<
    { organizationId: number } & (MemberRow | { [Column in keyof MemberRow]: null })
  >`
    select o.id as organization_id, m.*
    from organizations o
    left join lateral (
      select u.id, u.first_name, u.last_name, u.email, u.role, u.job_title, u.profile_image_url, u.is_active
      from users u where u.organization_id = o.id and u.erased_at is null
      order by lower(u.last_name), lower(u.first_name), u.id limit ${page.limit}
    ) m on true
    where ${organizationInReach(scope, sql`o.id`)} and ${chosen}
    order by o.id, lower(m.last_name), lower(m.first_name), m.id
  `.execute(db);
  const byId: Record<string, MemberRow[]> = {};
  for (const { organizationId, ...member } of rows) {
    const members = (byId[String(organizationId)] ??= []);
    // An organization without people is one row of nulls.
    if (member.id !== null) members.push(member);
  }
  return byId;
}

const departmentColumns = sql`
  d.id, d.name, d.organization_id, o.name as organization_name, d.description, d.created_at, d.updated_at, d.revision`;

/** Returns one page of the departments in reach (ORG-03). */
export async function listDepartments(
  db: Kysely<DB>,
  scope: OrganizationScope,
  page: Page & { readonly organizationId?: number | undefined },
): Promise<{ readonly rows: DepartmentRow[]; readonly total: number }> {
  const conditions = [organizationInReach(scope, sql`d.organization_id`)];
  if (page.organizationId !== undefined) conditions.push(sql`d.organization_id = ${page.organizationId}`);
  if (page.q) conditions.push(sql`d.name ilike ${containing(page.q)}`);
  const where = sql.join(conditions, sql` and `);
  const order = orderBy(
    page.sort,
    { name: sql`lower(d.name)`, organization: sql`lower(o.name)`, createdAt: sql`d.created_at` },
    'name',
    sql`d.id`,
  );
  const { rows } = await sql<DepartmentRow>`
    select ${departmentColumns} from departments d join organizations o on o.id = d.organization_id
    where ${where} order by ${order} limit ${page.limit} offset ${page.offset}
  `.execute(db);
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from departments d where ${where}
  `.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** Returns one department, or null. */
export async function findDepartment(db: Kysely<DB>, id: number): Promise<DepartmentRow | null> {
  const { rows } = await sql<DepartmentRow>`
    select ${departmentColumns} from departments d join organizations o on o.id = d.organization_id where d.id = ${id}
  `.execute(db);
  return rows[0] ?? null;
}

/** Training records of an organization are counted up to so many; above, the dialog says that there are more. */
const mostRecords = 1000;

/** Returns the records of an organization, as the Delete dialog shows them (ORG-02). */
export async function countDependents(db: Kysely<DB>, id: number) {
  const { rows } = await sql<{
    users: number;
    activeUsers: number;
    departments: number;
    matrices: number;
    modules: number;
    trainingRecords: number;
    moreTrainingRecords: boolean;
    periods: number;
    grants: number;
  }>`
    select
      (select count(*)::int from users where organization_id = ${id}) as users,
      (select count(*)::int from users where organization_id = ${id} and is_active) as active_users,
      (select count(*)::int from departments where organization_id = ${id}) as departments,
      (select count(*)::int from training_matrices where organization_id = ${id}) as matrices,
      (select count(*)::int from training_modules where organization_id = ${id}) as modules,
      least(r.records, ${mostRecords}) as training_records, r.records > ${mostRecords} as more_training_records,
      (select count(*)::int from user_periods where organization_id = ${id}) as periods,
      (select count(*)::int from user_grants where organization_id = ${id}) as grants
    from (select count(*)::int as records from (
      select from users u cross join lateral (select from training_records r where r.user_id = u.id offset 0) r
      where u.organization_id = ${id} limit ${mostRecords + 1}) x) r
  `.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('the count of an organization gave no row');
  return counts;
}
