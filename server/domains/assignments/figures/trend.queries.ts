import { sql, type Kysely } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import type { FigureScope } from './figures.queries.ts';

/** How a day started for the active people of some organizations (CMP-01). */
export interface FigureDay {
  readonly day: string;
  readonly active: number;
  readonly overduePeople: number;
  readonly duePeople: number;
  readonly total: number;
  readonly completed: number;
}

/** Returns those of the days that are known, in their order; days without active people are left out (CMP-01). */
export async function figureDays(
  db: Kysely<DB>,
  { reach, org }: Pick<FigureScope, 'reach' | 'org'>,
  days: readonly string[],
): Promise<readonly FigureDay[]> {
  const place =
    org === 'all' ? sql`true` : org === 'none' ? sql`organization_id is null` : sql`organization_id = ${org}`;
  const { rows } = await sql<FigureDay>`
    select day, sum(active) as active, sum(overdue_people) as overdue_people, sum(due_people) as due_people,
      sum(total)::bigint as total, sum(completed)::bigint as completed
    from figure_days
    where day = any(${[...days]}::date[]) and ${place}
      and ${withinReach(reach, sql<string>`null`, sql<number | null>`organization_id`)}
    group by day having sum(active) > 0 order by day`.execute(db);
  return rows;
}
