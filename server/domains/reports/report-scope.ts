import { sql, type RawBuilder } from 'kysely';
import type { Reach } from '#shared/domain/access/permissions.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';

/** What a report is narrowed to: the actor's reach and the filters of SPEC §2.12. */
export interface ReportScope {
  readonly reach: Reach;
  readonly org: 'all' | number;
  readonly userId?: string | undefined;
  readonly q?: string | undefined;
}

/** Escapes what LIKE would read as a pattern. */
const likeText = (text: string) => `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/**
 * The people of a report as a CTE body: one row a person with organization, department and today's calendar date in
 * the organization's zone. Every statement of a report starts from it, so that they cannot disagree (RPT-01).
 */
export function peopleOf(scope: ReportScope): RawBuilder<unknown> {
  const conditions: RawBuilder<boolean>[] = [
    sql<boolean>`u.erased_at is null`,
    withinReach(scope.reach, sql<string>`u.id`, sql<number | null>`u.organization_id`),
  ];
  if (scope.org !== 'all') conditions.push(sql<boolean>`u.organization_id = ${scope.org}`);
  if (scope.userId !== undefined) conditions.push(sql<boolean>`u.id = ${scope.userId}`);
  if (scope.q) {
    const like = likeText(scope.q);
    conditions.push(
      sql<boolean>`(u.first_name || ' ' || u.last_name ilike ${like} or u.email ilike ${like})`,
    );
  }
  return sql`
    select u.id, u.first_name, u.last_name, u.email, u.job_title, u.is_active, u.last_sign_in_at,
      u.organization_id, o.name as organization_name, d.name as department_name,
      coalesce(z.today, today_in('UTC')) as today
    from users u
    left join organizations o on o.id = u.organization_id
    left join (select id, today_in(time_zone) as today from organizations) z on z.id = u.organization_id
    left join departments d on d.id = u.department_id
    where ${sql.join(conditions, sql` and `)}`;
}
