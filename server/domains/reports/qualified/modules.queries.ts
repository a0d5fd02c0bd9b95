import { sql, type Kysely } from 'kysely';
import type { RetrainingChoice } from '#shared/domain/modules/publishing.ts';
import type { DB } from '#server/db/db.d.ts';
import { queryPrepared } from '#server/platform/postgres/named-statement.ts';
import { isOneOf } from '../as-of.ts';
import { entriesAsOf } from '../exports/matrix-as-of.ts';
import { reportPeople } from '../report-scope.ts';
import type { RequestedPairs } from './next-people.ts';

/** A published version of a module. */
export interface VersionRow {
  readonly moduleId: number;
  readonly number: number;
  readonly effectiveFrom: Date;
  readonly retraining: RetrainingChoice;
  readonly retrainingDays: number | null;
}

/** SQL of the published versions of modules, in their order, by the names of {@link VersionRow}. */
export const publishedVersions = (moduleIds: readonly number[], knownAt: Date | undefined) => {
  const known = knownAt === undefined ? sql`` : sql`and published_at < ${knownAt.toISOString()}::timestamptz`;
  return sql<VersionRow>`select module_id as "moduleId", number, effective_from as "effectiveFrom", retraining, retraining_days as "retrainingDays"
    from module_versions where ${isOneOf('module_id', moduleIds)} and status = 'published' ${known} order by module_id, number`;
};

/** The published versions of modules, in their order. */
export const readVersions = async (
  db: Kysely<DB>,
  moduleIds: readonly number[],
  knownAt?: Date,
): Promise<readonly VersionRow[]> =>
  queryPrepared(db, 'qualified.versions', publishedVersions(moduleIds, knownAt));

/** The modules that a matrix within a reach held at the end of a day; undefined: no such matrix. */
export async function modulesOfMatrix(
  db: Kysely<DB>,
  { scope, matrixId }: { readonly scope: RequestedPairs['scope']; readonly matrixId: number },
): Promise<readonly number[] | undefined> {
  const { reach, asOf } = scope;
  const within = reach.all ? sql`true` : sql`x.organization_id = any(${[...reach.organizationIds]}::int[])`;
  const { rows } = await sql<{ moduleIds: readonly number[] }>`
    with ${reportPeople(scope)}, ${entriesAsOf(asOf, { matrixId })}
    select coalesce((select json_agg(e.module_id order by e.module_id) from entries_then e), '[]') as module_ids
    from training_matrices x where x.id = ${matrixId} and ${within}
    union all
    select json_agg(e.module_id order by e.module_id) from entries_then e
    where not exists (select from training_matrices where id = ${matrixId})
      and ${reach.all ? sql`true` : sql`e.organization_id = any(${[...reach.organizationIds]}::int[])`}
    having count(*) > 0`.execute(db);
  return rows[0]?.moduleIds;
}
