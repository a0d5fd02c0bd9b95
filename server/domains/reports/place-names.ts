import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Reach } from '#shared/domain/access/permissions.ts';
import type { AsOf } from '#shared/domain/calendar/as-of.ts';
import type { DB } from '#server/db/db.d.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import { queryPrepared } from '#server/platform/postgres/named-statement.ts';
import { dateIn, relationsAsOf } from './as-of.ts';

/** Names of organizations and departments within a reach, now, or as of a day or an instant (RPT-04). */
export interface Places {
  readonly organizations: ReadonlyMap<number, string>;
  readonly departments: ReadonlyMap<number, string>;
  /** The day of the figures: the one that was requested, or today or the day of the instant where an organization is, in UTC for several. */
  readonly todayOf: (organization: 'all' | 'none' | number) => string;
}

interface PlaceRow {
  /** Null for the row with the day in UTC. */
  readonly id: number | null;
  readonly name: string;
  readonly today: string;
  readonly departments: readonly { readonly id: number; readonly name: string }[];
}

/** Returns the names of organizations in their order, present or at the instant. */
export async function organizationNames(
  db: Kysely<DB>,
  asOf: AsOf | undefined,
): Promise<readonly { readonly id: number; readonly name: string }[]> {
  return queryPrepared(
    db,
    'organizations',
    sql<{ id: number; name: string }>`
    ${asOf === undefined ? sql`` : sql`with ${relationsAsOf(asOf, {})}`}
    select id, name from ${sql.table(asOf === undefined ? 'organizations' : 'organizations_then')} order by name`,
  );
}

/** Organizations and their departments within the reach, with the day it is there. */
export async function findPlaces(db: Kysely<DB>, reach: Reach, asOf: AsOf | undefined): Promise<Places> {
  const then = asOf !== undefined;
  const today = (zone: RawBuilder<unknown>) => (then ? dateIn(asOf, zone) : sql`today_in(${zone})`);
  const rows = await queryPrepared(
    db,
    'places',
    sql<PlaceRow>`
    ${then ? sql`with ${relationsAsOf(asOf, {})}` : sql``}
    select o.id, n.name, ${today(sql`o.time_zone`)} as today, coalesce(d.list, '[]') as departments from organizations o
    join ${sql.table(then ? 'organizations_then' : 'organizations')} n on n.id = o.id
    left join (
      select d.organization_id, json_agg(json_build_object('id', d.id, 'name', n.name)) as list
      from departments d join ${sql.table(then ? 'departments_then' : 'departments')} n on n.id = d.id group by 1
    ) d on d.organization_id = o.id
    where ${withinReach(reach, sql<string>`null`, sql<number>`o.id`)}
    union all select null, '', ${today(sql`'UTC'`)}, '[]'`,
  );
  const days = new Map(rows.map(({ id, today }) => [id, today]));
  return {
    organizations: new Map(rows.flatMap(({ id, name }) => (id === null ? [] : [[id, name]]))),
    departments: new Map(rows.flatMap(({ departments }) => departments.map(({ id, name }) => [id, name]))),
    todayOf: (organization) =>
      (typeof organization === 'number' ? days.get(organization) : undefined) ?? days.get(null) ?? '',
  };
}
