import { readDay, type DayOrder } from '#shared/domain/assignments/past/read-day.ts';
import type { CalendarDate } from '#shared/domain/calendar/calendar.ts';
import { absenceLimits, type AbsenceKind } from '#shared/domain/people/absences.ts';
import { cellsReader } from '#shared/domain/people/import/read-cells.ts';
import type { CellProblem } from '#shared/domain/people/import/read-row.ts';
import type { AbsenceField, AbsenceMapping } from './fields.ts';

/** The options for reading the cells of a file of absences (USR-10). */
export interface AbsenceOptions {
  readonly dayOrder: DayOrder;
}

/** The absence in a row; null for cells that are empty or wrong. */
export interface AbsenceRow {
  readonly line: number;
  readonly email: string | null;
  readonly externalId: string | null;
  readonly firstDay: CalendarDate | null;
  /** Null: the return is not known yet. */
  readonly lastDay: CalendarDate | null;
  readonly kind: AbsenceKind | null;
  readonly note: string | null;
}

/** The fault of a cell, or of a row if no field is the cause. */
export type AbsenceProblem = CellProblem<AbsenceField>;

/** The result of reading a row. */
export interface ReadAbsenceRow {
  readonly row: AbsenceRow;
  readonly problems: readonly AbsenceProblem[];
}

/** The words of each kind in the four languages, without spaces, hyphens and accents. */
const kindWords: Readonly<Record<AbsenceKind, readonly string[]>> = {
  leave:
    'leave annualleave vacation holiday holidays pto unpaidleave sabbatical permiso vacaciones excedencia conge conges congespayes congesansolde vacances urlaub unbezahlterurlaub sabbatjahr'.split(
      ' ',
    ),
  parental:
    'parental parentalleave maternity maternityleave paternity paternityleave permisoparental maternidad paternidad bajapormaternidad bajaporpaternidad congeparental maternite paternite congematernite congepaternite elternzeit mutterschutz mutterschaftsurlaub vaterschaftsurlaub'.split(
      ' ',
    ),
  sick: 'sick sickness sickleave illness medical medicalleave enfermedad enfermo enferma baja bajamedica bajaporenfermedad maladie malade arretmaladie congemaladie krank krankheit krankgeschrieben arbeitsunfahig arbeitsunfahigkeit'.split(
    ' ',
  ),
};

const kindOf = (text: string): AbsenceKind | undefined => {
  const word = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');
  return (Object.keys(kindWords) as AbsenceKind[]).find((kind) => kindWords[kind].includes(word));
};

/** Reads a row of a file of absences (USR-10): every cell that is wrong, with its value and the reason. */
export function readAbsenceRow(
  line: number,
  cells: readonly string[],
  mapping: AbsenceMapping,
  { dayOrder }: AbsenceOptions,
): ReadAbsenceRow {
  const { problems, wrong, text, needed, read, keys } = cellsReader<AbsenceField>(cells, mapping);
  const dayIn = (field: 'first_day' | 'last_day', value: string | null) =>
    read(field, value, (day) => readDay(day, dayOrder), 'past_day_unclear');
  const row: AbsenceRow = {
    line,
    ...keys(),
    firstDay: dayIn('first_day', needed('first_day', 100, 'absence_day_missing')),
    lastDay: dayIn('last_day', text('last_day', 100)),
    kind: read('kind', needed('kind', 100, 'absence_kind_unknown'), kindOf, 'absence_kind_unknown'),
    note: text('note', absenceLimits.note),
  };
  const { firstDay, lastDay } = row;
  if (firstDay !== null && lastDay !== null && lastDay < firstDay)
    wrong('last_day', lastDay, 'absence_row_ends_before');
  return { row, problems };
}
