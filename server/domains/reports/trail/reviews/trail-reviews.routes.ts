import { trailReviewsContract as contract } from '#shared/contract/trail-reviews.ts';
import { MAX_REVIEWED_EVENTS } from '#shared/domain/audit/trail-review.ts';
import { authorizeSignature } from '#server/domains/signatures/index.ts';
import { bind } from '#server/platform/http/bind.ts';
import { reviewRange } from './review-range.ts';
import { signTrailReview } from './sign-trail-review.ts';
import { listTrailReviews } from './trail-reviews.queries.ts';

/** Binds the reviews of the audit trail (AUD-03). */
export const trailReviewsRoutes = [
  bind(contract.list, (ctx, { query }) => listTrailReviews(ctx.services.config, ctx.db, ctx.reach, query)),
  bind(contract.next, async (ctx, { query }) => {
    const reviewer = { id: ctx.actor.id, reach: ctx.reach, zone: ctx.actor.readerZone };
    const { last, events, ownEvents, through, until, hash } = await reviewRange(ctx.db, reviewer, query);
    return {
      lastSignedAt: last?.signedAt.toISOString() ?? null,
      events,
      mostEvents: MAX_REVIEWED_EVENTS,
      ownEvents,
      through,
      until: until?.toISOString() ?? null,
      seen: hash,
      statement: 'trail_reviewed' as const,
    };
  }),
  bind(contract.sign, async (ctx, { body }) => {
    const { filters, through, seen, conclusion, signature } = body;
    const authorization = await authorizeSignature(ctx, signature);
    const { meaning } = signature;
    const reviewer = { reach: ctx.reach, zone: ctx.actor.readerZone };
    const made = await ctx.command(
      (tx) => signTrailReview(tx, reviewer, authorization, { filters, through, seen, conclusion, meaning }),
      { reason: conclusion },
    );
    return { printedName: made.printedName, signedAt: made.signedAt, timeZone: made.timeZone, meaning };
  }),
];
