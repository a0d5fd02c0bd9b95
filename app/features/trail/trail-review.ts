import { msg } from '@lingui/core/macro';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { trailReviewsContract as contract } from '#shared/contract/trail-reviews.ts';
import type { ToastRow } from '#app/lib/toasts.ts';

/** A signed review of the audit trail. */
export type TrailReview = ResponseOf<typeof contract.list>['rows'][number];

/** Shown when the events changed before they were signed. */
export const notSigned: ToastRow = {
  tone: 'destructive',
  title: msg`The review was not signed`,
  text: msg`Try again.`,
  serverFirst: true,
};
