import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, addMonths, compareDates, daysBetween } from '#shared/domain/calendar/calendar.ts';
import { expandMatrices, type ExistingAssignment } from './expand.ts';
import {
  renewalOpensOn,
  renewalWindow,
  validityOf,
  type RenewalTerms,
} from '#shared/domain/assignments/renewal.ts';

const yearly: RenewalTerms = { period: 12, window: 30 };

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2024-01-31', 1, '2024-02-29'],
  ['2026-01-31', 3, '2026-04-30'],
  ['2024-02-29', 12, '2025-02-28'],
  ['2024-02-29', 48, '2028-02-29'],
  ['2025-12-31', 2, '2026-02-28'],
  ['2026-06-15', 0, '2026-06-15'],
  ['2026-01-01', 120, '2036-01-01'],
  ['2026-03-31', -1, '2026-02-28'],
])('[MTX-08] F12: %s and %i months is %s', (date, months, wanted) => {
  expect(addMonths(date, months)).toBe(wanted);
});

test.each([
  [yearly, 30],
  [{ period: 1, window: 30 }, 14],
  [{ period: 2, window: 30 }, 28],
  [{ period: 3, window: 0 }, 0],
  [{ period: null, window: 30 }, 0],
])('[MTX-08] the window of %j has %i days', (terms, days) => {
  expect(renewalWindow(terms)).toBe(days);
  expect(renewalOpensOn('2026-06-30', terms)).toBe(addDays('2026-06-30', 1 - days));
});

describe('how long a completion holds', () => {
  const before = { anchor: '2024-02-29', validUntil: '2025-02-28' };
  test.each([
    ['the first one, from its own day', '2024-02-29', null, '2024-02-29', '2025-02-28'],
    ['on the last day: no day is lost', '2025-02-28', before, '2024-02-29', '2026-02-28'],
    [
      'on the first day of the window: nobody loses by being early',
      '2025-01-30',
      before,
      '2024-02-29',
      '2026-02-28',
    ],
    ['before the window: from its own day', '2025-01-29', before, '2025-01-29', '2026-01-29'],
    ['one day late: from its own day', '2025-03-01', before, '2025-03-01', '2026-03-01'],
    [
      'in the leap year the last of February again',
      '2028-02-20',
      { anchor: '2024-02-29', validUntil: '2027-02-28' },
      '2028-02-20',
      '2029-02-20',
    ],
    [
      'in the leap year, in time',
      '2028-02-20',
      { anchor: '2024-02-29', validUntil: '2028-02-29' },
      '2024-02-29',
      '2029-02-28',
    ],
  ])('[MTX-08] %s', (_, completedOn, last, anchor, validUntil) => {
    expect(validityOf(completedOn, yearly, last)).toEqual({ anchor, validUntil });
  });

  test('[MTX-08] a month’s end stays one, and no period means for ever', () => {
    const monthly: RenewalTerms = { period: 1, window: 30 };
    const ends: string[] = [];
    let last = validityOf('2026-01-31', monthly, null);
    for (let turn = 0; turn < 4 && last; turn += 1) {
      ends.push(last.validUntil);
      last = validityOf(last.validUntil, monthly, last);
    }
    expect(ends).toEqual(['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']);
    expect(validityOf('2026-01-31', { period: null, window: 30 }, null)).toBeNull();
  });
});

/** Five years of one person, day by day, by the rule of matrices and that of validity. */
function live(start: string, terms: RenewalTerms, delays: readonly number[]) {
  const years = 5;
  const end = addMonths(start, 12 * years);
  const rows: (ExistingAssignment & { anchor: string; opened: string; due: string; done: string })[] = [];
  let open: { id: number; opened: string; due: string; doOn: string } | null = null;
  for (let day = start; compareDates(day, end) <= 0; day = addDays(day, 1)) {
    const { create } = expandMatrices({
      people: [
        { id: 'ann', organizationId: 1, departmentId: null, jobTitle: null, isActive: true, today: day },
      ],
      matrices: [
        {
          id: 1,
          organizationId: 1,
          departmentId: null,
          jobTitle: null,
          entries: [
            { id: 1, moduleId: 9, moduleIsActive: true, isRequired: true, daysToDue: 0, renewal: terms },
          ],
        },
      ],
      memberships: [],
      assignments: [
        ...rows,
        ...(open
          ? [
              {
                id: open.id,
                userId: 'ann',
                moduleId: 9,
                status: 'not_started' as const,
                fromMatrix: true,
                noLongerRequired: false,
                nextRenewalDate: null,
              },
            ]
          : []),
      ],
      completions: [],
    });
    expect(create.length, `${day}: at most one, and none beside an open one`).toBeLessThanOrEqual(
      open ? 0 : 1,
    );
    const [made] = create;
    if (made) {
      const delay = delays[rows.length % delays.length] ?? 0;
      open = { id: rows.length + 1, opened: day, due: made.dueDate, doOn: addDays(day, delay) };
    }
    if (open?.doOn === day) {
      const before = rows.at(-1);
      const validity = validityOf(
        day,
        terms,
        before ? { anchor: before.anchor, validUntil: before.nextRenewalDate ?? '' } : null,
      );
      if (!validity) throw new Error('a training without a period is never renewed');
      rows.push({
        id: open.id,
        userId: 'ann',
        moduleId: 9,
        status: 'completed',
        fromMatrix: true,
        noLongerRequired: false,
        nextRenewalDate: validity.validUntil,
        anchor: validity.anchor,
        opened: open.opened,
        due: open.due,
        done: day,
      });
      open = null;
    }
  }
  return { rows, open, end };
}

const world = fc.record({
  start: fc.constantFrom('2024-01-31', '2024-02-29', '2025-06-15', '2023-12-31', '2026-03-01'),
  terms: fc.record({ period: fc.integer({ min: 1, max: 24 }), window: fc.integer({ min: 1, max: 60 }) }),
});

test('[MTX-08] five years of a person who is always in time have neither gap nor overlap', () => {
  fc.assert(
    fc.property(world, fc.array(fc.nat(100), { minLength: 1, maxLength: 5 }), ({ start, terms }, shares) => {
      const room = renewalWindow(terms);
      const { rows, open, end } = live(
        start,
        terms,
        shares.map((share) => Math.floor((share * (room - 1)) / 100)),
      );
      for (const [index, row] of rows.entries()) {
        const before = rows[index - 1];
        if (!before?.nextRenewalDate || !row.nextRenewalDate) continue;
        expect(row.due).toBe(before.nextRenewalDate);
        expect(compareDates(row.done, row.due)).toBeLessThanOrEqual(0);
        // One begins where the other ends: the periods are those of the first day, each as long as it should be.
        const anchor = rows[1]?.anchor ?? row.anchor;
        expect(row.anchor).toBe(anchor);
        expect(row.nextRenewalDate).toBe(addMonths(anchor, (index + 1) * terms.period));
      }
      const last = rows.at(-1)?.nextRenewalDate ?? '';
      expect(compareDates(last, end) >= 0 || open !== null).toBe(true);
      expect(rows.length).toBeGreaterThanOrEqual(Math.floor(60 / terms.period));
    }),
    { numRuns: 40, seed: 5 },
  );
});

test('[MTX-08] who is late is without a valid completion for exactly the days of being late', () => {
  fc.assert(
    fc.property(world, fc.array(fc.nat(90), { minLength: 1, maxLength: 5 }), ({ start, terms }, delays) => {
      const { rows } = live(start, terms, delays);
      for (const [index, row] of rows.entries()) {
        const before = rows[index - 1];
        if (!before?.nextRenewalDate || !row.nextRenewalDate) continue;
        expect(compareDates(row.opened, renewalOpensOn(before.nextRenewalDate, terms))).toBe(0);
        const late = daysBetween(before.nextRenewalDate, row.done);
        // In time the periods go on; late they begin on the day of completion.
        expect(row.anchor).toBe(late > 0 ? row.done : before.anchor);
        expect(compareDates(row.nextRenewalDate, before.nextRenewalDate)).toBe(1);
      }
    }),
    { numRuns: 40, seed: 6 },
  );
});
