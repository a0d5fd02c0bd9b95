import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import { reviewObstacle, trailReviewText } from '#shared/domain/audit/trail-review.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import {
  signRecord,
  type CreatedSignature,
  type SigningAuthorization,
} from '#server/domains/signatures/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { reviewRange, type ReviewFilters } from './review-range.ts';
import { scopeOf, seriesOf } from './review-series.ts';

/** The statement that a person signs about the trail: exactly the events of the hash. */
interface TrailReviewed {
  readonly filters: ReviewFilters;
  readonly through: number;
  readonly seen: string;
  readonly conclusion: string;
  readonly meaning: string;
}

/**
 * Signs a review of sealed events of the trail (AUD-03). STALE if they are not those that the signer saw, CONFLICT if the signer
 * is among their actors, or where there are none or too many.
 */
export async function signTrailReview(
  tx: CommandTransaction,
  { reach, zone }: { readonly reach: Reach; readonly zone: string },
  authorization: SigningAuthorization,
  { filters, through, seen, conclusion, meaning }: TrailReviewed,
): Promise<CreatedSignature> {
  await sql`select pg_advisory_xact_lock(hashtext('trail_reviews'))`.execute(tx.db);
  const { signerId } = authorization;
  const range = await reviewRange(tx.db, { id: signerId, reach, zone }, filters, through);
  const { seal, after, events, hash, until } = range;
  const obstacle = reviewObstacle(range);
  if (obstacle !== null && hash === seen) throw new AppError('CONFLICT', { reason: obstacle });
  if (hash !== seen || range.through !== through || !seal || !until)
    throw new AppError('STALE', { reason: 'trail_review_changed' });
  const scope = scopeOf(reach);
  const series = seriesOf(filters);
  const { rows } = await sql<{ id: number; signedAt: Date }>`
    insert into trail_reviews (scope, filters, after_event, through_event, through_at, events, events_hash, seal_number, seal_head,
      conclusion, signed_by, signed_at)
    values (${scope}, ${series}, ${after}, ${through}, ${until}, ${events}, ${hash}, ${seal.number}, ${seal.head},
      ${conclusion}, ${signerId}, date_trunc('milliseconds', app_now()))
    returning id, signed_at`.execute(tx.db);
  const [made] = rows;
  if (!made) throw new Error('the review was not kept');
  return signRecord(tx, authorization, {
    recordType: 'trail_reviews',
    recordId: made.id,
    recordBytes: trailReviewText({
      reviewId: made.id,
      scope,
      filters: series,
      afterEvent: after,
      throughEvent: through,
      events,
      eventsHash: hash,
      sealNumber: seal.number,
      sealHead: seal.head,
      conclusion,
      signedBy: signerId,
      signedAt: made.signedAt.toISOString(),
    }),
    contentHash: hash,
    meaning,
    meaningCode: 'trail_reviewed',
    now: made.signedAt,
  });
}
