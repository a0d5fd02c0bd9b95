import type { CalendarDate } from '../calendar/calendar.ts';
import { nearness } from './documents.ts';

/** The states of an organization's registration on a day (HR-01), the ones to act on first. */
export const registrationStates = ['expired', 'expiring', 'valid', 'retired'] as const;

/** One of {@link registrationStates}. */
export type RegistrationState = (typeof registrationStates)[number];

/**
 * Returns the state of a registration (HR-01). It is expiring in its last days ({@link nearness}), and still valid on the last
 * one.
 */
export function registrationState(
  registration: { readonly validUntil: CalendarDate | null; readonly isRetired: boolean },
  today: CalendarDate,
): RegistrationState {
  if (registration.isRetired) return 'retired';
  const near = nearness(registration.validUntil, today);
  if (near === 'past') return 'expired';
  return near === 'soon' ? 'expiring' : 'valid';
}
