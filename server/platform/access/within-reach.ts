import { sql, type Expression, type Kysely, type RawBuilder } from 'kysely';
import type { Reach } from '#shared/domain/access/permissions.ts';
import type { DB } from '#server/db/db.d.ts';

/**
 * Returns an SQL condition: is this person within the reach (AUTH-13, R-SEC-09)? It is the one scope function of the server, and
 * every query about people uses it.
 *
 * @param reach what the gate resolved for the actor
 * @param person expression of the person's id
 * @param organization expression of the person's organization id
 * @param reports ids of a manager's reports, if not the current ones are meant (RPT-04)
 */
export function withinReach(
  reach: Reach,
  person: Expression<string>,
  organization: Expression<number | null>,
  reports: (manager: string) => RawBuilder<unknown> = (manager) => sql`select reports_of(${manager})`,
): RawBuilder<boolean> {
  if (reach.all) return sql<boolean>`true`;
  // One subquery for both: the database then starts with these few people, not with everybody.
  if (reach.self !== null && reach.reportsOf !== null && reach.organizationIds.length === 0)
    return sql<boolean>`${person} in (select ${reach.self}::text union all ${reports(reach.reportsOf)})`;
  const parts: RawBuilder<boolean>[] = [];
  if (reach.self !== null) parts.push(sql<boolean>`${person} = ${reach.self}`);
  if (reach.reportsOf !== null) {
    parts.push(sql<boolean>`${person} in (${reports(reach.reportsOf)})`);
  }
  if (reach.organizationIds.length > 0) {
    parts.push(sql<boolean>`${organization} = any(${[...reach.organizationIds]}::int[])`);
  }
  if (parts.length === 0) return sql<boolean>`false`;
  return sql<boolean>`(${sql.join(parts, sql` or `)})`;
}

/** Returns the direct and indirect reports of a manager. */
export async function teamIds(db: Kysely<DB>, managerId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`select reports_of(${managerId}) as id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the ids of all people of a reach that is a team: the manager and the reports. Undefined for any other reach. */
export async function peopleOfTeam(db: Kysely<DB>, reach: Reach): Promise<readonly string[] | undefined> {
  if (reach.all || reach.organizationIds.length > 0 || reach.reportsOf === null) return undefined;
  const reports = await teamIds(db, reach.reportsOf);
  return reach.self === null ? reports : [reach.self, ...reports];
}
