import { describe, expect, test } from 'vitest';
import type { ExistingAssignment, ExpansionInput, ExpansionPerson } from './expand.ts';
import { expandMatrices } from './expand.ts';
import type { Matrix, MatrixEntry } from './matrix.ts';

const TODAY = '2025-06-15';

const person = (id: string, changes: Partial<ExpansionPerson> = {}): ExpansionPerson => ({
  id,
  organizationId: 1,
  departmentId: 10,
  jobTitle: 'Nurse',
  isActive: true,
  today: TODAY,
  ...changes,
});

const never = { period: null, window: 30 };
/** What each row says beside who gets what until when, where nothing is renewed. */
const first = { isRenewal: false, renewal: never };

const entry = (id: number, moduleId: number, changes: Partial<MatrixEntry> = {}): MatrixEntry => ({
  id,
  moduleId,
  moduleIsActive: true,
  isRequired: true,
  daysToDue: 30,
  renewal: never,
  ...changes,
});

const matrix = (id: number, entries: MatrixEntry[], changes: Partial<Matrix> = {}): Matrix => ({
  id,
  organizationId: 1,
  departmentId: 10,
  jobTitle: null,
  entries,
  ...changes,
});

const assignment = (id: number, changes: Partial<ExistingAssignment> = {}): ExistingAssignment => ({
  id,
  userId: 'ann',
  moduleId: 100,
  status: 'not_started',
  fromMatrix: true,
  noLongerRequired: false,
  nextRenewalDate: null,
  ...changes,
});

const expand = (input: Partial<ExpansionInput>) =>
  expandMatrices({
    people: [person('ann')],
    matrices: [],
    memberships: [],
    assignments: [],
    completions: [],
    ...input,
  });

describe('what is created', () => {
  test('[MTX-05] each required module once, due on the assignment day plus the days to due', () => {
    const result = expand({
      people: [person('bo'), person('ann', { today: '2025-06-16' })],
      matrices: [matrix(1, [entry(7, 101, { daysToDue: 0 }), entry(6, 100)])],
    });
    expect(result.create).toEqual([
      { userId: 'ann', moduleId: 100, matrixId: 1, entryId: 6, dueDate: '2025-07-16', ...first },
      { userId: 'ann', moduleId: 101, matrixId: 1, entryId: 7, dueDate: '2025-06-16', ...first },
      { userId: 'bo', moduleId: 100, matrixId: 1, entryId: 6, dueDate: '2025-07-15', ...first },
      { userId: 'bo', moduleId: 101, matrixId: 1, entryId: 7, dueDate: '2025-06-15', ...first },
    ]);
    expect(result.keep).toEqual([]);
    expect(result.close).toEqual([]);
  });

  test('[MTX-05] two matrices with one module make one assignment, the shorter time holds', () => {
    const result = expand({
      matrices: [
        matrix(1, [entry(1, 100, { daysToDue: 60 })]),
        matrix(2, [entry(2, 100, { daysToDue: 14 })], { departmentId: null, jobTitle: 'Nurse' }),
        matrix(3, [entry(3, 100, { daysToDue: 14 })]),
      ],
    });
    expect(result.create).toEqual([
      { userId: 'ann', moduleId: 100, matrixId: 2, entryId: 2, dueDate: '2025-06-29', ...first },
    ]);
  });

  test.each<[string, Partial<ExistingAssignment>, boolean]>([
    ['not started', {}, false],
    ['in progress', { status: 'in_progress' }, false],
    ['assigned by hand', { fromMatrix: false }, false],
    ['completed for ever', { status: 'completed' }, false],
    ['completed and valid until today', { status: 'completed', nextRenewalDate: TODAY }, false],
    ['completed and expired yesterday', { status: 'completed', nextRenewalDate: '2025-06-14' }, true],
    ['voided', { status: 'voided' }, true],
    ['of somebody else', { userId: 'bo' }, true],
    ['of another module', { moduleId: 999 }, true],
  ])('[MTX-05] nobody gets a module twice: one that is %s', (_, changes, created) => {
    const result = expand({ matrices: [matrix(1, [entry(1, 100)])], assignments: [assignment(5, changes)] });
    expect(result.create).toHaveLength(created ? 1 : 0);
  });

  test.each([
    [null, 0],
    [TODAY, 0],
    ['2025-06-14', 1],
  ])('[MTX-06] a completion valid until %s leaves %i to create', (validUntil, created) => {
    const completions = [{ userId: 'ann', moduleId: 100, validUntil }];
    expect(expand({ matrices: [matrix(1, [entry(1, 100)])], completions }).create).toHaveLength(created);
  });

  const yearly = { period: 12, window: 30 };
  test.each<[string, string | null, string, boolean, typeof never | typeof yearly]>([
    ['opens so many days before the end, due on its last day', '2025-07-14', '2025-07-14', true, yearly],
    ['is not open one day earlier', '2025-07-15', '', false, yearly],
    ['is due after the usual days once the validity has ended', '2025-06-14', '2025-07-15', true, yearly],
    ['never opens for what holds for ever', null, '', false, yearly],
    ['opens after the end where the matrix names no period', '2025-06-15', '', false, never],
    ['opens in the last half of a short period', '2025-06-28', '2025-06-28', true, { period: 1, window: 30 }],
    ['and not before that', '2025-06-29', '', false, { period: 1, window: 30 }],
    ['with no days opens the day after', '2025-06-15', '', false, { period: 12, window: 0 }],
  ])('[MTX-08] a renewal %s', (_, nextRenewalDate, dueDate, opens, renewal) => {
    const matrices = [matrix(1, [entry(1, 100, { renewal })])];
    const { create, keep } = expand({
      matrices,
      assignments: [assignment(5, { status: 'completed', nextRenewalDate })],
    });
    expect(create).toEqual(
      opens
        ? [{ userId: 'ann', moduleId: 100, matrixId: 1, entryId: 1, dueDate, isRenewal: true, renewal }]
        : [],
    );
    // The old cycle stays as it is.
    expect(keep).toEqual([
      { assignmentId: 5, userId: 'ann', moduleId: 100, reason: 'completed', mark: 'none' },
    ]);
  });

  test('[MTX-08] of two matrices the shorter period holds, whichever gives the due date', () => {
    const monthly = { period: 6, window: 10 };
    const result = expand({
      matrices: [
        matrix(1, [entry(1, 100, { daysToDue: 60, renewal: monthly })]),
        matrix(2, [entry(2, 100, { daysToDue: 14, renewal: yearly })]),
        matrix(3, [entry(3, 100, { renewal: never })]),
      ],
    });
    expect(result.create).toEqual([
      expect.objectContaining({ entryId: 2, dueDate: '2025-06-29', renewal: monthly }),
    ]);
  });

  test('[MTX-06] membership requires without a match, also from another organization', () => {
    const matrices = [
      matrix(1, [entry(1, 100)], { departmentId: 11 }),
      matrix(2, [entry(2, 101)], { organizationId: 2 }),
    ];
    const memberships = [
      { matrixId: 1, userId: 'ann' },
      { matrixId: 2, userId: 'ann' },
      { matrixId: 99, userId: 'ann' },
      { matrixId: 1, userId: 'nobody' },
    ];
    expect(expand({ matrices }).create).toEqual([]);
    expect(expand({ matrices, memberships }).create.map((row) => row.moduleId)).toEqual([100, 101]);
  });

  test('[MTX-06] optional entries, retired modules and inactive people get nothing new', () => {
    expect(expand({ matrices: [matrix(1, [entry(1, 100, { isRequired: false })])] }).create).toEqual([]);
    expect(expand({ matrices: [matrix(1, [entry(1, 100, { moduleIsActive: false })])] }).create).toEqual([]);
    const people = [person('ann', { isActive: false })];
    expect(expand({ people, matrices: [matrix(1, [entry(1, 100)])] }).create).toEqual([]);
  });

  test('[MTX-06] a person without organization gets nothing but by membership', () => {
    const people = [person('ann', { organizationId: null })];
    const matrices = [matrix(1, [entry(1, 100)])];
    expect(expand({ people, matrices }).create).toEqual([]);
    expect(expand({ people, matrices, memberships: [{ matrixId: 1, userId: 'ann' }] }).create).toHaveLength(
      1,
    );
  });
});

describe('what stays and what goes when the person leaves', () => {
  test.each<[string, Partial<ExistingAssignment>, object]>([
    ['completed', { status: 'completed' }, { keep: 'completed', mark: 'none' }],
    ['expired', { status: 'completed', nextRenewalDate: '2020-01-01' }, { keep: 'completed', mark: 'none' }],
    ['started', { status: 'in_progress' }, { keep: 'started', mark: 'set_no_longer_required' }],
    [
      'started, marked before',
      { status: 'in_progress', noLongerRequired: true },
      { keep: 'started', mark: 'none' },
    ],
    ['not started', {}, { close: 'person_left' }],
    ['assigned by hand', { fromMatrix: false }, { keep: 'by_hand', mark: 'none' }],
  ])('[MTX-06] %s', (_, changes, expected) => {
    const result = expand({
      people: [person('ann', { departmentId: 11 })],
      matrices: [matrix(1, [entry(1, 100)])],
      assignments: [assignment(5, changes)],
    });
    const [kept] = result.keep;
    const [closed] = result.close;
    expect(kept ? { keep: kept.reason, mark: kept.mark } : { close: closed?.reason }).toEqual(expected);
    expect(result.keep.length + result.close.length).toBe(1);
  });

  test('[MTX-06] a module taken out of every matrix closes with that reason', () => {
    const result = expand({ matrices: [matrix(1, [entry(1, 101)])], assignments: [assignment(5)] });
    expect(result.close).toEqual([
      { assignmentId: 5, userId: 'ann', moduleId: 100, reason: 'module_removed' },
    ]);
  });

  test('[MTX-06] who returns has the mark cleared', () => {
    const assignments = [assignment(5, { status: 'in_progress', noLongerRequired: true })];
    const result = expand({ matrices: [matrix(1, [entry(1, 100)])], assignments });
    expect(result.keep).toEqual([
      { assignmentId: 5, userId: 'ann', moduleId: 100, reason: 'required', mark: 'clear_no_longer_required' },
    ]);
    expect(result.create).toEqual([]);
  });

  test('[MTX-06] optional entries and membership keep what is assigned; inactive people lose nothing', () => {
    const assignments = [assignment(5)];
    const optional = matrix(1, [entry(1, 100, { isRequired: false })]);
    expect(expand({ matrices: [optional], assignments }).keep[0]?.reason).toBe('optional');
    const elsewhere = matrix(1, [entry(1, 100)], { departmentId: 11 });
    const memberships = [{ matrixId: 1, userId: 'ann' }];
    expect(expand({ matrices: [elsewhere], memberships, assignments }).keep[0]?.reason).toBe('required');
    const people = [person('ann', { isActive: false })];
    expect(expand({ people, assignments }).keep[0]?.reason).toBe('inactive_person');
  });

  test.each<[string, Partial<ExistingAssignment>, boolean, string]>([
    ['optional', { status: 'in_progress' }, false, 'clear_no_longer_required'],
    ['required', { status: 'not_started' }, true, 'clear_no_longer_required'],
    ['completed', { status: 'completed' }, true, 'none'],
  ])('[MTX-06] the mark of what is %s now: %o', (_, changes, isRequired, mark) => {
    const assignments = [assignment(5, { noLongerRequired: true, ...changes })];
    const result = expand({ matrices: [matrix(1, [entry(1, 100, { isRequired })])], assignments });
    expect(result.keep[0]?.mark).toBe(mark);
  });

  test('[MTX-06] the mark of what was assigned by hand is left alone', () => {
    const assignments = [assignment(5, { noLongerRequired: true, fromMatrix: false })];
    expect(expand({ assignments }).keep[0]).toMatchObject({ reason: 'by_hand', mark: 'none' });
  });

  test('[MTX-06] a retired module stays required for who has it already', () => {
    const matrices = [matrix(1, [entry(1, 100, { moduleIsActive: false })])];
    expect(expand({ matrices, assignments: [assignment(5)] }).keep[0]?.reason).toBe('required');
  });

  test('[MTX-06] assignments of people who are not asked about are not judged', () => {
    const result = expand({ assignments: [assignment(5, { userId: 'bo' })] });
    expect(result).toEqual({ create: [], keep: [], close: [] });
  });
});
