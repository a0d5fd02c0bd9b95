import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Role } from '../access/permissions.ts';
import { roles } from '../access/permissions.ts';
import type { ManagerRefusal } from './managers.ts';
import { refuseManager, reportsTo } from './managers.ts';

/** boss ← mid ← low; apart from them: other. */
const lines = new Map<string, string | null>([
  ['boss', null],
  ['mid', 'boss'],
  ['low', 'mid'],
  ['other', null],
]);

test.each<[string, Role, string, ManagerRefusal | null]>([
  ['boss', 'admin', 'low', null],
  ['boss', 'manager', 'other', null],
  ['boss', 'learner', 'other', 'role'],
  ['boss', 'admin', 'boss', 'self'],
  ['mid', 'manager', 'boss', 'loop'],
  ['low', 'manager', 'boss', 'loop'],
  ['low', 'manager', 'other', null],
  ['unknown', 'manager', 'boss', null],
])('[USR-02] %s (%s) as manager of %s: %s', (id, role, userId, refusal) => {
  expect(refuseManager({ id, role }, userId, lines)).toBe(refusal);
});

test('[USR-02] stored circles end', () => {
  const circle = new Map([
    ['a', 'b'],
    ['b', 'a'],
  ]);
  expect(reportsTo('a', 'c', circle)).toBe(false);
  expect(reportsTo('a', 'b', circle)).toBe(true);
});

test('[USR-02] taking only choices that are not refused never makes a loop', () => {
  const id = fc.integer({ min: 0, max: 7 }).map(String);
  fc.assert(
    fc.property(fc.array(fc.tuple(id, id, fc.constantFrom(...roles)), { maxLength: 60 }), (wishes) => {
      const current = new Map<string, string | null>();
      for (const [userId, manager, role] of wishes) {
        if (refuseManager({ id: manager, role }, userId, current) === null) current.set(userId, manager);
      }
      for (const start of current.keys()) {
        let at: string | null = start;
        for (let step = 0; at !== null; step += 1) {
          expect(step).toBeLessThan(9);
          at = current.get(at) ?? null;
        }
      }
    }),
  );
});
