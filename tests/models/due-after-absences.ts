import { addDays, compareDates, type CalendarDate } from '#shared/domain/calendar/calendar.ts';
import type { AbsenceDays } from '#shared/domain/people/absences.ts';

/** An absence with the days that the organization grants after the return. */
export interface CountedAbsence extends AbsenceDays {
  readonly returnDays: number;
}

/**
 * What `due_after_absences` of the database must answer (USR-10): when a training is due whose due date would be `due` without
 * absences. What would be due on a day of an absence is due so many
 * days after the return; an absence that starts before that starts the count again. Everything else keeps its date.
 *
 * @returns null while the return is not known
 */
export function dueAfterAbsences(
  due: CalendarDate,
  absences: readonly CountedAbsence[],
): CalendarDate | null {
  let day = due;
  let moved = false;
  for (const { firstDay, lastDay, returnDays } of absences.toSorted((a, b) =>
    compareDates(a.firstDay, b.firstDay),
  )) {
    if (compareDates(firstDay, day) > 0) break;
    if (lastDay === null) return null;
    if (!moved && compareDates(day, lastDay) > 0) continue;
    const back = addDays(lastDay, 1 + returnDays);
    if (compareDates(back, day) > 0) day = back;
    moved = true;
  }
  return day;
}
