import { expect, test } from 'vitest';
import {
  judgeQualified,
  readingsDiffer,
  type CompletionFacts,
  type CycleFacts,
  type Judgement,
  type QualifiedFacts,
  type Reading,
  type VersionFacts,
} from './qualified.ts';

const day = '2025-06-15';
const readings = ['then', 'now'] as const;

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
const open = (cycle: number, fields: Partial<CycleFacts> = {}): CycleFacts => ({
  assignmentId: cycle,
  cycle,
  assignedOn: '2025-02-01',
  thatDay: { status: 'not_started', dueDate: '2025-12-31', isRequired: true },
  isCorrected: false,
  completion: null,
  ...fields,
});
const dueOn = (dueDate: string, isRequired = true) => ({
  thatDay: { status: 'not_started', dueDate, isRequired } as const,
});
const completed = (cycle: number, fields: Partial<CompletionFacts> = {}): CycleFacts =>
  open(cycle, {
    thatDay: { status: 'completed', dueDate: null, isRequired: true },
    completion: done(fields),
  });
const version = (number: number, effectiveOn: string, fields: Partial<VersionFacts> = {}): VersionFacts => ({
  number,
  effectiveAt: new Date(`${effectiveOn}T00:00:00Z`),
  effectiveOn,
  retraining: 'none',
  retrainingDays: null,
  ...fields,
});
const first = version(1, '2024-01-01');
const second = (retraining: VersionFacts['retraining'], effectiveOn = '2025-05-01') => ({
  inForce: 2,
  versions: [version(2, effectiveOn, { retraining, retrainingDays: 30 }), first],
});
const judged = (
  cycles: readonly CycleFacts[],
  fields: Partial<QualifiedFacts>,
  reading: Reading,
): Judgement =>
  judgeQualified(
    {
      day,
      isActive: true,
      isAssignable: true,
      matricesSince: [],
      inForce: 1,
      versions: [first],
      cycles,
      ...fields,
    },
    reading,
  );

test.each<[name: string, cycles: readonly CycleFacts[], answer: string, fields?: Partial<QualifiedFacts>]>([
  [
    'a valid one before a newer one with a fault',
    [completed(1), completed(2, { isIntact: false })],
    'yes valid 1',
  ],
  [
    'of those with faults, the newest',
    [completed(1, { validUntil: '2025-06-01' }), completed(2, { isIntact: false })],
    'no evidence_not_valid 2',
  ],
  [
    'the newer version before the longer validity',
    [completed(1, { version: 2, validUntil: '2025-07-01' }), completed(2)],
    'yes valid 1',
    second('none'),
  ],
  ['the one without an end', [completed(1), completed(2, { validUntil: '2026-01-01' })], 'yes valid 1'],
  [
    'the one without an end, if it is newer',
    [completed(1, { validUntil: '2026-01-01' }), completed(2)],
    'yes valid 2',
  ],
  [
    'the one that ends later',
    [completed(1, { validUntil: '2026-01-01' }), completed(2, { validUntil: '2025-12-01' })],
    'yes valid 1',
  ],
  [
    'of two with the same end, the newer one',
    [completed(1, { validUntil: '2026-01-01' }), completed(2, { validUntil: '2026-01-01' })],
    'yes valid 2',
  ],
  ['of two without an end, the newer one', [completed(1), completed(2)], 'yes valid 2'],
  [
    'an optional training that is late takes nothing away',
    [completed(1), open(2, dueOn('2025-06-01', false))],
    'yes valid 1',
  ],
  [
    'the first of two ends',
    [completed(1, { validUntil: '2025-06-10' }), open(2, dueOn('2025-06-01'))],
    'no retraining_overdue 1',
  ],
  [
    'a completion at the instant of the new version is one of those after it',
    [completed(1, { completedAt: new Date('2025-05-01T00:00:00Z') })],
    'yes valid 1',
    second('completed'),
  ],
  [
    'the days count from the first version that requires retraining',
    [completed(1)],
    'no retraining_overdue 1',
    {
      inForce: 3,
      versions: [
        version(3, '2025-06-01', { retraining: 'all', retrainingDays: 30 }),
        version(2, '2025-05-01', { retraining: 'all', retrainingDays: 30 }),
        first,
      ],
    },
  ],
  [
    'the days count from the record, made on the day itself',
    [completed(1, { recordedOn: day })],
    'yes retraining_open 1',
    second('all'),
  ],
  [
    'one of two open trainings is required',
    [open(1, dueOn('2025-12-31', false)), open(2)],
    'no never_completed',
  ],
  [
    'the voided one, not a later one that was completed afterwards',
    [
      { ...completed(1, { voided: 'before' }), thatDay: null },
      open(2, {
        completion: done({ byThatDay: false, completedOn: '2025-06-20', recordedOn: '2025-06-20' }),
      }),
    ],
    'no voided 1',
  ],
])('[INS-02] decides: %s', (_name, cycles, answer, fields = {}) => {
  for (const reading of readings) {
    const { answer: is, reason, assignmentId } = judged(cycles, fields, reading);
    expect([is, reason, assignmentId].filter((part) => part !== null).join(' ')).toBe(answer);
  }
});

test('[INS-02] the days of retraining do not count from a record that was made after the day', () => {
  const late = [open(1, { completion: done({ recordedOn: '2025-08-01' }) })];
  expect(judged(late, second('all'), 'now')).toMatchObject({
    answer: 'no',
    reason: 'retraining_overdue',
    since: '2025-06-01',
  });
});

test('[INS-02] a training that did not exist that day does not move the first day', () => {
  const cycles = [open(1, { thatDay: null, assignedOn: '2025-05-01' })];
  for (const reading of readings)
    expect(judged(cycles, { matricesSince: ['2025-06-01'] }, reading).since).toBe('2025-06-01');
});

test.each<
  [
    name: string,
    cycles: readonly CycleFacts[],
    then: string | null,
    now: string | null,
    fields?: Partial<QualifiedFacts>,
  ]
>([
  ['nothing open', [completed(1)], null, null],
  ['a renewal', [completed(1), open(2)], '2025-12-31', '2025-12-31'],
  [
    'the days of a retraining',
    [completed(1, { recordedOn: '2025-06-01' })],
    '2025-07-01',
    '2025-07-01',
    second('all'),
  ],
  [
    'completed, recorded later',
    [open(1, { completion: done({ recordedOn: '2025-08-01' }) })],
    '2025-12-31',
    null,
  ],
  [
    'recorded later and voided since',
    [open(1, { completion: done({ recordedOn: '2025-08-01', voided: 'since' }) })],
    '2025-12-31',
    '2025-12-31',
  ],
  ['completed later', [open(1, { completion: done({ byThatDay: false }) })], '2025-12-31', '2025-12-31'],
])('[INS-02] the due date of what is open: %s', (_name, cycles, then, now, fields = {}) => {
  expect(readings.map((reading) => judged(cycles, fields, reading).dueDate)).toEqual([then, now]);
});

test('[INS-02] nothing is set aside without a reason, and nothing is required of an account that is not active', () => {
  for (const reading of readings) {
    expect(judged([completed(1)], {}, reading).setAside).toEqual([]);
    const left = judged([open(1)], { isActive: false, matricesSince: ['2025-01-01'] }, reading);
    expect([left.reason, left.isRequired]).toEqual(['not_active', false]);
  }
});

test('[INS-02] two readings differ in the answer, the reason or the evidence', () => {
  const one = judged([completed(1)], {}, 'then');
  expect(readingsDiffer(one, { ...one, dueDate: day })).toBe(false);
  expect(readingsDiffer(one, { ...one, answer: 'no' })).toBe(true);
  expect(readingsDiffer(one, { ...one, reason: 'retraining_open' })).toBe(true);
  expect(readingsDiffer(one, { ...one, assignmentId: 2 })).toBe(true);
});
