import { describe, expect, test } from 'vitest';
import {
  judgeQualified,
  readingsDiffer,
  type CompletionFacts,
  type CycleFacts,
  type QualifiedFacts,
  type Reading,
  type VersionFacts,
} from './qualified.ts';

const day = '2025-06-15';

const done = (fields: Partial<CompletionFacts> = {}): CompletionFacts => ({
  version: 1,
  completedAt: new Date('2025-03-01T12:00:00Z'),
  completedOn: '2025-03-01',
  recordedOn: '2025-03-01',
  byThatDay: true,
  validUntil: null,
  isIntact: true,
  voided: null,
  ...fields,
});

const cycle = (fields: Partial<CycleFacts> = {}): CycleFacts => ({
  assignmentId: fields.cycle ?? 1,
  cycle: 1,
  assignedOn: '2025-02-01',
  thatDay: { status: 'not_started', dueDate: '2025-12-31', isRequired: true },
  isCorrected: false,
  completion: null,
  ...fields,
});

const completed = (fields: Partial<CompletionFacts> = {}, other: Partial<CycleFacts> = {}): CycleFacts =>
  cycle({
    thatDay: { status: 'completed', dueDate: '2025-04-01', isRequired: true },
    completion: done(fields),
    ...other,
  });

const version = (number: number, fields: Partial<VersionFacts> = {}): VersionFacts => ({
  number,
  effectiveAt: new Date('2025-05-01T00:00:00Z'),
  effectiveOn: '2025-05-01',
  retraining: 'none',
  retrainingDays: null,
  ...fields,
});

const facts = (fields: Partial<QualifiedFacts> = {}): QualifiedFacts => ({
  day,
  isActive: true,
  isAssignable: true,
  matricesSince: [],
  inForce: 1,
  versions: [version(1, { effectiveAt: new Date('2024-01-01'), effectiveOn: '2024-01-01' })],
  cycles: [],
  ...fields,
});

const first = version(1, { effectiveAt: new Date('2024-01-01'), effectiveOn: '2024-01-01' });
const again = (fields: Partial<VersionFacts> = {}): Partial<QualifiedFacts> => ({
  inForce: 2,
  versions: [first, version(2, { retraining: 'completed', retrainingDays: 30, ...fields })],
});

/** Answer, reason, since when, and the cycle that decides. */
const said = (asked: QualifiedFacts, reading: Reading): string => {
  const { answer, reason, since, assignmentId } = judgeQualified(asked, reading);
  return [answer, reason, since, assignmentId].filter((part) => part !== null).join(' ');
};

describe('[INS-02] what was known does not change the answer', () => {
  test.each<[name: string, asked: QualifiedFacts, answer: string]>([
    ['never required, never done', facts(), 'not_required not_required'],
    [
      'never required but done',
      facts({
        cycles: [completed({}, { thatDay: { status: 'completed', dueDate: null, isRequired: false } })],
      }),
      'yes valid 1',
    ],
    [
      'required by a matrix and never assigned',
      facts({ matricesSince: ['2025-06-10', '2025-04-02'] }),
      'no never_completed 2025-04-02',
    ],
    ['assigned, not yet due', facts({ cycles: [cycle()] }), 'no never_completed 2025-02-01'],
    ['done', facts({ cycles: [completed()] }), 'yes valid 1'],
    ['done, valid until that very day', facts({ cycles: [completed({ validUntil: day })] }), 'yes valid 1'],
    [
      'expired the day before',
      facts({ cycles: [completed({ validUntil: '2025-06-14' })] }),
      'no expired 2025-06-15 1',
    ],
    [
      'expired, and no longer required',
      facts({
        cycles: [
          completed(
            { validUntil: '2025-06-14' },
            { thatDay: { status: 'completed', dueDate: null, isRequired: false } },
          ),
        ],
      }),
      'not_required not_required',
    ],
    [
      'expired, the renewal open',
      facts({ cycles: [completed({ validUntil: '2025-05-31' }), cycle({ cycle: 2 })] }),
      'no expired 2025-06-01 1',
    ],
    [
      'renewed in time: the longer one decides',
      facts({
        cycles: [
          completed({ validUntil: '2025-07-31' }),
          completed({ validUntil: '2026-07-31' }, { cycle: 2, assignmentId: 2 }),
        ],
      }),
      'yes valid 2',
    ],
    [
      'a signature that is not valid',
      facts({ cycles: [completed({ isIntact: false })] }),
      'no evidence_not_valid 2025-03-01 1',
    ],
    [
      'an optional training, not done',
      facts({
        cycles: [cycle({ thatDay: { status: 'not_started', dueDate: '2025-03-01', isRequired: false } })],
      }),
      'not_required not_required',
    ],
    [
      'an account that was not active',
      facts({ isActive: false, matricesSince: ['2025-01-01'], cycles: [completed()] }),
      'not_required not_active',
    ],
    [
      'retired and never done',
      facts({ isAssignable: false, matricesSince: ['2025-01-01'] }),
      'not_required module_retired',
    ],
    [
      'retired, still open',
      facts({ isAssignable: false, cycles: [cycle()] }),
      'no never_completed 2025-02-01',
    ],
    ['retired, done and valid', facts({ isAssignable: false, cycles: [completed()] }), 'yes valid 1'],
    [
      'retired, expired',
      facts({ isAssignable: false, cycles: [completed({ validUntil: '2025-06-01' })] }),
      'not_required module_retired',
    ],
    [
      'completed the day after',
      facts({
        cycles: [
          cycle({
            completion: done({ byThatDay: false, completedOn: '2025-06-16', recordedOn: '2025-06-16' }),
          }),
        ],
      }),
      'no never_completed 2025-02-01',
    ],
    [
      'an older version, no retraining',
      facts({ inForce: 2, versions: [first, version(2)], cycles: [completed()] }),
      'yes valid 1',
    ],
    [
      'an older version, retraining due later',
      facts({
        ...again({ retrainingDays: 60 }),
        cycles: [
          completed(),
          cycle({ cycle: 2, thatDay: { status: 'not_started', dueDate: '2025-06-30', isRequired: true } }),
        ],
      }),
      'yes retraining_open 1',
    ],
    [
      'retraining due that day',
      facts({
        ...again(),
        cycles: [
          completed(),
          cycle({ cycle: 2, thatDay: { status: 'in_progress', dueDate: day, isRequired: true } }),
        ],
      }),
      'yes retraining_open 1',
    ],
    [
      'retraining overdue since that day',
      facts({
        ...again(),
        cycles: [
          completed(),
          cycle({ cycle: 2, thatDay: { status: 'in_progress', dueDate: '2025-06-14', isRequired: true } }),
        ],
      }),
      'no retraining_overdue 2025-06-15 1',
    ],
    [
      'retraining required, its assignment removed',
      facts({ ...again(), cycles: [completed()] }),
      'no retraining_overdue 2025-06-01 1',
    ],
    [
      'retraining of those who completed before only',
      facts({
        ...again(),
        cycles: [
          completed({
            completedAt: new Date('2025-05-02'),
            completedOn: '2025-05-02',
            recordedOn: '2025-05-02',
          }),
        ],
      }),
      'yes valid 1',
    ],
    [
      'retraining of all: the days count from the late completion',
      facts({
        ...again({ retraining: 'all' }),
        cycles: [
          completed({
            completedAt: new Date('2025-05-20'),
            completedOn: '2025-05-20',
            recordedOn: '2025-05-20',
          }),
        ],
      }),
      'yes retraining_open 1',
    ],
    [
      'retraining done',
      facts({ ...again(), cycles: [completed(), completed({ version: 2 }, { cycle: 2, assignmentId: 2 })] }),
      'yes valid 2',
    ],
    [
      'a version that was not in force yet',
      facts({ ...again(), inForce: 1, cycles: [completed()] }),
      'yes valid 1',
    ],
    [
      'retraining for a reason of its own, overdue',
      facts({
        cycles: [
          completed(),
          cycle({ cycle: 2, thatDay: { status: 'not_started', dueDate: '2025-06-01', isRequired: true } }),
        ],
      }),
      'no retraining_overdue 2025-06-02 1',
    ],
    [
      'expired before the retraining was overdue: the earlier day counts',
      facts({ ...again(), cycles: [completed({ validUntil: '2025-05-20' })] }),
      'no expired 2025-05-21 1',
    ],
    [
      'voided before that day',
      facts({ matricesSince: ['2025-01-01'], cycles: [completed({ voided: 'before' }, { thatDay: null })] }),
      'no voided 2025-03-01 1',
    ],
  ])('%s', (_, asked, answer) => {
    expect(said(asked, 'then')).toBe(answer);
    expect(said(asked, 'now')).toBe(answer);
  });
});

describe('[INS-02] what was not known that day counts in the second reading only', () => {
  test.each<[name: string, asked: QualifiedFacts, then: string, now: string]>([
    [
      'recorded later',
      facts({ cycles: [cycle({ completion: done({ recordedOn: '2025-08-01' }) })] }),
      'no never_completed 2025-02-01',
      'yes valid 1',
    ],
    [
      'recorded later in a cycle that did not exist',
      facts({
        cycles: [
          cycle({ thatDay: null, assignedOn: '2025-08-01', completion: done({ recordedOn: '2025-08-01' }) }),
        ],
      }),
      'not_required not_required',
      'yes valid 1',
    ],
    [
      'voided since',
      facts({ cycles: [completed({ voided: 'since' })] }),
      'yes valid 1',
      'no voided 2025-03-01 1',
    ],
    [
      'assigned by mistake, removed since',
      facts({ cycles: [cycle({ isCorrected: true })] }),
      'no never_completed 2025-02-01',
      'not_required not_required',
    ],
    [
      'a renewal recorded later closes the gap',
      facts({
        cycles: [
          completed({ validUntil: '2025-05-31' }),
          cycle({ cycle: 2, completion: done({ recordedOn: '2025-09-01', validUntil: '2026-05-31' }) }),
        ],
      }),
      'no expired 2025-06-01 1',
      'yes valid 2',
    ],
    [
      'recorded later and voided since: never known',
      facts({ cycles: [cycle({ completion: done({ recordedOn: '2025-08-01', voided: 'since' }) })] }),
      'no never_completed 2025-02-01',
      'no voided 2025-03-01 1',
    ],
  ])('%s', (_, asked, then, now) => {
    expect(said(asked, 'then')).toBe(then);
    expect(said(asked, 'now')).toBe(now);
    expect(readingsDiffer(judgeQualified(asked, 'then'), judgeQualified(asked, 'now'))).toBe(true);
  });
});

test('[INS-02] says which completions are set aside, and why', () => {
  const asked = facts({
    cycles: [
      completed({ validUntil: '2025-05-31' }),
      completed({ isIntact: false }, { cycle: 2, assignmentId: 2 }),
      cycle({ cycle: 3, completion: done({ byThatDay: false }) }),
      cycle({ cycle: 4, thatDay: null, completion: done({ recordedOn: '2025-07-01' }) }),
    ],
  });
  const why = (reading: Reading) =>
    Object.fromEntries(judgeQualified(asked, reading).setAside.map((one) => [one.assignmentId, one.why]));
  expect(why('then')).toEqual({
    1: 'expired',
    2: 'evidence_not_valid',
    3: 'completed_later',
    4: 'recorded_later',
  });
  expect(why('now')).toEqual({ 1: 'expired', 2: 'evidence_not_valid', 3: 'completed_later' });
});

test('[INS-02] names the missing version and the due date of what is open', () => {
  const asked = facts({ ...again({ retraining: 'none' }), cycles: [cycle()] });
  expect(judgeQualified(asked, 'then')).toMatchObject({
    missingVersion: 2,
    dueDate: '2025-12-31',
    isRequired: true,
  });
});
