import { expect, test } from 'vitest';
import type { CompletionFacts, CycleFacts, SetAside } from './qualified.ts';
import { judgeVersion, versionPositionOf, type VersionJudgement } from './requested-version.ts';

test.each([
  [2, 2, 'effective'],
  [1, 2, 'replaced'],
  [3, 2, 'not_effective_yet'],
  [1, null, 'not_effective_yet'],
] as const)('[INS-02] version %s while %s is effective: %s', (number, inForce, position) => {
  expect(versionPositionOf(number, inForce)).toBe(position);
});

const completion = (version: number): CompletionFacts => ({
  version,
  completedAt: new Date('2025-03-01T12:00:00Z'),
  completedOn: '2025-03-01',
  recordedOn: '2025-03-01',
  byThatDay: true,
  validUntil: null,
  isIntact: true,
  voided: null,
});

/** Cycles by number; the ids of their assignments are ten times as large. */
const cycles = (versions: Readonly<Record<number, number | null>>): CycleFacts[] =>
  Object.entries(versions).map(([cycle, version]) => ({
    assignmentId: Number(cycle) * 10,
    cycle: Number(cycle),
    assignedOn: '2025-02-01',
    thatDay: { status: 'completed', dueDate: null, isRequired: true },
    isCorrected: false,
    completion: version === null ? null : completion(version),
  }));

test.each<
  [
    name: string,
    versions: Readonly<Record<number, number | null>>,
    setAside: Readonly<Record<number, SetAside>>,
    judgement: VersionJudgement,
  ]
>([
  ['no cycle', {}, {}, { completion: 'none', why: null, assignmentId: null }],
  ['an open cycle', { 1: null }, {}, { completion: 'none', why: null, assignmentId: null }],
  ['another version', { 1: 1, 2: 3 }, {}, { completion: 'none', why: null, assignmentId: null }],
  [
    'a version completed twice: the newer one',
    { 1: 2, 2: 2, 3: 1 },
    {},
    { completion: 'counts', why: null, assignmentId: 20 },
  ],
  [
    'the newer one does not count: the older one that does',
    { 1: 2, 2: 2 },
    { 20: 'voided' },
    { completion: 'counts', why: null, assignmentId: 10 },
  ],
  [
    'none counts: the newer one with its own reason',
    { 1: 2, 2: 2 },
    { 10: 'expired', 20: 'voided' },
    { completion: 'set_aside', why: 'voided', assignmentId: 20 },
  ],
  [
    'another cycle does not count',
    { 1: 2, 2: 1 },
    { 20: 'expired' },
    { completion: 'counts', why: null, assignmentId: 10 },
  ],
])('[INS-02] one version, %s', (_name, versions, setAside, judgement) => {
  const aside = Object.entries(setAside).map(([id, why]) => ({ assignmentId: Number(id), why }));
  expect(judgeVersion({ cycles: cycles(versions) }, { setAside: aside }, 2)).toEqual(judgement);
});
