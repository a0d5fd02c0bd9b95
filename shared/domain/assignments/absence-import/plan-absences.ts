import { addDays, compareDates, type CalendarDate } from '#shared/domain/calendar/calendar.ts';
import {
  absenceLimits,
  overlap,
  type AbsenceDays,
  type AbsenceKind,
} from '#shared/domain/people/absences.ts';
import { personFinder } from '#shared/domain/people/import/find-person.ts';
import type { AbsenceProblem, ReadAbsenceRow } from './read-absence-row.ts';

/** An absence that counts, as an import finds it. */
export interface StandingAbsence extends AbsenceDays {
  readonly id: number;
  readonly kind: AbsenceKind | null;
  readonly note: string | null;
}

/** A person with their absences, as an import finds them. */
export interface AbsentPerson {
  readonly id: string;
  readonly email: string;
  readonly externalId: string | null;
  /** Today in the zone of the person. */
  readonly today: CalendarDate;
  readonly absences: readonly StandingAbsence[];
}

/** The result of a row: wrong, a new absence, another version of one with the same first day, or already known. */
export const absenceOutcomes = ['bad', 'recorded', 'changed', 'unchanged'] as const;

/** An absence that will be recorded. */
export interface PlannedAbsence extends AbsenceDays {
  readonly userId: string;
  readonly kind: AbsenceKind;
  readonly note: string | null;
  /** The absence that this one replaces as its next version; null: a new one. */
  readonly follows: number | null;
}

/** A row with its result. */
export interface PlannedAbsenceRow {
  readonly line: number;
  readonly outcome: (typeof absenceOutcomes)[number];
  readonly userId: string | null;
  readonly absence: PlannedAbsence | null;
  readonly problems: readonly AbsenceProblem[];
}

/** A row whose person, days and kind are known. */
interface Known extends AbsenceDays {
  readonly line: number;
  readonly person: AbsentPerson;
  readonly kind: AbsenceKind;
  readonly note: string | null;
  readonly standing: StandingAbsence | null;
}

interface Judged {
  readonly line: number;
  readonly userId: string | null;
  readonly known: Known | null;
  readonly problems: AbsenceProblem[];
}

/**
 * Returns the result of each row of a file of absences (USR-10). An absence of the person with the same first day is the same absence:
 * other values make its next version, and an empty note keeps the note. Days that overlap another absence are wrong.
 *
 * @param importerId the person who imports, whose own absences somebody else must record
 */
export function planAbsences(
  rows: readonly ReadAbsenceRow[],
  people: readonly AbsentPerson[],
  importerId: string,
): readonly PlannedAbsenceRow[] {
  const find = personFinder(people, importerId, 'absence_own_row');
  const judged = rows.map((row) => judge(row, find));
  const known = judged.flatMap(({ known: one, problems }) => (one ? [{ one, problems }] : []));
  for (const group of Map.groupBy(known, ({ one }) => one.person.id).values()) markOverlaps(group);
  return judged.map((one) => planRow(one));
}

function judge(
  { row, problems }: ReadAbsenceRow,
  find: ReturnType<typeof personFinder<AbsentPerson>>,
): Judged {
  const all = [...problems];
  const { line, firstDay, lastDay, kind, note } = row;
  const answer = row.email === null && row.externalId === null ? null : find(row);
  if (answer && 'problem' in answer) all.push(answer.problem);
  const person = answer && 'found' in answer ? answer.found : null;
  if (person && firstDay !== null) all.push(...farDays({ firstDay, lastDay }, person.today));
  const standing = person?.absences.find((one) => one.firstDay === firstDay) ?? null;
  const isWhole = person !== null && firstDay !== null && kind !== null && all.length === 0;
  return {
    line,
    userId: person?.id ?? null,
    known: isWhole
      ? { line, person, firstDay, lastDay, kind, note: note ?? standing?.note ?? null, standing }
      : null,
    problems: all,
  };
}

/** The same limits as for a single absence. */
function farDays({ firstDay, lastDay }: AbsenceDays, today: CalendarDate): readonly AbsenceProblem[] {
  const { fromToday, length } = absenceLimits;
  const isFar =
    compareDates(firstDay, addDays(today, -fromToday)) < 0 ||
    compareDates(firstDay, addDays(today, fromToday)) > 0;
  if (isFar) return [{ field: 'first_day', value: firstDay, reason: 'absence_row_too_far' }];
  const isLong = lastDay !== null && compareDates(lastDay, addDays(firstDay, length)) > 0;
  return isLong ? [{ field: 'last_day', value: lastDay, reason: 'absence_row_too_long' }] : [];
}

/** Marks rows of a person whose days overlap another row, or an absence that no row replaces. */
function markOverlaps(group: readonly { readonly one: Known; readonly problems: AbsenceProblem[] }[]): void {
  const replaced = new Set(group.map(({ one }) => one.standing?.id));
  const staying = (group[0]?.one.person.absences ?? []).filter(({ id }) => !replaced.has(id));
  const inOrder = group.toSorted(
    (a, b) => compareDates(a.one.firstDay, b.one.firstDay) || a.one.line - b.one.line,
  );
  let last: (typeof inOrder)[number] | null = null;
  for (const row of inOrder) {
    const { one, problems } = row;
    if (staying.some((other) => overlap(other, one)))
      problems.push({ field: 'first_day', value: one.firstDay, reason: 'absence_row_overlaps' });
    if (last && overlap(last.one, one)) {
      const [early, late]: readonly [typeof row, typeof row] =
        last.one.line < one.line ? [last, row] : [row, last];
      late.problems.push({ field: null, value: '', reason: 'absence_row_twice', otherLine: early.one.line });
    }
    if (!last || endsLater(one, last.one)) last = row;
  }
}

const endsLater = (one: AbsenceDays, other: AbsenceDays): boolean =>
  other.lastDay !== null && (one.lastDay === null || compareDates(one.lastDay, other.lastDay) > 0);

function planRow({ line, userId, known, problems }: Judged): PlannedAbsenceRow {
  if (!known || problems.length > 0) return { line, outcome: 'bad', userId, absence: null, problems };
  const { person, firstDay, lastDay, kind, note, standing } = known;
  const isSame =
    standing !== null && standing.lastDay === lastDay && standing.kind === kind && standing.note === note;
  return {
    line,
    outcome: isSame ? 'unchanged' : standing ? 'changed' : 'recorded',
    userId,
    absence: isSame
      ? null
      : { userId: person.id, firstDay, lastDay, kind, note, follows: standing?.id ?? null },
    problems,
  };
}
