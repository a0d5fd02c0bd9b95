import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { CalendarDate } from '#shared/domain/calendar/calendar.ts';
import type { DB } from '#server/db/db.d.ts';
import {
  contributionsOf,
  countsOf,
  currentPeople,
  figureCtes,
  figuresBy,
  inPlace,
  sumsBy,
  type FigureKey,
  type FigureScope,
  type GroupRow,
} from '#server/domains/assignments/index.ts';
import { awayKnownAt, awayPeople, maybeAway } from '#server/domains/people/index.ts';
import { endInUtc } from './as-of.ts';
import { reportAssignments, reportPeople, type ReportScope } from './report-scope.ts';

/**
 * The people whose figures are requested (CMP-03), now or as of a day: a {@link ReportScope}, or one of the groups of the
 * compliance dashboard.
 */
export interface RequestedFigures extends FigureScope {
  readonly userId?: string | undefined;
  readonly q?: string | undefined;
  readonly jobTitle?: string | undefined;
  readonly asOf?: CalendarDate | undefined;
  readonly isKept?: boolean | undefined;
}

/** Returns the people among whom {@link RequestedFigures} are: the rows of figures narrow them further. */
export const requestedPeople = ({
  org,
  departmentId,
  reach,
  userId,
  jobTitle,
  q,
  moduleId,
  asOf,
  isKept,
}: RequestedFigures): ReportScope => ({
  reach,
  org,
  departmentId,
  userId,
  jobTitle,
  q,
  moduleId,
  asOf,
  isKept,
});

const isNamed = ({ userId, q, jobTitle }: RequestedFigures) =>
  userId !== undefined || [q, jobTitle].some((text) => text !== undefined && text !== '');

/**
 * Returns whether stored figures of a past day can be used: they contain no managers of that day, and are of all modules
 * together.
 */
export const canReadStored = ({ asOf, isKept, reach, moduleId }: RequestedFigures): boolean =>
  asOf !== undefined &&
  isKept === true &&
  moduleId === undefined &&
  (reach.all || (reach.self === null && reach.reportsOf === null));

/**
 * Returns a select of rows with the columns of `person_figures`, and the common table expressions before it. The rows are the
 * current ones, those stored for a past day, or those counted from the records at its end (RPT-04). Queries use all of them in
 * the same way. The expressions include `people` of {@link reportPeople}, which costs nothing if it is not used.
 */
export function figureRows(
  asked: RequestedFigures,
  condition = sql<boolean>`true`,
): { readonly ctes: RawBuilder<unknown>; readonly rows: RawBuilder<unknown> } {
  const people = reportPeople(requestedPeople(asked));
  const among = isNamed(asked) ? sql`select id from people` : undefined;
  if (asked.asOf === undefined) {
    return { ctes: sql`${people}, ${figureCtes}`, rows: currentPeople(asked, { condition, among }) };
  }
  const rows = canReadStored(asked)
    ? sql`select *, false as invitation_open from past_figures f
        where day = ${asked.asOf}::date and ${withinOrganizations(asked)} and ${inPlace(asked)} and ${condition}
          and ${among === undefined ? sql`true` : sql`user_id in (${among})`}`
    : sql`select * from (${countedAsOf(requestedPeople(asked))}) f where ${inPlace(asked)} and ${condition}`;
  return { ctes: people, rows };
}

const withinOrganizations = ({ reach }: RequestedFigures) =>
  reach.all ? sql`true` : sql`organization_id = any(${[...reach.organizationIds]}::int[])`;

/**
 * Rows with the columns of `person_figures` of all people of {@link reportPeople}, counted from the states of their
 * assignments at that time.
 */
export const countedAsOf = (scope: ReportScope): RawBuilder<unknown> => sql`
  select p.id as user_id, p.organization_id, p.department_id, p.role, p.is_active,
    p.last_sign_in_at is not null as has_signed_in, c.*, false as invitation_open
  from people p cross join lateral (select p.today) t
  cross join lateral (${countsOf(reportAssignments(scope))}) c`;

/** Returns the sums of CMP-03 by the keys, now or as of a day; groups without people are left out. */
export async function requestedFigures(
  db: Kysely<DB>,
  asked: RequestedFigures,
  by: readonly FigureKey[],
): Promise<readonly GroupRow[]> {
  if (asked.asOf === undefined && !isNamed(asked)) return figuresBy(db, asked, by);
  const { ctes, rows } = figureRows(asked);
  return sumsBy(db, { ctes, groups: contributionsOf(rows, 1) }, by);
}

/**
 * SQL of whether the person of a row `row` with the columns of `person_figures` is away, now or at the end of a past day by the records and the
 * zone of then (USR-10). For a past day the statement has the expressions of {@link reportPeople}.
 */
export function isAwayIn({ asOf }: Pick<RequestedFigures, 'asOf'>, row: 'f' | 'p'): RawBuilder<boolean> {
  const userId = sql.ref(`${row}.user_id`);
  if (asOf === undefined) return sql<boolean>`${userId} in (${awayPeople})`;
  const ended = sql`coalesce((select t.until from organizations_then t where t.id = ${sql.ref(`${row}.organization_id`)}),
    ${endInUtc(asOf)})`;
  return sql<boolean>`(${userId} in (${maybeAway(asOf)}) and ${awayKnownAt(userId, asOf, ended)})`;
}

/** How many active people are away, and how many of them have something overdue or expired; now or as of a day (USR-10). */
export async function awayFigures(
  db: Kysely<DB>,
  asked: RequestedFigures,
): Promise<{ readonly away: number; readonly awayOverdue: number }> {
  const { ctes, rows } =
    asked.asOf === undefined
      ? { ctes: figureCtes, rows: currentPeople(asked, { among: awayPeople }) }
      : figureRows(asked, isAwayIn(asked, 'f'));
  const { rows: found } = await sql<{ away: number; awayOverdue: number }>`
    with ${ctes} select count(*)::int as away, (count(*) filter (where required_late > 0))::int as away_overdue
    from (${rows}) f where is_active
  `.execute(db);
  return found[0] ?? { away: 0, awayOverdue: 0 };
}
