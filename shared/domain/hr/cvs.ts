import { resolveReach, type AccessSubject } from '../access/permissions.ts';
import { addMonths, compareDates, daysBetween, type CalendarDate } from '../calendar/calendar.ts';

/** The states of a person's CV (HR-02), the ones to act on first. */
export const cvStates = ['missing', 'expired', 'waiting', 'expiring', 'current'] as const;

/** One of {@link cvStates}. */
export type CvState = (typeof cvStates)[number];

/** The states in which a CV must be requested, signed or renewed (HR-02). */
export const cvStatesToActOn = cvStates.filter((state) => state !== 'current');

/** A CV counts as expiring from this number of days before its last day (HR-02). */
export const CV_EXPIRING_DAYS = 60;

/** The validity of a signed CV unless the installation sets another time (HR-02). */
export const CV_VALID_MONTHS = 24;

/** The longest validity of a CV that an installation may choose, in months (HR-02). */
export const LONGEST_CV_MONTHS = 120;

/** The stored facts about a person's CV. */
export interface CvFacts {
  /** Whether any version was uploaded. */
  readonly uploaded: boolean;
  /** Last day of the newest signed version; null if none is signed. */
  readonly validUntil: CalendarDate | null;
}

/** Returns the state of a CV on a day (HR-02): a newer upload counts only once it is signed, even if the signed one has expired. */
export function cvState({ uploaded, validUntil }: CvFacts, today: CalendarDate): CvState {
  if (!uploaded) return 'missing';
  if (validUntil === null) return 'waiting';
  if (compareDates(validUntil, today) < 0) return 'expired';
  return daysBetween(today, validUntil) <= CV_EXPIRING_DAYS ? 'expiring' : 'current';
}

/** Returns the last day of validity of a CV that was signed on a day (HR-02). */
export function cvValidUntil(signedOn: CalendarDate, months: number): CalendarDate {
  return addMonths(signedOn, months);
}

/**
 * Returns whether somebody may see the CV of a person (HR-05). The person may, and so may HR of the person's organization,
 * administrators, and inspectors whose inspection includes CVs.
 */
export function maySeeCv(
  subject: AccessSubject,
  { id, organizationId }: { readonly id: string; readonly organizationId: number | null },
): boolean {
  const reach = resolveReach(subject, 'hr.cvs');
  if (reach === null) return false;
  return (
    reach.all ||
    reach.self === id ||
    (organizationId !== null && reach.organizationIds.includes(organizationId))
  );
}
