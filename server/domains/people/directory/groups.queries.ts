import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Reach } from '#shared/domain/access/permissions.ts';
import type { DirectoryRole } from '#shared/domain/people/directory-roles.ts';
import type { ResponseInput } from '#shared/contract/endpoint.ts';
import type { directoryContract } from '#shared/contract/directory.ts';
import type { DB } from '#server/db/db.d.ts';
import { pageOf, type CountedRow } from '#server/platform/postgres/page-row.ts';
import { filterSql, type Filterable } from './filter-sql.ts';
import { etagOf } from './people.queries.ts';
import { urns } from './scim-schemas.ts';

/** A member of a group: as the directory named it, and as it wants it shown. */
export interface Member {
  readonly value: string;
  readonly display: string | null;
}

/** A group that a directory sent. */
export interface ManagedGroup {
  readonly id: number;
  readonly displayName: string;
  readonly externalId: string | null;
  readonly organizationId: number | null;
  readonly role: DirectoryRole | null;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Null if the call does not need them. */
  readonly members: readonly Member[] | null;
}

const columns = (
  withMembers: boolean,
): RawBuilder<unknown> => sql`g.id, g.name as display_name, g.external_id, g.organization_id, g.role,
  g.revision, g.created_at, g.updated_at, ${
    withMembers
      ? sql`coalesce((select jsonb_agg(jsonb_build_object('value', m.reference, 'display', m.display) order by m.reference)
          from directory_members m where m.group_id = g.id), '[]'::jsonb)`
      : sql`null::jsonb`
  } as members`;

const filterable: Filterable = {
  columns: {
    id: { value: sql`g.id::text`, kind: 'exact' },
    displayname: { value: sql`g.name`, kind: 'text' },
    externalid: { value: sql`g.external_id`, kind: 'exact' },
    'meta.created': { value: sql`g.created_at`, kind: 'instant' },
    'meta.lastmodified': { value: sql`g.updated_at`, kind: 'instant' },
  },
  other: (name, compared) =>
    ['members', 'members.value'].includes(name.toLowerCase())
      ? sql`exists (select 1 from directory_members m where m.group_id = g.id
          and ${compared({ value: sql`m.reference`, kind: 'exact' })})`
      : null,
};

/** A token of one organization reaches the groups that such a token sent; one of all organizations reaches every group. */
export const groupsWithin = ({ all, organizationIds }: Reach): RawBuilder<boolean> =>
  all ? sql<boolean>`true` : sql<boolean>`g.organization_id = any(${[...organizationIds]}::int[])`;

/** A page of the groups of a directory, in the order in which they came, and the number of all that match. */
export async function listManagedGroups(
  db: Kysely<DB>,
  reach: Reach,
  page: {
    readonly filter?: string | undefined;
    readonly startIndex: number;
    readonly count: number;
    readonly withMembers: boolean;
  },
): Promise<{ readonly groups: readonly ManagedGroup[]; readonly total: number }> {
  const { rows } = await sql<CountedRow<ManagedGroup>>`
    with matching as materialized (
      select g.id from directory_groups g where ${groupsWithin(reach)} and ${filterSql(page.filter, filterable)}),
    shown as (select id from matching order by id limit ${page.count} offset ${page.startIndex - 1})
    select (select count(*)::int from matching) as total, p.* from (select 1) one
    left join lateral (
      select ${columns(page.withMembers)} from shown s join directory_groups g on g.id = s.id) p on true
    order by p.id`.execute(db);
  const { found, total } = pageOf(rows);
  return { total, groups: found };
}

/** One group within the reach of a token; undefined if there is none. */
export async function findManagedGroup(
  db: Kysely<DB>,
  reach: Reach,
  id: number,
  withMembers = true,
): Promise<ManagedGroup | undefined> {
  const { rows } = await sql<ManagedGroup>`
    select ${columns(withMembers)} from directory_groups g where g.id = ${id} and ${groupsWithin(reach)}`.execute(
    db,
  );
  return rows[0];
}

/** A group as an answer of SCIM; `base` is the address of the protocol. */
export function groupResource(group: ManagedGroup, base: string): Readonly<Record<string, unknown>> {
  return {
    schemas: [urns.group],
    id: String(group.id),
    displayName: group.displayName,
    ...(group.externalId === null ? {} : { externalId: group.externalId }),
    ...(group.members === null
      ? {}
      : {
          members: group.members.map(({ value, display }) => ({
            value,
            ...(display === null ? {} : { display }),
          })),
        }),
    meta: {
      resourceType: 'Group',
      created: group.createdAt.toISOString(),
      lastModified: group.updatedAt.toISOString(),
      location: `${base}/Groups/${String(group.id)}`,
      version: etagOf(group.revision),
    },
  };
}

/** The groups for the screen of administrators: those with a role first, then by name. */
export async function listGroupsWithRoles(
  db: Kysely<DB>,
  { limit, offset, q }: { readonly limit: number; readonly offset: number; readonly q?: string | undefined },
): Promise<{ readonly rows: ResponseInput<typeof directoryContract.groups>; readonly total: number }> {
  const matches = q ? sql`strpos(lower(g.name), lower(${q})) > 0` : sql`true`;
  const { rows } = await sql<ResponseInput<typeof directoryContract.groups>[number]>`
    select g.id, g.name, g.role, g.updated_at, g.revision,
      case when o.id is not null then json_build_object('id', o.id, 'name', o.name) end as organization,
      (select count(*)::int from directory_members m where m.group_id = g.id and m.user_id is not null) as members,
      (select count(*)::int from directory_members m where m.group_id = g.id and m.user_id is null) as unknown_members
    from (select * from directory_groups g where ${matches}
      order by g.role is null, lower(g.name), g.id limit ${limit} offset ${offset}) g
    left join organizations o on o.id = g.organization_id
    order by g.role is null, lower(g.name), g.id`.execute(db);
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from directory_groups g where ${matches}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}
