import { expect, test } from 'vitest';
import { dataSets } from '#shared/domain/reports/data-sets.ts';
import { requestOf } from '#app/features/completion-report/use-export.ts';
import { choiceOf, filtersOf, moved, noChoice, readChoice } from '#app/screens/export-data/export-view.ts';

test('[RPT-03] an address means what it can, in its order, and nothing else', () => {
  const all = ['people', 'audit'] as const;
  expect(readChoice(noChoice, all)).toEqual({
    dataSet: 'people',
    format: 'csv',
    columns: dataSets.people.columns,
  });
  const view = { ...noChoice, dataSet: 'audit', format: 'doc', columns: 'action,event_id,email,action' };
  expect(readChoice(view, all)).toEqual({ dataSet: 'audit', format: 'csv', columns: ['action', 'event_id'] });
  expect(readChoice(view, ['people']).dataSet).toBe('people');
  for (const [format, usual] of [
    ['csv', dataSets.audit.usual.file],
    ['pdf', dataSets.audit.usual.paper],
  ] as const)
    expect(readChoice({ ...noChoice, dataSet: 'audit', format }, all).columns, '[AUD-03]').toEqual(usual);
});

test('[RPT-03] only filters that the data set knows are sent', () => {
  const view = { ...noChoice, org: '7', dept: '3', status: 'overdue', from: '2026-01-01', q: '' };
  expect(filtersOf(view, 'people')).toEqual({ org: '7', departmentId: '3' });
  expect(filtersOf(view, 'assignments')).toEqual({
    org: '7',
    departmentId: '3',
    status: 'overdue',
    from: '2026-01-01',
  });
  expect(filtersOf(view, 'audit')).toEqual({ org: '7', from: '2026-01-01' });
  expect(filtersOf(noChoice, 'report')).toEqual({});
  const team = { ...noChoice, team: 'true' };
  expect(filtersOf(team, 'report')).toEqual({ team: 'true' });
  expect(filtersOf(team, 'people')).toEqual({});
});

test('[RPT-03] a saved export is in the address as it was saved', () => {
  const filters = { org: 7, departmentId: 'none', moduleId: 3, userId: 'u-1', jobTitle: 'Nurse', team: true };
  const view = choiceOf({ id: 12, dataSet: 'report', format: 'pdf', columns: ['email', 'status'], filters });
  expect(readChoice(view, ['people', 'report'])).toEqual({
    dataSet: 'report',
    format: 'pdf',
    columns: ['email', 'status'],
  });
  expect(requestOf({ ...readChoice(view, ['report']), filters: filtersOf(view, 'report') }).filters).toEqual(
    filters,
  );
  expect(view.saved).toBe('12');
});

test('[RPT-03] a period takes the place of days, and only a known one', () => {
  const view = { ...noChoice, period: 'last_month', from: '2026-01-01', to: '2026-01-31' };
  expect(filtersOf(view, 'completions')).toEqual({ period: 'last_month' });
  expect(filtersOf(view, 'people')).toEqual({});
  expect(filtersOf({ ...view, period: 'yesterday' }, 'completions')).toEqual({
    from: '2026-01-01',
    to: '2026-01-31',
  });
  const saved = { id: 1, dataSet: 'audit', format: 'csv', columns: [], filters: { period: 'last_month' } };
  expect(filtersOf(choiceOf(saved), 'audit')).toEqual({ period: 'last_month' });
});

test.each([
  [0, 1, ['b', 'a', 'c']],
  [2, -1, ['a', 'c', 'b']],
  [0, -1, ['a', 'b', 'c']],
  [2, 1, ['a', 'b', 'c']],
] as const)('[RPT-03] a column at %i moved by %i', (index, by, result) => {
  expect(moved(['a', 'b', 'c'], index, by)).toEqual(result);
});
