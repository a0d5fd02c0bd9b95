import { sql, type Kysely } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import type { CalendarDate } from '#shared/domain/calendar/calendar.ts';
import { isInstant } from '#shared/domain/calendar/as-of.ts';
import type { DB } from '#server/db/db.d.ts';
import type { RequestContext } from '#server/platform/http/context.ts';
import { canReadStored, type RequestedFigures } from '../report-figures.ts';
import { requestedDay } from '../requested-scope.ts';
import { storePastDayJob } from './past-days.jobs.ts';

/**
 * The number of trainings of a past day that are counted in a request. More are counted once, in the background (RPT-04,
 * PERF-01).
 */
export const countedPerCall = 500_000;

interface DayState {
  readonly isLarge: boolean;
  /** The figures are stored, and were counted after the day was over everywhere, or minutes ago. */
  readonly isReady: boolean;
  readonly wasAsked: boolean;
  readonly done: number | null;
  readonly total: number | null;
}

/**
 * Returns the reach, the day and whether its figures are stored, for a call. Throws like {@link requireStoredFigures} and
 * `requestedDay`.
 */
export async function dayScope(
  ctx: RequestContext,
  { asOf, org }: { readonly asOf?: CalendarDate | undefined; readonly org: RequestedFigures['org'] },
): Promise<{ readonly reach: Reach; readonly asOf: CalendarDate | undefined; readonly isKept: boolean }> {
  const day = requestedDay(ctx, asOf);
  return {
    reach: ctx.reach,
    asOf: day,
    isKept: await requireStoredFigures(ctx, { reach: ctx.reach, org, asOf: day }),
  };
}

/**
 * Returns whether the figures of a day are stored (RPT-04). PREPARING, with the number of finished and of all people, if they are
 * so many that they are counted in the background first: the same call succeeds afterwards.
 */
export async function requireStoredFigures(
  { db, services }: RequestContext,
  asked: RequestedFigures,
): Promise<boolean> {
  const { asOf, userId } = asked;
  if (
    asOf === undefined ||
    isInstant(asOf) ||
    userId !== undefined ||
    !canReadStored({ ...asked, isKept: true })
  )
    return false;
  const state = await stateOf(db, asked, asOf);
  if (state.isReady) {
    // A day that the sweep has just removed is counted again: no stored figures are left of it.
    return state.wasAsked || (await noteAsked(db, asOf));
  }
  if (!state.isLarge) return false;
  await db.transaction().execute(async (tx) => {
    await sql`delete from past_days d where d.day = ${asOf}::date and ${isStale(asOf)}`.execute(tx);
    await sql`
      insert into past_days (day, people_total) values (${asOf}::date, (select count(*) from users))
      on conflict (day) do nothing`.execute(tx);
    // Requested again in case its job was lost; it is queued once, and a second run finds nothing to do.
    await services.jobs.enqueue(tx, storePastDayJob, [{ day: asOf }]);
  });
  throw new AppError('PREPARING', {
    extra: { done: state.done ?? 0, total: state.total ?? 0, retryAfter: 2 },
  });
}

/** SQL of when a day is over everywhere, and no command that started during it can still write. */
export const overAt = (day: CalendarDate) =>
  sql`((${day}::date + 1)::timestamp at time zone 'UTC' + interval '13 hours')`;

/** How long figures are used that were counted before the day had ended everywhere. They are then counted again. */
const servesFor = sql`interval '15 minutes'`;

/**
 * SQL of whether the figures `d` were counted before the end of the day, and are no longer used. A call that accepted them may
 * still be about to read them: they stay for the minute that a statement may last.
 */
const isStale = (day: CalendarDate) => sql`(d.begun_at < ${overAt(day)} and (
  d.ready_at < app_now() - ${servesFor} - interval '1 minute' or app_now() > ${overAt(day)} + interval '1 minute'))`;

async function stateOf(
  db: Kysely<DB>,
  { reach, org }: RequestedFigures,
  day: CalendarDate,
): Promise<DayState> {
  const place =
    org === 'all' ? sql`true` : org === 'none' ? sql`organization_id is null` : sql`organization_id = ${org}`;
  const within = reach.all ? sql`true` : sql`organization_id = any(${[...reach.organizationIds]}::int[])`;
  const { rows } = await sql<DayState>`
    select (select coalesce(sum(total), 0) > ${countedPerCall} from group_figures where ${place} and ${within}) as is_large,
      coalesce(d.ready_at is not null and (d.begun_at >= ${overAt(day)}
        or app_now() < ${overAt(day)} and d.ready_at > app_now() - ${servesFor}), false) as is_ready,
      coalesce(d.asked_at > app_now() - interval '1 hour', false) as was_asked,
      d.people_done as done, d.people_total as total
    from (select) one left join past_days d on d.day = ${day}::date`.execute(db);
  const [state] = rows;
  if (!state) throw new Error('a select without a from has a row');
  return state;
}

/** Protects a day from the sweep; false if it is no longer stored. */
async function noteAsked(db: Kysely<DB>, day: CalendarDate): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update past_days set asked_at = app_now() where day = ${day}::date and ready_at is not null`.execute(db);
  return numAffectedRows === 1n;
}
