import { sql, type Kysely } from 'kysely';
import { personalStats } from '#shared/domain/assignments/personal-stats.ts';
import type { ComplianceRow } from '#shared/domain/compliance/figures.ts';
import type { DB } from '#server/db/db.d.ts';
import { todayIn } from './effective-status.ts';

/** Figures of one person by the rules of SPEC §9 (LRN-01); null for an unknown person. */
export async function statsOf(db: Kysely<DB>, userId: string) {
  const { rows } = await sql<{ today: string; rows: ComplianceRow[] }>`
    select ${todayIn(sql`o.time_zone`)} as today, coalesce((
      select json_agg(json_build_object('status', a.status, 'dueDate', a.due_date, 'moduleId', a.module_id,
        'cycle', a.cycle, 'nextRenewalDate', a.next_renewal_date, 'isRequired', a.is_required))
      from training_assignments a where a.user_id = u.id and a.status <> 'voided'), '[]') as rows
    from users u left join organizations o on o.id = u.organization_id where u.id = ${userId}
  `.execute(db);
  const [person] = rows;
  if (!person) return null;
  return shownStats(person.rows, person.today);
}

/** Returns the figures of these assignments as the wire names them. */
export function shownStats(rows: readonly ComplianceRow[], today: string) {
  const { total, ...stats } = personalStats(rows, today);
  return { ...stats, totalAssignments: total };
}
