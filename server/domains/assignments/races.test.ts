import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  createMatrix,
  createTextModules,
  createTrainingWorld,
  putStatus,
  type Assignment,
} from '#tests/harness/training-world.ts';
import { asFixture, createDepartment, createUsers, signIn } from '#tests/harness/world.ts';
import { openRenewalsJob } from './assignments.jobs.ts';
import { reconcilePeople } from './reconcile.ts';

let db: TestDatabase;
let server: TestServer;
let second: TestServer;

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  second = await startTestServer({ db });
});
afterAll(async () => {
  await second.close();
  await server.close();
  await db.drop();
});

/** The next number of a sequence that is the same in every run (Park and Miller). */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

const deadlocks = async () =>
  Number(
    (await db.admin.query('select deadlocks from pg_stat_database where datname = current_database()'))
      .rows[0].deadlocks,
  );

test('[MTX-05] [MTX-06] [LRN-07] T22: people move while matrices are assigned, changed and completed, 50 at once on two servers: nobody twice, nothing lost, no 500, no deadlock', async () => {
  const world = await createTrainingWorld(server, 0);
  const { organization, department, adminUser, admin } = world;
  const other = await createDepartment(server.services, { organizationId: organization.id });
  const modules = await createTextModules(server.services, 6, { completionPolicy: 'self_attest' });
  const here = await createMatrix(world, modules.slice(0, 4));
  const there = await createMatrix({ ...world, department: other }, modules.slice(2), {
    matrixName: 'The other one',
  });
  const people = await createUsers(
    server.services,
    Array.from({ length: 12 }, (_, index) => ({
      organizationId: organization.id,
      departmentId: index % 2 === 0 ? department.id : other.id,
    })),
  );
  const userIds = people.map(({ id }) => id);
  await asFixture(server.services, (tx) => reconcilePeople(tx, userIds));
  const admins = [admin, await signIn(second.client(), adminUser)];
  const learners = new Map<string, TestClient>();
  for (const [index, person] of people.slice(0, 6).entries()) {
    learners.set(person.id, await signIn((index % 2 === 0 ? server : second).client(), person));
  }
  const next = numbers(20_261_122);
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[next(items.length)];
    if (item === undefined) throw new Error('there is nothing to pick from');
    return item;
  };
  const entriesOf = async (matrixId: number) =>
    (await admin.get<{ id: number }[]>(`/api/training-matrix?matrixId=${String(matrixId)}`)).body;
  const openOf = async (userId: string) =>
    (await admin.get<Assignment[]>(`/api/employee/${userId}/assignments`)).body;

  const moves: readonly (() => Promise<{ readonly status: number }>)[] = [
    async () =>
      pick(admins).patch(`/api/users/${pick(userIds)}`, {
        departmentId: pick([department.id, other.id, null]),
      }),
    async () =>
      pick(admins).post('/api/training-matrix/assign', {
        matrixId: pick([here, there]),
        specificUserIds: next(2) === 0 ? userIds : userIds.toReversed(),
      }),
    async () =>
      pick(admins).post('/api/training-modules/assign-to-matrix', {
        matrixId: pick([here, there]),
        moduleIds: [pick(modules)],
        assignNow: true,
      }),
    async () => {
      const [entry] = await entriesOf(pick([here, there]));
      return entry ? pick(admins).del(`/api/training-matrix/${String(entry.id)}`) : { status: 200 };
    },
    async () => {
      const rows = await openOf(pick(userIds));
      const row = rows[next(Math.max(rows.length, 1))];
      if (!row) return { status: 200 };
      return pick(admins).del('/api/training-assignments/bulk', { assignmentIds: [row.id] });
    },
    async () => {
      const [userId, client] = pick([...learners]);
      const row = (await openOf(userId)).find(({ status }) => status !== 'completed');
      if (!row) return { status: 200 };
      await putStatus(client, row.id, { status: 'in_progress' });
      return putStatus(client, row.id, { status: 'completed', versionNumber: 1 });
    },
    async () => {
      await openRenewalsJob.run(pick([server, second]).services, {});
      return { status: 200 };
    },
  ];
  const before = await deadlocks();
  const answers = await Promise.all(Array.from({ length: 50 }, () => pick(moves)()));
  const statuses = [...new Set(answers.map(({ status }) => status))].toSorted((a, b) => a - b);
  // What was gone, done or no longer allowed by the time is refused, and nothing else.
  expect(statuses.filter((status) => ![200, 201, 404, 409, 422].includes(status))).toEqual([]);
  expect(answers.filter(({ status }) => status < 300).length).toBeGreaterThan(25);
  expect(await deadlocks()).toBe(before);

  const { rows: twice } = await sql<object>`
    select user_id, module_id from training_assignments where status in ('not_started', 'in_progress')
    group by 1, 2 having count(*) > 1`.execute(db.db);
  expect(twice).toEqual([]);
  const { rows: lost } = await sql<object>`
    select a.id from training_assignments a full join training_records r on r.assignment_id = a.id
    where (a.status = 'completed') <> (r.id is not null)`.execute(db.db);
  expect(lost).toEqual([]);
  // Whoever was first, in the end people have what their matrices require: there is nothing to take away or to mark.
  const settled = await asFixture(server.services, (tx) => reconcilePeople(tx, userIds));
  expect([settled.voided, settled.noLongerRequired]).toEqual([0, 0]);
}, 60_000);
