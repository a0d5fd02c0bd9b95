import type { CalendarDate } from '../calendar/calendar.ts';

/** The formats of the completion report (SPEC §2.12, RPT-02). */
export const reportFormats = ['csv', 'xlsx', 'pdf'] as const;

/** A format of the completion report (RPT-02). */
export type ReportFormat = (typeof reportFormats)[number];

/** The formats of exports (RPT-03): those of the report, and JSON Lines for other programs. */
export const exportFormats = [...reportFormats, 'jsonl'] as const;

/** A format of an export (RPT-03). */
export type ExportFormat = (typeof exportFormats)[number];

/** Returns the name of a download to the letter of SPEC §7, `completion-report-{format}-{date}`, without an extension (RPT-02). */
export function exportName(format: ReportFormat, date: CalendarDate): string {
  return `completion-report-${format}-${date}`;
}

/** Returns the name of a training file for any file system (EMP-02): letters without marks, without the person's name if none are left. */
export const trainingFileName = (person: string, date: CalendarDate): string =>
  nameWithPerson('training-file', person, date);

/** Returns the name of a certified copy of one completion (INS-03). */
export const recordCopyName = (person: string, date: CalendarDate): string =>
  nameWithPerson('training-record', person, date);

/** Returns the name of the document that shows whether a person was qualified on a day (INS-02). */
export const qualifiedFileName = (person: string, day: CalendarDate): string =>
  nameWithPerson('qualified', person, day);

function nameWithPerson(kind: string, person: string, date: CalendarDate): string {
  const plain = person.normalize('NFKD').replaceAll(/\p{Mark}/gu, '');
  const name = plain
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 80);
  return [kind, name, date].filter((part) => part !== '').join('-') + '.pdf';
}
