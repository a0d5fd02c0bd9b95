import { expect, test } from 'vitest';
import { CATEGORY_COLOR_COUNT, categoryColor } from './category-color.ts';
import { completionPolicies, DEFAULT_COMPLETION_POLICY } from './completion-policy.ts';
import type { VersionState } from './publishing.ts';
import { loadTarget, overtakenBy, removalOf } from './versions.ts';

test('[MOD-11] content is loaded in place only while nobody was ever assigned', () => {
  expect(loadTarget(false)).toBe('in_place');
  expect(loadTarget(true)).toBe('draft_version');
});

test('[MOD-11] a draft or a waiting version is behind once a later version is in force than the one it was begun from', () => {
  const since = new Date('2026-03-01T08:00:00Z');
  const cases: readonly (readonly [VersionState, number | null, number | null, boolean])[] = [
    ['draft', 1, 2, true],
    ['draft', 1, 5, true],
    ['waiting', 1, 2, true],
    ['draft', 2, 2, false],
    ['draft', 1, null, false],
    ['draft', null, 2, false],
    ['in_force', 1, 2, false],
    ['past', 1, 3, false],
  ];
  for (const [state, basedOn, number, behind] of cases) {
    const inForce = number === null ? null : { number, effectiveFrom: since };
    expect([state, basedOn, number, overtakenBy({ state, basedOn }, inForce)]).toEqual([
      state,
      basedOn,
      number,
      behind ? { basedOn, number, effectiveFrom: since } : null,
    ]);
  }
});

test('[MOD-13] a module never assigned is deleted, any other retired', () => {
  expect(removalOf(false)).toBe('delete');
  expect(removalOf(true)).toBe('retire');
});

test('[MOD-02] category colors go round in six', () => {
  expect(CATEGORY_COLOR_COUNT).toBe(6);
  expect([0, 1, 2, 3, 4, 5, 6, 13].map(categoryColor)).toEqual([0, 1, 2, 3, 4, 5, 0, 1]);
  expect(() => categoryColor(-1)).toThrow(RangeError);
});

test('[SIG-02] signed is the policy of a module that names none', () => {
  expect(completionPolicies).toEqual(['signed', 'self_attest', 'quiz']);
  expect(DEFAULT_COMPLETION_POLICY).toBe('signed');
});
