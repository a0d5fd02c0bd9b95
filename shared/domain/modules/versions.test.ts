import { expect, test } from 'vitest';
import { CATEGORY_COLOUR_COUNT, categoryColour } from './category-colour.ts';
import { completionPolicies, DEFAULT_COMPLETION_POLICY } from './completion-policy.ts';
import { isVersionStep, loadTarget, removalOf, versionStatuses } from './versions.ts';

test('[MOD-12] a version goes draft, in review, approved, effective, retired; back to draft until it is effective', () => {
  const steps = (needsApproval: boolean): string[] =>
    versionStatuses.flatMap((from) =>
      versionStatuses.filter((to) => isVersionStep(from, to, needsApproval)).map((to) => `${from} → ${to}`),
    );
  const withApproval = [
    'draft → in_review',
    'in_review → draft',
    'in_review → approved',
    'approved → draft',
    'approved → effective',
    'effective → retired',
  ];
  expect(steps(true)).toEqual(withApproval);
  expect(steps(false)).toEqual(withApproval.toSpliced(1, 0, 'draft → effective'));
});

test('[MOD-11] content is loaded in place only while nobody was ever assigned', () => {
  expect(loadTarget(false)).toBe('in_place');
  expect(loadTarget(true)).toBe('draft_version');
});

test('[MOD-13] a module never assigned is deleted, any other retired', () => {
  expect(removalOf(false)).toBe('delete');
  expect(removalOf(true)).toBe('retire');
});

test('[MOD-02] category colours go round in six', () => {
  expect(CATEGORY_COLOUR_COUNT).toBe(6);
  expect([0, 1, 2, 3, 4, 5, 6, 13].map(categoryColour)).toEqual([0, 1, 2, 3, 4, 5, 0, 1]);
  expect(() => categoryColour(-1)).toThrow(RangeError);
});

test('[SIG-02] signed is the policy of a module that names none', () => {
  expect(completionPolicies).toEqual(['signed', 'self_attest', 'quiz']);
  expect(DEFAULT_COMPLETION_POLICY).toBe('signed');
});
