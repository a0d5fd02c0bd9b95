import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../calendar/calendar.ts';
import type { EffectiveStatus, StatusStep, StoredStatus } from './status.ts';
import {
  effectiveStatus,
  effectiveStatuses,
  isSuperseded,
  isOpen,
  judgeStep,
  statusSteps,
  storedStatuses,
} from './status.ts';

const TODAY = '2025-06-15';
const cycle = { nextRenewalDate: null, followed: false };

describe('effective status', () => {
  test.each<[StoredStatus, string | null, EffectiveStatus]>([
    ['not_started', '2025-06-14', 'overdue'],
    ['not_started', '2025-06-15', 'not_started'],
    ['not_started', '2025-06-16', 'not_started'],
    ['not_started', null, 'not_started'],
    ['in_progress', '2025-06-14', 'overdue'],
    ['in_progress', '2025-06-15', 'in_progress'],
    ['in_progress', null, 'in_progress'],
    ['completed', '2025-06-01', 'completed'],
    ['voided', '2025-06-01', 'voided'],
  ])('[LRN-01] %s due %s is %s', (status, dueDate, expected) => {
    expect(effectiveStatus({ ...cycle, status, dueDate }, TODAY)).toBe(expected);
  });

  test.each<[StoredStatus, string | null, boolean, EffectiveStatus]>([
    ['completed', '2025-06-14', false, 'expired'],
    ['completed', '2025-06-14', true, 'completed'],
    ['completed', '2025-06-15', false, 'completed'],
    ['completed', '2025-06-16', false, 'completed'],
    ['completed', null, false, 'completed'],
    ['voided', '2025-06-14', false, 'voided'],
    // What is open has no completion that could end.
    ['in_progress', '2025-06-14', false, 'in_progress'],
    ['not_started', '2025-06-14', false, 'not_started'],
  ])('[LRN-01] %s valid until %s, followed: %s, is %s', (status, nextRenewalDate, followed, expected) => {
    expect(effectiveStatus({ status, dueDate: null, nextRenewalDate, followed }, TODAY)).toBe(expected);
  });

  test.each<[string, readonly (string | null)[], readonly boolean[]]>([
    ['alone', ['2025-01-01'], [false]],
    ['followed by a valid one', ['2025-01-01', '2025-12-31'], [true, false]],
    ['followed by one for ever', ['2025-01-01', null], [true, false]],
    ['followed by one that ended too', ['2024-01-01', '2025-01-01'], [true, false]],
    ['a newer one that ended earlier', ['2025-12-31', '2025-01-01'], [false, true]],
    ['the same end: the newer one counts', ['2025-01-01', '2025-01-01'], [true, false]],
    ['two for ever', [null, null], [true, false]],
  ])('[LRN-01] completions of a module, %s: %j', (_, ends, expected) => {
    const rows = ends.map((nextRenewalDate, index) => ({
      moduleId: 1,
      cycle: index + 1,
      status: 'completed' as const,
      nextRenewalDate,
    }));
    expect(rows.map((row) => isSuperseded(row, rows))).toEqual(expected);
    const others = rows.map((row) => ({ ...row, moduleId: 2 }));
    const open = { moduleId: 1, cycle: 9, status: 'in_progress' as const, nextRenewalDate: null };
    expect(rows.map((row) => isSuperseded(row, [row, ...others, open]))).toEqual(rows.map(() => false));
  });

  test('[LRN-01] one completion of a module at most shows Expired, and only where none is valid', () => {
    const ends = fc.option(fc.integer({ min: -40, max: 40 }).map((days) => addDays(TODAY, days)));
    fc.assert(
      fc.property(fc.array(ends, { maxLength: 5 }), (list) => {
        const rows = list.map((nextRenewalDate, index) => ({
          moduleId: 1,
          cycle: index + 1,
          status: 'completed' as const,
          dueDate: null,
          nextRenewalDate,
        }));
        const expired = rows.filter(
          (row) => effectiveStatus({ ...row, followed: isSuperseded(row, rows) }, TODAY) === 'expired',
        );
        const valid = list.some((end) => end === null || end >= TODAY);
        expect(expired).toHaveLength(valid || list.length === 0 ? 0 : 1);
      }),
    );
  });

  test('[LRN-01] is overdue from the day after the due date until it is done, never before', () => {
    fc.assert(
      fc.property(fc.constantFrom(...storedStatuses), fc.integer({ min: -400, max: 400 }), (status, days) => {
        const result = effectiveStatus({ ...cycle, status, dueDate: addDays(TODAY, days) }, TODAY);
        expect(result === 'overdue').toBe(days < 0 && isOpen(status));
        expect(['overdue', status]).toContain(result);
      }),
    );
  });
});

describe('status machine', () => {
  const legal: [StoredStatus, StoredStatus, StatusStep['by'], boolean][] = [
    ['not_started', 'in_progress', 'owner', false],
    ['in_progress', 'completed', 'owner', false],
    ['not_started', 'completed', 'admin', true],
    ['in_progress', 'completed', 'admin', true],
    ['not_started', 'voided', 'admin', false],
    ['in_progress', 'voided', 'admin', false],
    ['completed', 'voided', 'admin', true],
  ];

  test.each(legal)('[LRN-07] %s → %s by %s applies (reason: %s)', (from, to, by, needsReason) => {
    expect(judgeStep(from, to, by)).toEqual({ kind: 'apply', needsReason });
  });

  test.each<[StoredStatus, StatusStep['by']]>([
    ['in_progress', 'owner'],
    ['completed', 'owner'],
    ['completed', 'admin'],
    ['voided', 'admin'],
  ])('[LRN-07] %s once more by %s changes nothing', (status, by) => {
    expect(judgeStep(status, status, by)).toEqual({ kind: 'repeat' });
  });

  test('[LRN-07] every other step is illegal, overdue can never be set', () => {
    const allowed = new Set(legal.map(([from, to, by]) => `${from} ${to} ${by}`));
    const repeats = new Set(['in_progress owner', 'completed owner', 'completed admin', 'voided admin']);
    for (const from of storedStatuses) {
      for (const to of effectiveStatuses) {
        for (const by of ['owner', 'admin'] as const) {
          const known = allowed.has(`${from} ${to} ${by}`) || (from === to && repeats.has(`${from} ${by}`));
          expect(judgeStep(from, to, by).kind === 'illegal', `${from} → ${to} by ${by}`).toBe(!known);
        }
      }
    }
  });

  test('[LRN-07] no sequence of wishes completes twice or leaves a final state', () => {
    const wish = fc.tuple(
      fc.constantFrom(...effectiveStatuses),
      fc.constantFrom('owner' as const, 'admin' as const),
    );
    fc.assert(
      fc.property(fc.array(wish, { maxLength: 30 }), (wishes) => {
        let state: StoredStatus = 'not_started';
        let completions = 0;
        for (const [to, by] of wishes) {
          if (judgeStep(state, to, by).kind !== 'apply') continue;
          expect(state).not.toBe('voided');
          expect(state === 'completed' && to !== 'voided').toBe(false);
          if (to === 'completed') completions += 1;
          state = to as StoredStatus;
        }
        expect(completions).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('[LRN-06] a completion is voided only with a reason', () => {
    const fromCompleted = statusSteps.filter((step) => step.from === 'completed');
    expect(fromCompleted).toEqual([{ from: 'completed', to: 'voided', by: 'admin', needsReason: true }]);
  });
});
