import type { DueDateMove } from '#server/domains/assignments/index.ts';
import type { ReportLanguage } from './report-texts.ts';

interface Words {
  readonly effective: string;
  readonly first: (date: string) => string;
  readonly none: string;
  readonly movedBy: (name: string) => string;
  readonly moved: string;
}

const texts: Readonly<Record<ReportLanguage, Words>> = {
  en: {
    effective: 'effective:',
    first: (date) => `originally due ${date}`,
    none: 'originally without a due date',
    movedBy: (name) => `moved by ${name}`,
    moved: 'moved automatically',
  },
  es: {
    effective: 'en vigor:',
    first: (date) => `fecha límite original ${date}`,
    none: 'originalmente sin fecha límite',
    movedBy: (name) => `cambiada por ${name}`,
    moved: 'cambiada automáticamente',
  },
  fr: {
    effective: 'en vigueur :',
    first: (date) => `échéance d’origine ${date}`,
    none: 'sans échéance à l’origine',
    movedBy: (name) => `déplacée par ${name}`,
    moved: 'déplacée automatiquement',
  },
  de: {
    effective: 'gültig:',
    first: (date) => `ursprüngliche Frist ${date}`,
    none: 'ursprünglich ohne Frist',
    movedBy: (name) => `verschoben von ${name}`,
    moved: 'automatisch verschoben',
  },
};

/** The version of a line, and the effective one where that is another (RPT-01, RPT-05). */
export function versionText(
  version: number | null,
  effectiveVersion: number | null,
  language: ReportLanguage,
): string {
  const own = version === null ? '' : String(version);
  if (effectiveVersion === null || effectiveVersion === version) return own;
  return `${own} (${texts[language].effective} ${String(effectiveVersion)})`.trimStart();
}

/** The first due date of one that was moved, who moved it and why (RPT-05); empty where it was not. */
export function moveText(
  move: DueDateMove | null,
  language: ReportLanguage,
  date: (calendarDate: string) => string,
): string {
  if (move === null) return '';
  const words = texts[language];
  const first = move.firstDueDate === null ? words.none : words.first(date(move.firstDueDate));
  const who = move.by === null ? words.moved : words.movedBy(move.by);
  return `${first}, ${who}${move.reason === null ? '' : `: ${move.reason}`}`;
}
