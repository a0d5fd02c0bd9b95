import { expect, test } from 'vitest';
import {
  countByFilter,
  filterOf,
  groupOfRow,
  nextOf,
  sorted,
  type Ordered,
} from '#app/features/assignments/order.ts';

const row = (title: string, fields: Partial<Ordered> = {}): Ordered => ({
  status: 'not_started',
  dueDate: null,
  completedAt: null,
  nextRenewalDate: null,
  progress: 0,
  assignedDate: '2026-01-01T00:00:00.000Z',
  ...fields,
  module: { title },
});

const rows = [
  row('done long ago', {
    status: 'completed',
    completedAt: '2026-01-05T10:00:00.000Z',
    dueDate: '2026-01-01',
  }),
  row('no date'),
  row('late', { status: 'overdue', dueDate: '2026-02-01' }),
  row('done lately', { status: 'completed', completedAt: '2026-02-05T10:00:00.000Z', dueDate: '2026-03-01' }),
  row('Module 10', { status: 'in_progress', dueDate: '2026-03-01', progress: 40 }),
  row('Module 9', { dueDate: '2026-03-01' }),
];
const titles = (sort: string) => sorted(rows, sort).map(({ module }) => module.title);

test('[LRN-01] due order: open ones by due date, those without one after them, done ones last and the latest first', () => {
  const inDueOrder = ['late', 'Module 9', 'Module 10', 'no date', 'done lately', 'done long ago'];
  expect(titles('due')).toEqual(inDueOrder);
  expect(titles('nonsense')).toEqual(inDueOrder);
});

test('[LRN-01] [LRN-03] what has expired comes after what is overdue and before all else, the longest expired first', () => {
  const expired = (title: string, nextRenewalDate: string) =>
    row(title, { status: 'expired', completedAt: '2025-02-05T10:00:00.000Z', nextRenewalDate });
  const all = [expired('lately', '2026-02-20'), ...rows, expired('long ago', '2025-12-31')];
  expect(sorted(all, 'due').map(({ module }) => module.title)).toEqual([
    'late',
    'long ago',
    'lately',
    ...titles('due').slice(1),
  ]);
});

test('[LRN-01] columns sort both ways, and equal rows stand in due order', () => {
  expect(titles('title').slice(3)).toEqual(['Module 9', 'Module 10', 'no date']);
  expect(titles('status')[0]).toBe('late');
  expect(titles('-status').slice(0, 2)).toEqual(['done lately', 'done long ago']);
  expect(titles('-progress')[0]).toBe('Module 10');
});

test('[LRN-01] counts under the filters of SPEC 9; voided rows stand under none, unknown texts mean all', () => {
  expect(countByFilter([...rows, row('gone', { status: 'voided' })])).toEqual({
    all: 6,
    completed: 2,
    in_progress: 1,
    not_started: 2,
    overdue: 1,
    expired: 0,
  });
  expect(filterOf('overdue')).toBe('overdue');
  expect(filterOf('voided')).toBe('all');
});

test('[LRN-01] [LRN-03] the due groups of a list, and the one training that comes first', () => {
  const groups = [
    { status: 'overdue', started: true, dueDate: '2026-02-01' },
    { status: 'in_progress', started: true, dueDate: '2026-03-08' },
    { status: 'not_started', started: false, dueDate: '2026-03-09' },
    { status: 'not_started', started: false, dueDate: null },
    { status: 'completed', started: true, dueDate: '2026-01-01' },
    { status: 'expired', started: true, dueDate: '2026-01-01' },
  ] as const;
  expect(groups.map((one) => groupOfRow(one, '2026-03-01'))).toEqual([
    'overdue',
    'this_week',
    'later',
    'later',
    'done',
    'expired',
  ]);
  expect(nextOf(rows)?.module.title).toBe('late');
  expect(nextOf([row('done', { status: 'completed' })])).toBeNull();
});
