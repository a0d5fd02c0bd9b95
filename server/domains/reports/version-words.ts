import type { Language } from '#shared/domain/people/settings.ts';
import type { DueDateMove } from '#server/domains/assignments/index.ts';
import { defineTexts } from '#shared/texts/define-texts.ts';
import { translate } from '#server/platform/texts/translate.ts';

const versionTexts = defineTexts('report.version', {
  effective: 'effective:',
  first: 'originally due {date}',
  none: 'originally without a due date',
  movedBy: 'moved by {name}',
  moved: 'moved automatically',
  byAbsence: 'because of an absence',
});

/** Returns the version of a line, and the effective one where that is another (RPT-01, RPT-05). */
export function versionText(
  version: number | null,
  effectiveVersion: number | null,
  language: Language,
): string {
  const own = version === null ? '' : String(version);
  if (effectiveVersion === null || effectiveVersion === version) return own;
  return `${own} (${translate(language, versionTexts.effective)} ${String(effectiveVersion)})`.trimStart();
}

/** Returns the first due date of one that was moved, who moved it and why (RPT-05); empty if it was not. */
export function moveText(
  move: DueDateMove | null,
  language: Language,
  date: (calendarDate: string) => string,
): string {
  if (move === null) return '';
  const first =
    move.firstDueDate === null
      ? translate(language, versionTexts.none)
      : translate(language, versionTexts.first, { date: date(move.firstDueDate) });
  const who =
    move.by === null
      ? translate(language, versionTexts.moved)
      : translate(language, versionTexts.movedBy, { name: move.by });
  const absence = move.byAbsence ? `, ${translate(language, versionTexts.byAbsence)}` : '';
  return `${first}, ${who}${absence}${move.reason === null ? '' : `: ${move.reason}`}`;
}
