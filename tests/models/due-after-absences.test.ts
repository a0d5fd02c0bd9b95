import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, compareDates } from '#shared/domain/calendar/calendar.ts';
import { isAwayOn } from '#shared/domain/people/absences.ts';
import { dueAfterAbsences, type CountedAbsence } from './due-after-absences.ts';

const absence = (firstDay: string, lastDay: string | null, returnDays = 14): CountedAbsence => ({
  firstDay,
  lastDay,
  returnDays,
});

describe('USR-10 due dates with absences', () => {
  it.each<[string, string, readonly CountedAbsence[], string | null]>([
    ['no absence', '2026-03-10', [], '2026-03-10'],
    ['due the day before', '2026-03-09', [absence('2026-03-10', '2026-03-20')], '2026-03-09'],
    ['due on the first day', '2026-03-10', [absence('2026-03-10', '2026-03-20')], '2026-04-04'],
    ['due on the last day', '2026-03-20', [absence('2026-03-10', '2026-03-20')], '2026-04-04'],
    ['due on the day of the return', '2026-03-21', [absence('2026-03-10', '2026-03-20')], '2026-03-21'],
    ['no days after the return', '2026-03-12', [absence('2026-03-10', '2026-03-20', 0)], '2026-03-21'],
    ['most days after the return', '2026-03-12', [absence('2026-03-10', '2026-03-20', 90)], '2026-06-19'],
    ['one day away', '2026-03-10', [absence('2026-03-10', '2026-03-10', 1)], '2026-03-12'],
    ['return not known', '2026-03-10', [absence('2026-03-10', null)], null],
    ['due before an open absence', '2026-03-09', [absence('2026-03-10', null)], '2026-03-09'],
    [
      'an absence follows at once',
      '2026-03-12',
      [absence('2026-03-10', '2026-03-20', 0), absence('2026-03-21', '2026-03-31', 0)],
      '2026-04-01',
    ],
    [
      'another one within the days after the return',
      '2026-03-12',
      [absence('2026-03-10', '2026-03-20'), absence('2026-03-25', '2026-03-26')],
      '2026-04-10',
    ],
    [
      'another one after the new due date',
      '2026-03-12',
      [absence('2026-03-10', '2026-03-20'), absence('2026-04-05', '2026-04-30')],
      '2026-04-04',
    ],
    [
      'another one that grants fewer days',
      '2026-03-12',
      [absence('2026-03-10', '2026-03-20', 30), absence('2026-03-25', '2026-03-26', 0)],
      '2026-04-20',
    ],
    [
      'an open one within the days after the return',
      '2026-03-12',
      [absence('2026-03-10', '2026-03-20'), absence('2026-03-25', null)],
      null,
    ],
    ['over a leap day', '2028-02-28', [absence('2028-02-20', '2028-02-28', 0)], '2028-02-29'],
    ['over the end of a year', '2026-12-31', [absence('2026-12-20', '2026-12-31', 1)], '2027-01-02'],
  ])('%s', (_name, due, absences, expected) => {
    expect(dueAfterAbsences(due, absences)).toBe(expected);
  });

  const start = '2026-01-01';
  const day = fc.integer({ min: 0, max: 400 }).map((days) => addDays(start, days));
  const some = fc
    .array(
      fc.record({
        gap: fc.integer({ min: 0, max: 40 }),
        length: fc.integer({ min: 0, max: 60 }),
        grace: fc.integer({ min: 0, max: 90 }),
      }),
      { maxLength: 6 },
    )
    .map((parts) => {
      let next = start;
      return parts.map(({ gap, length, grace }) => {
        const firstDay = addDays(next, gap);
        const lastDay = addDays(firstDay, length);
        next = addDays(lastDay, 1);
        return absence(firstDay, lastDay, grace);
      });
    });

  it('never moves a date forward in time to the past, never onto a day away, and keeps dates of days present', () => {
    fc.assert(
      fc.property(day, some, (due, absences) => {
        const moved = dueAfterAbsences(due, absences);
        expect(moved).not.toBeNull();
        expect(compareDates(moved ?? '', due)).toBeGreaterThanOrEqual(0);
        expect(absences.some((one) => isAwayOn(one, moved ?? ''))).toBe(false);
        if (!absences.some((one) => isAwayOn(one, due))) expect(moved).toBe(due);
      }),
    );
  });

  it('gives the days after the return without a day away among them', () => {
    fc.assert(
      fc.property(day, some, (due, absences) => {
        const moved = dueAfterAbsences(due, absences) ?? '';
        if (moved === due) return;
        const last = absences.filter(({ lastDay }) => (lastDay ?? '') < moved).at(-1);
        expect(
          compareDates(moved, addDays(last?.lastDay ?? '', 1 + (last?.returnDays ?? 0))),
        ).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('does not depend on the order in which absences were recorded', () => {
    fc.assert(
      fc.property(day, some, (due, absences) => {
        expect(dueAfterAbsences(due, absences.toReversed())).toBe(dueAfterAbsences(due, absences));
      }),
    );
  });

  it('keeps the order of due dates that are paused by the same absence', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 29 }), fc.integer({ min: 0, max: 29 }), (a, b) => {
        const away = [absence(start, addDays(start, 29))];
        expect(dueAfterAbsences(addDays(start, a), away)).toBe(dueAfterAbsences(addDays(start, b), away));
      }),
    );
  });
});
