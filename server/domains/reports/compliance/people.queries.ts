import { sql, type Kysely } from 'kysely';
import type { Role } from '#shared/domain/access/permissions.ts';
import { complianceGroup, reminderStatus, type GroupFacts } from '#shared/domain/compliance/figures.ts';
import { fullName } from '#shared/domain/people/names.ts';
import type { DB } from '#server/db/db.d.ts';
import { stateConditions } from '#server/domains/assignments/index.ts';
import { askPrepared } from '#server/platform/postgres/named-statement.ts';
import { figureRows, peopleAsked, readsKept, type FiguresAsked } from '../report-figures.ts';
import { reportPeople } from '../report-scope.ts';

interface PersonRow extends GroupFacts {
  readonly id: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string;
  readonly organization: string | null;
  readonly department: string | null;
  readonly role: Role;
  readonly isActive: boolean;
  readonly total: number;
  readonly completed: number;
  readonly inProgress: number;
  readonly notStarted: number;
  readonly overdue: number;
  readonly expired: number;
  readonly lastActivity: Date | null;
}

/** Which people are listed: a scope and a state of CMP-03. */
export interface PeopleWanted {
  readonly scope: FiguresAsked;
  readonly state: keyof typeof stateConditions;
  readonly limit: number;
  readonly offset: number;
}

/**
 * A page of the people behind a figure (CMP-01): overdue ones with the most that is overdue or expired first, others by name. Counts, names and
 * places are those of this moment or of the end of the day that is asked for; the list of overdue people of now reads along an
 * index.
 */
export async function compliancePeople(
  db: Kysely<DB>,
  { scope, state, limit, offset }: PeopleWanted,
): Promise<readonly ReturnType<typeof shownPerson>[]> {
  const isWorst = state === 'overdue';
  const figures = figureRows(scope, stateConditions[state], isWorst ? limit + offset : undefined);
  const byName = sql`lower(last_name), lower(first_name), id`;
  const window = sql`limit ${limit} offset ${offset}`;
  const named = sql`from page f join people p on p.id = f.user_id`;
  const worst = sql`page as (select * from (${figures.rows}) f order by required_late desc, user_id ${window})`;
  // Kept figures know who is shown before anybody's name of then is looked up.
  const ctes = !isWorst
    ? sql`${figures.ctes}, page as (${figures.rows})`
    : readsKept(scope)
      ? sql`${worst}, ${reportPeople(peopleAsked(scope), sql`select user_id from page`)}`
      : sql`${figures.ctes}, ${worst}`;
  // Planning it costs more than ten people, and its texts are few: scopes and states.
  const rows = await askPrepared(
    db,
    'compliance.people',
    sql<PersonRow>`
    with ${ctes}
    select p.id, p.first_name, p.last_name, p.email, p.organization_name as organization, p.department_name as department,
      p.role, p.is_active, f.has_signed_in, f.total, f.completed, f.in_progress, f.not_started, f.overdue, f.expired,
      f.required, f.required_open, f.required_late,
      greatest(p.last_sign_in_at, f.last_change) as last_activity
    ${named} order by ${isWorst ? sql`f.required_late desc, f.user_id` : sql`${byName} ${window}`}`,
  );
  return rows.map(shownPerson);
}

const shownPerson = (row: PersonRow) => ({
  id: row.id,
  name: fullName(row) || row.email,
  email: row.email,
  organization: row.organization,
  department: row.department,
  role: row.role,
  isActive: row.isActive,
  status: reminderStatus(row),
  group: complianceGroup(row),
  overdueCount: row.overdue,
  expiredCount: row.expired,
  pendingCount: row.inProgress + row.notStarted,
  lastActivity: row.lastActivity,
});
