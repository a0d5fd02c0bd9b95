import { sql, type Kysely } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import type { Reach, Role } from '#shared/domain/access/permissions.ts';
import { complianceGroup, reminderStatus, type GroupFacts } from '#shared/domain/compliance/figures.ts';
import { rate } from '#shared/domain/compliance/rates.ts';
import type { DisplayStatus } from '#shared/domain/people/status.ts';
import type { DB } from '#server/db/db.d.ts';
import { awayPeople, displayStatusSql } from '#server/domains/people/index.ts';
import { currentPeople, everybody, figureCtes } from './figures/figures.queries.ts';
import { queryPrepared } from '#server/platform/postgres/named-statement.ts';

/** A direct report with counts of non-voided assignments (SPEC §3 'Manager dashboard stats'). */
interface ReportRow extends GroupFacts {
  readonly id: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string;
  readonly jobTitle: string | null;
  readonly role: Role;
  readonly profileImageUrl: string | null;
  readonly isActive: boolean;
  readonly isAway: boolean;
  readonly completedAssignments: number;
  readonly totalAssignments: number;
  readonly overdueAssignments: number;
  readonly expiredAssignments: number;
}

/** Figures of the people of `team`, as of this moment. */
const figuresOfTeam = currentPeople(everybody, { among: sql`select id from team` });

/** Returns all direct reports of a manager by name, inactive ones too (MGR-01). */
export async function directReportsOf(db: Kysely<DB>, managerId: string) {
  const rows = await queryPrepared(
    db,
    'team.direct',
    sql<ReportRow>`
    with ${figureCtes}, team as materialized (
      select id from users where manager_id = ${managerId} and erased_at is null
    )
    select u.id, u.first_name, u.last_name, u.email, u.job_title, u.role, u.profile_image_url, u.is_active, u.id in (${awayPeople}) as is_away,
      f.completed as completed_assignments, f.total as total_assignments, f.overdue as overdue_assignments,
      f.expired as expired_assignments, f.required, f.required_open, f.required_late, f.has_signed_in
    from team join users u using (id) join (${figuresOfTeam}) f on f.user_id = u.id
    order by lower(u.last_name), lower(u.first_name), u.id
  `,
  );
  return rows.map((row) => ({
    ...row,
    group: complianceGroup(row),
    completionRate: rate(row.completedAssignments, row.totalAssignments),
  }));
}

/**
 * Returns the manager dashboard (CMP-03, MGR-01). The number of people includes inactive ones; everything else is about active
 * people.
 */
export async function managerDashboard(db: Kysely<DB>, managerId: string) {
  const directReports = await directReportsOf(db, managerId);
  const active = directReports.filter((person) => person.isActive);
  const sum = (pick: (row: (typeof active)[number]) => number) =>
    active.reduce((total, row) => total + pick(row), 0);
  const completedTrainings = sum((row) => row.completedAssignments);
  return {
    totalDirectReports: directReports.length,
    nonComplianceCount: active.filter(({ group }) => group === 'overdue').length,
    completedTrainings,
    overallCompletionRate: rate(
      completedTrainings,
      sum((row) => row.totalAssignments),
    ),
    directReports,
  };
}

interface MemberRow extends GroupFacts {
  readonly id: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string;
  readonly jobTitle: string | null;
  readonly role: Role;
  readonly profileImageUrl: string | null;
  readonly isActive: boolean;
  readonly isAway: boolean;
  readonly organizationName: string | null;
  readonly departmentName: string | null;
  readonly managerId: string;
  readonly displayStatus: DisplayStatus;
  readonly total: number;
  readonly completed: number;
  readonly inProgress: number;
  readonly notStarted: number;
  readonly overdue: number;
  readonly expired: number;
  readonly nextDueDate: string | null;
  readonly today: string;
}

/**
 * Returns everybody below a manager by name with counts and status, in one statement; circles of managers end in reports_of
 * (MGR-02).
 */
export async function teamOf(db: Kysely<DB>, managerId: string) {
  const rows = await queryPrepared(
    db,
    'team.all',
    sql<MemberRow>`
    with ${figureCtes}, team as materialized (
      select id from users where id in (select reports_of(${managerId})) and erased_at is null
    )
    select u.id, u.first_name, u.last_name, u.email, u.job_title, u.role, u.profile_image_url, u.is_active, u.id in (${awayPeople}) as is_away,
      o.name as organization_name, d.name as department_name, u.manager_id, ${displayStatusSql} as display_status,
      coalesce(z.today, today_in('UTC')) as today, f.has_signed_in, f.total, f.completed, f.in_progress, f.not_started,
      f.overdue, f.expired, f.required, f.required_open, f.required_late, n.next_due_date
    from team join users u using (id) join (${figuresOfTeam}) f on f.user_id = u.id
    left join organizations o on o.id = u.organization_id left join days z on z.id = u.organization_id
    left join departments d on d.id = u.department_id
    left join lateral (
      select min(a.due_date) as next_due_date from training_assignments a
      where a.user_id = u.id and a.status in ('not_started', 'in_progress')
    ) n on f.in_progress + f.not_started + f.overdue > 0
    order by lower(u.last_name), lower(u.first_name), u.id
  `,
  );
  return rows.map((row) => ({
    ...row,
    status: reminderStatus(row),
    group: complianceGroup(row),
    completedAssignments: row.completed,
    totalAssignments: row.total,
    overdueAssignments: row.overdue,
    expiredAssignments: row.expired,
  }));
}

/** Fails with NOT_FOUND unless the person is a manager or an administrator, and is the actor or within the reach (AUTH-13). */
export async function requireManager(
  db: Kysely<DB>,
  reach: Reach,
  actorId: string,
  id: string,
): Promise<void> {
  const { rows } = await sql<{ role: string }>`
    select u.role from users u where u.id = ${id} and u.erased_at is null and (u.id = ${actorId}
      or ${withinReach(reach, sql<string>`u.id`, sql<number | null>`u.organization_id`)})
  `.execute(db);
  const [person] = rows;
  if (person?.role !== 'manager' && person?.role !== 'admin') throw new AppError('NOT_FOUND');
}
