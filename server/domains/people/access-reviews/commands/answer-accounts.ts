import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import { wholeReach, type Role } from '#shared/domain/access/permissions.ts';
import type { ReviewAnswer } from '#shared/domain/people/access-review.ts';
import { errorAtField } from '#server/domains/people/people.store.ts';
import { linesSql, withAccessSql } from '#server/domains/people/access-reviews/review-accounts.ts';
import { requireReview } from '#server/domains/people/access-reviews/reviews.store.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';

/** An answer for accounts, with the state of each that the reviewer saw. */
export interface GivenAnswer {
  readonly accounts: readonly { readonly userId: string; readonly seen: string }[];
  readonly answer: ReviewAnswer;
  readonly newRole?: Role | undefined;
  readonly endedGrants?: readonly number[] | undefined;
  readonly reason?: string | undefined;
}

/**
 * Stores answers for accounts of an open review (AUTH-17): STALE if an account or its answer has changed since the reviewer saw it.
 * Reviewers cannot answer for their own account. A new role must differ from the present one, and revoked grants must be active ones of
 * the account.
 */
export async function answerAccounts(
  tx: CommandTransaction,
  id: number,
  given: GivenAnswer,
): Promise<number> {
  const review = await requireReview(tx.db, wholeReach, id, 'share');
  if (review.state !== 'open') throw new AppError('ILLEGAL_STEP', { reason: 'review_over' });
  const { accounts, answer, newRole = null, endedGrants = [], reason = null } = given;
  if (accounts.some(({ userId }) => userId === tx.actorId))
    throw errorAtField('accounts', 'review_own_account');
  const ids = accounts.map(({ userId }) => userId);
  // Reviewers take turns: the second one finds the answers of the first one.
  await sql`
    select 1 from users where id = any(${ids}::text[]) order by id for no key update`.execute(tx.db);
  const lines = linesSql(review, withAccessSql(review.organizationId, sql`w.id = any(${ids}::text[])`));
  const shown = sql`json_to_recordset(${JSON.stringify(accounts)}::json) as s ("userId" text, seen text)
      on s."userId" = l.user_id and s.seen = l.seen`;
  const { rows: found } = await sql<{ role: Role; grants: number[] }>`
    select l.facts ->> 'role' as role, array(select (g ->> 'id')::int from jsonb_array_elements(l.facts -> 'grants') g) as grants
    from (${lines}) l join ${shown}`.execute(tx.db);
  requireSeen(found.length, ids);
  if (newRole !== null && found.some(({ role }) => role === newRole))
    throw errorAtField('newRole', 'review_role_held');
  if (endedGrants.some((grant) => !found.every(({ grants }) => grants.includes(grant))))
    throw errorAtField('endedGrants', 'review_grant_none');
  const { rows: kept } = await sql`
    insert into access_review_answers (review_id, user_id, facts, answer, new_role, ended_grants, reason, answered_by, answered_at)
    select ${id}, l.user_id, l.facts, ${answer}, ${newRole}, ${[...new Set(endedGrants)]}::int[], ${answer === 'keep' ? null : reason}, ${tx.actorId},
      date_trunc('milliseconds', app_now())
    from (${lines}) l join ${shown} order by l.user_id
    on conflict (review_id, user_id) do update set facts = excluded.facts, answer = excluded.answer, new_role = excluded.new_role,
      ended_grants = excluded.ended_grants, reason = excluded.reason, answered_by = excluded.answered_by, answered_at = excluded.answered_at
    returning id`.execute(tx.db);
  requireSeen(kept.length, ids);
  return kept.length;
}

/** STALE if fewer accounts were found unchanged than were named. */
function requireSeen(found: number, ids: readonly string[]): void {
  if (found !== new Set(ids).size) throw new AppError('STALE', { reason: 'review_account_changed' });
}
