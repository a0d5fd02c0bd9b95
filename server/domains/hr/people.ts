import { sql, type Kysely } from 'kysely';
import { isActivePerson } from '#server/platform/access/active-person.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import { fullName } from '#shared/domain/people/names.ts';
import type { DB } from '#server/db/db.d.ts';
import { nameOrEmailHas } from '#server/domains/people/index.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import { queryPrepared } from '#server/platform/postgres/named-statement.ts';

/** A person as lists of the HR area read one. */
export interface HrPersonRow {
  readonly userId: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string;
  readonly jobTitle: string | null;
  readonly organizationId: number | null;
  readonly organizationName: string | null;
  readonly departmentName: string | null;
}

/** Columns of {@link HrPersonRow} over {@link personJoins}. */
export const personColumns = sql`u.id as user_id, u.first_name, u.last_name, u.email, u.job_title, u.organization_id,
  o.name as organization_name, dep.name as department_name`;

/** Joins the displayed facts of people of the HR area to `users u`. */
export const personJoins = sql`left join organizations o on o.id = u.organization_id left join departments dep on dep.id = u.department_id`;

/** Today where the person is. */
export const todayOfPerson = sql<string>`today_in(coalesce(o.time_zone, 'UTC'))`;

/** Returns the row in the form of the API. */
export const toHrPerson = (row: HrPersonRow) => ({
  id: row.userId,
  name: fullName(row) || row.email,
  firstName: row.firstName,
  lastName: row.lastName,
  email: row.email,
  jobTitle: row.jobTitle,
  organizationId: row.organizationId,
  organizationName: row.organizationName,
  departmentName: row.departmentName,
});

/** Returns how many people are here, from their stored counts. */
export async function countPeopleHere(db: Kysely<DB>, organizationId: number | undefined): Promise<number> {
  const place = organizationId === undefined ? sql`true` : sql`organization_id = ${organizationId}`;
  const [row] = await queryPrepared(
    db,
    'hr.everybody',
    sql<{ total: number }>`
    select coalesce(sum(people), 0)::int as total from people_counts where is_active and ${place}`,
  );
  return row?.total ?? 0;
}

/** Returns the people of a reach who are here, in the order of their names: one page, and how many there are (HR-03). */
export async function listActivePeople(
  db: Kysely<DB>,
  reach: Reach,
  { q, limit, offset }: { readonly q?: string | undefined; readonly limit: number; readonly offset: number },
) {
  const within = withinReach(reach, sql<string>`u.id`, sql<number | null>`u.organization_id`);
  const found = q ? sql`and ${nameOrEmailHas(q.trim())}` : sql``;
  const where = sql`${isActivePerson('u')} and ${within} ${found}`;
  const { rows } = await sql<HrPersonRow>`
    select ${personColumns} from users u ${personJoins} where ${where}
    order by lower(u.last_name), lower(u.first_name), u.id limit ${limit} offset ${offset}`.execute(db);
  if (reach.all && !q) return { rows: rows.map(toHrPerson), total: await countPeopleHere(db, undefined) };
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from users u where ${where}`.execute(db);
  return { rows: rows.map(toHrPerson), total: counted[0]?.total ?? 0 };
}
