import { expect, test } from 'vitest';
import {
  audiencesOf,
  isExpiryKind,
  scheduleAudiences,
  scheduleKinds,
  wrongSteps,
  type ScheduleStep,
} from './schedule-steps.ts';

const step = (kind: ScheduleStep['kind'], days: number, audience: ScheduleStep['audience'] = 'person') => ({
  kind,
  days,
  audience,
});

test.each<[string, readonly ScheduleStep[], readonly (readonly [number, string, string])[]]>([
  ['nothing', [], []],
  ['different steps', [step('due', 7), step('due', 1), step('overdue', 7), step('renewal', 0)], []],
  ['the same day for two audiences', [step('overdue', 7), step('overdue', 7, 'manager')], []],
  ['on the due date', [step('due', 0)], []],
  [
    'the same step three times',
    [step('due', 7), step('due', 7), step('due', 7)],
    [
      [1, 'days', 'step_twice'],
      [2, 'days', 'step_twice'],
    ],
  ],
  ['overdue on the due date', [step('overdue', 0)], [[0, 'days', 'step_too_early']]],
  [
    'days after its day for a training',
    [step('due', -1), step('overdue', -1), step('renewal', -1)],
    [
      [0, 'days', 'step_no_days'],
      [1, 'days', 'step_no_days'],
      [2, 'days', 'step_no_days'],
    ],
  ],
  [
    'documents before their day, on it and after it',
    [step('cv', 7), step('cv', 0), step('cv', -7), step('agreement', 7), step('review', -7, 'hr')],
    [],
  ],
  [
    'the same of a document twice',
    [step('cv', -7, 'hr'), step('cv', 7, 'hr'), step('cv', -7, 'hr')],
    [[2, 'days', 'step_twice']],
  ],
  ['the day itself, counted from either side', [step('cv', 0), step('cv', -0)], [[1, 'days', 'step_twice']]],
])('[NOT-04] a schedule with %s', (_what, steps, expected) => {
  expect(wrongSteps(steps).map(({ at, field, reason }) => [at, field, reason])).toEqual(expected);
});

test('[NOT-04] each kind is told to its own audiences, and anybody else is refused at that field', () => {
  expect(Object.fromEntries(scheduleKinds.map((kind) => [kind, audiencesOf(kind).join(' ')]))).toEqual({
    due: 'person manager admins',
    overdue: 'person manager admins',
    renewal: 'person manager admins',
    cv: 'person hr admins',
    notice: 'person hr admins',
    agreement: 'person hr admins',
    review: 'person hr admins',
    registration: 'hr admins',
    reading: 'person hr admins',
  });
  for (const kind of scheduleKinds) {
    const told = audiencesOf(kind);
    for (const audience of scheduleAudiences) {
      expect(wrongSteps([step(kind, 1, audience)])).toEqual(
        told.includes(audience) ? [] : [{ at: 0, field: 'audience', reason: 'step_nobody' }],
      );
    }
  }
});

test('[NOT-04] the kinds of documents are those that may be told of after their day', () => {
  expect(scheduleKinds.filter((kind) => isExpiryKind(kind))).toEqual([
    'cv',
    'notice',
    'agreement',
    'review',
    'registration',
    'reading',
  ]);
  for (const kind of scheduleKinds) {
    expect(wrongSteps([step(kind, -1, 'admins')])).toHaveLength(isExpiryKind(kind) ? 0 : 1);
  }
});
