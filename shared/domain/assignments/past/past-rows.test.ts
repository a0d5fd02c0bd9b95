import { describe, expect, test } from 'vitest';
import { instantOf } from '#shared/domain/calendar/evidence-time.ts';
import { pastFields, proposePastMapping } from './fields.ts';
import { planPast } from './plan-past.ts';
import type { HeldTraining, PastContext, PastModule, PastPerson, PastVersion } from './plan-types.ts';
import { readPastRow } from './read-past-row.ts';

const today = '2026-06-15';
const ann: PastPerson = {
  id: 'ann',
  email: 'ann@past.example',
  externalId: 'E-ann',
  organizationId: 1,
  isActive: true,
};
const version = (number: number, fields: Partial<PastVersion> = {}): PastVersion => ({
  id: 10 + number,
  number,
  effectiveAt: instantOf(`${String(2023 + number)}-01-01`, '00:30', 'Europe/Berlin'),
  retraining: 'none',
  ...fields,
});
const sop = (fields: Partial<PastModule> = {}): PastModule => ({
  id: 1,
  title: 'Hand hygiene',
  reference: 'SOP-1',
  organizationId: null,
  isAssignable: true,
  currentVersionId: 12,
  versions: [version(2), version(1)],
  ...fields,
});
const held = (fields: Partial<HeldTraining> = {}): HeldTraining => ({
  assignmentId: 1,
  userId: 'ann',
  moduleId: 1,
  cycle: 1,
  status: 'completed',
  type: 'matrix',
  assignedOn: '2024-01-01',
  versionNumber: 1,
  completedOn: '2024-02-01',
  validity: null,
  hasMatrix: true,
  terms: { period: null, window: 0 },
  ...fields,
});
const world = (fields: Partial<PastContext> = {}): PastContext => ({
  people: [ann],
  modules: [sop()],
  standing: [],
  terms: [],
  places: new Map([[1, { timeZone: 'Europe/Berlin', today }]]),
  files: new Map(),
  importerId: 'boss',
  ...fields,
});
const yearly = [{ userId: 'ann', moduleId: 1, period: 12, window: 30 }];

const mapping = proposePastMapping(pastFields);
const read = (line: string, source = 'Moodle') =>
  readPastRow(2, line.split(','), mapping, { source, dayOrder: 'day_first' });
/** Rows of Ann for the module, as `version,day`. */
const plan = (days: readonly string[], facts: PastContext = world(), module = 'SOP-1') =>
  planPast(
    days.map((day, at) => {
      const one = read(`ann@past.example,,${module},${day},,`);
      return { ...one, row: { ...one.row, line: at + 2 } };
    }),
    facts,
  );
const first = (...given: Parameters<typeof plan>) => plan(...given).rows[0];

test('[USR-09] each field is recognized by words of its own', () => {
  const headings = {
    version: ['Revision', 'Versionsnummer', 'version'],
    source: ['Origin', 'Herkunft', 'source'],
    certificate_file: ['Attachment', 'Zertifikat', 'certificate_file'],
    module: ['Course', 'Schulung', 'module'],
    completed_on: ['Completed', 'Datum', 'completed_on'],
    email: ['Mail', 'Correo', 'email'],
    external_id: ['Employee ID', 'Matricule', 'external_id'],
  };
  for (const [field, words] of Object.entries(headings))
    for (const word of words) expect(proposePastMapping([word]), word).toEqual({ [field]: 0 });
});

describe('[USR-09] a version is read', () => {
  test.each([
    ['2', 2],
    ['v2', 2],
    ['V 2', 2],
    ['ver. 2', 2],
    ['Version 2.0', 2],
    ['version  2', 2],
    ['Rev. 2', 2],
    ['Revision 2.00', 2],
    ['Versión 2', 2],
    ['révision 2', 2],
    ['002', 2],
    ['12345', 12_345],
    ['', null],
  ])('%j as %j', (text, number) => {
    const { row, problems } = read(`ann@past.example,,SOP-1,${text},2024-06-03,,`);
    expect([row.version, problems]).toEqual([number, []]);
  });

  test.each(['x2', '2x', '2.1', '2.0.0', '123456', 'v', 'draft'])('never from %j', (text) => {
    const { row, problems } = read(`ann@past.example,,SOP-1,${text},2024-06-03,,`);
    expect(row.version).toBeNull();
    expect(problems).toEqual([{ field: 'version', value: text, reason: 'past_version_unclear' }]);
  });
});

test('[USR-09] every wrong cell is named with its field and its value', () => {
  expect(read('ann@past.example,,,,,,', ' ').problems).toEqual([
    { field: 'module', value: '', reason: 'past_module_missing' },
    { field: 'completed_on', value: '', reason: 'past_day_missing' },
    { field: 'source', value: '', reason: 'past_source_missing' },
  ]);
  expect(read('ann@past.example,,SOP-1,,soon,,').problems).toEqual([
    { field: 'completed_on', value: 'soon', reason: 'past_day_unclear' },
  ]);
  // The text is too long, so the source is not missing as well.
  expect(read(`ann@past.example,,SOP-1,,2024-06-03,${'x'.repeat(201)},`, '').problems).toMatchObject([
    { field: 'source', reason: 'import_too_long' },
  ]);
  expect(read('ann@past.example,,SOP-1,,2024-06-03,,', ' Moodle ').row.source).toBe('Moodle');
  expect(read('ann@past.example,,SOP-1,,2024-06-03,Paper,a.pdf').row).toMatchObject({
    source: 'Paper',
    certificateFile: 'a.pdf',
  });
});

test.each([
  [',2026-06-16', 'completed_on', '2026-06-16', 'past_day_future'],
  ['7,2024-06-03', 'version', '7', 'past_version_unknown'],
])('[USR-09] the plan names the wrong cell of %s', (row, field, value, reason) => {
  expect(first([row])).toMatchObject({
    line: 2,
    outcome: 'bad',
    completion: null,
    problems: [{ field, value, reason }],
  });
});

test('[USR-09] the day of completion can be today', () => {
  expect(first([`,${today}`])?.outcome).toBe('recorded');
});

describe('[USR-09] a module', () => {
  const named = (id: number, organizationId: number | null, fields: Partial<PastModule> = {}) =>
    sop({ id, reference: null, organizationId, ...fields });
  const found = (modules: readonly PastModule[], name = 'Hand hygiene') => {
    const row = first([',2024-06-03'], world({ modules }), name);
    return row?.completion?.moduleId ?? row?.problems;
  };
  const problem = (reason: string, value = 'Hand hygiene') => [{ field: 'module', value, reason }];

  test('is the one of the organization before one of everybody, and never one of another', () => {
    expect(found([named(1, null), named(2, 1), named(3, 2)])).toBe(2);
    expect(found([named(1, null), named(3, 2)])).toBe(1);
    expect(found([named(3, 2)])).toEqual(problem('past_module_elsewhere'));
    expect(found([named(1, 1), named(2, 1)])).toEqual(problem('past_module_ambiguous'));
    expect(found([named(1, null), named(2, null)])).toEqual(problem('past_module_ambiguous'));
    expect(found([named(1, null, { versions: [] })])).toEqual(problem('past_module_unpublished'));
    expect(found([], 'SOP-9')).toEqual(problem('past_module_unknown', 'SOP-9'));
  });

  test('is found by its reference before its title, in whatever case and spaces', () => {
    expect(found([named(1, null), named(2, null, { title: 'x', reference: 'HAND   Hygiene ' })])).toBe(2);
    expect(found([named(1, null, { title: ' HAND  Hygiene ' })])).toBe(1);
  });
});

test.each([
  ['2023-12-31', 1],
  ['2024-12-31', 1],
  ['2025-01-01', 2],
  ['2026-01-01', 2],
])('[USR-09] the version on %s, by the zone of the organization, is %i', (day, number) => {
  expect(first([`,${day}`])?.completion?.versionNumber).toBe(number);
});

test('[USR-09] the zone of an organization that is not known is UTC', () => {
  const earlier = [{ organizationId: 9, until: new Date('2025-01-01T00:00:00Z') }];
  const facts = world({ people: [{ ...ann, earlier }] });
  expect(first([',2024-12-31'], facts)?.completion).toMatchObject({ organizationId: 9, timeZone: 'UTC' });
  expect(first([',2025-01-01'], facts)?.completion).toMatchObject({ organizationId: 1 });
});

test('[USR-09] two versions on one day are two completions, counted in their order; the same one twice is refused', () => {
  const { rows } = plan(['2,2025-06-03', '1,2025-06-03', '2,2025-06-04', '2,2025-06-03']);
  expect(rows.map(({ outcome, completion }) => [outcome, completion?.cycle])).toEqual([
    ['recorded', 2],
    ['recorded', 1],
    ['recorded', 3],
    ['bad', undefined],
  ]);
  expect(rows[3]?.problems).toEqual([{ field: null, value: '', reason: 'past_twice', otherLine: 2 }]);
});

test('[USR-09] only the same version on the same day is recorded already', () => {
  const facts = world({ standing: [held({ completedOn: '2025-02-01', versionNumber: 2 })] });
  const outcome = (row: string) => first([row], facts);
  expect(outcome('2,2025-02-01')).toEqual({
    line: 2,
    outcome: 'unchanged',
    userId: 'ann',
    completion: null,
    problems: [],
  });
  expect(outcome('2,2025-02-02')?.outcome).toBe('recorded');
  expect(outcome('1,2025-02-01')?.outcome).toBe('recorded');
});

describe('[USR-09] [MTX-08] the validity', () => {
  test('has the terms of the matrices, or else of the last completion, or else no end', () => {
    const done = [
      held({ cycle: 2, terms: { period: 24, window: 30 } }),
      held({ cycle: 1, terms: { period: 6, window: 30 }, completedOn: '2023-02-01' }),
    ];
    const made = (standing: readonly HeldTraining[], terms: PastContext['terms'] = []) =>
      first(['2,2025-06-03'], world({ standing, terms }))?.completion;
    expect(made([])).toMatchObject({ validity: null, terms: { period: null, window: 0 }, cycle: 1 });
    expect(made(done)).toMatchObject({ validity: { validUntil: '2027-06-03' }, cycle: 3 });
    expect(made(done, yearly)).toMatchObject({ validity: { validUntil: '2026-06-03' } });
  });

  test('continues that of the completion that is valid longest by that day', () => {
    const valid = (cycle: number, completedOn: string, anchor: string, validUntil: string) =>
      held({ cycle, completedOn, validity: { anchor, validUntil }, terms: { period: 12, window: 30 } });
    const standing = [
      valid(1, '2024-06-20', '2024-06-20', '2025-06-20'),
      valid(2, '2024-07-01', '2024-06-10', '2025-06-10'),
      valid(3, '2025-08-01', '2025-08-01', '2026-08-01'),
    ];
    const made = first(['2,2025-06-05'], world({ standing, terms: yearly }))?.completion;
    expect(made?.validity).toEqual({ anchor: '2024-06-20', validUntil: '2026-06-20' });
    const that = [valid(1, '2025-06-05', '2024-06-20', '2025-06-20')];
    const same = first(['2,2025-06-05'], world({ standing: that, terms: yearly }))?.completion;
    expect(same?.validity).toEqual({ anchor: '2024-06-20', validUntil: '2026-06-20' });
  });

  test('of an open training has its own terms, those of the matrices only if no matrix created it', () => {
    const made = (fields: Partial<HeldTraining>) => {
      const open = held({ status: 'in_progress', completedOn: null, cycle: 4, ...fields });
      return first(['2,2026-06-01'], world({ standing: [open], terms: yearly }));
    };
    expect(made({ terms: { period: 24, window: 30 } })).toMatchObject({
      outcome: 'completes',
      completion: {
        cycle: 4,
        assignmentId: 1,
        terms: { period: 24 },
        validity: { validUntil: '2028-06-01' },
      },
    });
    expect(made({})?.completion).toMatchObject({ terms: { period: null }, validity: null });
    expect(made({ hasMatrix: false })?.completion).toMatchObject({
      terms: { period: 12 },
      validity: { validUntil: '2027-06-01' },
    });
  });
});

describe('[USR-09] [MTX-08] a renewal is due', () => {
  const renewed = (day: string, fields: Partial<PastContext> = {}) =>
    plan([`2,${day}`], world({ terms: yearly, ...fields })).renewals.length;

  test('from the first day of its window', () => {
    expect([renewed('2025-07-14'), renewed('2025-07-15')]).toEqual([1, 0]);
  });

  test('never of a module that is not assigned any more, and never if one completion has no end', () => {
    expect(renewed('2025-07-01', { modules: [sop({ isAssignable: false })] })).toBe(0);
    expect(renewed('2025-07-01', { standing: [held()] })).toBe(0);
    expect(renewed('2025-07-01', { terms: [] })).toBe(0);
  });

  test('only if the completion that is valid longest has come to its window', () => {
    const until = (validUntil: string) =>
      renewed('2024-07-01', {
        standing: [held({ completedOn: '2025-02-01', validity: { anchor: '2025-02-01', validUntil } })],
      });
    expect([until('2026-02-01'), until('2027-02-01')]).toEqual([1, 0]);
  });
});

describe('[USR-09] [MOD-11] retraining is due', () => {
  const versions = [version(3, { retraining: 'all' }), version(1), version(2, { retraining: 'all' })];
  const retrained = (row: string, fields: Partial<PastContext> = {}, currentVersionId: number | null = 13) =>
    plan([row], world({ modules: [sop({ versions, currentVersionId })], ...fields })).retrainings.map(
      ({ versionId }) => versionId,
    );

  test('for the newest version that requires it and is effective', () => {
    expect(retrained('1,2024-06-03')).toEqual([13]);
    expect(retrained('1,2024-06-03', {}, 12)).toEqual([12]);
    expect(retrained('1,2024-06-03', {}, 11)).toEqual([]);
    expect(retrained('1,2024-06-03', {}, null)).toEqual([]);
    expect(retrained('3,2026-06-03')).toEqual([]);
  });

  test('unless a newer version was completed, or the person or the module is not active', () => {
    const done = (versionNumber: number | null) => ({ standing: [held({ versionNumber })] });
    expect(retrained('2,2025-06-03', done(3))).toEqual([]);
    expect(retrained('2,2025-06-03', done(2))).toEqual([13]);
    expect(retrained('2,2025-06-03', done(null))).toEqual([13]);
    expect(retrained('2,2025-06-03', { people: [{ ...ann, isActive: false }] })).toEqual([]);
  });
});
