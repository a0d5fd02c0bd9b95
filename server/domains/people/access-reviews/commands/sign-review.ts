import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import { wholeReach, type Role } from '#shared/domain/access/permissions.ts';
import { accessReviewText } from '#shared/domain/people/access-review.ts';
import { changeUser } from '#server/domains/people/commands/change-user.ts';
import { revokeGrant } from '#server/domains/people/commands/grants.ts';
import { sharePlaces } from '#server/domains/people/places.ts';
import { linesSql, seenSql, withAccessSql } from '#server/domains/people/access-reviews/review-accounts.ts';
import { hasOtherAdministratorSql } from '#server/domains/people/access-reviews/reviews.queries.ts';
import {
  hashOfAnswers,
  requireReview,
  type StoredReview,
} from '#server/domains/people/access-reviews/reviews.store.ts';
import {
  signRecord,
  type CreatedSignature,
  type SigningAuthorization,
} from '#server/domains/signatures/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';

/**
 * Signs a review and carries out its answers in one command, by the rules of the page of a person (AUTH-17). Every account must
 * have an answer for its current state, and the signer must have seen that state. ILLEGAL_STEP if the review is over. STALE if an
 * account has no valid answer or differs from what the signer saw. CONFLICT if another administrator has yet to answer for the
 * signer, or if nobody would be left to administer the installation.
 */
export async function signReview(
  tx: CommandTransaction,
  id: number,
  seen: string,
  authorization: SigningAuthorization,
  meaning: string,
): Promise<CreatedSignature> {
  await sharePlaces(tx);
  const review = await requireReview(tx.db, wholeReach, id, 'update');
  if (review.state !== 'open') throw new AppError('ILLEGAL_STEP', { reason: 'review_over' });
  const { signerId } = authorization;
  await lockAccounts(tx, review);
  await keepAnswered(tx, review, seen, signerId);
  await carryOut(tx, id, signerId);
  const { rows } = await sql<{ signedAt: Date }>`
    update access_reviews set state = 'signed', signed_by = ${signerId}, signed_at = date_trunc('milliseconds', app_now())
    where id = ${id} returning signed_at`.execute(tx.db);
  const [made] = rows;
  const answers = (await hashOfAnswers(tx.db, [id])).get(id);
  if (!made || !answers) throw new Error('the review was not kept');
  return signRecord(tx, authorization, {
    recordType: 'access_reviews',
    recordId: id,
    recordBytes: accessReviewText({
      reviewId: id,
      organizationId: review.organizationId,
      dueOn: review.dueOn,
      openedBy: review.openedBy,
      openedAt: review.openedAt.toISOString(),
      accounts: answers.accounts,
      answersHash: answers.hash,
      signedBy: signerId,
      signedAt: made.signedAt.toISOString(),
    }),
    contentHash: answers.hash,
    meaning,
    meaningCode: 'access_reviewed',
    now: made.signedAt,
  });
}

/** From here to the end of the command these accounts cannot change, so that every answer is about the signed state. */
async function lockAccounts(tx: CommandTransaction, { organizationId }: StoredReview): Promise<void> {
  await sql`
    select 1 from users where id in (select a.id from (${withAccessSql(organizationId)}) a) order by id for no key update`.execute(
    tx.db,
  );
}

/**
 * Stores the facts of every account at the signature, and why some have no decision; the stored and the judged facts are read at one
 * moment. STALE if an account has no valid answer, or has changed since the signer saw it; CONFLICT if another administrator must answer
 * for the signer's account.
 */
async function keepAnswered(
  tx: CommandTransaction,
  review: StoredReview,
  seen: string,
  signerId: string,
): Promise<void> {
  const { rows } = await sql<{
    others: number;
    own: boolean;
    hasOther: boolean;
    seen: string | null;
  }>`
    with line as materialized (${linesSql(review)}),
    own as (
      insert into access_review_answers (review_id, user_id, facts, undecided)
      select ${review.id}, l.user_id, l.facts, 'own_account' from line l where l.user_id = ${signerId} and l.answer is null
      on conflict (review_id, user_id) do update set facts = excluded.facts, undecided = excluded.undecided, answer = null, new_role = null,
        ended_grants = '{}', reason = null, answered_by = null, answered_at = null
    ),
    kept as (
      update access_review_answers i set facts = coalesce(l.facts, i.facts), undecided = case when l.user_id is null then 'left' end
      from access_review_answers o left join line l on l.user_id = o.user_id
      where o.id = i.id and i.review_id = ${review.id}
        and (l.user_id is null or (l.answer is not null and i.facts is distinct from l.facts))
    )
    select (count(*) filter (where l.answer is null and l.user_id <> ${signerId}))::int as others,
      coalesce(bool_or(l.answer is null and l.user_id = ${signerId}), false) as own, ${hasOtherAdministratorSql(signerId)} as has_other,
      ${seenSql} as seen
    from line l`.execute(tx.db);
  const [found] = rows;
  if (!found) throw new Error('the count of accounts gave no row');
  const { others, own, hasOther } = found;
  if (others > 0)
    throw new AppError('STALE', {
      reason: 'review_accounts_open',
      extra: { open: others },
    });
  if (own && hasOther)
    throw new AppError('CONFLICT', {
      reason: 'review_own_account_open',
    });
  if (found.seen !== seen)
    throw new AppError('STALE', {
      reason: 'review_changed',
    });
}

interface Decided {
  readonly userId: string;
  readonly answer: 'change' | 'end';
  readonly newRole: Role | null;
  readonly endedGrants: readonly number[];
}

/** Carries out the answers with the commands that change a person and revoke a grant. The answer about the signer comes last. */
async function carryOut(tx: CommandTransaction, id: number, signerId: string): Promise<void> {
  const { rows } = await sql<Decided>`
    select user_id, answer, new_role, ended_grants from access_review_answers
    where review_id = ${id} and answer in ('change', 'end') and undecided is null order by user_id = ${signerId}, user_id`.execute(
    tx.db,
  );
  for (const { userId, answer, newRole, endedGrants } of rows) {
    if (answer === 'end') await changeUser(tx, userId, { isActive: false }, () => undefined);
    else if (newRole !== null) await changeUser(tx, userId, { role: newRole }, () => undefined);
    for (const grant of endedGrants) await revokeGrant(tx, userId, grant);
  }
}
