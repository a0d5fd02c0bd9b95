import { sql, type Kysely } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import { noReach, resolveReach, type AccessSubject, type Reach } from '#shared/domain/access/permissions.ts';
import { exportPermission } from '#shared/domain/reports/data-sets.ts';
import type { SchedulePause } from '#shared/domain/reports/export-schedule.ts';
import type { DB } from '#server/db/db.d.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import type { ExportFilters } from '../exports/requested.ts';
import { hasMatrix } from '../grid/grid-modules.queries.ts';
import { visibleModule } from '../module-people/module-people.queries.ts';
import { teamWithin } from '../requested-scope.ts';
import type { StoredSavedExport } from './saved-exports.store.ts';

/** A person for whom an export runs. */
export type ExportPerson = AccessSubject & { readonly id: string };

/**
 * Returns why a saved export does not run for its owner now (RPT-03); null: it runs. It never contains more or less than when it
 * was saved: after a change of access the owner has to save it again.
 */
export async function whyNot(
  db: Kysely<DB>,
  owner: ExportPerson | undefined,
  { dataSet, filters, reach }: Pick<StoredSavedExport, 'dataSet' | 'filters' | 'reach'>,
): Promise<Exclude<SchedulePause, 'stopped'> | null> {
  const whole = owner && resolveReach(owner, exportPermission(dataSet));
  if (!owner || !whole) return 'access_lost';
  const now = filters.team === true ? teamWithin(whole, owner.id) : whole;
  if (now === noReach) return 'access_lost';
  if (!isSameReach(now, reach)) return 'access_changed';
  return (await namesDeletedRecord(db, owner, filters, now)) ? 'filter_gone' : null;
}

const isSameReach = (one: Reach, other: Reach): boolean =>
  one.all === other.all &&
  one.self === other.self &&
  one.reportsOf === other.reportsOf &&
  sorted(one.organizationIds) === sorted(other.organizationIds);

const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b).join();

/** Returns whether a filter names a record that no longer exists, or that is not within the reach. */
export async function namesDeletedRecord(
  db: Kysely<DB>,
  owner: ExportPerson,
  filters: ExportFilters,
  reach: Reach,
): Promise<boolean> {
  const { org, departmentId, userId, about, moduleId, matrixId } = filters;
  const organization = typeof org === 'number' ? org : null;
  const department = typeof departmentId === 'number' ? departmentId : null;
  const people = [userId, about].filter((id) => id !== undefined);
  const someone = (place: string, id: number | null) => sql`exists (
    select from users u where ${sql.ref(`u.${place}`)} = ${id} and ${withinReach(reach, sql`u.id`, sql`u.organization_id`)})`;
  const reached = [...reach.organizationIds];
  const { rows } = await sql<{ gone: boolean }>`
    select not (
      (${organization}::int is null or exists (select from organizations o where o.id = ${organization}
        and (${reach.all}::boolean or o.id = any(${reached}::int[]) or ${someone('organization_id', organization)})))
      and (${department}::int is null or exists (select from departments d where d.id = ${department}
        and (${reach.all}::boolean or d.organization_id = any(${reached}::int[]) or ${someone('department_id', department)})))
      and (select count(*) from users u where u.id = any(${people}::text[]) and u.erased_at is null
        and ${withinReach(reach, sql`u.id`, sql`u.organization_id`)}) = ${new Set(people).size}
    ) as gone`.execute(db);
  if (rows[0]?.gone === true) return true;
  if (moduleId !== undefined && !(await seesModule(db, reach, moduleId))) return true;
  const ofMatrices = resolveReach(owner, 'matrices.view') ?? noReach;
  return matrixId !== undefined && !(await hasMatrix(db, { reach: ofMatrices, matrixId }));
}

async function seesModule(db: Kysely<DB>, reach: Reach, moduleId: number): Promise<boolean> {
  try {
    await visibleModule(db, reach, moduleId);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return false;
    throw error;
  }
}
