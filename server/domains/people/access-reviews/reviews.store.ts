import { sql, type Kysely } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import { DEFAULT_REVIEW_MONTHS, nextReviewDay } from '#shared/domain/people/access-review.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import type { DB } from '#server/db/db.d.ts';

/** A review as its row gives it (AUTH-17). */
export interface StoredReview {
  readonly id: number;
  readonly organizationId: number;
  readonly state: 'open' | 'signed' | 'cancelled';
  readonly dueOn: string;
  readonly openedBy: string;
  readonly openedAt: Date;
  readonly signedBy: string | null;
  readonly signedAt: Date | null;
  /** The time at which it was signed or cancelled: what is shown of it is of that moment. */
  readonly endedAt: Date | null;
}

/** SQL condition over `r`: readers who see every organization see all reviews, others the signed ones of theirs. */
export const reviewsInReach = (reach: Reach) =>
  reach.all
    ? sql<boolean>`true`
    : sql<boolean>`(r.state = 'signed' and r.organization_id = any(${[...reach.organizationIds]}::int[]))`;

/** Reads a review within a reach; NOT_FOUND. `lock`: against answers or a signature at the same time. */
export async function requireReview(
  db: Kysely<DB>,
  reach: Reach,
  id: number,
  lock?: 'share' | 'update',
): Promise<StoredReview> {
  const locking = lock === 'update' ? sql`for update` : lock === 'share' ? sql`for share` : sql``;
  const { rows } = await sql<StoredReview>`
    select r.id, r.organization_id, r.state, r.due_on, r.opened_by, r.opened_at, r.signed_by, r.signed_at, coalesce(r.signed_at, r.cancelled_at) as ended_at
    from access_reviews r where r.id = ${id} and ${reviewsInReach(reach)} ${locking}`.execute(db);
  const [review] = rows;
  if (!review) throw new AppError('NOT_FOUND');
  return review;
}

/** The schedule of the reviews of an organization. */
export interface ReviewSchedule {
  readonly organizationId: number;
  readonly organizationName: string;
  readonly everyMonths: number;
  readonly lastSignedAt: Date | null;
  readonly openReviewId: number | null;
  /** The day of the last signature there, or on which it started. */
  readonly since: string;
  /** Today in the organization. */
  readonly today: string;
  readonly dueOn: string;
}

/** Returns the schedules of active organizations, in the order of their names. */
export async function readSchedules(
  db: Kysely<DB>,
  where = sql<boolean>`true`,
  page = sql``,
): Promise<readonly ReviewSchedule[]> {
  const { rows } = await sql<Omit<ReviewSchedule, 'dueOn'>>`
    select o.id as organization_id, o.name as organization_name, coalesce(s.every_months, ${DEFAULT_REVIEW_MONTHS})::int as every_months,
      last.signed_at as last_signed_at, r.id as open_review_id, today_in(o.time_zone)::text as today,
      (coalesce(last.signed_at, o.created_at) at time zone o.time_zone)::date::text as since
    from organizations o
    left join access_review_schedules s on s.organization_id = o.id
    left join access_reviews r on r.organization_id = o.id and r.state = 'open'
    left join lateral (
      select max(signed_at) as signed_at from access_reviews where organization_id = o.id and state = 'signed'
    ) last on true
    where o.is_active and ${where} order by lower(o.name), o.id ${page}`.execute(db);
  return rows.map((row) => ({ ...row, dueOn: nextReviewDay(row.since, row.everyMonths) }));
}

/** Returns the schedule of one active organization; NOT_FOUND for every other. */
export async function readSchedule(db: Kysely<DB>, organizationId: number): Promise<ReviewSchedule> {
  const [schedule] = await readSchedules(db, sql<boolean>`o.id = ${organizationId}`);
  if (!schedule) throw new AppError('NOT_FOUND');
  return schedule;
}

/** SHA-256 over the facts and the answers of every account of a review, in the order of their ids (SIG-01). */
export async function hashOfAnswers(
  db: Kysely<DB>,
  reviewIds: readonly number[],
): Promise<ReadonlyMap<number, { readonly accounts: number; readonly hash: string }>> {
  const { rows } = await sql<{ id: number; accounts: number; hash: string }>`
    select r.id, count(i.id)::int as accounts,
      encode(sha256(convert_to(coalesce(string_agg(jsonb_build_array(i.user_id, i.opened, i.facts, i.answer, i.new_role, i.ended_grants, i.reason,
        i.answered_by, audit.instant_text(i.answered_at), i.undecided)::text, E'\n' order by i.user_id collate "C"), ''), 'UTF8')), 'hex') as hash
    from access_reviews r left join access_review_answers i on i.review_id = r.id
    where r.id = any(${[...reviewIds]}::int[]) group by r.id`.execute(db);
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}
