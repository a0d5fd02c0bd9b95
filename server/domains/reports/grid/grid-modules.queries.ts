import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Reach } from '#shared/domain/access/permissions.ts';
import type { CalendarDate } from '#shared/domain/calendar/calendar.ts';
import { gridModules } from '#shared/domain/reports/grid-cells.ts';
import type { DB } from '#server/db/db.d.ts';
import { figureCtes, inPlace, missingTrainings } from '#server/domains/assignments/index.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import { endInUtc } from '../as-of.ts';
import { entriesAsOf } from '../exports/matrix-as-of.ts';
import { modulesOfMatrix } from '../qualified/modules.queries.ts';
import { belongedAsOf, requestedMatrices } from '../qualified/qualified.queries.ts';
import { conditionsOf, reportPeople } from '../report-scope.ts';
import { idArray, type GridScope } from './chosen-people.ts';

/** A column of the grid. */
export interface GridModule {
  readonly id: number;
  readonly title: string;
  readonly reference: string | null;
}

/** The modules of the grid: the given ones, or else those of the matrix, or else those that the people have or need. */
type ModulesAsked = Omit<GridScope, 'moduleIds' | 'status'> & {
  readonly modules?: readonly number[] | undefined;
};

/**
 * Returns the modules of a grid by their titles, up to its limit (MTX-09). For a limited reach, only the modules that its people
 * have or need.
 */
export async function modulesOfGrid(
  db: Kysely<DB>,
  asked: ModulesAsked,
): Promise<{ readonly modules: readonly GridModule[]; readonly moreModules: boolean }> {
  const { ctes, ids } = asked.asOf === undefined ? idsNow(asked) : idsThen(asked, asked.asOf);
  const named = asked.modules === undefined ? sql`true` : sql`n.id = any(${idArray(asked.modules)})`;
  // An administrator may name any module, and sees its column empty.
  const isFree = asked.modules !== undefined && asked.reach.all;
  const { rows } = await sql<GridModule>`
    with ${ctes}
    select n.id, m.title, m.reference
    from training_modules n ${shownTitle(asked.asOf)}
    where n.content_type <> 'placeholder' and ${named} and ${isFree ? sql`true` : sql`n.id in (${ids})`}
    order by lower(m.title), n.id limit ${gridModules + 1}`.execute(db);
  return { modules: rows.slice(0, gridModules), moreModules: rows.length > gridModules };
}

/** Joins a module `n` with its title and reference at the end of the day. */
const shownTitle = (day: CalendarDate | undefined): RawBuilder<unknown> =>
  day === undefined
    ? sql`join training_modules m on m.id = n.id`
    : sql`left join modules_then c on c.id = n.id and c.until = ${endInUtc(day)}
        cross join lateral (select case when c.before ? 'title' then c.before ->> 'title' else n.title end as title,
          case when c.before ? 'reference' then c.before ->> 'reference' else n.reference end as reference) m`;

interface Ids {
  readonly ctes: RawBuilder<unknown>;
  /** A select of module ids. */
  readonly ids: RawBuilder<unknown>;
}

function idsNow(asked: ModulesAsked): Ids {
  const { matrixId } = asked;
  if (matrixId !== undefined)
    return {
      ctes: figureCtes,
      ids: sql`select e.module_id from training_matrix e join training_matrices x on x.id = e.matrix_id
        where x.id = ${matrixId} and x.archived_at is null`,
    };
  return isOfPlaces(asked) ? idsOfPlaces(asked) : idsOfPeople(asked);
}

/** Returns whether the request is for everybody at certain places. The sums of places then say which modules they have. */
const isOfPlaces = ({ reach, q, jobTitle, userId }: ModulesAsked): boolean =>
  (reach.all || (reach.self === null && reach.reportsOf === null)) && !q && !jobTitle && userId === undefined;

/** Returns SQL of the modules of people with outdated counts, which may be any modules. */
const ofStale = (asked: ModulesAsked): RawBuilder<unknown> => sql`
  select a.module_id from stale s join users u on u.id = s.user_id and u.is_active and ${conditionsOf(asked)}
  join training_assignments a on a.user_id = u.id and a.status <> 'voided'`;

function idsOfPlaces(asked: ModulesAsked): Ids {
  const { reach, org, departmentId } = asked;
  const inOrganization = withinReach(reach, sql<string>`null`, sql<number | null>`g.organization_id`);
  const matrixFits = [
    sql`x.archived_at is null`,
    withinReach(reach, sql<string>`null`, sql<number | null>`x.organization_id`),
  ];
  if (org === 'none') matrixFits.push(sql`false`);
  else if (org !== 'all') matrixFits.push(sql`x.organization_id = ${org}`);
  if (typeof departmentId === 'number')
    matrixFits.push(sql`(x.department_id is null or x.department_id = ${departmentId})`);
  return {
    ctes: figureCtes,
    ids: sql`
      select g.module_id from group_module_figures g where g.active > 0 and ${inPlace(asked)} and ${inOrganization}
      union ${ofStale(asked)}
      union select e.module_id from training_matrix e join training_matrices x on x.id = e.matrix_id
        where e.is_required and ((${sql.join(matrixFits, sql` and `)})
          or exists (select from matrix_members mm join users u on u.id = mm.user_id and u.is_active and ${conditionsOf(asked)}
            where mm.matrix_id = x.id and mm.removed_at is null))`,
  };
}

function idsOfPeople(asked: ModulesAsked): Ids {
  const people = sql`select u.id from users u where u.is_active and ${conditionsOf(asked)}`;
  return {
    ctes: sql`${figureCtes}, among as materialized (${people})`,
    ids: sql`
      select f.module_id from among join person_module_figures f on f.user_id = among.id
      union ${ofStale(asked)}
      union select w.module_id from (${missingTrainings({ people: sql`select id from among` })}) w`,
  };
}

function idsThen(asked: ModulesAsked, day: CalendarDate): Ids {
  const { matrixId, modules } = asked;
  const entries = entriesAsOf(day, matrixId === undefined ? { moduleIds: modules } : { matrixId });
  const ids =
    matrixId === undefined
      ? sql`
        select a.module_id from people p join training_assignments a on a.user_id = p.id and a.created_at < p.until where p.is_active
        union select e.module_id from matrices_asked m join entries_then e on e.matrix_id = m.id and e.is_required
          where exists (select from people p where p.is_active and ${belongedAsOf})`
      : sql`select e.module_id from entries_then e`;
  return { ctes: sql`${reportPeople(asked)}, ${entries}, ${requestedMatrices}`, ids };
}

/** Returns whether there is a matrix within a reach, at the end of a day where it is given. */
export async function hasMatrix(
  db: Kysely<DB>,
  asked: { readonly reach: Reach; readonly asOf?: CalendarDate | undefined; readonly matrixId: number },
): Promise<boolean> {
  const { reach, asOf, matrixId } = asked;
  if (asOf !== undefined)
    return (await modulesOfMatrix(db, { scope: { reach, org: 'all', asOf }, matrixId })) !== undefined;
  const within = withinReach(reach, sql<string>`null`, sql<number | null>`organization_id`);
  const { rows } = await sql`
    select from training_matrices where id = ${matrixId} and archived_at is null and ${within}`.execute(db);
  return rows.length > 0;
}
