import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeUser } from '#server/domains/people/commands/change-user.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  createMatrix,
  createTextModules,
  createTrainingWorld,
  type TrainingWorld,
} from '#tests/harness/training-world.ts';
import { asFixture, createDepartment, createUsers, signIn, type FixtureUser } from '#tests/harness/world.ts';
import { addModuleToDepartment } from './commands/add-modules.ts';
import { assignMatrix } from './commands/assign-matrix.ts';
import { changeMatrix } from './commands/change-matrix.ts';
import { removeEntry } from './commands/remove-entry.ts';
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

const number = async (query: string) => Number((await db.admin.query<{ n: string }>(query)).rows[0]?.n);
const waiting = () =>
  number(`select count(*) as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
const deadlocks = () =>
  number('select deadlocks as n from pg_stat_database where datname = current_database()');
const twice = () =>
  number(`select count(*) as n from (select 1 from training_assignments where status in ('not_started', 'in_progress')
    group by user_id, module_id having count(*) > 1) t`);

/** What is still to be assigned or taken away when everything has settled: nothing, where nobody was missed. */
const missed = async (people: readonly FixtureUser[]) =>
  asFixture(server.services, (tx) =>
    reconcilePeople(
      tx,
      people.map(({ id }) => id),
    ),
  );
const nobodyMissed = { assigned: 0, voided: 0, noLongerRequired: 0 };

/** Runs one command and, before it commits, begins the other: that one has to wait for it, or ends first. */
async function duringThe(
  first: (tx: CommandTransaction) => Promise<unknown>,
  other: (tx: CommandTransaction) => Promise<unknown>,
): Promise<void> {
  const { services } = server;
  let begun: Promise<unknown> = Promise.resolve();
  await asFixture(services, async (tx) => {
    await first(tx);
    await tx.runSubscribers();
    let ended = false;
    begun = asFixture(services, other).finally(() => (ended = true));
    await expect.poll(async () => ended || (await waiting()) > 0, { interval: 5 }).toBe(true);
  });
  await begun;
}

interface Place {
  readonly world: TrainingWorld;
  readonly modules: readonly number[];
  readonly matrixId: number;
  readonly elsewhere: number;
}

/** A department with a matrix of two modules, and a person. */
async function placeWith(departmentOf: (here: number, elsewhere: number) => number) {
  const world = await createTrainingWorld(server, 0);
  const organizationId = world.organization.id;
  const elsewhere = (await createDepartment(server.services, { organizationId })).id;
  const modules = await createTextModules(server.services, 3);
  const matrixId = await createMatrix(world, modules.slice(0, 2));
  const departmentId = departmentOf(world.department.id, elsewhere);
  const people = await createUsers(server.services, [{ organizationId, departmentId }]);
  expect((await missed(people)).assigned).toBe(departmentId === elsewhere ? 0 : 2);
  return { place: { world, modules, matrixId, elsewhere }, people };
}

const terms = { isRequired: true, daysToDue: 30, renewalWindow: 30 };
const ignore = () => undefined;

/** Commands that decide for everybody at a place. */
const changes: Readonly<Record<string, (tx: CommandTransaction, place: Place) => Promise<unknown>>> = {
  'gains a module': async (tx, { matrixId, modules }) =>
    addModuleToDepartment(tx, { matrixId, moduleId: modules[2] ?? 0, assignNow: true, ...terms }),
  'loses a module': async (tx, { matrixId }) => {
    const { rows } = await sql<{ id: number }>`
      select id from training_matrix where matrix_id = ${matrixId} order by id limit 1`.execute(
      server.services.db,
    );
    return removeEntry(tx, rows[0]?.id ?? 0);
  },
  'comes to match others': async (tx, { matrixId, elsewhere }) =>
    changeMatrix(tx, matrixId, { departmentId: elsewhere }, undefined, ignore),
  'is assigned': async (tx, { matrixId, world }) =>
    assignMatrix(
      tx,
      {
        id: matrixId,
        name: 'M',
        organizationId: world.organization.id,
        departmentId: world.department.id,
        jobTitle: null,
      },
      'matched',
      undefined,
    ),
};

const moments = Object.keys(changes).flatMap((what) =>
  (['enters', 'leaves'] as const).flatMap((way) =>
    [true, false].map((moveFirst) => [what, way, moveFirst] as const),
  ),
);

test.each(moments)(
  '[MTX-06] [USR-05] a matrix %s while a person %s its department (the move began first: %s): the person has what is required and no more',
  async (what, way, moveFirst) => {
    const { place, people } = await placeWith((here, elsewhere) => (way === 'enters' ? elsewhere : here));
    const userId = people[0]?.id ?? '';
    const departmentId = way === 'enters' ? place.world.department.id : place.elsewhere;
    const move = (tx: CommandTransaction) => changeUser(tx, userId, { departmentId }, ignore);
    const change = (tx: CommandTransaction) => changes[what]?.(tx, place) ?? Promise.reject(new Error(what));
    await (moveFirst ? duringThe(move, change) : duringThe(change, move));
    expect(await missed(people)).toEqual(nobodyMissed);
  },
);

test('[MTX-06] [USR-05] fifty people move while their matrices change, on two servers: nobody is missed, nobody has anything twice, no 500, no deadlock', async () => {
  const world = await createTrainingWorld(server, 0);
  const { organization, department, adminUser, admin } = world;
  const other = await createDepartment(server.services, { organizationId: organization.id });
  const modules = await createTextModules(server.services, 6);
  const here = await createMatrix(world, modules.slice(0, 3));
  const there = await createMatrix({ ...world, department: other }, modules.slice(3), {
    matrixName: 'There',
  });
  const people = await createUsers(
    server.services,
    Array.from({ length: 50 }, () => ({ organizationId: organization.id })),
  );
  const admins = [admin, await signIn(second.client(), adminUser)] as const;
  const by = (index: number): TestClient => admins[index % 2 === 0 ? 0 : 1];
  const matrices = (index: number) => (index % 2 === 0 ? here : there);
  const before = await deadlocks();
  const moved = people.map(async (person, index) => {
    const departmentId = [department.id, other.id][index % 2] ?? null;
    return by(index).patch(`/api/users/${person.id}`, { departmentId });
  });
  const changed = Array.from({ length: 12 }, async (_, index) => {
    const matrixId = matrices(index);
    if (index % 3 === 2) {
      const jobTitle = index % 2 === 0 ? null : 'Nurse';
      return by(index).patch(`/api/training-matrices/${String(matrixId)}`, { jobTitle });
    }
    return by(index).post('/api/training-modules/assign-to-matrix', {
      matrixId,
      moduleIds: [modules[(index * 5) % 6]],
      assignNow: true,
    });
  });
  const created = Array.from({ length: 6 }, async (_, index) =>
    by(index).post<{ user: { id: string } }>('/api/users', {
      email: `arrives-${String(index)}@people.example`,
      firstName: 'New',
      lastName: 'Person',
      organizationId: organization.id,
      departmentId: index % 2 === 0 ? department.id : other.id,
    }),
  );
  const answers = await Promise.all([...moved, ...changed, ...created]);
  expect(answers.filter(({ status }) => status >= 300).map(({ status, body }) => [status, body])).toEqual([]);
  expect(await deadlocks()).toBe(before);
  expect(await twice()).toBe(0);
  const { rows } = await sql<FixtureUser>`
    select id from users where organization_id = ${organization.id}`.execute(server.services.db);
  expect(rows).toHaveLength(56);
  expect(await missed(rows)).toEqual(nobodyMissed);
});
