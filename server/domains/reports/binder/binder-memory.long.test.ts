import { Transform, type Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createTrainingWorld } from '#tests/harness/training-world.ts';
import { createUsers } from '#tests/harness/world.ts';
import { writeBinder } from './write-binder.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

let db: TestDatabase;
let server: TestServer;
let admin: TestClient;
let ids: readonly string[];

/** MB in use, without what the collector would take. */
function inUse(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}

/** Writes a binder of so many people; answers the most that was in use while its bytes left. */
async function mostInUse(people: number): Promise<number> {
  let most = 0;
  let pieces = 0;
  const watched = (source: Readable): Readable =>
    source.pipe(
      new Transform({
        transform: (piece: Buffer, _encoding, done) => {
          pieces += 1;
          if (pieces % 200 === 0) most = Math.max(most, inUse());
          done(null, piece);
        },
      }),
    );
  const { services } = server;
  const put = services.files.put.bind(services.files);
  const spy = vi
    .spyOn(services.files, 'put')
    .mockImplementation((source, options) => put(watched(source), options));
  const { body } = await admin.post<{ id: number }>('/api/binders', { userIds: ids.slice(0, people) });
  await writeBinder(services, body.id);
  spy.mockRestore();
  const { body: list } = await admin.get<{ id: number; state: string; rowsDone: number }[]>('/api/exports');
  expect(list.find(({ id }) => id === body.id)).toMatchObject({ state: 'ready', rowsDone: people });
  return most;
}

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  const world = await createTrainingWorld(server, 0);
  ({ admin } = world);
  const organizationId = world.organization.id;
  const people = await createUsers(
    server.services,
    Array.from({ length: 70 }, (_, at) => ({ organizationId, lastName: `Last${String(at)}` })),
  );
  ids = people.map(({ id }) => id);
});

afterAll(async () => {
  await server.close();
  await db.drop();
});

test('[INS-04] [PERF-01] the memory of a binder does not grow with its people', async () => {
  await mostInUse(5);
  const few = await mostInUse(20);
  // 50 people more were 400 MB while the archive held their documents with their fonts.
  expect((await mostInUse(70)) - few).toBeLessThan(40);
}, 600_000);
