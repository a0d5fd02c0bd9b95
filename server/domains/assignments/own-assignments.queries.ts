import { sql, type Kysely } from 'kysely';
import { countFacets, type FacetCount } from '#shared/domain/assignments/facets.ts';
import { familyName, inGroupOrder } from '#shared/domain/modules/families.ts';
import type { QueryOf, ResponseInput } from '#shared/contract/endpoint.ts';
import type { ownAssignmentsContract } from '#shared/contract/own-assignments.ts';
import type { DB } from '#server/db/db.d.ts';
import { moduleFamilies } from '#server/domains/modules/index.ts';
import { familyCodeOf, groupSql, moduleFound, statusSql } from './assignment-filters.ts';

type Counts = ResponseInput<typeof ownAssignmentsContract.counts>;

/** Returns the family that is requested; `all` is none. */
export const chosenFamily = (family: string | undefined): string | undefined =>
  family === 'all' || family === '' ? undefined : family;

/** Counts the person's own assignments under each value of each filter, in one pass over them (LRN-03). */
export async function countOwn(
  db: Kysely<DB>,
  userId: string,
  query: QueryOf<typeof ownAssignmentsContract.counts>,
): Promise<Counts> {
  const families = await moduleFamilies(db);
  const { rows } = await sql<FacetCount>`
    select ${groupSql} as group, ${statusSql} as status, ${familyCodeOf(families)} as family,
      ${query.q ? moduleFound(query.q) : sql`true`} as found, count(*)::int as count
    from training_assignments a
    join users u on u.id = a.user_id
    join training_modules t on t.id = a.module_id
    left join organizations o on o.id = u.organization_id
    where a.user_id = ${userId} and a.status <> 'voided'
    group by 1, 2, 3, 4
  `.execute(db);
  const counts = countFacets(rows, { ...query, family: chosenFamily(query.family) });
  return {
    ...counts,
    families: inGroupOrder(families)
      // The names of other organizations are not disclosed to the person.
      .filter(({ code }) => !code.startsWith('org-') || counts.families.has(code))
      .map((family) => ({
        code: family.code,
        name: familyName(family, families),
        count: counts.families.get(family.code) ?? 0,
      })),
  };
}
