import { expect, test } from 'vitest';
import { MAX_REVIEWED_EVENTS, reviewObstacle, trailReviewText } from './trail-review.ts';

test.each([
  [{ events: 0, ownEvents: 0 }, 'trail_review_empty'],
  [{ events: 1, ownEvents: 0 }, null],
  [{ events: 1, ownEvents: 1 }, 'trail_review_own'],
  [{ events: MAX_REVIEWED_EVENTS, ownEvents: 0 }, null],
  [{ events: MAX_REVIEWED_EVENTS + 1, ownEvents: 0 }, 'trail_review_too_long'],
  [{ events: MAX_REVIEWED_EVENTS + 1, ownEvents: 3 }, 'trail_review_too_long'],
])('[AUD-03] of %o the obstacle is %s', (found, obstacle) => {
  expect(reviewObstacle(found)).toBe(obstacle);
});

test('[AUD-03] [SIG-01] every field of a review is part of what is signed', () => {
  const signed = {
    reviewId: 1,
    scope: 'all',
    filters: '{}',
    afterEvent: 0,
    throughEvent: 9,
    events: 4,
    eventsHash: 'a'.repeat(64),
    sealNumber: 2,
    sealHead: 'b'.repeat(64),
    conclusion: 'In order',
    signedBy: 'u_1',
    signedAt: '2026-07-10T12:00:00.000Z',
  };
  const text = trailReviewText(signed);
  const others = {
    reviewId: 2,
    scope: '3',
    filters: '{"q":"x"}',
    afterEvent: 1,
    throughEvent: 8,
    events: 5,
    eventsHash: 'c'.repeat(64),
    sealNumber: 3,
    sealHead: 'd'.repeat(64),
    conclusion: 'Not in order',
    signedBy: 'u_2',
    signedAt: '2026-07-10T12:00:00.001Z',
  };
  for (const [name, value] of Object.entries(others))
    expect(trailReviewText({ ...signed, [name]: value }), name).not.toBe(text);
});
