import { sql, type Kysely } from 'kysely';
import type { ResponseInput } from '#shared/contract/endpoint.ts';
import type { trainingGridContract } from '#shared/contract/training-grid.ts';
import { gridPage, gridPeople, rowOfCells } from '#shared/domain/reports/grid-cells.ts';
import type { TrainingState } from '#shared/domain/reports/training-states.ts';
import type { DB } from '#server/db/db.d.ts';
import { moduleStatus } from '#server/domains/assignments/index.ts';
import {
  factsOfPerson,
  gridPeopleCtes,
  neededNow,
  neededAsOf,
  type GridScope,
  type PeopleRange,
  type PersonKey,
} from './chosen-people.ts';

/** A person of the grid with the letters of the cells. */
export type GridRow = ResponseInput<typeof trainingGridContract.people>['rows'][number];

/** Returns the start of each page of a grid, and the number of its people, up to the limit of a grid (MTX-09). */
export async function startsOfPages(
  db: Kysely<DB>,
  scope: GridScope,
): Promise<{ readonly people: number; readonly morePeople: boolean; readonly starts: readonly PersonKey[] }> {
  const { rows } = await sql<{ total: number; starts: readonly PersonKey[] }>`
    with ${gridPeopleCtes(scope, { limit: gridPeople + 1 })}
    select count(*)::int as total,
      coalesce(json_agg(key order by place) filter (where place % ${gridPage} = 1 and place <= ${gridPeople}), '[]') as starts
    from chosen`.execute(db);
  const { total = 0, starts = [] } = rows[0] ?? {};
  return { people: Math.min(total, gridPeople), morePeople: total > gridPeople, starts };
}

interface PersonRow extends Omit<GridRow, 'cells'> {
  readonly key: PersonKey;
  readonly states: Readonly<Partial<Record<TrainingState, readonly number[]>>>;
  readonly fromSource: readonly number[];
}

/**
 * Returns a page of the people of a grid with one letter per module, in one statement (MTX-09). Current states are those of the
 * figures (CMP-03). As of a day, they are those of the reports of past days (RPT-04).
 */
export async function gridRows(
  db: Kysely<DB>,
  scope: GridScope,
  range: PeopleRange,
): Promise<{ readonly rows: readonly GridRow[]; readonly next: PersonKey | null }> {
  const needed =
    scope.asOf === undefined
      ? neededNow(scope)
      : sql`select p.id as user_id, n.module_id from p cross join lateral (${neededAsOf(scope)}) n`;
  const { rows: found } = await sql<PersonRow>`
    with ${gridPeopleCtes(scope, { ...range, limit: range.limit + 1 })},
    p as materialized (select x.*, c.place, c.key from chosen c join people x on x.id = c.id),
    cells as (
      select p.id as user_id, f.module_id, ${moduleStatus('f')} as state, f.from_source
      from p cross join lateral (${factsOfPerson(scope)}) f
      union all
      select user_id, module_id, 'not_assigned', false from (${needed}) n
    ),
    of_state as (select user_id, state, json_agg(module_id) as ids from cells group by user_id, state),
    states as materialized (select user_id, json_object_agg(state, ids) as states from of_state group by user_id),
    sourced as materialized (select user_id, json_agg(module_id) as ids from cells
      where from_source and state in ('completed', 'expired') group by user_id)
    select p.id, coalesce(p.first_name, '') as first_name, coalesce(p.last_name, '') as last_name, p.email, p.job_title,
      p.organization_name, p.department_name, p.key, coalesce(s.states, '{}') as states, coalesce(o.ids, '[]') as from_source
    from p left join states s on s.user_id = p.id left join sourced o on o.user_id = p.id
    order by p.place`.execute(db);
  const rows = found.slice(0, range.limit).map(({ states, fromSource, ...person }) => {
    const { id, firstName, lastName, email, jobTitle, organizationName, departmentName } = person;
    const cells = rowOfCells(scope.moduleIds, states, fromSource);
    return { id, firstName, lastName, email, jobTitle, organizationName, departmentName, cells };
  });
  return { rows, next: found[range.limit]?.key ?? null };
}
