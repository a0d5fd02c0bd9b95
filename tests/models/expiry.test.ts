import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { expiryAudiences, expiryKinds } from '#shared/domain/reminders/expiry.ts';
import { planExpiry, type ExpiryRule, type ExpiryWorld } from './expiry.ts';

const day = '2026-06-30';
const rules: readonly ExpiryRule[] = [
  { id: 1, kind: 'cv', days: 30, audience: 'person' },
  { id: 2, kind: 'cv', days: 7, audience: 'person' },
  { id: 3, kind: 'cv', days: -1, audience: 'hr' },
  { id: 4, kind: 'cv', days: -14, audience: 'admins' },
  { id: 5, kind: 'agreement', days: 7, audience: 'person' },
];
const cv = { kind: 'cv' as const, id: 9, day, personId: 'owner', hrIds: ['hr'] };
const world = (change: Partial<ExpiryWorld> = {}): ExpiryWorld => ({
  rules,
  things: [cv],
  admins: ['admin'],
  told: [],
  ...change,
});
const says = (change: Partial<ExpiryWorld>, today: string) =>
  planExpiry(world(change), today).map(
    ({ ruleId, stepDay, recipients }) => `${String(ruleId)} ${stepDay} ${recipients.join()}`,
  );

test.each([
  ['too early', '2026-05-30', []],
  ['thirty days before', '2026-05-31', ['1 2026-05-31 owner']],
  ['caught up', '2026-06-10', ['1 2026-05-31 owner']],
  ['after fourteen days not any more', '2026-06-15', []],
  ['the latest of two', '2026-06-24', ['2 2026-06-23 owner']],
  ['on its last day nothing new', '2026-06-30', ['2 2026-06-23 owner']],
  ['the day after, hr', '2026-07-01', ['2 2026-06-23 owner', '3 2026-07-01 hr']],
  ['then administrators', '2026-07-14', ['3 2026-07-01 hr', '4 2026-07-14 admin']],
])('[NOT-04] of a CV that ends on June 30, %s (%s) is told', (_, today, told) => {
  expect(says({}, today)).toEqual(told);
});

test('[NOT-04] what was told is not told again, nor an earlier step; another day begins anew', () => {
  const told = [{ kind: 'cv' as const, id: 9, audience: 'person' as const, day, stepDay: '2026-06-23' }];
  expect(says({ told }, '2026-06-24')).toEqual([]);
  expect(says({ told }, '2026-06-10')).toEqual([]);
  const renewed = { ...cv, day: addDays(day, 10) };
  expect(says({ told, things: [renewed] }, '2026-07-04')).toEqual(['2 2026-07-03 owner']);
});

test('[NOT-04] administrators are told where the organization has nobody of hr; nobody in the place of a missing owner', () => {
  expect(says({ things: [{ ...cv, hrIds: [] }] }, '2026-07-08')).toEqual(['3 2026-07-01 admin']);
  expect(says({ things: [{ ...cv, kind: 'agreement', personId: null }] }, '2026-06-25')).toEqual([]);
});

test('[USR-10] [NOT-04] a step for the person waits for the return, the latest one alone; hr is notified as planned', () => {
  const away = (lastDay: string | null) => ({
    absences: new Map([['owner', [{ firstDay: '2026-05-15', lastDay }]]]),
  });
  const absence = away('2026-07-20');
  expect(says(absence, '2026-06-24')).toEqual([]);
  expect(says(absence, '2026-07-01')).toEqual(['3 2026-07-01 hr']);
  expect(says(absence, '2026-07-21')).toEqual(['2 2026-07-21 owner', '4 2026-07-14 admin']);
  expect(says(away(null), '2026-07-21')).toEqual(['4 2026-07-14 admin']);
});

test('[NOT-04] lived through day by day with any rules and pauses, each step is told at most once, in order, and only to its audience', () => {
  const rule = fc.record({
    kind: fc.constantFrom(...expiryKinds),
    days: fc.integer({ min: -30, max: 90 }),
    audience: fc.constantFrom(...expiryAudiences),
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(rule, { maxLength: 12, selector: (one) => JSON.stringify(one) }),
      fc.array(fc.boolean(), { minLength: 150, maxLength: 150 }),
      (drawn, awake) => {
        const all = drawn.map((one, id) => ({ id, ...one }));
        const told: ReturnType<typeof planExpiry>[number][] = [];
        for (const [index, isAwake] of awake.entries()) {
          if (!isAwake) continue;
          const today = addDays(day, index - 100);
          for (const step of planExpiry(world({ rules: all, told }), today)) {
            const before = told.filter(({ audience }) => audience === step.audience);
            expect(before.every(({ stepDay }) => stepDay < step.stepDay)).toBe(true);
            expect(all[step.ruleId]).toMatchObject({ kind: 'cv', audience: step.audience });
            told.push(step);
          }
        }
      },
    ),
    { numRuns: 50 },
  );
});
