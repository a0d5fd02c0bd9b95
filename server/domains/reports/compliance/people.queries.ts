import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Role } from '#shared/domain/access/permissions.ts';
import { complianceGroup, reminderStatus, type GroupFacts } from '#shared/domain/compliance/figures.ts';
import { fullName } from '#shared/domain/people/names.ts';
import type { DB } from '#server/db/db.d.ts';
import { figureCtes, peoplePage, stateConditions } from '#server/domains/assignments/index.ts';
import { queryPrepared } from '#server/platform/postgres/named-statement.ts';
import {
  canReadStored,
  figureRows,
  isAwayIn,
  requestedPeople,
  type RequestedFigures,
} from '../report-figures.ts';
import { conditionsOf, reportPeople } from '../report-scope.ts';

interface PersonRow extends GroupFacts {
  readonly id: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string;
  readonly organization: string | null;
  readonly department: string | null;
  readonly role: Role;
  readonly isActive: boolean;
  readonly isAway: boolean;
  readonly total: number;
  readonly completed: number;
  readonly inProgress: number;
  readonly notStarted: number;
  readonly overdue: number;
  readonly expired: number;
  readonly lastActivity: Date | null;
}

/** The filter of the listed people: a scope and a state of CMP-03. */
export interface RequestedPeople {
  readonly scope: RequestedFigures;
  readonly state: keyof typeof stateConditions;
  readonly limit: number;
  readonly offset: number;
}

const byName = sql`lower(last_name), lower(first_name), user_id`;
const byUrgency = sql`required_late desc, user_id`;

/**
 * Returns a page of the people behind a figure (CMP-01). Overdue people come first, those with the most overdue or expired
 * trainings at the top; all others are sorted by name. Counts, names and places are current, or as of the end of the requested
 * day.
 */
export async function compliancePeople(
  db: Kysely<DB>,
  asked: RequestedPeople,
): Promise<readonly ReturnType<typeof shownPerson>[]> {
  const { ctes, page, order } = asked.scope.asOf === undefined ? pageNow(asked) : pageThen(asked);
  // Planning it costs more than ten people, and its texts are few: scopes and states.
  const rows = await queryPrepared(
    db,
    'compliance.people',
    sql<PersonRow>`
    with ${ctes}
    select user_id as id, first_name, last_name, email, organization_name as organization, department_name as department,
      role, is_active, ${isAwayIn(asked.scope, 'p')} as is_away, has_signed_in, total, completed, in_progress, not_started, overdue, expired,
      required, required_open, required_late, greatest(last_sign_in_at, last_change) as last_activity
    from (${page}) p order by ${order}`,
  );
  return rows.map(shownPerson);
}

/** A page of people in its order, each with names, places and counts. */
interface Page {
  readonly ctes: RawBuilder<unknown>;
  readonly page: RawBuilder<unknown>;
  readonly order: RawBuilder<unknown>;
}

function pageNow({ scope, state, limit, offset }: RequestedPeople): Page {
  const { moduleId, role, ...place } = scope;
  const isLate = state === 'overdue';
  // For a single module, all people of the list are equally late.
  const order = !isLate ? byName : moduleId === undefined ? byUrgency : sql`user_id`;
  const ofRole = role === undefined ? sql`true` : sql`u.role = ${role}`;
  const found = peoplePage({
    moduleId,
    where: sql`${conditionsOf(requestedPeople(place))} and ${ofRole}`,
    condition: stateConditions[state],
    isLate,
    order,
    limit,
    offset,
  });
  return {
    ctes: sql`${figureCtes}, page as (${found})`,
    page: sql`select f.*, d.name as department_name from page f left join departments d on d.id = f.department_id`,
    order,
  };
}

function pageThen({ scope, state, limit, offset }: RequestedPeople): Page {
  const order = state === 'overdue' ? byUrgency : byName;
  const window = sql`limit ${limit} offset ${offset}`;
  const { ctes, rows } = figureRows(scope, stateConditions[state]);
  const named = (from: RawBuilder<unknown>) => sql`
    select f.*, p.first_name, p.last_name, p.email, p.organization_name, p.department_name, p.last_sign_in_at
    from (${from}) f join people p on p.id = f.user_id`;
  if (state !== 'overdue')
    return { ctes, page: sql`select * from (${named(rows)}) p order by ${order} ${window}`, order };
  const worst = sql`page as (select * from (${rows}) f order by ${order} ${window})`;
  // Stored figures decide the shown people before any name of that time is read.
  return {
    ctes: canReadStored(scope)
      ? sql`${worst}, ${reportPeople(requestedPeople(scope), sql`select user_id from page`)}`
      : sql`${ctes}, ${worst}`,
    page: named(sql`select * from page`),
    order,
  };
}

const shownPerson = (row: PersonRow) => ({
  id: row.id,
  name: fullName(row) || row.email,
  email: row.email,
  organization: row.organization,
  department: row.department,
  role: row.role,
  isActive: row.isActive,
  isAway: row.isAway,
  status: reminderStatus(row),
  group: complianceGroup(row),
  overdueCount: row.overdue,
  expiredCount: row.expired,
  pendingCount: row.inProgress + row.notStarted,
  lastActivity: row.lastActivity,
});
