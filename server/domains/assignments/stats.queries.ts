import { sql, type Kysely } from 'kysely';
import { personalStats } from '#shared/domain/assignments/personal-stats.ts';
import { effectiveStatus, type AssignmentState } from '#shared/domain/assignments/status.ts';
import { rate } from '#shared/domain/compliance/rates.ts';
import type { DB } from '#server/db/db.d.ts';
import { isOverdue, todayIn } from './effective-status.ts';

/** Figures of one person by the rules of SPEC §9 (LRN-01); null for somebody who does not exist. */
export async function statsOf(db: Kysely<DB>, userId: string) {
  const { rows } = await sql<{ today: string; rows: AssignmentState[] }>`
    select ${todayIn(sql`o.time_zone`)} as today, coalesce((
      select json_agg(json_build_object('status', a.status, 'dueDate', a.due_date))
      from training_assignments a where a.user_id = u.id and a.status <> 'voided'), '[]') as rows
    from users u left join organizations o on o.id = u.organization_id where u.id = ${userId}
  `.execute(db);
  const [person] = rows;
  if (!person) return null;
  const { total, ...stats } = personalStats(person.rows, person.today);
  const overdue = person.rows.filter((row) => effectiveStatus(row, person.today) === 'overdue').length;
  return { ...stats, totalAssignments: total, overdue };
}

/** A direct report with counts of non-voided assignments (SPEC §3 'Manager dashboard stats'). */
interface ReportRow {
  readonly id: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string;
  readonly jobTitle: string | null;
  readonly role: string;
  readonly profileImageUrl: string | null;
  readonly isActive: boolean;
  readonly completedAssignments: number;
  readonly totalAssignments: number;
  readonly overdueAssignments: number;
}

/** All direct reports of a manager by name, inactive ones too (MGR-01). */
export async function directReportsOf(db: Kysely<DB>, managerId: string) {
  const { rows } = await sql<ReportRow>`
    select u.id, u.first_name, u.last_name, u.email, u.job_title, u.role, u.profile_image_url, u.is_active,
      c.completed as completed_assignments, c.total as total_assignments, c.overdue as overdue_assignments
    from users u
    left join (select id, ${todayIn(sql`time_zone`)} as today from organizations) z on z.id = u.organization_id
    cross join lateral (
      select count(*)::int as total, (count(*) filter (where a.status = 'completed'))::int as completed,
        (count(*) filter (where ${isOverdue(sql`a.status`, sql`a.due_date`, sql`coalesce(z.today, today_in('UTC'))`)}))::int as overdue
      from training_assignments a where a.user_id = u.id and a.status <> 'voided'
    ) c
    where u.manager_id = ${managerId} and u.erased_at is null
    order by lower(u.last_name), lower(u.first_name), u.id
  `.execute(db);
  return rows.map((row) => ({
    ...row,
    completionRate: rate(row.completedAssignments, row.totalAssignments),
  }));
}

/** The manager dashboard: people count whether active or not, everything else counts active ones (CMP-03, MGR-01). */
export async function managerDashboard(db: Kysely<DB>, managerId: string) {
  const directReports = await directReportsOf(db, managerId);
  const active = directReports.filter((person) => person.isActive);
  const sum = (pick: (row: ReportRow) => number) => active.reduce((total, row) => total + pick(row), 0);
  const completedTrainings = sum((row) => row.completedAssignments);
  return {
    totalDirectReports: directReports.length,
    nonComplianceCount: active.filter((row) => row.overdueAssignments > 0).length,
    completedTrainings,
    overallCompletionRate: rate(
      completedTrainings,
      sum((row) => row.totalAssignments),
    ),
    directReports,
  };
}
