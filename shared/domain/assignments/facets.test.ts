import { expect, test } from 'vitest';
import { countFacets, type FacetCount } from './facets.ts';

const rows: readonly FacetCount[] = [
  { group: 'overdue', status: 'overdue', family: 'tp-qms', found: true, count: 2 },
  { group: 'this_week', status: 'not_started', family: 'tp-qms', found: true, count: 3 },
  { group: 'this_week', status: 'in_progress', family: 'other', found: true, count: 1 },
  { group: 'done', status: 'completed', family: 'tp-cro', found: true, count: 40 },
  { group: 'done', status: 'completed', family: 'org-north', found: false, count: 5 },
];

test('[LRN-03] without a choice every value counts what the search found', () => {
  const { families, ...counts } = countFacets(rows, {});
  expect(counts).toEqual({
    total: 51,
    shown: 46,
    groups: { overdue: 2, expired: 0, this_week: 4, later: 0, done: 40 },
    statuses: { completed: 40, in_progress: 1, not_started: 3, overdue: 2, expired: 0 },
  });
  expect([...families]).toEqual([
    ['tp-qms', 5],
    ['other', 1],
    ['tp-cro', 40],
    ['org-north', 0],
  ]);
});

test('[LRN-03] a filter narrows the counts of the others, not its own', () => {
  const counts = countFacets(rows, { group: 'this_week', family: 'tp-qms' });
  expect(counts.groups).toEqual({ overdue: 2, expired: 0, this_week: 3, later: 0, done: 0 });
  expect(counts.statuses).toEqual({ completed: 0, in_progress: 0, not_started: 3, overdue: 0, expired: 0 });
  expect(counts.families.get('other')).toBe(1);
  expect(counts.families.get('tp-cro')).toBe(0);
  expect(counts.shown).toBe(3);
});

test('[LRN-03] a status that is chosen narrows groups and families, and what is shown', () => {
  const counts = countFacets(rows, { status: 'completed' });
  expect(counts.groups).toEqual({ overdue: 0, expired: 0, this_week: 0, later: 0, done: 40 });
  expect(counts.statuses).toEqual({ completed: 40, in_progress: 1, not_started: 3, overdue: 2, expired: 0 });
  expect([...counts.families.values()]).toEqual([0, 0, 40, 0]);
  expect([counts.shown, counts.total]).toEqual([40, 51]);
  const none = countFacets(rows, { group: 'overdue', status: 'completed' });
  expect([none.shown, none.groups.done, none.statuses.overdue]).toEqual([0, 40, 2]);
});
