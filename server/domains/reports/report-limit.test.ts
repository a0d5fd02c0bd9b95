import { afterAll, beforeAll, expect, test } from 'vitest';
import { backgroundFrom } from '#shared/domain/reports/data-sets.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { createReachWorld, type ReachWorld } from '#tests/harness/reach-world.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { signIn } from '#tests/harness/world.ts';

const { pdf: usual } = backgroundFrom;

let database: TestDatabase;
let server: TestServer;
let world: ReachWorld;

beforeAll(async () => {
  // A limit that a small world passes.
  Object.assign(backgroundFrom, { pdf: 8 });
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
  world = await createReachWorld(server.services);
});
afterAll(async () => {
  Object.assign(backgroundFrom, { pdf: usual });
  await server?.close();
  await database?.drop();
});

test('[RPT-02] [RPT-03] the PDF of the report has a line for everybody, and its limit counts those lines', async () => {
  const admin = await signIn(server.client(), world.admin);
  const asked = async (query: string) => {
    const [count, pdf] = [
      await admin.get(`/api/exports/count?dataSet=report&format=pdf${query}`),
      await admin.get(`/api/reports/completion/export?format=pdf${query}`),
    ];
    return { count: count.body, status: pdf.status };
  };
  // Nobody has a training here.
  const rows = world.everyone.length;
  expect(rows).toBeGreaterThan(8);
  expect(await asked('')).toEqual({ count: { rows: 8, more: true, background: true }, status: 409 });
  expect(await asked('&team=true')).toEqual({
    count: { rows: 0, more: false, background: false },
    status: 200,
  });
});
