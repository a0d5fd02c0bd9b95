import { compareDates } from '#shared/domain/calendar/calendar.ts';
import type { Validity } from '#shared/domain/assignments/renewal.ts';
import type { HeldTraining } from './plan-types.ts';

/**
 * Returns whether a past completion completes an open training (USR-09): it is the person's latest, it is valid today, and a retraining
 * was not requested after it or for a later version.
 */
export function completes(
  { completedOn, version }: { readonly completedOn: string; readonly version: { readonly number: number } },
  validity: Validity | null,
  open: Pick<HeldTraining, 'type' | 'assignedOn' | 'versionNumber'>,
  done: readonly Pick<HeldTraining, 'completedOn'>[],
  today: string,
): boolean {
  if (validity !== null && compareDates(validity.validUntil, today) < 0) return false;
  if (done.some((one) => one.completedOn !== null && compareDates(one.completedOn, completedOn) > 0))
    return false;
  if (open.type !== 'retraining') return true;
  return compareDates(completedOn, open.assignedOn) >= 0 && version.number >= (open.versionNumber ?? 0);
}
