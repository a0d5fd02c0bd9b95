import type { QueryInput } from '#shared/contract/endpoint.ts';
import type { trailReviewsContract } from '#shared/contract/trail-reviews.ts';
import { isRealDate } from '#shared/domain/calendar/calendar.ts';
import { trailGroups } from '#shared/domain/audit/groups.ts';
import type { TrailFilters } from '#app/features/trail/TrailList.tsx';
import { searchOf } from '#app/ui/table/use-list.ts';

/** The filters of a review of the trail. */
type ReviewFilters = NonNullable<QueryInput<typeof trailReviewsContract.next>>;

/** Everything. */
export const noFilters = {
  q: '',
  actor: '',
  about: '',
  group: '',
  from: '',
  to: '',
  recordType: '',
  recordId: '',
  /** The number of an event, as the verifier names it. */
  event: '',
  /** `review`: only events after the last signed review. */
  since: '',
} as const;

/** The filters in the address. */
export type AuditView = Readonly<Record<keyof typeof noFilters, string>>;

/** Returns the query for the server, without values in the address that are not valid filters. */
export function filtersOf(view: AuditView): TrailFilters {
  const { q, actor, about, from, to, recordType, recordId, event, since } = view;
  const group = trailGroups.find((one) => one === view.group);
  const isPerson = (id: string) => /^[\w-]{1,64}$/.test(id);
  return {
    ...searchOf(q),
    ...(isPerson(actor) ? { actor } : {}),
    ...(isPerson(about) ? { about } : {}),
    ...(group ? { group } : {}),
    ...(isRealDate(from) ? { from } : {}),
    ...(isRealDate(to) ? { to } : {}),
    ...(/^[1-9]\d{0,14}$/.test(event) ? { event } : {}),
    ...(since === 'review' ? { sinceReview: 'true' } : {}),
    ...(/^[a-z_]{1,40}$/.test(recordType) && recordId !== '' && recordId.length <= 200
      ? { recordType, recordId }
      : {}),
  };
}

/** Returns the trail filters that a review uses; a review always starts at the end of the last one. */
export function reviewFiltersOf(filters: TrailFilters): ReviewFilters {
  const { actor, about, recordType, recordId, group, q, from, to } = filters;
  return { actor, about, recordType, recordId, group, q, from, to };
}
