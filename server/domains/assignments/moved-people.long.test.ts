import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { peopleContract } from '#shared/contract/people.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  createMatrix,
  createTextModules,
  createTrainingWorld,
  putStatus,
  type Assignment,
  type TrainingWorld,
} from '#tests/harness/training-world.ts';
import { asFixture, createDepartment, createOrganization, createUser, signIn } from '#tests/harness/world.ts';
import { reconcilePeople } from './reconcile.ts';

type Created = ResponseOf<typeof peopleContract.create>;
type Changed = ResponseOf<typeof peopleContract.update>;

let db: TestDatabase;
let server: TestServer;
let world: TrainingWorld;
let modules: readonly number[];

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  world = await createTrainingWorld(server, 0);
  modules = await createTextModules(server.services, 3);
  await createMatrix(world, modules);
});
afterAll(async () => {
  await server.close();
  await db.drop();
});

let number = 0;
const form = (more: Record<string, unknown> = {}) => ({
  email: `moved-${String((number += 1))}@people.example`,
  firstName: 'Mo',
  lastName: 'Ved',
  organizationId: world.organization.id,
  ...more,
});
const create = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  world.admin.post<Created>('/api/users', body, { headers });
const change = (userId: string, body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  world.admin.patch<Changed>(`/api/users/${userId}`, body, { headers });
const ofMatrix = async (userId: string) =>
  (await world.admin.get<Assignment[]>(`/api/employee/${userId}/assignments`)).body;

test('[USR-05] creating a person in a department says what its matrices assigned, by when; a repeated call says the same', async () => {
  const body = form({ departmentId: world.department.id });
  const key = { 'idempotency-key': 'created-with-trainings' };
  const created = await create(body, key);
  expect(created.status).toBe(201);
  const stored = await ofMatrix(created.body.user.id);
  expect(created.body.assigned).toEqual(
    stored
      .map((row) => ({
        assignmentId: row.id,
        moduleId: row.moduleId,
        title: row.module.title,
        dueDate: row.dueDate,
      }))
      .toSorted((a, b) => a.title.localeCompare(b.title)),
  );
  expect(created.body.assigned.map(({ moduleId }) => moduleId)).toEqual(modules);
  expect(created.body.withdrawn).toEqual([]);
  const repeated = await create(body, key);
  expect(repeated.body).toEqual(created.body);
});

test('[USR-05] without a matrix nothing is assigned, and the answer says so', async () => {
  expect((await create(form())).body).toMatchObject({ assigned: [], withdrawn: [] });
});

test('[USR-05] [MTX-06] moving a person says what came and what went; what was begun stays and is named so', async () => {
  const other = await createDepartment(server.services, { organizationId: world.organization.id });
  const { user, assignedPassword } = (await create(form())).body;
  const entered = await change(user.id, { departmentId: world.department.id });
  expect(entered.body.assigned.map(({ moduleId }) => moduleId)).toEqual(modules);
  expect(entered.body).toMatchObject({ id: user.id, departmentId: world.department.id, withdrawn: [] });
  // The change that is only of the name brings nothing, whatever is there.
  expect((await change(user.id, { lastName: 'Other' })).body).toMatchObject({ assigned: [], withdrawn: [] });

  const client = await signIn(server.client(), { email: user.email ?? '', password: assignedPassword ?? '' });
  const newPassword = 'seven quiet lanterns walk';
  const changed = await client.post('/api/change-password', {
    currentPassword: assignedPassword,
    newPassword,
  });
  expect(changed.status).toBe(200);
  const [begun, ...rest] = entered.body.assigned;
  expect((await putStatus(client, begun?.assignmentId ?? 0, { status: 'in_progress' })).status).toBe(200);
  const left = await change(user.id, { departmentId: other.id });
  expect(left.body.assigned).toEqual([]);
  expect(left.body.withdrawn).toEqual(rest);
  expect(left.body.noLongerRequired).toEqual([begun]);
});

test('[USR-05] the revision of the answer is the one that stands after everything that followed the change', async () => {
  // Moving completes the onboarding of somebody who has nothing open: that changes the person once more.
  const person = await createUser(server.services, {
    organizationId: world.organization.id,
    onboardingCompleted: false,
  });
  const moved = await change(person.id, { departmentId: world.department.id });
  expect(moved.body.onboardingCompleted).toBe(true);
  const next = await change(person.id, { lastName: 'Next' }, { 'if-match': moved.headers.get('etag') ?? '' });
  expect([moved.status, next.status]).toEqual([200, 200]);
});

type Planned = ResponseOf<typeof peopleContract.trainingEffect>;

/** Everything but the ids, which a rehearsal gives up again. */
const named = ({ assigned, withdrawn, noLongerRequired }: Omit<Planned, 'effectHash'>) =>
  [assigned, withdrawn, noLongerRequired].map((rows) =>
    rows.map(({ moduleId, dueDate }) => `${String(moduleId)} ${String(dueDate)}`),
  );

async function planned(query: Record<string, string>) {
  return world.admin.get<Planned>(`/api/users/training-effect?${new URLSearchParams(query).toString()}`);
}

interface Place {
  readonly department: number;
  readonly title: number;
}

/** Departments and titles of random places; the last department is none. */
async function randomPlaces() {
  const departments = [world.department.id];
  for (let count = 0; count < 2; count += 1) {
    departments.push((await createDepartment(server.services, { organizationId: world.organization.id })).id);
  }
  const titles = ['', 'Nurse', 'Monitor', 'nurse  '];
  return (at: Place) => ({
    departmentId: departments[at.department] ?? null,
    jobTitle: titles[at.title]?.trim() || null,
  });
}

test('[MTX-06] over 60 worlds the announced effect of a move is what its command writes', async () => {
  const at = await randomPlaces();
  const inAll = await createTextModules(server.services, 4);
  const organizationId = world.organization.id;
  const place: fc.Arbitrary<Place> = fc.record({ department: fc.nat(3), title: fc.nat(3) });
  const matrix = fc.record({ place, modules: fc.uniqueArray(fc.nat(3), { maxLength: 3 }) });
  const matrixIds = [
    await createMatrix(world, inAll),
    await createMatrix(world, inAll, { matrixName: 'Second' }),
  ];
  /** Gives the two matrices other rules, and puts a person at a place, with what it requires, some of it begun. */
  const arrange = (
    matrices: readonly { place: Place; modules: readonly number[] }[],
    from: Place,
    begun: number,
  ) =>
    asFixture(server.services, async (tx) => {
      await sql`delete from training_matrix where module_id = any(${inAll}::int[])`.execute(tx.db);
      for (const [index, one] of matrices.entries()) {
        const matrixId = matrixIds[index] ?? 0;
        await tx.db.updateTable('trainingMatrices').set(at(one.place)).where('id', '=', matrixId).execute();
        for (const which of one.modules)
          await tx.db
            .insertInto('trainingMatrix')
            .values({ matrixId, moduleId: inAll[which] ?? 0, daysToDue: 10 + which })
            .execute();
      }
      const { id } = await tx.db
        .insertInto('users')
        .values({ email: `world-${String((number += 1))}@people.example`, organizationId, ...at(from) })
        .returning('id')
        .executeTakeFirstOrThrow();
      await reconcilePeople(tx, [id]);
      await sql`update training_assignments set status = 'in_progress'
        where user_id = ${id} and module_id = any(${inAll.slice(0, begun)}::int[])`.execute(tx.db);
      return id;
    });
  const seen = { assigned: 0, withdrawn: 0, noLongerRequired: 0 };
  await fc.assert(
    fc.asyncProperty(fc.tuple(matrix, matrix), place, place, fc.nat(2), async (matrices, from, to, begun) => {
      const userId = await arrange(matrices, from, begun);
      const { departmentId, jobTitle } = at(to);
      const asked = { userId, departmentId: String(departmentId ?? ''), jobTitle: jobTitle ?? '' };
      const announced = (await planned(asked)).body;
      const moved = await change(userId, { departmentId, jobTitle, effectHash: announced.effectHash });
      expect(moved.status).toBe(200);
      expect(named(moved.body)).toEqual(named(announced));
      for (const what of ['assigned', 'withdrawn', 'noLongerRequired'] as const)
        seen[what] += announced[what].length;
    }),
    { numRuns: 60, seed: 7, endOnFailure: true },
  );
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(2);
});

test('[MTX-06] what a new person would get is what the person gets, and announcing writes nothing', async () => {
  const everything = async () =>
    (
      await sql<{
        n: string;
      }>`select (select count(*) from training_assignments) || ' ' || (select count(*) from users)
        || ' ' || (select count(*) from audit.events) as n`.execute(db.db)
    ).rows[0]?.n;
  const before = await everything();
  const place = { organizationId: world.organization.id, departmentId: world.department.id };
  const announced = (
    await planned({ organizationId: String(place.organizationId), departmentId: String(place.departmentId) })
  ).body;
  expect(await everything()).toBe(before);
  expect(announced.assigned.length).toBeGreaterThanOrEqual(modules.length);
  const made = await create({ ...form(place), effectHash: announced.effectHash });
  expect(made.status).toBe(201);
  expect(named(made.body)).toEqual(named(announced));
});

test('[MTX-06] when the world has changed since, nothing happens and the new effect is told', async () => {
  const organizationId = String(world.organization.id);
  const asked = { organizationId, departmentId: String(world.department.id) };
  const { body: seen } = await planned(asked);
  const [more = 0] = await createTextModules(server.services, 1);
  await createMatrix(world, [more], { matrixName: 'Came in between' });
  const body = form({ departmentId: world.department.id, effectHash: seen.effectHash });
  const late = await world.admin.post<Planned & { code: string }>('/api/users', body);
  expect([late.status, late.body.code]).toEqual([409, 'EFFECT_CHANGED']);
  expect((await world.admin.get<unknown[]>(`/api/users?q=${body.email}`)).body).toEqual([]);
  const { body: now } = await planned(asked);
  expect(named(late.body)).toEqual(named(now));
  expect(late.body.effectHash).toBe(now.effectHash);
  expect((await create({ ...body, effectHash: now.effectHash })).status).toBe(201);
});

test('[MTX-06] [SEC-01] what cannot be is refused as by its command', async () => {
  const foreign = await createOrganization(server.services);
  const elsewhere = await createDepartment(server.services, { organizationId: foreign.id });
  const organizationId = String(world.organization.id);
  expect((await planned({ organizationId, departmentId: String(elsewhere.id) })).status).toBe(422);
  expect((await planned({ userId: 'nobody', jobTitle: 'Nurse' })).status).toBe(404);
  expect((await planned({ organizationId: 'x' })).status).toBe(422);
});
