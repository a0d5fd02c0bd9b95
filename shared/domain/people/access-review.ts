import { addMonths, daysBetween, type CalendarDate } from '#shared/domain/calendar/calendar.ts';
import { canonicalHash, canonicalInstant, canonicalText } from '#shared/domain/signatures/canonical.ts';

/** The answers of a reviewer for an account (AUTH-17): keep it, change the role or end grants, or end the account. */
export const reviewAnswers = ['keep', 'change', 'end'] as const;

/** One of {@link reviewAnswers}. */
export type ReviewAnswer = (typeof reviewAnswers)[number];

/** The result of a review (AUTH-17). */
export const reviewStates = ['open', 'signed', 'cancelled'] as const;

/** Accounts that a reviewer examines more closely (AUTH-17); SQL in `review-accounts.ts` selects them. */
export const reviewFilters = [
  'open',
  'flagged',
  'changed',
  'privileged',
  'noSecondFactor',
  'neverSignedIn',
  'longUnused',
  'decided',
] as const;

/** One of {@link reviewFilters}. */
export type ReviewFilter = (typeof reviewFilters)[number];

/**
 * The reasons why a signed review has no answer for an account. The account had left by then, or it is the signer's and nobody
 * else could answer.
 */
export const undecidedReasons = ['left', 'own_account'] as const;

/** The default interval between access reviews, in months (AUTH-17). */
export const DEFAULT_REVIEW_MONTHS = 12;

/** The possible intervals of access reviews, in months. */
export const reviewMonthsRange = { min: 1, max: 36 } as const;

/** Days without a sign-in after which an account counts as long unused. */
export const LONG_UNUSED_DAYS = 90;

/**
 * Returns the day by which access must be reviewed again: a number of months after the last signed review, or after the
 * organization was created.
 */
export function nextReviewDay(since: CalendarDate, everyMonths: number): CalendarDate {
  return addMonths(since, everyMonths);
}

/** Days from the due day at which administrators are reminded: before it, on it, after it; later on every thirty days. */
const steps = [-30, -7, 0, 7, 14] as const;
const repeated = 30;

/**
 * Returns the newest reminder that is due, in days from the due day; null if it is too early for one (AUTH-17). `since` is the day of
 * the last signed review, or the day on which the organization was created: with a short interval the first reminders would be due on
 * or before it.
 */
export function reviewReminder(
  today: CalendarDate,
  { since, dueOn }: { readonly since: CalendarDate; readonly dueOn: CalendarDate },
): number | null {
  const days = daysBetween(dueOn, today);
  if (days >= repeated) return days - (days % repeated);
  const earliest = daysBetween(dueOn, since);
  return steps.findLast((step) => step <= days && step > earliest) ?? null;
}

/** The version of the canonical form; a changed form gets the next one, old ones keep theirs (SIG-01). */
const VERSION = 1;

/** The signed content of a review of the access of accounts (AUTH-17, SIG-01). */
export interface SignedAccessReview {
  readonly reviewId: number;
  readonly organizationId: number;
  readonly dueOn: CalendarDate;
  readonly openedBy: string;
  /** ISO 8601 in UTC with milliseconds. */
  readonly openedAt: string;
  readonly accounts: number;
  /** SHA-256 over the facts of every account and their answers. */
  readonly answersHash: string;
  readonly signedBy: string;
  /** ISO 8601 in UTC with milliseconds. */
  readonly signedAt: string;
}

/** Returns the text whose UTF-8 bytes are hashed and signed (SIG-01). */
export function accessReviewText(signed: SignedAccessReview): string {
  return canonicalText('accessReview', VERSION, [
    ['reviewId', signed.reviewId],
    ['organizationId', signed.organizationId],
    ['dueOn', signed.dueOn],
    ['openedBy', signed.openedBy],
    ['openedAt', canonicalInstant(signed.openedAt)],
    ['accounts', signed.accounts],
    ['answersHash', canonicalHash(signed.answersHash)],
    ['signedBy', signed.signedBy],
    ['signedAt', canonicalInstant(signed.signedAt)],
  ]);
}
