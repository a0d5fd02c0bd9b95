import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { curriculaContract } from '#shared/contract/curricula.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  assignTo,
  completeText,
  createMatrix,
  createTextModules,
  createTrainingWorld,
  readyToSign,
  type Assignment,
  type TrainingWorld,
} from '#tests/harness/training-world.ts';
import { createDepartment, createUser, type FixtureUser } from '#tests/harness/world.ts';

type Card = ResponseOf<typeof curriculaContract.matrices>[number];

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

interface Retrained {
  readonly world: TrainingWorld;
  readonly matrixId: number;
  readonly moduleId: number;
  readonly person: FixtureUser;
}

/** A person who completed what a matrix requires and has its retraining open. */
async function retrained(membership = false): Promise<Retrained> {
  const world = await createTrainingWorld(server, membership ? 0 : 1);
  const person =
    world.learners[0] ?? (await createUser(server.services, { organizationId: world.organization.id }));
  const [moduleId = 0] = await createTextModules(server.services, 1);
  const matrixId = await createMatrix(world, [moduleId]);
  await world.admin.post('/api/training-matrix/assign', {
    matrixId,
    ...(membership ? { specificUserIds: [person.id] } : { allMatched: true }),
  });
  const [first] = await cycles(world, person);
  await completeText(await readyToSign(server, person), first?.id ?? 0, person);
  await assignTo(world.admin, person.id, moduleId, { retrain: true, reason: 'After a deviation' });
  return { world, matrixId, moduleId, person };
}

async function cycles(world: TrainingWorld, person: FixtureUser): Promise<readonly Assignment[]> {
  const { body } = await world.admin.get<Assignment[]>(
    `/api/employee/${person.id}/assignments?include=voided`,
  );
  return body.toSorted((one, other) => one.cycle - other.cycle);
}

async function entryOf({ world, matrixId }: Retrained): Promise<number> {
  const { body } = await world.admin.get<Card[]>(
    `/api/training-matrices?organizationId=${String(world.organization.id)}`,
  );
  return body.find(({ id }) => id === matrixId)?.families[0]?.modules[0]?.entryId ?? 0;
}

const waysOut: Readonly<Record<string, (scene: Retrained) => Promise<unknown>>> = {
  'the module is removed from the matrix': async (scene) =>
    scene.world.admin.del(`/api/training-matrix/${String(await entryOf(scene))}`),
  'the matrix is removed': ({ world, matrixId }) =>
    world.admin.del(`/api/training-matrices/${String(matrixId)}`),
  'the membership ends': ({ world, matrixId, person }) =>
    world.admin.del(`/api/training-matrices/${String(matrixId)}/members/${person.id}`),
  'the matrix goes to another department': async ({ world, matrixId }) => {
    const department = await createDepartment(server.services, { organizationId: world.organization.id });
    return world.admin.patch(`/api/training-matrices/${String(matrixId)}`, { departmentId: department.id });
  },
};

test.each(Object.keys(waysOut))(
  '[MTX-06] [MTX-08] a retraining that was not started is withdrawn when %s',
  async (way) => {
    const scene = await retrained(way === 'the membership ends');
    const answer = await waysOut[way]?.(scene);
    expect(answer).toMatchObject({ status: 200 });
    expect((await cycles(scene.world, scene.person)).map(({ cycle, status }) => [cycle, status])).toEqual([
      [1, 'completed'],
      [2, 'voided'],
    ]);
  },
);

test('[MTX-06] the retraining of what somebody assigned without a matrix stays', async () => {
  const world = await createTrainingWorld(server, 1);
  const [person] = world.learners;
  if (!person) throw new Error('the world has a learner');
  const [moduleId = 0] = await createTextModules(server.services, 1);
  const { id } = await assignTo(world.admin, person.id, moduleId);
  await completeText(await readyToSign(server, person), id, person);
  await assignTo(world.admin, person.id, moduleId, { retrain: true, reason: 'After a deviation' });
  const matrixId = await createMatrix(world, [moduleId]);
  await world.admin.del(
    `/api/training-matrix/${String(await entryOf({ world, matrixId, moduleId, person }))}`,
  );
  expect((await cycles(world, person)).map(({ status }) => status)).toEqual(['completed', 'not_started']);
});
