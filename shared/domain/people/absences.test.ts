import { describe, expect, it } from 'vitest';
import { absenceState, awayUntil, overlap, type AbsenceDays } from './absences.ts';

const absence = (firstDay: string, lastDay: string | null): AbsenceDays => ({ firstDay, lastDay });

describe('USR-10 days of an absence', () => {
  it.each([
    ['2026-03-09', 'planned'],
    ['2026-03-10', 'away'],
    ['2026-03-20', 'away'],
    ['2026-03-21', 'over'],
  ] as const)('on %s it is %s', (today, state) => {
    expect(absenceState(absence('2026-03-10', '2026-03-20'), today)).toBe(state);
  });

  it.each<[AbsenceDays, AbsenceDays, boolean]>([
    [absence('2026-03-10', '2026-03-20'), absence('2026-03-20', '2026-03-25'), true],
    [absence('2026-03-10', '2026-03-20'), absence('2026-03-21', '2026-03-25'), false],
    [absence('2026-03-10', null), absence('2026-04-21', '2026-04-25'), true],
    [absence('2026-03-10', null), absence('2026-03-01', '2026-03-09'), false],
  ])('%o and %o', (a, b, expected) => {
    expect(overlap(a, b)).toBe(expected);
    expect(overlap(b, a)).toBe(expected);
  });

  it('says until when somebody is away, over absences that follow each other', () => {
    const absences = [absence('2026-03-10', '2026-03-20'), absence('2026-03-21', '2026-03-25')];
    expect(awayUntil('2026-03-12', absences)).toBe('2026-03-25');
    expect(awayUntil('2026-03-26', absences)).toBeNull();
    expect(awayUntil('2026-03-12', [...absences, absence('2026-03-26', null)])).toBeNull();
  });
});
