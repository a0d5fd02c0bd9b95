import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { expandMatrices, type ExistingAssignment } from '#tests/models/expand.ts';
import { matrixMatches, type Matrix } from '#tests/models/matrix.ts';
import { matrixMatchesSql } from '#server/domains/curricula/index.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  createMatrix,
  createTextModules,
  createTrainingWorld,
  putStatus,
  type Assignment,
} from '#tests/harness/training-world.ts';
import { asFixture, createDepartment, createUser, signIn } from '#tests/harness/world.ts';
import { describeEffect, readEffect } from './change-effect.ts';
import { plannedChanges, reconcilePeople } from './reconcile.ts';

let db: TestDatabase;
let server: TestServer;

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
});

afterAll(async () => {
  await server.close();
  await db.drop();
});

test('[MTX-06] a matrix matches in SQL whom the rule of the domain matches', async () => {
  const titles = [null, '', '  ', 'Nurse', 'nurse ', ' Lead   Nurse', 'lead nurse', 'NURSE'];
  for (const organizationId of [1, 2, null]) {
    for (const departmentId of [null, 5]) {
      for (const own of titles) {
        for (const wanted of titles.filter((title) => title === null || title.trim() !== '')) {
          for (const wantedDepartment of [null, 5, 6]) {
            const person = { organizationId, departmentId, jobTitle: own };
            const matrix = { organizationId: 1, departmentId: wantedDepartment, jobTitle: wanted };
            const { rows } = await sql<{ matches: boolean }>`
              select coalesce(${matrixMatchesSql('m', 'p')}, false) as matches
              from (select 1 as organization_id, ${wantedDepartment}::int as department_id, ${wanted}::text as job_title) m,
                (select ${organizationId}::int as organization_id, ${departmentId}::int as department_id, ${own}::text as job_title) p`.execute(
              db.db,
            );
            expect(rows[0]?.matches, JSON.stringify({ person, matrix })).toBe(matrixMatches(matrix, person));
          }
        }
      }
    }
  }
});

interface RandomWorld {
  readonly people: readonly {
    readonly department: number;
    readonly title: number;
    readonly active: boolean;
  }[];
  readonly matrices: readonly {
    readonly department: number;
    readonly title: number;
    readonly entries: readonly {
      readonly module: number;
      readonly required: boolean;
      readonly days: number;
      readonly period: number | null;
      readonly window: number;
    }[];
  }[];
  readonly members: readonly (readonly [person: number, matrix: number])[];
  readonly had: readonly {
    readonly person: number;
    readonly module: number;
    readonly status: 'not_started' | 'in_progress' | 'completed' | 'voided';
    readonly type: 'manual' | 'matrix' | 'renewal';
    /** Days from today to the end of validity; null: none. */
    readonly validFor: number | null;
    readonly marked: boolean;
  }[];
  readonly inactiveModule: number;
}

const titlesOf = [null, 'Nurse', 'Monitor'];
const random: fc.Arbitrary<RandomWorld> = fc.record({
  people: fc.array(fc.record({ department: fc.nat(2), title: fc.nat(2), active: fc.boolean() }), {
    minLength: 1,
    maxLength: 4,
  }),
  matrices: fc.array(
    fc.record({
      department: fc.nat(2),
      title: fc.nat(2),
      entries: fc.uniqueArray(
        fc.record({
          module: fc.nat(3),
          required: fc.boolean(),
          days: fc.nat(40),
          period: fc.constantFrom(null, 1, 12),
          window: fc.constantFrom(0, 1, 30),
        }),
        { selector: (entry) => entry.module, maxLength: 4 },
      ),
    }),
    { maxLength: 3 },
  ),
  members: fc.uniqueArray(fc.tuple(fc.nat(3), fc.nat(2)), { selector: String, maxLength: 4 }),
  had: fc.uniqueArray(
    fc.record({
      person: fc.nat(3),
      module: fc.nat(3),
      status: fc.constantFrom('not_started', 'not_started', 'in_progress', 'completed', 'voided'),
      type: fc.constantFrom('manual', 'matrix', 'renewal'),
      validFor: fc.constantFrom(null, -900, -1, 0, 1, 13, 14, 29, 30, 9000),
      marked: fc.boolean(),
    }),
    { selector: (row) => `${String(row.person)} ${String(row.module)}`, minLength: 2, maxLength: 6 },
  ),
  inactiveModule: fc.nat(5),
});

test('[MTX-06] reconciling people in SQL creates, voids and marks exactly what the rule of the domain says, and what its preview said', async () => {
  let assigned = 0;
  let voided = 0;
  let again = 0;
  await fc.assert(
    fc.asyncProperty(random, async (input) => {
      const made = await build(input);
      const expected = expandMatrices(made);
      const ids = made.people.map((person) => person.id);
      const marked = made.assignments.filter((row) => row.noLongerRequired).map((row) => row.id);
      const { planned, outcome, done } = await asFixture(server.services, async (tx) => ({
        planned: await describeEffect(tx.db, plannedChanges(ids)),
        outcome: await reconcilePeople(tx, ids),
        done: await readEffect(tx.db, ids, marked),
      }));
      // What a preview shows is what is done, to the last person and date.
      expect(done).toEqual(planned);
      again += planned.effect.requiredAgain.assignments;
      assigned += outcome.assigned;
      voided += outcome.voided;
      expect(outcome).toEqual({
        assigned: expected.create.length,
        voided: expected.close.length,
        noLongerRequired: expected.keep.filter((row) => row.reason === 'started').length,
      });
      const { rows } = await sql<object>`
        select user_id, module_id, matrix_id, due_date, assignment_type, renewal_frequency, renewal_window from training_assignments
        where user_id = any(${made.people.map((person) => person.id)}::text[]) and id <> all(${made.assignments.map((row) => row.id)}::int[])
        order by user_id collate "C", module_id`.execute(db.db);
      expect(rows).toEqual(
        expected.create.map(({ userId, moduleId, matrixId, dueDate, isRenewal, renewal }) => ({
          userId,
          moduleId,
          matrixId,
          dueDate,
          assignmentType: isRenewal ? 'renewal' : 'matrix',
          renewalFrequency: renewal.period,
          renewalWindow: renewal.window,
        })),
      );
      const closed = await sql<{ id: number }>`
        select id from training_assignments where id = any(${expected.close.map((row) => row.assignmentId)}::int[])
          and status = 'voided'`.execute(db.db);
      expect(closed.rows).toHaveLength(expected.close.length);
      const marks = await sql<{ id: number; marked: boolean }>`
        select id, no_longer_required_at is not null as marked from training_assignments
        where id = any(${made.assignments.map((row) => row.id)}::int[]) and status = 'in_progress'`.execute(
        db.db,
      );
      const before = new Map(made.assignments.map((row) => [row.id, row.noLongerRequired]));
      const mark = new Map(expected.keep.map((row) => [row.assignmentId, row.mark]));
      for (const row of marks.rows) {
        const change = mark.get(row.id);
        const wanted =
          change === 'set_no_longer_required' || (change === 'none' && before.get(row.id) === true);
        expect(row.marked, `${String(row.id)} ${String(change)}`).toBe(wanted);
      }
      // Applied once, there is nothing more to do.
      const twice = await asFixture(server.services, (tx) =>
        reconcilePeople(
          tx,
          made.people.map((person) => person.id),
        ),
      );
      expect([twice.assigned, twice.voided]).toEqual([0, 0]);
    }),
    { numRuns: 50, seed: 11, endOnFailure: true },
  );
  expect(Math.min(assigned, voided)).toBeGreaterThan(5);
  expect(again).toBeGreaterThan(0);
});

/** Puts a random world into the database and answers it as the rule of the domain takes it. */
async function build(input: RandomWorld) {
  const world = await createTrainingWorld(server, 0);
  const modules = await createTextModules(server.services, 4);
  const organizationId = world.organization.id;
  const other = await createDepartment(server.services, { organizationId });
  const departments = [null, world.department.id, other.id];
  return asFixture(server.services, async (tx) => {
    const people: {
      id: string;
      organizationId: number;
      departmentId: number | null;
      jobTitle: string | null;
      isActive: boolean;
      today: string;
    }[] = [];
    const clock = await sql<{ today: string }>`select today_in('America/New_York') as today`.execute(tx.db);
    const today = clock.rows[0]?.today ?? '';
    for (const wanted of input.people) {
      const row = {
        organizationId,
        departmentId: departments[wanted.department] ?? null,
        jobTitle: titlesOf[wanted.title] ?? null,
        isActive: wanted.active,
      };
      const { id } = await tx.db
        .insertInto('users')
        .values({ ...row, email: `p${String(Math.random()).slice(2)}@world.example` })
        .returning('id')
        .executeTakeFirstOrThrow();
      people.push({ ...row, id, today });
    }
    const inactive = modules[input.inactiveModule];
    if (inactive !== undefined) {
      await tx.db
        .updateTable('trainingModules')
        .set({ isActive: false })
        .where('id', '=', inactive)
        .execute();
    }
    const matrices: Matrix[] = [];
    for (const [index, wanted] of input.matrices.entries()) {
      const row = {
        organizationId,
        departmentId: departments[wanted.department] ?? null,
        jobTitle: titlesOf[wanted.title] ?? null,
      };
      const { id } = await tx.db
        .insertInto('trainingMatrices')
        .values({ ...row, name: `Matrix ${String(index)}` })
        .returning('id')
        .executeTakeFirstOrThrow();
      const entries: Matrix['entries'][number][] = [];
      for (const entry of wanted.entries) {
        const facts = {
          moduleId: modules[entry.module] ?? 0,
          isRequired: entry.required,
          daysToDue: entry.days,
        };
        const renewal = { period: entry.period, window: entry.window };
        const made = await tx.db
          .insertInto('trainingMatrix')
          .values({ ...facts, matrixId: id, renewalPeriod: renewal.period, renewalWindow: renewal.window })
          .returning('id')
          .executeTakeFirstOrThrow();
        entries.push({ ...facts, renewal, id: made.id, moduleIsActive: facts.moduleId !== inactive });
      }
      matrices.push({ ...row, id, entries });
    }
    const memberships: { userId: string; matrixId: number }[] = [];
    for (const [person, matrix] of input.members) {
      const userId = people[person]?.id;
      const matrixId = matrices[matrix]?.id;
      if (userId === undefined || matrixId === undefined) continue;
      await tx.db.insertInto('matrixMembers').values({ userId, matrixId }).execute();
      memberships.push({ userId, matrixId });
    }
    const assignments: ExistingAssignment[] = [];
    for (const row of input.had) {
      const userId = people[row.person]?.id;
      if (userId === undefined) continue;
      const moduleId = modules[row.module] ?? 0;
      const marked = row.marked && row.status === 'in_progress' && row.type !== 'manual';
      const nextRenewalDate =
        row.status === 'completed' && row.validFor !== null ? addDays(today, row.validFor) : null;
      const { rows } = await sql<{ id: number }>`
        insert into training_assignments (user_id, module_id, status, completed_at, voided_at, next_renewal_date, assignment_type,
          no_longer_required_at)
        values (${userId}, ${moduleId}, ${row.status}, case when ${row.status} = 'completed' then app_now() end,
          case when ${row.status} = 'voided' then app_now() end, ${nextRenewalDate}, ${row.type},
          case when ${marked} then app_now() end)
        returning id`.execute(tx.db);
      assignments.push({
        id: rows[0]?.id ?? 0,
        userId,
        moduleId,
        status: row.status,
        fromMatrix: row.type !== 'manual',
        noLongerRequired: marked,
        nextRenewalDate,
      });
    }
    return { people, matrices, memberships, assignments, completions: [] };
  });
}

test('[MTX-06] [USR-05] who enters a department gets what it requires; who leaves it keeps what was started', async () => {
  const world = await createTrainingWorld(server, 0);
  const other = await createDepartment(server.services, { organizationId: world.organization.id });
  const modules = await createTextModules(server.services, 3);
  const [first = 0] = modules;
  await createMatrix(world, modules);
  const person = await createUser(server.services, { organizationId: world.organization.id });
  const move = (departmentId: number) => world.admin.patch(`/api/users/${person.id}`, { departmentId });
  const client = await signIn(server.client(), person);
  const mine = async (include = '') =>
    (await client.get<Assignment[]>(`/api/assignments/user${include}`)).body;

  expect((await move(world.department.id)).status).toBe(200);
  const given = await mine();
  expect(given.map((row) => row.moduleId).toSorted((a, b) => a - b)).toEqual(modules);
  const started = given.find((row) => row.moduleId === first);
  await putStatus(client, started?.id ?? 0, { status: 'in_progress' });

  await move(other.id);
  expect((await mine()).map((row) => [row.moduleId, row.status, row.noLongerRequired])).toEqual([
    [first, 'in_progress', true],
  ]);
  expect((await mine('?include=voided')).filter((row) => row.status === 'voided')).toHaveLength(2);

  await move(world.department.id);
  expect((await mine()).map((row) => row.noLongerRequired)).toEqual([false, false, false]);
});
