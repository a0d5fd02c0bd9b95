import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconClock,
  IconPencil,
  IconUserOff,
  type Icon,
} from '@tabler/icons-react';
import type { accessReviewsContract as contract } from '#shared/contract/access-reviews.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { GrantKind } from '#shared/domain/access/permissions.ts';
import { daysBetween } from '#shared/domain/calendar/calendar.ts';
import type { ReviewAnswer } from '#shared/domain/people/access-review.ts';
import type { Tone } from '#app/theme/tokens.ts';

/** The state of an organization's reviews. */
export type Schedule = ResponseOf<typeof contract.schedules>[number];
/** A review in the list of past ones. */
export type ReviewRow = ResponseOf<typeof contract.list>[number];
/** One review with its progress. */
export type Review = ResponseOf<typeof contract.get>;
/** An account of a review. */
export type Account = ResponseOf<typeof contract.accounts>['rows'][number];

/** A label with its tone and icon. */
export interface Look {
  readonly label: MessageDescriptor;
  readonly tone: Tone;
  readonly icon: Icon;
}

/** The label, tone and icon of each state of a review. */
export const stateLooks: Readonly<Record<Review['state'], Look>> = {
  open: { label: msg`In progress`, tone: 'blue', icon: IconClock },
  signed: { label: msg`Signed`, tone: 'green', icon: IconCircleCheck },
  cancelled: { label: msg`Cancelled`, tone: 'gray', icon: IconBan },
};

/** The label, tone and icon of each answer for an account. */
export const answerLooks: Readonly<Record<ReviewAnswer, Look>> = {
  keep: { label: msg`Keep`, tone: 'green', icon: IconCircleCheck },
  change: { label: msg`Change`, tone: 'amber', icon: IconPencil },
  end: { label: msg`End`, tone: 'red', icon: IconUserOff },
};

/** The reasons why a signed review has no answer for an account. */
export const undecidedLabels: Readonly<Record<NonNullable<Account['undecided']>, MessageDescriptor>> = {
  left: msg`No longer had access`,
  own_account: msg`Not decided: the only administrator’s own account`,
};

/** The access that a grant gives. */
export const grantLabels: Readonly<Record<GrantKind, MessageDescriptor>> = {
  hr: msg`HR access`,
  inspector: msg`Inspector access`,
};

/** Returns the state of the next review by its day: overdue, due soon or up to date. */
export function dueLook({ today, dueOn }: Schedule): Look {
  const days = daysBetween(today, dueOn);
  if (days < 0) return { label: msg`Overdue`, tone: 'red', icon: IconAlertTriangle };
  if (days <= 30) return { label: msg`Due soon`, tone: 'amber', icon: IconClock };
  return { label: msg`Up to date`, tone: 'green', icon: IconCircleCheck };
}
