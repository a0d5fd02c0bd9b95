import { z } from 'zod';
import { because } from '#shared/reasons/in-schema.ts';
import { eventId, trailFilters, trailGroup } from '#shared/contract/audit-trail.ts';
import { instant, reason } from '#shared/contract/common.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import {
  checkedSignature,
  signatureGiven,
  signatureManifest,
  statementCode,
} from '#shared/contract/signatures.ts';

/** The filters of a series of reviews; days only limit the part that one review covers. */
const reviewed = z
  .object({
    /** Names of the people; null if the person is outside the reader's reach. */
    actor: z.string().nullable(),
    about: z.string().nullable(),
    recordType: z.string().nullable(),
    group: trailGroup.nullable(),
    q: z.string().nullable(),
  })
  .meta({ id: 'ReviewedTrail' });

const review = z
  .object({
    id: z.int(),
    filters: reviewed,
    events: z.int(),
    /** The time at which the last event of the review happened. */
    until: instant,
    conclusion: z.string(),
    /** Null if the signature is missing. */
    signature: checkedSignature.nullable(),
  })
  .meta({ id: 'TrailReview' });

/** Reviews of the audit trail (AUD-03): signed by a person who is not among its actors. */
export const trailReviewsContract = {
  list: defineEndpoint({
    id: 'trailReviews.list',
    method: 'GET',
    path: '/api/audit/reviews',
    summary: 'Signed reviews of the part of the audit trail that the reader sees, the newest first',
    access: { permission: 'audit.view' },
    audit: { none: 'who reviewed the trail, and when' },
    data: { shows: ['trailReviews'] },
    query: z.strictObject({
      limit: z.coerce.number().int().min(1).max(100).default(20),
      /** Reviews older than this one; from `next` of the page before. */
      before: eventId.optional(),
    }),
    compressed: true,
    response: z.object({ rows: z.array(review), next: z.int().nullable() }).meta({ id: 'TrailReviewPage' }),
  }),
  next: defineEndpoint({
    id: 'trailReviews.next',
    method: 'GET',
    path: '/api/audit/reviews/next',
    summary: 'What a review with these filters would take: the sealed events since the last one',
    access: { permission: 'audit.review' },
    audit: { none: 'a number of events' },
    data: { none: 'every seal adds to it: every visit reads it anew' },
    query: z.strictObject(trailFilters),
    response: z
      .object({
        /** The time at which the last review with the same filters was signed; null if there is none. */
        lastSignedAt: instant.nullable(),
        /** At most one more than `mostEvents`: then the days must be narrowed. */
        events: z.int(),
        mostEvents: z.int(),
        /** The number of these events that the reader caused and may therefore not review. */
        ownEvents: z.int(),
        /** The last event of the review, and its time; null if there is nothing to review. */
        through: z.int().nullable(),
        until: instant.nullable(),
        /** A hash over the events, which the signature names. */
        seen: z.string().nullable(),
        statement: statementCode,
      })
      .meta({ id: 'NextTrailReview' }),
  }),
  sign: defineEndpoint({
    id: 'trailReviews.sign',
    method: 'POST',
    path: '/api/audit/reviews',
    summary: 'Sign a review of exactly the events that were shown, with its conclusion',
    access: { permission: 'audit.review' },
    audit: { command: 'trailReview.signed' },
    data: { changes: ['trailReviews'] },
    body: z.strictObject({
      filters: z.strictObject(trailFilters).meta({ id: 'TrailFilters' }),
      through: z.int().min(1),
      seen: z.string().regex(/^[0-9a-f]{64}$/, because('not_events_hash')),
      conclusion: reason,
      signature: signatureGiven,
    }),
    errors: [
      'CLOCK_WRONG',
      'CONFLICT',
      'SIGNATURE_AGREEMENT_REQUIRED',
      'PASSKEY_CHALLENGE',
      'SIGNATURE_REFUSED',
      'SIGNING_CLOSED',
      'STALE',
      'TEMPORARY_PASSWORD',
      'TOO_MANY_ATTEMPTS',
    ],
    response: signatureManifest,
  }),
};
