import fc from 'fast-check';
import { expect, test } from 'vitest';
import { storedStatuses } from '#shared/domain/assignments/status.ts';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import type { ExistingAssignment, Expansion, ExpansionInput } from './expand.ts';
import { expandMatrices } from './expand.ts';
import { matrixMatches } from './matrix.ts';

const TODAY = '2025-06-15';
const small = (max: number) => fc.integer({ min: 1, max });
const userId = fc.constantFrom('ann', 'bo', 'cy', 'di');
const moduleId = small(5);
const until = fc.option(fc.integer({ min: -3, max: 3 }).map((days) => addDays(TODAY, days)));

const person = fc.record({
  id: userId,
  organizationId: fc.option(small(2)),
  departmentId: fc.option(small(2)),
  jobTitle: fc.option(fc.constantFrom('Nurse', 'nurse ', 'Doctor')),
  isActive: fc.boolean(),
  today: fc.constantFrom(TODAY, addDays(TODAY, 1)),
});

const entry = fc.record({
  moduleId,
  moduleIsActive: fc.boolean(),
  isRequired: fc.boolean(),
  daysToDue: fc.integer({ min: 0, max: 40 }),
  renewal: fc.record({ period: fc.option(small(3)), window: fc.integer({ min: 0, max: 40 }) }),
});

const matrix = fc.record({
  organizationId: small(2),
  departmentId: fc.option(small(2)),
  jobTitle: fc.option(fc.constantFrom('Nurse', 'Doctor', '')),
  entries: fc.uniqueArray(entry, { selector: (e) => e.moduleId, maxLength: 5 }),
});

const assignment = fc.record({
  userId,
  moduleId,
  status: fc.constantFrom(...storedStatuses),
  fromMatrix: fc.boolean(),
  noLongerRequired: fc.boolean(),
  nextRenewalDate: until,
});

const isOpen = (row: { status: string }): boolean =>
  row.status === 'not_started' || row.status === 'in_progress';

/** A world as the database can hold it: at most one open assignment of a module for a person. */
const worlds: fc.Arbitrary<ExpansionInput> = fc
  .record({
    people: fc.uniqueArray(person, { selector: (p) => p.id, maxLength: 4 }),
    matrices: fc.array(matrix, { maxLength: 5 }),
    memberships: fc.array(fc.record({ matrixId: small(5), userId }), { maxLength: 4 }),
    assignments: fc.array(assignment, { maxLength: 12 }),
    completions: fc.array(fc.record({ userId, moduleId, validUntil: until }), { maxLength: 3 }),
  })
  .map((world) => {
    const open = new Set<string>();
    const assignments = world.assignments
      .filter((row) => {
        const key = `${row.userId} ${row.moduleId}`;
        if (!isOpen(row)) return true;
        if (open.has(key)) return false;
        open.add(key);
        return true;
      })
      .map((row, index) => ({ ...row, id: index + 1 }));
    const matrices = world.matrices.map((row, index) => ({
      ...row,
      id: index + 1,
      entries: row.entries.map((e) => ({ ...e, id: (index + 1) * 100 + e.moduleId })),
    }));
    return { ...world, assignments, matrices };
  });

/** Does to the assignments what the expansion says. */
function apply(input: ExpansionInput, result: Expansion): ExpansionInput {
  const closed = new Set(result.close.map((row) => row.assignmentId));
  const marks = new Map(result.keep.map((row) => [row.assignmentId, row.mark]));
  const changed = input.assignments.map((row): ExistingAssignment => {
    if (closed.has(row.id)) return { ...row, status: 'voided' };
    const mark = marks.get(row.id);
    if (mark === 'set_no_longer_required') return { ...row, noLongerRequired: true };
    if (mark === 'clear_no_longer_required') return { ...row, noLongerRequired: false };
    return row;
  });
  const created = result.create.map((row, index): ExistingAssignment => ({
    id: 1000 + index,
    userId: row.userId,
    moduleId: row.moduleId,
    status: 'not_started',
    fromMatrix: true,
    noLongerRequired: false,
    nextRenewalDate: null,
  }));
  return { ...input, assignments: [...changed, ...created] };
}

test('[MTX-06] applied once, there is nothing more to do', () => {
  fc.assert(
    fc.property(worlds, (world) => {
      const after = expandMatrices(apply(world, expandMatrices(world)));
      expect([after.create, after.close, after.keep.filter(({ mark }) => mark !== 'none')]).toEqual([
        [],
        [],
        [],
      ]);
    }),
  );
});

test('[MTX-06] the order of people, matrices, memberships, assignments and entries does not matter', () => {
  fc.assert(
    fc.property(worlds, (world) => {
      const turned: ExpansionInput = {
        people: world.people.toReversed(),
        matrices: world.matrices.toReversed().map((m) => ({ ...m, entries: m.entries.toReversed() })),
        memberships: world.memberships.toReversed(),
        assignments: world.assignments.toReversed(),
        completions: world.completions.toReversed(),
      };
      expect(expandMatrices(turned)).toEqual(expandMatrices(world));
    }),
  );
});

test('[MTX-06] only what was not started and came from a matrix is ever closed; no completion is touched', () => {
  fc.assert(
    fc.property(worlds, (world) => {
      const rows = new Map(world.assignments.map((row) => [row.id, row]));
      const result = expandMatrices(world);
      for (const { assignmentId } of result.close) {
        expect(rows.get(assignmentId)).toMatchObject({ status: 'not_started', fromMatrix: true });
      }
      const kept = new Set(result.keep.map((row) => row.assignmentId));
      const asked = new Set(world.people.map((p) => p.id));
      const completions = world.assignments.filter(
        (row) => row.status === 'completed' && asked.has(row.userId),
      );
      for (const row of completions) expect(kept).toContain(row.id);
    }),
  );
});

test('[MTX-05] nobody ends with two open assignments of a module, and every row is judged at most once', () => {
  fc.assert(
    fc.property(worlds, (world) => {
      const result = expandMatrices(world);
      const open = apply(world, result)
        .assignments.filter(isOpen)
        .map((row) => `${row.userId} ${row.moduleId}`);
      expect(new Set(open).size).toBe(open.length);
      const judged = [...result.keep, ...result.close].map((row) => row.assignmentId);
      expect(new Set(judged).size).toBe(judged.length);
    }),
  );
});

test('[MTX-06] afterwards every active person has what is required: open, or validly completed', () => {
  fc.assert(
    fc.property(worlds, (world) => {
      const after = apply(world, expandMatrices(world));
      for (const who of world.people.filter((p) => p.isActive)) {
        for (const m of world.matrices) {
          const member = world.memberships.some((row) => row.matrixId === m.id && row.userId === who.id);
          if (!member && !matrixMatches(m, who)) continue;
          for (const e of m.entries.filter((row) => row.isRequired && row.moduleIsActive)) {
            const mine = (row: { userId: string; moduleId: number }): boolean =>
              row.userId === who.id && row.moduleId === e.moduleId;
            const valid = (date: string | null): boolean => date === null || date >= who.today;
            const has =
              after.assignments.some(
                (row) =>
                  mine(row) && (isOpen(row) || (row.status === 'completed' && valid(row.nextRenewalDate))),
              ) || after.completions.some((row) => mine(row) && valid(row.validUntil));
            expect(has).toBe(true);
          }
        }
      }
    }),
  );
});
