import { expect, test } from 'vitest';
import { filtersOf, noFilters } from './audit-view.ts';

test('[AUD-03] the address holds the filters of the trail; what is none of them is left out', () => {
  expect(filtersOf(noFilters)).toEqual({});
  const view = {
    q: ' leave ',
    actor: 'u_1',
    about: 'u_2',
    group: 'training',
    from: '2026-01-01',
    to: '2026-02-28',
    recordType: 'training_matrices',
    recordId: '7',
    event: '4711',
  };
  expect(filtersOf({ ...view, since: 'review' })).toEqual({ ...view, q: 'leave', sinceReview: 'true' });
  expect(
    filtersOf({
      q: ' ',
      actor: 'not a person',
      about: "'",
      group: 'everything',
      from: '2026-02-30',
      to: 'soon',
      recordType: 'training_matrices',
      recordId: '',
      event: '0x1',
      since: 'yesterday',
    }),
  ).toEqual({});
});
