import { expect, test } from 'vitest';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { absenceLimits } from '#shared/domain/people/absences.ts';
import { planAbsences, type AbsentPerson, type StandingAbsence } from './plan-absences.ts';
import { proposeAbsenceMapping, refuseAbsenceMapping } from './fields.ts';
import { readAbsenceRow } from './read-absence-row.ts';

const headings = ['email', 'external_id', 'first_day', 'last_day', 'kind', 'note'];
const mapping = proposeAbsenceMapping(headings);
const today = '2026-06-15';

const person = (id: string, absences: readonly StandingAbsence[] = []): AbsentPerson => ({
  id,
  email: `${id}@absence.example`,
  externalId: `P-${id}`,
  today,
  absences,
});
const standing = (id: number, firstDay: string, lastDay: string | null): StandingAbsence => ({
  id,
  firstDay,
  lastDay,
  kind: 'sick',
  note: 'A note',
});

/** Rows of the file from line 2 on, as `email,external ID,first,last,kind,note`. */
const plan = (lines: readonly string[], people: readonly AbsentPerson[], importer = 'importer') =>
  planAbsences(
    lines.map((line, at) => readAbsenceRow(at + 2, line.split(','), mapping, { dayOrder: 'day_first' })),
    people,
    importer,
  );
const reasonsOf = (lines: readonly string[], people: readonly AbsentPerson[], importer?: string) =>
  plan(lines, people, importer).map(({ problems }) => problems.map(({ field, reason }) => [field, reason]));

test('[USR-10] headings and kinds are recognized in four languages', () => {
  for (const some of [
    ['Email', 'Start date', 'End date', 'Absence type', 'Comment'],
    ['E-Mail', 'Von', 'Bis', 'Art', 'Bemerkung'],
    ['Courriel', 'Du', 'Au', "Type d'absence", 'Commentaire'],
    ['Correo', 'Desde', 'Hasta', 'Tipo de ausencia', 'Nota'],
  ])
    expect(proposeAbsenceMapping(some)).toEqual({ email: 0, first_day: 1, last_day: 2, kind: 3, note: 4 });
  const kinds = ['Urlaub', 'congé parental', 'Sick leave', 'Baja médica', 'vacation', 'Elternzeit'];
  const read = kinds.map(
    (kind) =>
      readAbsenceRow(2, ['a@b.example', '', today, '', kind], mapping, { dayOrder: 'day_first' }).row.kind,
  );
  expect(read).toEqual(['leave', 'parental', 'sick', 'sick', 'leave', 'parental']);
});

test('[USR-10] a mapping needs a person, both days and the kind', () => {
  const without = (field: keyof typeof mapping) =>
    refuseAbsenceMapping({ ...mapping, [field]: undefined }, headings);
  expect(refuseAbsenceMapping(mapping, headings)).toBeNull();
  expect(without('first_day')).toBe('absence_needs_first_day');
  expect(without('last_day')).toBe('absence_needs_last_day');
  expect(without('kind')).toBe('absence_needs_kind');
  expect(refuseAbsenceMapping({ ...mapping, email: undefined, external_id: undefined }, headings)).toBe(
    'import_needs_key',
  );
});

test('[USR-10] a row is a new absence, the next version of one with the same first day, or known', () => {
  const ann = person('ann', [standing(7, '2026-03-01', null)]);
  const [fresh, ended, known] = plan(
    ['ann@absence.example,,1.7.2026,10.7.2026,leave,', ',P-ann,2026-03-01,2026-06-01,sick,'],
    [ann],
  ).concat(plan(['ANN@absence.example,,2026-03-01,,sick,A note'], [ann]));
  expect(fresh).toMatchObject({
    outcome: 'recorded',
    absence: {
      userId: 'ann',
      firstDay: '2026-07-01',
      lastDay: '2026-07-10',
      kind: 'leave',
      note: null,
      follows: null,
    },
  });
  // The note stays: its cell is empty.
  expect(ended).toMatchObject({
    outcome: 'changed',
    absence: { lastDay: '2026-06-01', note: 'A note', follows: 7 },
  });
  expect(known).toMatchObject({ outcome: 'unchanged', absence: null });
});

test('[USR-10] every wrong cell is named with its reason', () => {
  expect(
    reasonsOf(
      [
        ',,soon,2026-07-01,sick,',
        'nobody@absence.example,,,,holidays in Spain,',
        'ann@absence.example,P-ben,2026-07-02,2026-07-01,sick,',
        'ann@absence.example,,2015-01-01,,sick,',
        'ann@absence.example,,2026-07-01,2037-07-01,sick,',
        'boss@absence.example,,2026-07-01,,leave,',
      ],
      [person('ann'), person('ben'), person('boss')],
      'boss',
    ),
  ).toEqual([
    [
      [null, 'import_key_missing'],
      ['first_day', 'past_day_unclear'],
    ],
    [
      ['first_day', 'absence_day_missing'],
      ['kind', 'absence_kind_unknown'],
      ['email', 'past_person_unknown'],
    ],
    [
      ['last_day', 'absence_row_ends_before'],
      ['external_id', 'import_two_people'],
    ],
    [['first_day', 'absence_row_too_far']],
    [['last_day', 'absence_row_too_long']],
    [[null, 'absence_own_row']],
  ]);
});

test('[USR-10] days of another absence are wrong, unless the file ends that absence before', () => {
  const ann = person('ann', [standing(7, '2026-03-01', null)]);
  const next = 'ann@absence.example,,2026-07-01,2026-07-10,leave,';
  expect(reasonsOf([next], [ann])).toEqual([[['first_day', 'absence_row_overlaps']]]);
  expect(reasonsOf([next, 'ann@absence.example,,2026-03-01,2026-06-30,sick,'], [ann])).toEqual([[], []]);
});

test('[USR-10] two rows of a person with a day in common: the later line names the earlier one', () => {
  const rows = plan(
    [
      'ann@absence.example,,2026-07-10,2026-07-20,leave,',
      'ben@absence.example,,2026-07-01,2026-07-31,leave,',
      'ann@absence.example,,2026-07-01,2026-07-10,leave,',
      'ann@absence.example,,2026-07-21,2026-07-22,leave,',
      'ann@absence.example,,2026-07-02,2026-07-03,leave,',
    ],
    [person('ann'), person('ben')],
  );
  expect(rows.map(({ problems }) => problems.map(({ reason, otherLine }) => [reason, otherLine]))).toEqual([
    [],
    [],
    [['absence_row_twice', 2]],
    [],
    [['absence_row_twice', 4]],
  ]);
});

test('[USR-10] each field and each kind is recognized by words of its own', () => {
  const words = {
    email: ['Mail', 'Correo'],
    external_id: ['Employee ID', 'Matricule'],
    first_day: ['From', 'Beginn', 'first_day'],
    last_day: ['Until', 'Ende', 'last_day'],
    kind: ['Leave type', 'Motivo', 'kind'],
    note: ['Remark', 'Kommentar', 'note'],
  };
  for (const [field, headingsOf] of Object.entries(words))
    for (const word of headingsOf) expect(proposeAbsenceMapping([word]), word).toEqual({ [field]: 0 });
  const read = (kind: string) => reasonsOf([`ann@absence.example,,2026-07-01,,${kind},`], [person('ann')])[0];
  for (const known of ['PTO', 'Arrêt-maladie', 'Mutterschutz']) expect(read(known), known).toEqual([]);
  for (const other of ['', 'travel', 'sicks'])
    expect(read(other)).toEqual([['kind', 'absence_kind_unknown']]);
});

test('[USR-10] a wrong cell is given with its value', () => {
  const of = (line: string, people = [person('ann')]) => plan([line], people)[0]?.problems;
  expect(of('ann@absence.example,,2015-01-01,,sick,')).toEqual([
    { field: 'first_day', value: '2015-01-01', reason: 'absence_row_too_far' },
  ]);
  expect(of('ann@absence.example,,2026-07-01,2037-07-01,sick,')).toEqual([
    { field: 'last_day', value: '2037-07-01', reason: 'absence_row_too_long' },
  ]);
  expect(of('ann@absence.example,,2026-07-02,2026-07-01,sick,')).toEqual([
    { field: 'last_day', value: '2026-07-01', reason: 'absence_row_ends_before' },
  ]);
  expect(of('ann@absence.example,,2026-07-01,soon,sick,')).toEqual([
    { field: 'last_day', value: 'soon', reason: 'past_day_unclear' },
  ]);
  expect(
    of('ann@absence.example,,2026-07-01,,sick,', [person('ann', [standing(7, '2026-03-01', null)])]),
  ).toEqual([{ field: 'first_day', value: '2026-07-01', reason: 'absence_row_overlaps' }]);
  expect(
    plan(
      ['ann@absence.example,,2026-07-01,,sick,', 'ann@absence.example,,2026-07-01,2026-07-02,sick,'],
      [person('ann')],
    )[1]?.problems,
  ).toEqual([{ field: null, value: '', reason: 'absence_row_twice', otherLine: 2 }]);
});

test.each([
  [addDays(today, -absenceLimits.fromToday), '', null],
  [addDays(today, -absenceLimits.fromToday - 1), '', 'absence_row_too_far'],
  [addDays(today, absenceLimits.fromToday), '', null],
  [addDays(today, absenceLimits.fromToday + 1), '', 'absence_row_too_far'],
  [today, addDays(today, absenceLimits.length), null],
  [today, addDays(today, absenceLimits.length + 1), 'absence_row_too_long'],
  [today, today, null],
])('[USR-10] an absence from %s to %s has the fault %s', (firstDay, lastDay, reason) => {
  const [row] = plan([`ann@absence.example,,${firstDay},${lastDay},leave,`], [person('ann')]);
  expect(row?.problems.map((problem) => problem.reason)).toEqual(reason === null ? [] : [reason]);
});

test.each([
  ['2026-03-01,2026-04-01,sick,A note', 'unchanged'],
  ['2026-03-01,2026-04-02,sick,A note', 'changed'],
  ['2026-03-01,,sick,A note', 'changed'],
  ['2026-03-01,2026-04-01,leave,A note', 'changed'],
  ['2026-03-01,2026-04-01,sick,Another', 'changed'],
  ['2026-03-01,2026-04-01,sick,', 'unchanged'],
  ['2026-04-02,2026-04-03,sick,A note', 'recorded'],
])('[USR-10] beside an absence from 1 March to 1 April, the row %s is %s', (row, outcome) => {
  const ann = person('ann', [standing(7, '2026-03-01', '2026-04-01')]);
  expect(plan([`ann@absence.example,,${row}`], [ann])).toMatchObject([{ outcome, userId: 'ann' }]);
});

test('[USR-10] a row with a fault is compared with no other row', () => {
  expect(
    reasonsOf(
      ['ann@absence.example,,2026-07-01,,travel,', 'ann@absence.example,,2026-07-01,,leave,'],
      [person('ann')],
    ),
  ).toEqual([[['kind', 'absence_kind_unknown']], []]);
});

test.each<[name: string, rows: readonly (readonly [from: string, to: string])[], twice: (number | null)[]]>([
  [
    'the first has no end',
    [
      ['2026-07-01', ''],
      ['2026-07-10', '2026-07-12'],
      ['2026-08-01', '2026-08-02'],
    ],
    [null, 2, 2],
  ],
  [
    'the second has no end',
    [
      ['2026-07-01', '2026-07-05'],
      ['2026-07-10', ''],
      ['2026-08-01', '2026-08-02'],
    ],
    [null, null, 3],
  ],
  [
    'a short one within a long one',
    [
      ['2026-07-01', '2026-07-31'],
      ['2026-07-05', '2026-07-06'],
      ['2026-07-20', '2026-08-02'],
      ['2026-08-01', '2026-08-03'],
    ],
    [null, 2, 2, 4],
  ],
  [
    'the same first day',
    [
      ['2026-07-01', '2026-07-02'],
      ['2026-07-01', '2026-07-05'],
      ['2026-07-04', '2026-07-05'],
    ],
    [null, 2, 3],
  ],
])('[USR-10] rows of a person with days in common: %s', (_name, rows, twice) => {
  const lines = rows.map(([from, to]) => `ann@absence.example,,${from},${to},leave,`);
  const other = plan(lines, [person('ann')]).map(({ problems }) => problems[0]?.otherLine ?? null);
  expect(other).toEqual(twice);
});
