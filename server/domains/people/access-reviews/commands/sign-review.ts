import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import { wholeReach, type Role } from '#shared/domain/access/permissions.ts';
import { accessReviewText } from '#shared/domain/people/access-review.ts';
import { changeUser } from '#server/domains/people/commands/change-user.ts';
import { revokeGrant } from '#server/domains/people/commands/grants.ts';
import { accountsSql, linesSql } from '#server/domains/people/access-reviews/review-accounts.ts';
import { hasOtherAdministrator } from '#server/domains/people/access-reviews/reviews.queries.ts';
import {
  hashOfAnswers,
  requireReview,
  type StoredReview,
} from '#server/domains/people/access-reviews/reviews.store.ts';
import {
  signRecord,
  type MadeSignature,
  type SigningAuthorization,
} from '#server/domains/signatures/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';

/**
 * Signs a review that answers for every account as it is now, and carries out what was answered, all in one command (AUTH-17): by the same
 * rules as on the page of a person. ILLEGAL_STEP where it is over, STALE where an account has no answer that holds, CONFLICT where another
 * administrator has yet to answer for the signer, or nobody would be left to administer the installation.
 */
export async function signReview(
  tx: CommandTransaction,
  id: number,
  authorization: SigningAuthorization,
  meaning: string,
): Promise<MadeSignature> {
  const review = await requireReview(tx.db, wholeReach, id, 'update');
  if (review.state !== 'open') throw new AppError('ILLEGAL_STEP', { detail: 'This access review is over.' });
  const { signerId } = authorization;
  await requireAnswered(tx, review, signerId);
  await keepWhatIsTrue(tx, review, signerId);
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

/** Every account has an answer that holds; that of the signer is another administrator's, where there is one. */
async function requireAnswered(
  tx: CommandTransaction,
  review: StoredReview,
  signerId: string,
): Promise<void> {
  const { rows } = await sql<{ others: number; own: boolean }>`
    select (count(*) filter (where l.user_id <> ${signerId}))::int as others, coalesce(bool_or(l.user_id = ${signerId}), false) as own
    from (${linesSql(review)}) l where l.answer is null`.execute(tx.db);
  const [{ others, own } = { others: 0, own: false }] = rows;
  if (others > 0)
    throw new AppError('STALE', {
      detail:
        'Some accounts have no answer, or have changed since they were answered for. Review them before you sign.',
      extra: { open: others },
    });
  if (own && (await hasOtherAdministrator(tx.db, signerId)))
    throw new AppError('CONFLICT', {
      detail: 'Another administrator must answer for your own account before you sign.',
    });
}

/** Keeps what is true of every account at the signature, and why nothing was decided about some. */
async function keepWhatIsTrue(tx: CommandTransaction, review: StoredReview, signerId: string): Promise<void> {
  const accounts = accountsSql(review.organizationId);
  await sql`
    insert into access_review_answers (review_id, user_id, facts, undecided)
    select ${review.id}, n.user_id, n.facts, case when i.answer is null then 'own_account' end
    from (${accounts}) n left join access_review_answers i on i.review_id = ${review.id} and i.user_id = n.user_id
    where n.user_id = ${signerId} and i.answer is null
    on conflict (review_id, user_id) do update set undecided = excluded.undecided`.execute(tx.db);
  await sql`
    with now as materialized (select n.user_id, n.facts from (${accounts}) n)
    update access_review_answers i set facts = coalesce(now.facts, i.facts), undecided = case when now.user_id is null then 'left' else i.undecided end
    from access_review_answers o left join now on now.user_id = o.user_id
    where o.id = i.id and i.review_id = ${review.id} and (now.user_id is null or i.facts is distinct from now.facts)`.execute(
    tx.db,
  );
}

interface Decided {
  readonly userId: string;
  readonly answer: 'change' | 'end';
  readonly newRole: Role | null;
  readonly endedGrants: readonly number[];
}

/** Carries out what was answered, by the commands that change a person and end a grant; that of the signer last. */
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
