import { expect, test } from 'vitest';
import { filtersOf, noFilters } from './outbox-query.ts';

test.each([
  [{}, {}],
  [
    { q: ' ann@ ', state: 'failed', template: 'people.emailChanged', from: '2026-01-31', to: '2026-02-01' },
    { q: 'ann@', state: 'failed', template: 'people.emailChanged', from: '2026-01-31', to: '2026-02-01' },
  ],
  [{ state: 'lost', template: '<b>', from: '2026-02-30', to: 'today' }, {}],
])('[NOT-02] filters of the address %o ask for %o', (view, query) => {
  expect(filtersOf({ ...noFilters, ...view })).toEqual(query);
});
