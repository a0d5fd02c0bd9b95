import { expect, test } from 'vitest';
import type { InspectionState } from '#shared/domain/inspections/state.ts';
import { inspectionState, type InspectionDays } from './inspection-state.ts';

const days: InspectionDays = { fromDay: '2026-03-10', toDay: '2026-03-12', isClosed: false };

const cases: readonly (readonly [InspectionState, readonly string[]])[] = [
  ['planned', ['2026-03-09']],
  ['open', ['2026-03-10']],
  ['open', ['2026-03-12']],
  ['ended', ['2026-03-13']],
  // One organization is a day ahead: it opens first, and the other one ends last.
  ['open', ['2026-03-09', '2026-03-10']],
  ['open', ['2026-03-12', '2026-03-13']],
  ['planned', ['2026-03-08', '2026-03-09']],
  ['ended', ['2026-03-13', '2026-03-14']],
];

test.each(cases)('[INS-01] an inspection from 10 to 12 March is %s where today is %j', (state, todays) => {
  expect(inspectionState(days, todays)).toBe(state);
});

test('[INS-01] a closed inspection is closed on each day', () => {
  for (const today of ['2026-03-09', '2026-03-11', '2026-03-13'])
    expect(inspectionState({ ...days, isClosed: true }, [today])).toBe('closed');
});
