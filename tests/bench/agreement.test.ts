import { expect, test } from 'vitest';
import { disagreement } from './agreement.ts';

test('[PERF-03] a floor that finds other rows than the product is no floor of it', () => {
  const at = new Date('2026-01-02T03:04:05.678Z');
  const product = { rows: [{ id: 1, at: at.toISOString(), more: true }, { id: 2 }], total: 2 };
  expect(disagreement({ rows: [{ id: 1, at }, { id: 2 }], total: 2 }, product)).toBeUndefined();
  expect(disagreement({ rows: [{ id: 1 }] }, product)).toBe('answer.rows: 1 in the floor, 2 in the product');
  expect(disagreement({ rows: [{ id: 1 }, { id: 3 }] }, product)).toBe(
    'answer.rows[1].id: 3 in the floor, 2 in the product',
  );
  expect(disagreement({ rows: [{ id: 1, name: 'A' }, { id: 2 }] }, product)).toBe(
    'answer.rows[0].name: "A" in the floor, undefined in the product',
  );
  expect(disagreement({ total: '2' }, product)).toBe('answer.total: "2" in the floor, 2 in the product');
});
