import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { proposePastMapping, refusePastMapping } from './fields.ts';
import { completes } from './completes-open.ts';
import { planPast } from './plan-past.ts';
import type { PastModule, PastPerson, HeldTraining, PastContext, PlannedPastRow } from './plan-types.ts';
import { readDay } from './read-day.ts';
import { readPastRow } from './read-past-row.ts';

const today = '2026-06-15';
const person = (id: string, fields: Partial<PastPerson> = {}): PastPerson => ({
  id,
  email: `${id}@past.example`,
  externalId: `E-${id}`,
  organizationId: 1,
  isActive: true,
  ...fields,
});
const moduleOf = (id: number, fields: Partial<PastModule> = {}): PastModule => ({
  id,
  title: `Module ${String(id)}`,
  reference: `SOP-${String(id)}`,
  organizationId: null,
  isAssignable: true,
  currentVersionId: id * 10 + 2,
  versions: [
    { id: id * 10 + 1, number: 1, effectiveAt: new Date('2024-01-01T00:00:00Z'), retraining: 'none' },
    { id: id * 10 + 2, number: 2, effectiveAt: new Date('2025-01-01T00:00:00Z'), retraining: 'none' },
  ],
  ...fields,
});
const standing = (fields: Partial<HeldTraining> = {}): HeldTraining => ({
  assignmentId: 1,
  userId: 'ann',
  moduleId: 1,
  cycle: 1,
  status: 'not_started',
  type: 'matrix',
  assignedOn: '2026-06-01',
  versionNumber: 2,
  completedOn: null,
  validity: null,
  hasMatrix: true,
  terms: { period: 12, window: 30 },
  ...fields,
});
const world = (fields: Partial<PastContext> = {}): PastContext => ({
  people: [person('ann'), person('ben'), person('boss')],
  modules: [moduleOf(1), moduleOf(2)],
  standing: [],
  terms: [],
  places: new Map([
    [1, { timeZone: 'Europe/Berlin', today }],
    [null, { timeZone: 'UTC', today }],
  ]),
  files: new Map([['ann.pdf', 7]]),
  importerId: 'boss',
  ...fields,
});
const headings = ['email', 'external_id', 'module', 'version', 'completed_on', 'source', 'certificate_file'];
const mapping = proposePastMapping(headings);
const options = { source: 'Moodle', dayOrder: 'day_first' } as const;
const plan = (lines: readonly string[], facts: PastContext = world()) =>
  planPast(
    lines.map((line, at) => readPastRow(at + 2, line.split(','), mapping, options)),
    facts,
  );
const only = (line: string, facts?: PastContext): PlannedPastRow => {
  const [row] = plan([line], facts).rows;
  if (!row) throw new Error('no row');
  return row;
};

test.each([
  ['2024-06-03', '2024-06-03'],
  ['2024-6-3', '2024-06-03'],
  ['2024-06-03T10:15:00Z', '2024-06-03'],
  ['03.06.2024', '2024-06-03'],
  ['3/6/2024', '2024-06-03'],
  ['Monday, 3 June 2024, 10:15 AM', '2024-06-03'],
  ['June 3, 2024', '2024-06-03'],
  ['3 de junio de 2024', '2024-06-03'],
  ['3 juin 2024', '2024-06-03'],
  ['3 juillet 2024', '2024-07-03'],
  ['3. März 2024', '2024-03-03'],
  ['1717405200', '2024-06-03'],
  ['03/06/24, 10:15', '2024-06-03'],
  ['3.6.99', '1999-06-03'],
  ['31/02/24', undefined],
  ['24-06-03', undefined],
  ['31.02.2024', undefined],
  ['13/13/2024', undefined],
  ['yesterday', undefined],
  ['0024-06-03', undefined],
  ['3 jui 2024', undefined],
])('[USR-09] the day %s is read as %s', (text, day) => {
  expect(readDay(text, 'day_first')).toBe(day);
});

test('[USR-09] the order of day and month is a choice, except with dots', () => {
  expect(readDay('3/6/2024', 'month_first')).toBe('2024-03-06');
  expect(readDay('3/6/24', 'month_first')).toBe('2024-03-06');
  expect(readDay('3.6.2024', 'month_first')).toBe('2024-06-03');
});

test('[USR-09] columns are recognized by headings of other systems, and a row needs person, module and day', () => {
  expect(proposePastMapping(['Email address', 'Course full name', 'Time completed', 'ID number'])).toEqual({
    email: 0,
    module: 1,
    completed_on: 2,
    external_id: 3,
  });
  // Moodle's report of the completions of a course, with the column that has to be added.
  const report = [
    'ID',
    'Name',
    'Email address',
    'Quiz',
    'Quiz - Completion date',
    'Course complete',
    'module',
  ];
  expect(proposePastMapping(report)).toEqual({ email: 2, module: 6, completed_on: 5 });
  expect(proposePastMapping(['Personalnummer', 'Kurs', 'Abgeschlossen am', 'Quelle'])).toMatchObject({
    external_id: 0,
    module: 1,
    completed_on: 2,
    source: 3,
  });
  expect(refusePastMapping({ email: 0, completed_on: 1 }, headings)).toBe('past_needs_module');
  expect(refusePastMapping({ email: 0, module: 1 }, headings)).toBe('past_needs_day');
  expect(refusePastMapping({ module: 1, completed_on: 2 }, headings)).toBe('import_needs_key');
  expect(refusePastMapping({ email: 0, module: 0, completed_on: 2 }, headings)).toBe('import_column_twice');
});

test('[USR-09] a record has the organization of the person on its day, and the zone of then', () => {
  const moved = person('ann', {
    organizationId: 2,
    earlier: [
      { organizationId: 1, until: new Date('2025-05-01T10:00:00Z') },
      { organizationId: 2, until: new Date('2025-08-01T10:00:00Z') },
      { organizationId: 1, until: new Date('2025-09-01T10:00:00Z') },
    ],
  });
  const facts = world({
    people: [moved],
    places: new Map([
      [
        1,
        {
          timeZone: 'Europe/Berlin',
          today,
          earlier: [{ timeZone: 'Asia/Tokyo', until: new Date('2024-06-01T10:00:00Z') }],
        },
      ],
      [2, { timeZone: 'America/New_York', today }],
    ]),
  });
  const placed = (day: string) => {
    const { completion } = only(`ann@past.example,,SOP-1,1,${day},,`, facts);
    return [completion?.organizationId, completion?.timeZone];
  };
  expect(placed('2020-01-01')).toEqual([1, 'Asia/Tokyo']);
  expect(placed('2025-04-30')).toEqual([1, 'Europe/Berlin']);
  expect(placed('2025-05-01')).toEqual([2, 'America/New_York']);
  expect(placed('2025-08-15')).toEqual([1, 'Europe/Berlin']);
  expect(placed('2026-01-01')).toEqual([2, 'America/New_York']);
});

const elsewhere = world({ modules: [moduleOf(1, { organizationId: 2 })] });
const twoTitles = world({
  modules: [moduleOf(1, { title: 'Same', reference: null }), moduleOf(2, { title: 'Same', reference: null })],
});
const unpublished = world({ modules: [moduleOf(1, { versions: [] })] });

test.each<[string, string, PastContext?]>([
  [',,SOP-1,,2024-06-03,,', 'import_key_missing'],
  ['nobody@past.example,,SOP-1,,2024-06-03,,', 'past_person_unknown'],
  ['ann@past.example,E-ben,SOP-1,,2024-06-03,,', 'import_two_people'],
  ['boss@past.example,,SOP-1,,2024-06-03,,', 'past_own_completion'],
  ['ann@past.example,,,,2024-06-03,,', 'past_module_missing'],
  ['ann@past.example,,SOP-9,,2024-06-03,,', 'past_module_unknown'],
  ['ann@past.example,,SOP-1,,2024-06-03,,', 'past_module_elsewhere', elsewhere],
  ['ann@past.example,,Same,,2024-06-03,,', 'past_module_ambiguous', twoTitles],
  ['ann@past.example,,SOP-1,,2024-06-03,,', 'past_module_unpublished', unpublished],
  ['ann@past.example,,SOP-1,draft,2024-06-03,,', 'past_version_unclear'],
  ['ann@past.example,,SOP-1,7,2024-06-03,,', 'past_version_unknown'],
  ['ann@past.example,,SOP-1,,,,', 'past_day_missing'],
  ['ann@past.example,,SOP-1,,soon,,', 'past_day_unclear'],
  ['ann@past.example,,SOP-1,,2026-06-16,,', 'past_day_future'],
  ['ann@past.example,,SOP-1,,2024-06-03,,ben.pdf', 'past_file_missing'],
  ['ann@past.example,,=cmd(),,2024-06-03,,', 'import_formula'],
])('[USR-09] the row %s is refused: %s', (line, reason, facts) => {
  const row = only(line, facts);
  expect(row.outcome).toBe('bad');
  expect(row.problems.map((problem) => problem.reason)).toContain(reason);
});

test('[USR-09] a row without a source needs one for the whole file', () => {
  const read = readPastRow(2, ['ann@past.example', '', 'SOP-1', '', '2024-06-03', '', ''], mapping, {
    source: ' ',
    dayOrder: 'day_first',
  });
  expect(read.problems).toMatchObject([{ field: 'source', reason: 'past_source_missing' }]);
});

test('[USR-09] a module is found by code or title, a version by number or day, a person by email or external ID, a file by name', () => {
  expect(only('ANN@past.example,,sop-1,,2024-06-03,Binder 3,ANN.pdf').completion).toMatchObject({
    userId: 'ann',
    moduleId: 1,
    versionNumber: 1,
    source: 'Binder 3',
    fileId: 7,
    timeZone: 'Europe/Berlin',
  });
  expect(only(',E-ann,module  1,,2025-06-03,,').completion).toMatchObject({
    moduleId: 1,
    versionNumber: 2,
    source: 'Moodle',
  });
  expect(only(',E-ann,SOP-1,v2.0,2024-06-03,,').completion).toMatchObject({ versionNumber: 2 });
  expect(only(',E-ann,SOP-1,,2020-06-03,,').completion).toMatchObject({ versionNumber: 1 });
});

test('[USR-09] two rows of one completion are refused, and what is recorded already is left alone', () => {
  const twice = plan(['ann@past.example,,SOP-1,,2024-06-03,,', ',E-ann,Module 1,1,03.06.2024,,']);
  expect(twice.rows.map(({ outcome }) => outcome)).toEqual(['recorded', 'bad']);
  expect(twice.rows[1]?.problems).toMatchObject([{ reason: 'past_twice', otherLine: 2 }]);
  const known = world({
    standing: [standing({ status: 'completed', completedOn: '2024-06-03', versionNumber: 1 })],
  });
  expect(only('ann@past.example,,SOP-1,,2024-06-03,,', known).outcome).toBe('unchanged');
  expect(only('ann@past.example,,SOP-1,2,2024-06-03,,', known).outcome).toBe('recorded');
});

test.each<[string, boolean, Partial<Parameters<typeof completes>[2]> & { until?: string; done?: string }]>([
  ['2026-01-10', true, {}],
  ['2026-01-10', true, { until: today }],
  ['2024-01-10', false, { until: addDays(today, -1) }],
  ['2026-01-10', false, { done: '2026-02-01' }],
  ['2026-01-10', true, { done: '2026-01-01' }],
  ['2026-05-31', false, { type: 'retraining' }],
  ['2026-06-02', true, { type: 'retraining' }],
  ['2026-06-02', false, { type: 'retraining', versionNumber: 3 }],
])('[USR-09] a completion on %s completes the open training: %s (%o)', (completedOn, expected, given) => {
  const { until, done, ...open } = given;
  const validity = until === undefined ? null : { anchor: completedOn, validUntil: until };
  const before = done === undefined ? [] : [{ completedOn: done }];
  const facts = { ...standing(), ...open };
  expect(completes({ completedOn, version: { number: 2 } }, validity, facts, before, today)).toBe(expected);
});

test('[USR-09] [MTX-08] periods follow one another by day, the latest completes the open training, and cycles are counted by day', () => {
  const facts = world({
    standing: [standing()],
    terms: [{ userId: 'ann', moduleId: 1, period: 12, window: 30 }],
  });
  const made = plan(
    ['2026-02-20', '2024-03-01', '2025-02-20'].map((day) => `ann@past.example,,SOP-1,,${day},,`),
    facts,
  );
  const byDay = made.rows
    .flatMap(({ completion, outcome }) => (completion ? [{ ...completion, outcome }] : []))
    .toSorted((a, b) => (a.completedOn < b.completedOn ? -1 : 1));
  expect(byDay).toMatchObject([
    { outcome: 'recorded', cycle: 2, validity: { anchor: '2024-03-01', validUntil: '2025-03-01' } },
    // In the window of the one before: no day is lost.
    { outcome: 'recorded', cycle: 3, validity: { anchor: '2024-03-01', validUntil: '2026-03-01' } },
    { outcome: 'completes', cycle: 4, assignmentId: 1, validity: { validUntil: '2027-03-01' } },
  ]);
  expect(made.moved).toEqual([{ assignmentId: 1, cycle: 4 }]);
  expect(made.renewals).toEqual([]);
});

test('[USR-09] [MTX-08] a completion that has ended leaves the open training open, and without one its renewal opens', () => {
  const terms = [{ userId: 'ann', moduleId: 1, period: 12, window: 30 }];
  const line = 'ann@past.example,,SOP-1,,2024-03-01,,';
  const open = plan([line], world({ standing: [standing()], terms }));
  expect(open.rows).toMatchObject([{ outcome: 'recorded', completion: { cycle: 2 } }]);
  expect(open.moved).toEqual([{ assignmentId: 1, cycle: 3 }]);
  expect(open.renewals).toEqual([]);
  const none = plan([line], world({ terms }));
  expect(none.renewals).toEqual([{ userId: 'ann', moduleId: 1 }]);
  const soon = plan(['ann@past.example,,SOP-1,,2025-07-01,,'], world({ terms }));
  expect(soon.renewals).toHaveLength(1);
  const later = plan(['ann@past.example,,SOP-1,,2025-08-01,,'], world({ terms }));
  expect(later.renewals).toEqual([]);
  const left = plan([line], world({ terms, people: [person('ann', { isActive: false })] }));
  expect(left.renewals).toEqual([]);
});

test('[USR-09] [MOD-11] an old version is retrained as its successor says, unless a newer one was completed', () => {
  const retrained = (retraining: 'none' | 'completed' | 'all') =>
    moduleOf(1, {
      versions: moduleOf(1).versions.map((version) =>
        version.number === 2 ? { ...version, retraining } : version,
      ),
    });
  const of = (retraining: 'none' | 'completed' | 'all', ...days: string[]) =>
    plan(
      days.map((day) => `ann@past.example,,SOP-1,${day},,`),
      world({ modules: [retrained(retraining)] }),
    ).retrainings;
  expect(of('none', '1,2024-06-03')).toEqual([]);
  expect(of('completed', '1,2024-06-03')).toEqual([{ line: 2, versionId: 12 }]);
  expect(of('completed', '1,2025-06-03')).toEqual([]);
  expect(of('all', '1,2025-06-03')).toEqual([{ line: 2, versionId: 12 }]);
  expect(of('completed', '1,2024-06-03', '2,2025-06-03')).toEqual([]);
});

const days = fc.integer({ min: 0, max: 900 }).map((back) => addDays(today, -back));
const lines = fc.uniqueArray(
  fc.record({ who: fc.constantFrom('ann', 'ben'), module: fc.constantFrom(1, 2), day: days }),
  { selector: ({ who, module, day }) => `${who} ${String(module)} ${day}`, minLength: 1, maxLength: 12 },
);
const textOf = ({ who, module, day }: { who: string; module: number; day: string }) =>
  `${who}@past.example,,SOP-${String(module)},,${day},,`;
const someWorld = fc.boolean().map((open) =>
  world({
    standing: open ? [standing(), standing({ assignmentId: 2, userId: 'ben', moduleId: 2 })] : [],
    terms: [{ userId: 'ann', moduleId: 1, period: 12, window: 30 }],
  }),
);

test('[USR-09] the order of rows does not matter, and cycles are counted by day', () => {
  fc.assert(
    fc.property(lines, someWorld, (rows, facts) => {
      const outcome = (made: ReturnType<typeof plan>) =>
        made.rows.map(({ completion, outcome: is }) => JSON.stringify([is, completion])).toSorted();
      const made = plan(rows.map(textOf), facts);
      expect(outcome(plan(rows.toReversed().map(textOf), facts))).toEqual(outcome(made));
      const all = made.rows.flatMap(({ completion }) => completion ?? []);
      for (const group of Map.groupBy(
        all,
        ({ userId, moduleId }) => `${userId} ${String(moduleId)}`,
      ).values()) {
        const byDay = group.toSorted((a, b) => (a.completedOn < b.completedOn ? -1 : 1));
        expect(byDay.map(({ cycle }) => cycle)).toEqual(
          group.map(({ cycle }) => cycle).toSorted((a, b) => a - b),
        );
        expect(group.filter(({ assignmentId }) => assignmentId !== null).length).toBeLessThanOrEqual(1);
      }
    }),
  );
});

test('[USR-09] the same file again changes nothing', () => {
  fc.assert(
    fc.property(lines, someWorld, (rows, facts) => {
      const first = plan(rows.map(textOf), facts).rows.flatMap(({ completion }) => completion ?? []);
      const done = first.map((one, at) =>
        standing({
          assignmentId: one.assignmentId ?? 100 + at,
          userId: one.userId,
          moduleId: one.moduleId,
          cycle: one.cycle,
          status: 'completed',
          completedOn: one.completedOn,
          versionNumber: one.versionNumber,
          validity: one.validity,
        }),
      );
      const again = plan(rows.map(textOf), world({ ...facts, standing: done }));
      expect(new Set(again.rows.map(({ outcome }) => outcome))).toEqual(new Set(['unchanged']));
      expect([again.moved, again.retrainings]).toEqual([[], []]);
    }),
  );
});
