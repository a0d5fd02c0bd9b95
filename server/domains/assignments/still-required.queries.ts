import { sql, type Kysely } from 'kysely';
import type { assignmentsContract } from '#shared/contract/assignments.ts';
import type { ResponseInput } from '#shared/contract/endpoint.ts';
import type { DB } from '#server/db/db.d.ts';
import { missingTrainings } from './matrix-pairs.ts';

type Outcome = ResponseInput<typeof assignmentsContract.removeMany>;

/**
 * Returns the assignments that matrices would still require after their voiding: their people are then 'required, not
 * assigned' (MTX-06).
 */
export async function stillRequired(
  db: Kysely<DB>,
  assignmentIds: readonly number[],
): Promise<Outcome['stillRequired']> {
  const { rows } = await sql<Outcome['stillRequired'][number]>`
    with chosen as materialized (
      select max(id) as id, user_id, module_id from training_assignments
      where id = any(${[...assignmentIds]}::int[]) group by user_id, module_id
    )
    select c.id as assignment_id, t.title, json_agg(m.name order by lower(m.name), m.id) as matrix_names
    from chosen c
    join (${missingTrainings({ without: assignmentIds })}) w on w.user_id = c.user_id and w.module_id = c.module_id
    join training_matrices m on m.id = w.matrix_id
    join training_modules t on t.id = c.module_id
    group by c.id, t.id
    order by lower(t.title), c.id
  `.execute(db);
  return rows;
}
