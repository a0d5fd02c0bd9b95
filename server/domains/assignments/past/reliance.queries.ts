import { sql, type Kysely } from 'kysely';
import { papersOfCompletions, type Reliance } from '#shared/domain/assignments/past/reliance.ts';
import type { DB } from '#server/db/db.d.ts';

/**
 * Returns the records that depend on the completions of an import (USR-09), each kind with its number; empty: the import can be
 * reversed.
 */
export async function relianceOn(
  db: Kysely<DB>,
  importId: number,
): Promise<readonly { readonly kind: Reliance; readonly count: number }[]> {
  const { rows } = await sql<{ kind: Reliance; count: number }>`
    with own as materialized (
      select r.id, r.user_id, r.organization_id, r.assignment_id, a.module_id, i.ended_at
      from training_records r join people_imports i on i.id = r.import_id
      join training_assignments a on a.id = r.assignment_id and a.status <> 'voided'
      where r.import_id = ${importId}
    ),
    later as (
      select count(*)::int as count from (select distinct user_id, module_id, ended_at from own) o
      join training_assignments a on a.user_id = o.user_id and a.module_id = o.module_id and a.status <> 'voided'
      left join training_records r on r.assignment_id = a.id
      where r.import_id is distinct from ${importId}::int
        and (a.started_at > o.ended_at or coalesce(r.recorded_at, a.completed_at) > o.ended_at)
    ),
    places as materialized (
      select distinct o.user_id, p.organization_id from own o
      join user_periods p on p.user_id = o.user_id and coalesce(p.valid_to, 'infinity') > o.ended_at
    ),
    papers as (
      select count(*)::int as count from issued_papers p
      where p.kind = any(${[...papersOfCompletions]}::text[])
        and p.issued_at > (select min(ended_at) from own)
        -- An answer about a day of the past knows what was recorded since.
        and (p.as_of > (select min(ended_at) from own) or p.kind = 'qualified')
        and case
          when p.scope ?| array['userId', 'person'] then
            coalesce(p.scope ->> 'userId', p.scope ->> 'person') in (select user_id from own)
          else p.organization_id is null or p.organization_id in (select organization_id from places) end
    )
    select 'later_training' as kind, count from later where count > 0
    union all select 'paper', count from papers where count > 0`.execute(db);
  return rows;
}
