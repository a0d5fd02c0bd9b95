import type { CalendarDate } from '../calendar/calendar.ts';

/** The formats of the completion report (SPEC §2.12, RPT-02). */
export const exportFormats = ['csv', 'xlsx', 'pdf'] as const;

/** A format of the completion report (RPT-02). */
export type ExportFormat = (typeof exportFormats)[number];

/** The name of a download to the letter of SPEC §7, `completion-report-{format}-{date}`, without an extension (RPT-02). */
export function exportName(format: ExportFormat, date: CalendarDate): string {
  return `completion-report-${format}-${date}`;
}
