import { expect, test } from 'vitest';
import { audiencesOf, scheduleKinds } from '#shared/domain/reminders/schedule-steps.ts';
import {
  audienceLabel,
  bodyOf,
  changesBetween,
  daysOf,
  newStep,
  scheduleRefusals,
  valuesOf,
  type Schedule,
} from './schedule-form.ts';

type Step = Schedule['steps'][number];

const step = (kind: Step['kind'], days: number, isActive = true, audience: Step['audience'] = 'person') => ({
  kind,
  days,
  audience,
  isActive,
});
const schedule = (steps: Schedule['steps'], sendAt = '08:00'): Schedule => ({ sendAt, revision: 1, steps });

test('[NOT-04] what the form holds is what the server is told', () => {
  const stored = schedule([step('due', 7), step('overdue', 1, false)]);
  expect(bodyOf(valuesOf(stored))).toEqual({ sendAt: '08:00', steps: stored.steps });
});

test('[NOT-04] a new step takes a day that is free', () => {
  const { steps } = valuesOf(schedule([step('due', 1), step('due', 2), step('overdue', 3)]));
  expect([
    newStep('due', steps).days,
    newStep('overdue', steps).days,
    newStep('renewal', steps).days,
  ]).toEqual([3, 1, 0]);
  expect(newStep('due', steps).key).not.toBe(newStep('due', steps).key);
});

test('[NOT-04] days of documents are typed without a sign, before their day or after it', () => {
  const stored = schedule([step('cv', 30), step('cv', 0), step('cv', -14, true, 'admins'), step('due', 3)]);
  const values = valuesOf(stored);
  expect(values.steps.map(({ days, when }) => [days, when])).toEqual([
    [30, 'before'],
    [0, 'before'],
    [14, 'after'],
    [3, 'before'],
  ]);
  expect(bodyOf(values)).toEqual({ sendAt: '08:00', steps: stored.steps });
  expect(daysOf({ kind: 'cv', days: 0, when: 'after' })).toBe(0);
  expect(daysOf({ kind: 'cv', days: '', when: 'after' })).toBeNaN();
  expect(daysOf({ kind: 'overdue', days: 7, when: 'after' })).toBe(7);
});

test('[NOT-04] what is wrong stands at its field: days, or to whom', () => {
  const { sendAt, steps } = valuesOf(schedule([step('review', 7), step('review', 7), step('cv', 0)]));
  const wrong = steps.map((values, at) => (at === 2 ? { ...values, days: '' } : values));
  expect(Object.keys(scheduleRefusals({ sendAt, steps: wrong }))).toEqual(['steps.2.days']);
  expect(scheduleRefusals({ sendAt, steps })).toEqual({ 'steps.1.days': 'This step already exists' });
  const [after] = valuesOf(schedule([step('registration', -3, true, 'person')])).steps;
  expect(scheduleRefusals({ sendAt, steps: after ? [after] : [] })).toEqual({
    'steps.0.audience': 'Choose who is notified',
  });
});

test('[NOT-04] a new step is told to those nearest to its kind, and each audience has a name there', () => {
  expect(scheduleKinds.map((kind) => `${kind} ${newStep(kind, []).audience}`)).toEqual([
    'due person',
    'overdue person',
    'renewal person',
    'cv person',
    'notice person',
    'agreement person',
    'review person',
    'registration hr',
    'reading person',
  ]);
  const { steps } = valuesOf(schedule([step('cv', 1), step('cv', -2), step('cv', 2, true, 'hr')]));
  expect(newStep('cv', steps)).toMatchObject({ days: 2, when: 'before' });
  expect(
    scheduleKinds.map((kind) => audiencesOf(kind).map((audience) => audienceLabel(kind, audience).message)),
  ).toEqual([
    ...Array.from({ length: 3 }, () => ['The person', 'The manager', 'Administrators']),
    ['The person', 'HR of the organization', 'Administrators'],
    ['The other party', 'HR of the organization', 'Administrators'],
    ['The other party', 'HR of the organization', 'Administrators'],
    ['The owner', 'HR of the organization', 'Administrators'],
    ['HR of the organization', 'Administrators'],
    ['The person', 'HR of the organization', 'Administrators'],
  ]);
});

test('[NOT-04] what another administrator changed is named once each', () => {
  const before = schedule([step('due', 7), step('due', 1), step('overdue', 1)]);
  const after = schedule([step('due', 7, false), step('due', 1), step('overdue', 3)], '06:00');
  expect(changesBetween(before, after)).toEqual([
    { step: null, before: '08:00', after: '06:00' },
    { step: step('due', 7, false), before: true, after: false },
    { step: step('overdue', 1), before: true, after: null },
    { step: step('overdue', 3), before: null, after: true },
  ]);
  expect(changesBetween(before, before)).toEqual([]);
});
