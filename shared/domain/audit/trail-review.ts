import { canonicalHash, canonicalInstant, canonicalText } from '../signatures/canonical.ts';

/** The version of the canonical form; a changed form gets the next one, old ones keep theirs (SIG-01). */
const VERSION = 1;

/** The maximum number of events in one review (AUD-03): nobody reads more before signing. */
export const MAX_REVIEWED_EVENTS = 20_000;

/** The signed content of a review of the audit trail (AUD-03): the reviewed events, and the conclusion. */
export interface SignedTrailReview {
  readonly reviewId: number;
  /** The events that the reviewer sees: `all`, or the ids of the organizations. */
  readonly scope: string;
  /** The filters as JSON with sorted keys. */
  readonly filters: string;
  /** Events after this one. */
  readonly afterEvent: number;
  readonly throughEvent: number;
  readonly events: number;
  /** SHA-256 over the ids of the events. */
  readonly eventsHash: string;
  /** The seal that contains the last event. */
  readonly sealNumber: number;
  readonly sealHead: string;
  readonly conclusion: string;
  readonly signedBy: string;
  /** ISO 8601 in UTC with milliseconds. */
  readonly signedAt: string;
}

/** Returns the text whose UTF-8 bytes are hashed and signed (SIG-01). */
export function trailReviewText(signed: SignedTrailReview): string {
  return canonicalText('trailReview', VERSION, [
    ['reviewId', signed.reviewId],
    ['scope', signed.scope],
    ['filters', signed.filters],
    ['afterEvent', signed.afterEvent],
    ['throughEvent', signed.throughEvent],
    ['events', signed.events],
    ['eventsHash', canonicalHash(signed.eventsHash)],
    ['sealNumber', signed.sealNumber],
    ['sealHead', canonicalHash(signed.sealHead)],
    ['conclusion', signed.conclusion],
    ['signedBy', signed.signedBy],
    ['signedAt', canonicalInstant(signed.signedAt)],
  ]);
}

/** Returns the reason why a person may not sign a review of these events, some of which the person caused; null if there is no obstacle. */
export function reviewObstacle(found: {
  readonly events: number;
  readonly ownEvents: number;
}): 'trail_review_empty' | 'trail_review_too_long' | 'trail_review_own' | null {
  if (found.events === 0) return 'trail_review_empty';
  if (found.events > MAX_REVIEWED_EVENTS) return 'trail_review_too_long';
  return found.ownEvents > 0 ? 'trail_review_own' : null;
}
