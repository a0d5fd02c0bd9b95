import { sql, type RawBuilder } from 'kysely';
import { nameKeySql } from '#server/platform/postgres/name-key.ts';

/**
 * SQL of whether a matrix matches a person (MTX-06): the same organization, and department and job title where the
 * matrix names them. The same rule as `matrixMatches` of shared/domain/curricula; a test compares both.
 *
 * @param matrix alias of `training_matrices`
 * @param person alias of a relation with organization_id, department_id, job_title
 */
export function matrixMatchesSql(matrix: string, person: string): RawBuilder<boolean> {
  const m = sql.raw(matrix);
  const p = sql.raw(person);
  return sql<boolean>`(${m}.organization_id = ${p}.organization_id
    and (${m}.department_id is null or ${m}.department_id = ${p}.department_id)
    and (${m}.job_title is null
      or ${nameKeySql(sql`${m}.job_title`)} = ${nameKeySql(sql`coalesce(${p}.job_title, '')`)}))`;
}
