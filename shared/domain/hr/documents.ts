import { addDays, compareDates, type CalendarDate } from '../calendar/calendar.ts';

/** The kinds of documents in the HR area (HR-01…04). */
export const documentKinds = ['cv', 'agreement', 'organization', 'registration'] as const;

/** One of {@link documentKinds}. */
export type DocumentKind = (typeof documentKinds)[number];

/** Categories of organization documents (HR-04). */
export const documentCategories = [
  'policy',
  'procedure',
  'contract',
  'insurance',
  'license',
  'handbook',
  'form',
  'other',
] as const;

/** One of {@link documentCategories}. */
export type DocumentCategory = (typeof documentCategories)[number];

/** Permitted types of files for a document (HR-02…04); the bytes must be of the same type (MOD-07). */
export const documentExtensions: readonly string[] = ['pdf', 'docx', 'doc', 'jpg', 'jpeg', 'png'];

/** The number of days before a document's review, or a registration's end, from which it is shown as due. */
export const REVIEW_SOON_DAYS = 60;

/** The relation of a single date to today. */
export type Nearness = 'none' | 'later' | 'soon' | 'past';

/** Returns whether a review or an end is near (HR-01, HR-04): the day itself is not past. */
export function nearness(day: CalendarDate | null, today: CalendarDate): Nearness {
  if (day === null) return 'none';
  if (compareDates(day, today) < 0) return 'past';
  return compareDates(day, addDays(today, REVIEW_SOON_DAYS)) <= 0 ? 'soon' : 'later';
}
