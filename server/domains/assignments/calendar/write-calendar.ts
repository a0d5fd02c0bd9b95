import ical, { ICalEventTransparency } from 'ical-generator';
import type { Language } from '#shared/domain/people/settings.ts';
import { translate } from '#server/platform/texts/translate.ts';
import { calendarTexts } from './calendar-texts.ts';

/** An open assignment with a due date, as far as a calendar has to know it. */
export interface DueDate {
  readonly id: number;
  readonly moduleId: number;
  /** Calendar date, never converted between zones. */
  readonly dueDate: string;
  readonly title: string;
  /** Grows with every change of the assignment or of its module. */
  readonly sequence: number;
  readonly changedAt: Date;
}

/** The interval at which calendars should read the link again, in seconds. */
const lookAgain = 6 * 3600;

/**
 * Writes due dates as iCalendar (RFC 5545, LRN-03), with one all-day event per date. An event keeps its UID permanently, its
 * SEQUENCE and DTSTAMP follow the changes, and it does not block the day. The calendar does not disclose the person. The same
 * data give the same bytes.
 */
export function writeCalendar(
  dueDates: readonly DueDate[],
  { language, publicUrl }: { readonly language: Language; readonly publicUrl: URL },
): string {
  const calendar = ical({
    name: translate(language, calendarTexts.name),
    prodId: { company: 'TrainTrail', product: 'Due dates', language: language.toUpperCase() },
    ttl: lookAgain,
  });
  for (const { id, moduleId, dueDate, title, sequence, changedAt } of dueDates) {
    const url = new URL(`/training-module/${String(moduleId)}`, publicUrl).href;
    calendar.createEvent({
      id: `training-assignment-${String(id)}@${publicUrl.hostname}`,
      // Midnight UTC: an all-day event is written as that calendar date.
      start: new Date(`${dueDate}T00:00:00Z`),
      allDay: true,
      stamp: changedAt,
      lastModified: changedAt,
      sequence,
      summary: translate(language, calendarTexts.due, { title }),
      description: `${translate(language, calendarTexts.open)} ${url}`,
      url,
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  }
  return `${calendar.toString()}\r\n`;
}
