import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Reach } from '#shared/domain/access/permissions.ts';
import type { Role } from '#shared/domain/access/permissions.ts';
import type { DB } from '#server/db/db.d.ts';
import { pageOf, type CountedRow } from '#server/platform/postgres/page-row.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import { queryPrepared } from '#server/platform/postgres/named-statement.ts';
import { filterSql, keptAttribute, keptItems, type Filterable } from './filter-sql.ts';
import { urns, type ScimUser } from './scim-schemas.ts';

/** A person that a directory manages, with what the account says today. */
export interface ManagedPerson {
  readonly id: string;
  readonly userName: string;
  readonly externalId: string | null;
  /** The organization of the token that added the person; null: all. */
  readonly directoryId: number | null;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly managerReference: string | null;
  readonly roleByGroup: boolean;
  readonly isActive: boolean;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly jobTitle: string | null;
  readonly role: Role;
  readonly email: string;
  readonly organizationId: number | null;
  readonly departmentId: number | null;
  readonly managerId: string | null;
  readonly version: string;
  readonly createdAt: Date;
  readonly changedAt: Date;
  readonly groups: readonly { readonly value: string; readonly display: string }[];
}

const changedAt = sql`greatest(d.updated_at, u.updated_at)`;
/** The revision that `ETag` carries: it grows with each change by the directory, and of the account. */
const version = sql`(d.revision + u.revision)::text`;

const columns = sql`d.user_id as id, d.user_name, d.external_id, d.organization_id as directory_id, d.attributes, d.manager_reference, d.role_by_group,
  u.is_active, u.first_name, u.last_name, u.job_title, u.role, u.email, u.organization_id, u.department_id, u.manager_id,
  ${version} as version, d.created_at,
  ${changedAt} as changed_at,
  coalesce((select jsonb_agg(jsonb_build_object('value', g.id::text, 'display', g.name) order by g.id)
    from directory_members m join directory_groups g on g.id = m.group_id where m.user_id = d.user_id), '[]'::jsonb) as groups`;

const named = (column: 'first_name' | 'last_name', part: string) =>
  sql`coalesce(u.${sql.raw(column)}, d.attributes #>> ${['name', part]}::text[])`;

const filterable: Filterable = {
  columns: {
    id: { value: sql`d.user_id`, kind: 'exact' },
    username: { value: sql`d.user_name`, kind: 'text' },
    externalid: { value: sql`d.external_id`, kind: 'exact' },
    active: { value: sql`u.is_active`, kind: 'flag' },
    title: { value: sql`u.job_title`, kind: 'text' },
    'name.givenname': { value: named('first_name', 'givenName'), kind: 'text' },
    'name.familyname': { value: named('last_name', 'familyName'), kind: 'text' },
    'meta.created': { value: sql`d.created_at`, kind: 'instant' },
    'meta.lastmodified': { value: changedAt, kind: 'instant' },
  },
  other: keptAttribute,
  items: keptItems,
};

const within = (reach: Reach): RawBuilder<boolean> =>
  withinReach(reach, sql.ref<string>('u.id'), sql.ref<number | null>('u.organization_id'));

type Listed = CountedRow<ManagedPerson>;

const isPlain = (filter: string | undefined): boolean =>
  filter === undefined || /^(?:userName|externalId|id) eq "[^"\\]*"$/i.test(filter);

/** A page of the people that a directory manages, in the order in which they came, and the number of all that match. */
export async function listManagedPeople(
  db: Kysely<DB>,
  reach: Reach,
  page: { readonly filter?: string | undefined; readonly startIndex: number; readonly count: number },
): Promise<{ readonly people: readonly ManagedPerson[]; readonly total: number }> {
  const condition = sql`${within(reach)} and ${filterSql(page.filter, filterable)}`;
  const statement = sql<Listed>`
    with matching as materialized (
      select d.user_id, d.position from directory_people d join users u on u.id = d.user_id where ${condition}),
    shown as (select user_id from matching order by position limit ${page.count} offset ${page.startIndex - 1})
    select (select count(*)::int from matching) as total, p.* from (select 1) one
    left join lateral (
      select ${columns}, d.position from shown s join directory_people d on d.user_id = s.user_id
      join users u on u.id = d.user_id) p on true
    order by p.position`;
  // What directories ask before each change. Other filters have too many forms to stay prepared.
  const rows = isPlain(page.filter)
    ? await queryPrepared<Listed, DB>(db, 'directory.list', statement)
    : (await statement.execute(db)).rows;
  const { found, total } = pageOf(rows);
  return { total, people: found };
}

/** SQL of one person that a directory manages, within the reach of its token. */
export const managedPerson = (reach: Reach, userId: string): RawBuilder<ManagedPerson> => sql`
  select ${columns} from directory_people d join users u on u.id = d.user_id where d.user_id = ${userId} and ${within(reach)}`;

/** One person that a directory manages, within the reach of its token; undefined if there is none. */
export async function findManagedPerson(
  db: Kysely<DB>,
  reach: Reach,
  userId: string,
): Promise<ManagedPerson | undefined> {
  const [person] = await queryPrepared<ManagedPerson, DB>(
    db,
    'directory.person',
    managedPerson(reach, userId),
  );
  return person;
}

/**
 * A person as SCIM describes them: what the directory sent, with the name, title and state that the account has today, so that the
 * directory sees where they differ.
 */
export function scimUserOf(person: ManagedPerson): ScimUser {
  const { attributes, userName, externalId, isActive, firstName, lastName, jobTitle } = person;
  const given = attributes as Partial<ScimUser>;
  return {
    ...given,
    userName,
    ...(externalId === null ? {} : { externalId }),
    active: isActive,
    ...withName(given, firstName, lastName),
    ...(jobTitle === null ? {} : { title: jobTitle }),
  };
}

function withName({ name }: Partial<ScimUser>, firstName: string | null, lastName: string | null): object {
  const whole = {
    ...name,
    ...(firstName === null ? {} : { givenName: firstName }),
    ...(lastName === null ? {} : { familyName: lastName }),
  };
  return Object.keys(whole).length === 0 ? {} : { name: whole };
}

/** A person as an answer of SCIM; `base` is the address of the protocol. */
export function personResource(person: ManagedPerson, base: string): Readonly<Record<string, unknown>> {
  const user = scimUserOf(person);
  return {
    schemas: [urns.user, ...(urns.enterprise in user ? [urns.enterprise] : [])],
    id: person.id,
    ...user,
    ...(person.groups.length > 0
      ? {
          groups: person.groups.map((group) => ({
            ...group,
            $ref: `${base}/Groups/${group.value}`,
            type: 'direct',
          })),
        }
      : {}),
    meta: {
      resourceType: 'User',
      created: person.createdAt.toISOString(),
      lastModified: person.changedAt.toISOString(),
      location: `${base}/Users/${person.id}`,
      version: etagOf(person.version),
    },
  };
}

/** The revision of a resource as `ETag` writes it. */
export const etagOf = (revision: string | number): string => `"${String(revision)}"`;
