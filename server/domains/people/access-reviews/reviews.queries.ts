import { sql, type Kysely, type RawBuilder } from 'kysely';
import { isActivePerson } from '#server/platform/access/active-person.ts';
import type { z } from 'zod';
import type { accessReviewsContract as contract } from '#shared/contract/access-reviews.ts';
import type { ResponseInput } from '#shared/contract/endpoint.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import { fullName } from '#shared/domain/people/names.ts';
import type { DB } from '#server/db/db.d.ts';
import type { KeySource } from '#server/platform/crypto/keys.ts';
import { nameAsOf } from '#server/platform/papers/name-as-of.ts';
import { changedSince } from '#server/platform/postgres/changed-since.ts';
import { containing } from '#server/platform/http/order-by.ts';
import { filterSql, linesSql, seenSql, withAccessSql } from './review-accounts.ts';
import { readSchedules, requireReview, reviewsInReach, type StoredReview } from './reviews.store.ts';
import { readSignedReviews } from './signed-reviews.ts';

type ReviewRow = ResponseInput<typeof contract.list>[number];
type Progress = z.input<typeof contract.get.response>['progress'];

interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** SQL of the name of an organization `o` at an instant; the current name if the instant is null. */
export const organizationNameAt = (at: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`coalesce(${changedSince('organizations', sql`o.id`, at)} ->> 'name', o.name)`;

/** When a review `r` ended. Names are those of that time, or current ones while it is open. */
const ended = sql`coalesce(r.signed_at, r.cancelled_at)`;

/** Returns SQL of a person's name, for the alias of a user. */
const nameOf = (alias: string) =>
  sql`coalesce(${nameAsOf(sql.ref(`${alias}.id`), sql`coalesce(${ended}, 'infinity')`)}, ${sql.ref(`${alias}.email`)})`;

const reviewColumns = sql`
  r.id, r.organization_id, ${organizationNameAt(ended)} as organization_name, r.state, r.due_on, r.opened_at, ${nameOf('b')} as opened_by_name,
  coalesce(r.signed_at, r.cancelled_at) as ended_at, case when e.id is not null then ${nameOf('e')} end as ended_by_name
  from access_reviews r join organizations o on o.id = r.organization_id join users b on b.id = r.opened_by
  left join users e on e.id = coalesce(r.signed_by, r.cancelled_by)`;

/** Returns one page of the reviews within a reach, the newest first (AUTH-17). */
export async function listReviews(
  db: Kysely<DB>,
  reach: Reach,
  { organizationId, limit, offset }: Page & { readonly organizationId?: number | undefined },
): Promise<{ readonly rows: ReviewRow[]; readonly total: number }> {
  const where = sql`${reviewsInReach(reach)} and ${organizationId === undefined ? sql`true` : sql`r.organization_id = ${organizationId}`}`;
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from access_reviews r where ${where}`.execute(db);
  const { rows } = await sql<ReviewRow>`
    select ${reviewColumns} where ${where} order by r.id desc limit ${limit} offset ${offset}`.execute(db);
  return { rows, total: counted[0]?.total ?? 0 };
}

/**
 * Returns one page of the organizations with the state of their reviews; readers who see only signed reviews do not see open
 * ones.
 */
export async function listSchedules(
  db: Kysely<DB>,
  reach: Reach,
  { q, limit, offset }: Page & { readonly q?: string | undefined },
) {
  const found = q ? sql`o.name ilike ${containing(q.trim())}` : sql`true`;
  const within = reach.all ? sql`true` : sql`o.id = any(${[...reach.organizationIds]}::int[])`;
  const where = sql<boolean>`${within} and ${found}`;
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from organizations o where o.is_active and ${where}`.execute(db);
  const rows = await readSchedules(db, where, sql`limit ${limit} offset ${offset}`);
  return {
    rows: rows.map((row) => (reach.all ? row : { ...row, openReviewId: null })),
    total: counted[0]?.total ?? 0,
  };
}

/** Returns SQL of the instant at which an account counts as long unused or not: now, or when the review ended. */
export const instantOf = ({ endedAt }: StoredReview): RawBuilder<unknown> =>
  endedAt === null ? sql`app_now()` : sql`${endedAt}::timestamptz`;

async function readProgress(
  db: Kysely<DB>,
  review: StoredReview,
): Promise<{ readonly progress: Progress; readonly seen: string | null }> {
  const counted = (
    ['open', 'changed', 'flagged', 'privileged', 'noSecondFactor', 'neverSignedIn', 'longUnused'] as const
  ).map(
    (filter) =>
      sql`(count(*) filter (where ${filterSql(filter, instantOf(review))}))::int as ${sql.ref(filter)}`,
  );
  const answers = (['keep', 'change', 'end'] as const).map(
    (answer) => sql`(count(*) filter (where l.answer = ${answer}))::int as ${sql.ref(answer)}`,
  );
  const { rows } = await sql<Progress & { seen: string | null }>`
    select count(*)::int as accounts, ${sql.join([...counted, ...answers])}, ${review.state === 'open' ? seenSql : sql`null`} as seen
    from (${linesSql(review, withAccessSql(review.organizationId), false)}) l`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the count of accounts gave no row');
  const { seen, ...progress } = row;
  return { progress, seen };
}

/** SQL: whether another administrator could answer for the account of one (AUTH-17). */
export const hasOtherAdministratorSql = (userId: string) => sql<boolean>`exists (
  select 1 from users u left join organizations o on o.id = u.organization_id
  where u.role = 'admin' and ${isActivePerson('u')} and coalesce(o.is_active, true) and u.id <> ${userId})`;

/** Returns the state of the reviewer's own account in an open review. */
async function ownAccountIn(db: Kysely<DB>, review: StoredReview, actorId: string) {
  const { rows } = await sql<{ answered: boolean; hasOther: boolean }>`
    select coalesce(bool_or(l.answer is not null), false) as answered, ${hasOtherAdministratorSql(actorId)} as has_other
    from (${linesSql(review, withAccessSql(review.organizationId, sql`w.id = ${actorId}`))}) l`.execute(db);
  const [{ answered, hasOther } = { answered: false, hasOther: false }] = rows;
  if (answered) return 'answered' as const;
  return hasOther ? ('another' as const) : ('nobody' as const);
}

/** Returns a review with its progress and its recomputed signature (AUTH-17, SIG-04). */
export async function reviewView(
  config: KeySource,
  db: Kysely<DB>,
  {
    reach,
    actorId,
    mayReview,
  }: { readonly reach: Reach; readonly actorId: string; readonly mayReview: boolean },
  id: number,
) {
  const review = await requireReview(db, reach, id);
  const { rows } = await sql<ReviewRow>`select ${reviewColumns} where r.id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the review is gone');
  const { progress, seen } = await readProgress(db, review);
  const ownAccount = review.state === 'open' && mayReview ? await ownAccountIn(db, review, actorId) : null;
  const [signed] = review.state === 'signed' ? await readSignedReviews(config, db, [id]) : [];
  const open = progress.open - (ownAccount === 'nobody' ? 1 : 0);
  const ready = ownAccount !== null && ownAccount !== 'another' && open === 0;
  return {
    ...row,
    progress,
    ownAccount,
    statement: ready ? ('access_reviewed' as const) : null,
    seen,
    signature: signed?.signature ?? null,
  };
}

/** Current names of people by their ids, or their names at an instant. */
export async function namesAt(
  db: Kysely<DB>,
  ids: Iterable<string>,
  at: Date | null,
): Promise<ReadonlyMap<string, { readonly name: string; readonly email: string }>> {
  const { rows } = await sql<{
    id: string;
    firstName: string | null;
    lastName: string | null;
    email: string;
  }>`
    select u.id, case when h.user_id is null then u.first_name else h.first_name end as first_name,
      case when h.user_id is null then u.last_name else h.last_name end as last_name, coalesce(h.email, u.email) as email
    from users u left join lateral (
      select * from person_history h where h.user_id = u.id and h.replaced_at > ${at} order by h.replaced_at limit 1
    ) h on true
    where u.id = any(${[...new Set(ids)]}::text[])`.execute(db);
  return new Map(rows.map(({ id, email, ...names }) => [id, { name: fullName(names) || email, email }]));
}
