import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createTrainingWorld, meaning, type TrainingWorld } from '#tests/harness/training-world.ts';

const root = path.join(import.meta.dirname, '../..');
const folder = path.join(root, 'tests/generated-client');
const types = path.join(root, '.cache/generated-client/api.d.ts');
const run = promisify(execFile);

let db: TestDatabase;
let server: TestServer;
let world: TrainingWorld;

beforeAll(async () => {
  fs.mkdirSync(path.dirname(types), { recursive: true });
  const generator = path.join(folder, 'node_modules/openapi-typescript/bin/cli.js');
  // A field with a default may be left out.
  const options = ['--default-non-nullable', 'false', '-o', types];
  await run(process.execPath, [generator, path.join(root, 'docs/openapi.json'), ...options]);
  db = await createTestDatabase();
  server = await startTestServer({ db });
  world = await createTrainingWorld(server);
});

afterAll(async () => {
  await server.close();
  await db.drop();
});

test('[OPS-06] a client generated from the OpenAPI document compiles', async () => {
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = await run(process.execPath, [compiler, '-p', folder]).catch(
    (error: unknown) => error as { readonly stdout: string },
  );
  expect(stdout).toBe('');
});

test('[OPS-06] and does the main job: module, matrix, assignment, signed completion, report', async () => {
  const [learner] = world.learners;
  if (!learner) throw new Error('the world has learners');
  const { doMainJob } = (await import(pathToFileURL(path.join(folder, 'main-job.ts')).href)) as {
    doMainJob: (job: Record<string, unknown>) => Promise<Record<string, unknown>>;
  };
  const done = await doMainJob({
    url: server.url,
    admin: { email: world.adminUser.email, password: world.adminUser.password },
    learner: { id: learner.id, email: learner.email, password: learner.password },
    departmentId: world.department.id,
    meaning,
  });
  expect(done).toMatchObject({
    signedInAs: learner.email,
    total: '1',
    early: 'CONTENT_NOT_SEEN',
    status: 'completed',
    completedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown,
    reported: ['CP-77 Consent'],
    stale: { title: 'CP-77 Informed consent' },
  });
});
