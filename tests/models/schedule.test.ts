import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, compareDates, daysBetween } from '#shared/domain/calendar/calendar.ts';
import {
  CATCH_UP_DAYS,
  type ReminderAudience,
  type ReminderKind,
} from '#shared/domain/reminders/schedule.ts';
import { planMessages, stepOn, type RemindedTraining, type ReminderRule, type ToldStep } from './schedule.ts';

const rule = (id: number, kind: ReminderKind, days: number, audience: ReminderAudience = 'person') =>
  ({ id, kind, days, audience }) satisfies ReminderRule;

const rules = [
  rule(1, 'due', 14),
  rule(2, 'due', 7),
  rule(3, 'due', 1),
  rule(4, 'due', 0),
  rule(5, 'overdue', 1),
  rule(6, 'overdue', 7),
  rule(7, 'overdue', 14),
  rule(8, 'overdue', 7, 'manager'),
  rule(9, 'overdue', 14, 'admins'),
  rule(10, 'renewal', 0),
];

const training: RemindedTraining = {
  assignmentId: 1,
  userId: 'ann',
  managerId: 'max',
  dueDate: '2026-06-20',
  assignedOn: '2026-05-01',
  isRenewal: false,
};

test.each([
  // day, assigned on, renewal, to the person, to the manager, to the admins
  ['2026-06-05', {}, null, null, null],
  ['2026-06-06', {}, 1, null, null],
  ['2026-06-13', {}, 2, null, null],
  ['2026-06-19', {}, 3, null, null],
  ['2026-06-20', {}, 4, null, null],
  ['2026-06-21', {}, 5, null, null],
  // A Saturday and a Sunday are days like others.
  ['2026-06-27', {}, 6, 8, null],
  ['2026-07-04', {}, 7, 8, 9],
  // Made up for, for two weeks, and then no more.
  ['2026-07-18', {}, 7, null, 9],
  ['2026-07-19', {}, null, null, null],
  // Steps from before the assignment are none.
  ['2026-06-15', { assignedOn: '2026-06-15' }, null, null, null],
  ['2026-06-19', { assignedOn: '2026-06-15' }, 3, null, null],
  ['2026-06-20', { assignedOn: '2026-06-20' }, 4, null, null],
  // A renewal is told of when it opens.
  ['2026-05-21', { assignedOn: '2026-05-21', isRenewal: true }, 10, null, null],
  ['2026-06-06', { assignedOn: '2026-05-21', isRenewal: true }, 1, null, null],
] as const)('[NOT-04] on %s with %o: rules %s, %s, %s', (day, change, person, manager, admins) => {
  const at = (audience: ReminderAudience) =>
    stepOn(rules, { ...training, ...change }, audience, day)?.ruleId ?? null;
  expect([at('person'), at('manager'), at('admins')]).toEqual([person, manager, admins]);
});

test('[NOT-04] a person with twelve trainings gets one message that lists them', () => {
  const trainings = Array.from({ length: 12 }, (_, index) => ({ ...training, assignmentId: index }));
  const world = { rules, trainings, admins: ['eve', 'max'], told: [] };
  const messages = planMessages(world, '2026-07-04');
  expect(messages.map(({ recipientId, steps }) => [recipientId, steps.length])).toEqual([
    ['ann', 12],
    // Manager and administrator in one: still one message.
    ['max', 24],
    ['eve', 12],
  ]);
});

const date = fc.integer({ min: 0, max: 120 }).map((days) => addDays('2026-01-01', days));
const trainings = fc.uniqueArray(
  fc.record({
    assignmentId: fc.integer({ min: 1, max: 30 }),
    userId: fc.constantFrom('ann', 'bob'),
    managerId: fc.constantFrom('max', null),
    dueDate: date,
    assignedOn: date,
    isRenewal: fc.boolean(),
  }),
  { selector: ({ assignmentId }) => assignmentId, maxLength: 8 },
);

/** Runs the plan on these days, as sweeps do, and keeps what was told. */
function sweepOn(all: readonly RemindedTraining[], days: readonly string[]) {
  const told: (ToldStep & { ruleId: number; recipientId: string; day: string })[] = [];
  for (const day of days) {
    const messages = planMessages({ rules, trainings: all, admins: ['eve'], told }, day);
    for (const { recipientId, steps } of messages)
      told.push(...steps.map((step) => ({ ...step, recipientId, day })));
  }
  return told;
}

test('[NOT-04] however often and when it is planned: nothing twice, nothing early, nothing late but after an outage', () => {
  fc.assert(
    fc.property(trainings, fc.uniqueArray(fc.integer({ min: 0, max: 160 })), (all, offsets) => {
      const days = offsets.toSorted((a, b) => a - b).map((offset) => addDays('2026-01-01', offset));
      const told = sweepOn(all, days);
      const keys = told.map(
        (step) => `${String(step.assignmentId)} ${String(step.ruleId)} ${step.recipientId}`,
      );
      expect(new Set(keys).size).toBe(keys.length);
      for (const { day, stepDay } of told) {
        const late = daysBetween(stepDay, day);
        expect(late).toBeGreaterThanOrEqual(0);
        expect(late).toBeLessThanOrEqual(CATCH_UP_DAYS);
        // What is late was missed: no plan was made between the two days.
        expect(days.some((other) => compareDates(other, stepDay) >= 0 && compareDates(other, day) < 0)).toBe(
          false,
        );
      }
    }),
  );
});

test('[NOT-04] a plan that is made every day tells each step on its day', () => {
  fc.assert(
    fc.property(trainings, (all) => {
      const days = Array.from({ length: 170 }, (_, offset) => addDays('2026-01-01', offset));
      const told = sweepOn(all, days);
      expect(told.every(({ day, stepDay }) => day === stepDay)).toBe(true);
    }),
    { numRuns: 20 },
  );
});

test('[NOT-06] what the email about a new training said is not said again by a reminder to the person', () => {
  const dueOn = (day: string, newsOn: RemindedTraining['newsOn']) =>
    planMessages({ rules, trainings: [{ ...training, newsOn }], admins: ['eve'], told: [] }, day)
      .flatMap(({ steps }) => steps)
      .filter(({ audience }) => audience === 'person').length;
  const stepDay = addDays(training.dueDate, -14);
  expect(dueOn(stepDay, null)).toBe(1);
  expect(dueOn(stepDay, 'waiting')).toBe(0);
  expect(dueOn(stepDay, stepDay)).toBe(0);
  expect(dueOn(stepDay, addDays(stepDay, -1))).toBe(1);
  expect(dueOn(addDays(training.dueDate, -7), stepDay)).toBe(1);
});

test('[NOT-04] a due date at either end of the calendar is planned like another', () => {
  for (const dueDate of ['0001-01-01', '9999-12-31']) {
    const training = {
      assignmentId: 1,
      dueDate,
      assignedOn: '0001-01-01',
      isRenewal: true,
    } as RemindedTraining;
    for (const audience of ['person', 'manager', 'admins'] as const) {
      expect(stepOn(rules, training, audience, '2026-03-03')).toBeNull();
    }
  }
});
