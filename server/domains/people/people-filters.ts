import { sql, type RawBuilder } from 'kysely';
import type { DisplayStatus } from '#shared/domain/people/status.ts';
import { containing } from '#server/platform/http/order-by.ts';
import { awayPeople } from './away.ts';
import { pendingSql, reached, seesWork, seesWorkOfAll, type PeopleScope } from './people.queries.ts';

/** The query parameters of GET /api/users. */
export interface PeopleQuery {
  readonly limit: number;
  readonly offset: number;
  readonly q?: string | undefined;
  readonly sort?: string | undefined;
  readonly role?: string | undefined;
  readonly organizationId?: number | undefined;
  readonly departmentId?: number | undefined;
  readonly managerId?: string | undefined;
  readonly status?: DisplayStatus | undefined;
  readonly isActive?: boolean | undefined;
  readonly onboardingCompleted?: boolean | undefined;
  readonly away?: boolean | undefined;
  readonly canManage?: boolean | undefined;
  readonly managerOf?: string | undefined;
}

/** The text of `users_search_index`, to the letter; no search has the line break between name and email. */
const searchText = sql`lower(coalesce(u.first_name || ' ', '') || coalesce(u.last_name, '') || chr(10) || u.email)`;

/** USR-04 as conditions that the partial indexes know. */
export const statusConditions: Readonly<Record<DisplayStatus, RawBuilder<unknown>>> = {
  pending: sql`${pendingSql}`,
  active: sql`(u.is_active and not ${pendingSql})`,
  inactive: sql`(not u.is_active and not ${pendingSql})`,
};

/**
 * Returns the conditions of a list of people. A caller who sees only the name of a person must not find the person by anything
 * else. Every other filter and the search in emails therefore apply only within the reach of work data (AUTH-13).
 */
export function conditions(scope: PeopleScope, query: PeopleQuery): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`u.erased_at is null`, reached(scope.reach)];
  const work: RawBuilder<unknown>[] = [];
  if (query.organizationId !== undefined) parts.push(sql`u.organization_id = ${query.organizationId}`);
  if (query.departmentId !== undefined) work.push(sql`u.department_id = ${query.departmentId}`);
  if (query.managerId !== undefined) work.push(sql`u.manager_id = ${query.managerId}`);
  if (query.role !== undefined) work.push(sql`u.role = ${query.role}`);
  if (query.status !== undefined) work.push(statusConditions[query.status]);
  if (query.isActive !== undefined) work.push(query.isActive ? sql`u.is_active` : sql`not u.is_active`);
  if (query.onboardingCompleted !== undefined) {
    work.push(query.onboardingCompleted ? sql`u.onboarding_completed` : sql`not u.onboarding_completed`);
  }
  if (query.away !== undefined) work.push(sql`u.id ${query.away ? sql`in` : sql`not in`} (${awayPeople})`);
  if (query.canManage !== undefined) {
    const can = sql`(u.role in ('manager', 'admin') and u.is_active)`;
    work.push(query.canManage ? can : sql`not ${can}`);
  }
  if (query.managerOf !== undefined) {
    work.push(sql`u.id <> ${query.managerOf} and u.id not in (select reports_of(${query.managerOf}))`);
  }
  if (work.length > 0) parts.push(seesWork(scope), ...work);
  if (query.q) parts.push(matching(scope, query.q.trim()));
  return sql.join(parts, sql` and `);
}

/** SQL condition: does the name or the email of `u` contain the text (USR-07)? Its index finds them. */
export function nameOrEmailHas(q: string): RawBuilder<boolean> {
  return sql<boolean>`${searchText} like lower(${containing(q)})`;
}

/** SQL condition: does the name of `u` contain the text, for the person who does not see the email? */
export function nameHas(q: string): RawBuilder<boolean> {
  return sql<boolean>`split_part(${searchText}, chr(10), 1) like lower(${containing(q)})`;
}

function matching(scope: PeopleScope, q: string): RawBuilder<unknown> {
  const anywhere = nameOrEmailHas(q);
  if (seesWorkOfAll(scope)) return anywhere;
  return sql`(${anywhere} and (${seesWork(scope)} or ${nameHas(q)}))`;
}
