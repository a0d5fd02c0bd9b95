import { sql, type Kysely } from 'kysely';
import { MAX_REVIEWED_EVENTS } from '#shared/domain/audit/trail-review.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import { trailActions } from '#shared/trail/actions.ts';
import type { DB } from '#server/db/db.d.ts';
import { pageSql } from '../trail-search.ts';
import { scopeOf, seriesOf, type SeriesFilters } from './review-series.ts';

/** The filters of a review (AUD-03), with its days. */
export interface ReviewFilters extends SeriesFilters {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The last review of a series. */
interface LastReview {
  readonly through: number;
  readonly signedAt: Date;
}

/** Returns the last review with the same filters by a person who sees the same part of the trail (AUD-03); undefined for none. */
async function lastReview(
  db: Kysely<DB>,
  reach: Reach,
  filters: ReviewFilters,
): Promise<LastReview | undefined> {
  const { rows } = await sql<LastReview>`
    select through_event as through, signed_at from trail_reviews
    where scope = ${scopeOf(reach)} and filters = ${seriesOf(filters)} order by through_event desc limit 1`.execute(
    db,
  );
  return rows[0];
}

/** A seal, with the last event in it. */
interface LastSeal {
  readonly number: number;
  readonly head: string;
  readonly through: number;
}

/** Returns the newest seal that has events, or the seal of an event. A review never includes events without a seal. */
async function sealOf(db: Kysely<DB>, event?: number): Promise<LastSeal | undefined> {
  const { rows } = await sql<LastSeal>`
    select s.number, encode(s.head, 'hex') as head, (select max(e.id) from unnest(s.event_ids) e (id)) as through
    from audit.seals s
    where s.event_count > 0 ${event === undefined ? sql`` : sql`and ${event}::bigint = any(s.event_ids)`}
    order by s.number desc limit 1`.execute(db);
  return rows[0];
}

/** People's actions on their own account, and the files that they take, need no review by another person. */
const ownActions = Object.keys(trailActions.account);
const taken = Object.keys(trailActions.reports);

/** The events that a review takes. */
export interface ReviewRange {
  readonly last: LastReview | undefined;
  readonly seal: LastSeal | undefined;
  readonly after: number;
  /** At most one more than `MAX_REVIEWED_EVENTS`. */
  readonly events: number;
  /** How many of them the reviewer caused. */
  readonly ownEvents: number;
  readonly through: number | null;
  readonly until: Date | null;
  readonly hash: string | null;
}

/**
 * Returns the sealed events that a review with these filters takes (AUD-03): from the end of the last one with the same filters
 * to the newest seal, or to the event that was shown.
 */
export async function reviewRange(
  db: Kysely<DB>,
  reviewer: { readonly id: string; readonly reach: Reach; readonly zone: string },
  filters: ReviewFilters,
  through?: number,
): Promise<ReviewRange> {
  const { id, reach, zone } = reviewer;
  const last = await lastReview(db, reach, filters);
  const after = last?.through ?? 0;
  const seal = await sealOf(db, through);
  const heads = pageSql({ reach, org: 'all' }, zone, {
    ...filters,
    sinceReview: true,
    before: Math.min(through ?? Number.MAX_SAFE_INTEGER - 1, seal?.through ?? 0) + 1,
    limit: MAX_REVIEWED_EVENTS,
  });
  const { rows } = await sql<Pick<ReviewRange, 'events' | 'ownEvents' | 'through' | 'until' | 'hash'>>`
    select count(*)::int as events, max(h.id) as through, (array_agg(h.at order by h.id desc))[1] as until,
      count(*) filter (where h.actor_id = ${id} and h.kind = 'command' and h.action <> all(${taken}::text[])
        and not (h.action = any(${ownActions}::text[]) and coalesce(h.subject_id, h.actor_id) = h.actor_id))::int as own_events,
      encode(sha256(convert_to(string_agg(h.id::text, e'\n' order by h.id), 'UTF8')), 'hex') as hash
    from (${heads}) h`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('the events of a review gave no row');
  return { last, seal, after, ...found };
}
