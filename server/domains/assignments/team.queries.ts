import { sql, type Kysely } from 'kysely';
import type { Role } from '#shared/domain/access/permissions.ts';
import { reminderStatus } from '#shared/domain/compliance/figures.ts';
import { rate } from '#shared/domain/compliance/rates.ts';
import type { DisplayStatus } from '#shared/domain/people/status.ts';
import type { DB } from '#server/db/db.d.ts';
import { displayStatusSql } from '#server/domains/people/index.ts';
import { isOverdue, todayIn } from './effective-status.ts';

/** A direct report with counts of non-voided assignments (SPEC §3 'Manager dashboard stats'). */
interface ReportRow {
  readonly id: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string;
  readonly jobTitle: string | null;
  readonly role: Role;
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

interface MemberRow {
  readonly id: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string;
  readonly jobTitle: string | null;
  readonly role: Role;
  readonly profileImageUrl: string | null;
  readonly isActive: boolean;
  readonly organizationName: string | null;
  readonly departmentName: string | null;
  readonly managerId: string;
  readonly displayStatus: DisplayStatus;
  readonly hasSignedIn: boolean;
  readonly total: number;
  readonly completed: number;
  readonly inProgress: number;
  readonly notStarted: number;
  readonly overdue: number;
  readonly expired: number;
  readonly nextDueDate: string | null;
  readonly today: string;
}

/** Everybody below a manager by name with counts and status, in one statement; circles of managers end in reports_of (MGR-02). */
export async function teamOf(db: Kysely<DB>, managerId: string) {
  const { rows } = await sql<MemberRow>`
    with team as materialized (
      select u.id, u.first_name, u.last_name, u.email, u.job_title, u.role, u.profile_image_url, u.is_active,
        o.name as organization_name, d.name as department_name, u.manager_id, ${displayStatusSql} as display_status,
        u.last_sign_in_at is not null as has_signed_in, coalesce(o.today, today_in('UTC')) as today
      from users u
      left join (select id, name, ${todayIn(sql`time_zone`)} as today from organizations) o on o.id = u.organization_id
      left join departments d on d.id = u.department_id
      where u.id in (select reports_of(${managerId})) and u.erased_at is null
    ), modules as (
      select a.user_id, count(*) as total, count(*) filter (where a.status = 'completed') as completed,
        count(*) filter (where s.overdue) as overdue,
        count(*) filter (where a.status = 'in_progress' and not s.overdue) as in_progress,
        count(*) filter (where a.status = 'not_started' and not s.overdue) as not_started,
        min(a.due_date) filter (where a.status in ('not_started', 'in_progress')) as next_due_date,
        bool_or(a.status = 'completed') and not bool_or(
          a.status = 'completed' and (a.next_renewal_date is null or a.next_renewal_date >= team.today)) as expired
      from team join training_assignments a on a.user_id = team.id and a.status <> 'voided'
      cross join lateral (
        select coalesce(${isOverdue(sql`a.status`, sql`a.due_date`, sql`team.today`)}, false) as overdue
      ) s
      group by a.user_id, a.module_id
    ), figures as (
      select user_id, sum(total)::int as total, sum(completed)::int as completed, sum(overdue)::int as overdue,
        sum(in_progress)::int as in_progress, sum(not_started)::int as not_started,
        (count(*) filter (where expired))::int as expired, min(next_due_date) as next_due_date
      from modules group by user_id
    )
    select team.*, f.next_due_date, coalesce(f.total, 0) as total, coalesce(f.completed, 0) as completed,
      coalesce(f.overdue, 0) as overdue, coalesce(f.in_progress, 0) as in_progress,
      coalesce(f.not_started, 0) as not_started, coalesce(f.expired, 0) as expired
    from team left join figures f on f.user_id = team.id
    order by lower(team.last_name), lower(team.first_name), team.id
  `.execute(db);
  return rows.map((row) => ({
    ...row,
    status: reminderStatus(row),
    completedAssignments: row.completed,
    totalAssignments: row.total,
    overdueAssignments: row.overdue,
  }));
}
