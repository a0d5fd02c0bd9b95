import { sql, type Kysely } from 'kysely';
import { accessReviewText } from '#shared/domain/people/access-review.ts';
import type { DB } from '#server/db/db.d.ts';
import {
  checkSignature,
  signaturesUnder,
  textOfColumns,
  type SignatureView,
} from '#server/domains/signatures/index.ts';
import { sha256Hex, type KeySource } from '#server/platform/crypto/keys.ts';
import { hashOfAnswers, type StoredReview } from './reviews.store.ts';

/** Returns the text of a signed review, rebuilt from its rows (SIG-04). */
function textOf(review: StoredReview, answers: { readonly accounts: number; readonly hash: string }): string {
  return textOfColumns(() =>
    accessReviewText({
      reviewId: review.id,
      organizationId: review.organizationId,
      dueOn: review.dueOn,
      openedBy: review.openedBy,
      openedAt: review.openedAt.toISOString(),
      accounts: answers.accounts,
      answersHash: answers.hash,
      signedBy: review.signedBy ?? '',
      signedAt: review.signedAt?.toISOString() ?? '',
    }),
  );
}

interface ReadReview {
  readonly id: number;
  readonly signatureId: number | null;
  readonly signature: SignatureView | null;
}

/** Signed reviews, each with its signature rebuilt (SIG-04); null if it is missing. Others are left out. */
export async function readSignedReviews(
  config: KeySource,
  db: Kysely<DB>,
  ids: readonly number[],
): Promise<readonly ReadReview[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<StoredReview>`
    select id, organization_id, state, due_on, opened_by, opened_at, signed_by, signed_at, coalesce(signed_at, cancelled_at) as ended_at
    from access_reviews where id = any(${[...ids]}::int[]) order by id`.execute(db);
  const signatures = await signaturesUnder(db, 'access_reviews', ids);
  const signed = rows.filter(({ id, state }) => state === 'signed' || signatures.has(id));
  const hashes = await hashOfAnswers(
    db,
    signed.map(({ id }) => id),
  );
  return signed.map((review) => {
    const answers = hashes.get(review.id) ?? { accounts: 0, hash: sha256Hex('') };
    const [made] = signatures.get(review.id) ?? [];
    const record = {
      recordType: 'access_reviews',
      recordId: review.id,
      recordHash: sha256Hex(textOf(review, answers)),
      contentHash: answers.hash,
    };
    return {
      id: review.id,
      signatureId: made?.id ?? null,
      signature: made ? checkSignature(config, made, record) : null,
    };
  });
}
