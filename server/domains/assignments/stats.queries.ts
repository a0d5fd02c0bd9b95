import { sql, type Kysely } from 'kysely';
import { personalStats } from '#shared/domain/assignments/personal-stats.ts';
import {
  effectiveStatus,
  isFollowed,
  type AssignmentState,
  type ModuleCycle,
} from '#shared/domain/assignments/status.ts';
import type { DB } from '#server/db/db.d.ts';
import { todayIn } from './effective-status.ts';

/** Figures of one person by the rules of SPEC §9 (LRN-01); null for somebody who does not exist. */
export async function statsOf(db: Kysely<DB>, userId: string) {
  const { rows } = await sql<{ today: string; rows: (AssignmentState & ModuleCycle)[] }>`
    select ${todayIn(sql`o.time_zone`)} as today, coalesce((
      select json_agg(json_build_object('status', a.status, 'dueDate', a.due_date, 'moduleId', a.module_id,
        'cycle', a.cycle, 'nextRenewalDate', a.next_renewal_date))
      from training_assignments a where a.user_id = u.id and a.status <> 'voided'), '[]') as rows
    from users u left join organizations o on o.id = u.organization_id where u.id = ${userId}
  `.execute(db);
  const [person] = rows;
  if (!person) return null;
  const cycles = person.rows.map((row) => ({ ...row, followed: isFollowed(row, person.rows) }));
  const { total, ...stats } = personalStats(cycles, person.today);
  const overdue = cycles.filter((row) => effectiveStatus(row, person.today) === 'overdue').length;
  return { ...stats, totalAssignments: total, overdue };
}
