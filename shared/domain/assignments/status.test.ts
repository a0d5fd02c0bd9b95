import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../calendar/calendar.ts';
import type { EffectiveStatus, StatusStep, StoredStatus } from './status.ts';
import {
  effectiveStatus,
  effectiveStatuses,
  isOpen,
  judgeStep,
  statusSteps,
  storedStatuses,
} from './status.ts';

const TODAY = '2025-06-15';

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
    expect(effectiveStatus({ status, dueDate }, TODAY)).toBe(expected);
  });

  test('[LRN-01] is overdue from the day after the due date until it is done, never before', () => {
    fc.assert(
      fc.property(fc.constantFrom(...storedStatuses), fc.integer({ min: -400, max: 400 }), (status, days) => {
        const result = effectiveStatus({ status, dueDate: addDays(TODAY, days) }, TODAY);
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
