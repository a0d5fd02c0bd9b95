import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { statementsDuring } from '#tests/harness/statements.ts';
import {
  assignTo,
  createTextModules,
  createTrainingWorld,
  readText,
  readyToSign,
  sign,
  type TrainingWorld,
} from '#tests/harness/training-world.ts';
import { signIn, type FixtureUser } from '#tests/harness/world.ts';

let db: TestDatabase;
let server: TestServer;
let world: TrainingWorld;

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  world = await createTrainingWorld(server, 1);
});
afterAll(async () => {
  await server.close();
  await db.drop();
});

/** What is sent to the database during a call, without what begins and ends its transaction. */
async function sentDuring(work: () => Promise<unknown>): Promise<readonly string[]> {
  const sent = await statementsDuring(async () => void (await work()));
  return (
    sent
      .map(({ text }) => text.trim())
      .filter((text) => text !== 'begin' && text !== 'commit')
      // The queue of another file's server looks after itself meanwhile: all of this process is seen.
      .filter((text) => !text.includes('pgboss.'))
  );
}

const learner = (): FixtureUser => {
  const [person] = world.learners;
  if (!person) throw new Error('the world has a learner');
  return person;
};

async function signOne(client: TestClient, moduleId: number): Promise<readonly string[]> {
  const { id } = await assignTo(world.admin, learner().id, moduleId);
  await readText(client, id);
  const { statement } = (await client.get<{ statement?: string }>(`/api/training-assignments/${String(id)}`))
    .body;
  expect(statement).toBe('read_and_understood');
  const sent = await sentDuring(async () => {
    expect((await sign(client, id, learner())).status).toBe(200);
  });
  // The look at the statement to sign is a call of its own.
  const own = await sentDuring(() => client.get(`/api/training-assignments/${String(id)}`));
  return sent.slice(own.length);
}

test('[PERF-03] [SIG-02] signing a completion takes at most 12 statements, and nothing is read twice', async () => {
  const client = await readyToSign(server, learner());
  const modules = await createTextModules(server.services, 2);
  for (const moduleId of modules) {
    const sent = await signOne(client, moduleId);
    expect(sent.length, sent.join('\n')).toBeLessThanOrEqual(12);
    // Each connection prepares what takes longer to plan than to carry out.
    const planned = sent.filter((text) => !text.startsWith('/*named '));
    expect(planned.length, planned.join('\n')).toBeLessThanOrEqual(1);
  }
});

test('[PERF-03] [AUTH-11] signing in takes two statements before the password is judged, and four after it', async () => {
  const { email, password } = learner();
  await signIn(server.client(), learner());
  const sent = await sentDuring(async () => {
    expect((await server.client().post('/api/auth/login', { email, password })).status).toBe(200);
  });
  expect(sent.length, sent.join('\n')).toBe(6);
  expect(sent.filter((text) => !text.startsWith('/*named '))).toEqual([]);
});
