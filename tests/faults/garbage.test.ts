import { Agent } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogue } from '#shared/contract/catalogue.ts';
import type { AnyEndpoint } from '#shared/contract/endpoint.ts';
import type { Problem } from '#shared/contract/errors.ts';
import { accessTable, type TargetName } from '#tests/access/access-table.ts';
import { createAccessWorld, type AccessWorld } from '#tests/access/access-world.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { garbageFor, type GarbageRequest, type RightCall } from '#tests/harness/garbage.ts';
import { rawRequest, type RawAnswered } from '#tests/harness/raw-request.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';

type Sender = 'admin' | 'learner';

const runs: Readonly<Record<Sender, number>> = { admin: 30, learner: 8 };

let database: TestDatabase;
let server: TestServer;
let world: AccessWorld;
const agent = new Agent({ keepAlive: true });
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database, declaredCodes: false });
  world = await createAccessWorld(server);
});
afterAll(async () => {
  agent.destroy();
  await server.close();
  await database.drop();
});

/** A call as the access table makes it: an administrator's is about a person of another organization, a learner's about oneself. */
async function rightCall(endpoint: AnyEndpoint, persona: Sender): Promise<RightCall> {
  const row = accessTable[endpoint.id];
  if (!row) throw new Error(`${endpoint.id} has no row in the access table`);
  const [alpha, , gamma] = world.reach.organizations;
  const name = (persona === 'admin' && 'foreign' in row.expect ? 'foreign' : 'own') satisfies TargetName;
  const person = name === 'foreign' ? gamma.learners[0] : world.people[persona];
  const organizationId = person.organizationId ?? alpha.organization.id;
  const departmentId = person.departmentId ?? alpha.departments[0].id;
  const material = world.materialOf(person);
  return (await row.send?.({ name, persona, person, organizationId, departmentId, material }, world)) ?? {};
}

/** The newest event of the trail that says that something was done; refusals are kept on purpose. */
async function newestDeed(): Promise<number> {
  const { rows } = await database.admin.query<{ id: string | null }>(
    `select max(id) as id from audit.events where outcome <> 'refused'`,
  );
  return Number(rows[0]?.id ?? 0);
}

function expectProblem(answer: RawAnswered): void {
  // To a player that asked for bytes that there are not, the length is the answer (RFC 9110 §15.5.17).
  if (answer.status === 416) {
    expect([answer.headers['content-range'], answer.text]).toEqual([
      expect.stringMatching(/^bytes \*\/\d+$/),
      '',
    ]);
    return;
  }
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  const problem = JSON.parse(answer.text) as Problem;
  const said = expect.stringMatching(/./s) as unknown;
  expect(problem).toMatchObject({ status: answer.status, title: said, detail: said, code: said });
  if (problem.code !== 'VALIDATION_FAILED') return;
  expect(problem.errors ?? [], answer.text).not.toEqual([]);
  for (const error of problem.errors ?? [])
    expect(error, answer.text).toMatchObject({ path: said, message: said });
}

async function send(
  endpoint: AnyEndpoint,
  sent: GarbageRequest,
  cookies: ReadonlyMap<string, string>,
): Promise<RawAnswered> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return rawRequest(server.url, {
    agent,
    method: endpoint.method,
    path: sent.path,
    headers: { cookie, ...sent.headers },
    ...(sent.body === undefined ? {} : { body: sent.body }),
  });
}

/**
 * Sends garbage in a session of its own, since some calls end it, and without the delays that refused passwords earn; answers
 * how often it was refused.
 */
async function drive(endpoint: AnyEndpoint, persona: Sender): Promise<number> {
  await database.admin.query('delete from sign_in_throttles');
  const { cookies } = await world.client(persona, true);
  const right = await rightCall(endpoint, persona);
  let refused = 0;
  let before = await newestDeed();
  const property = fc.asyncProperty(garbageFor(endpoint, right), async (sent) => {
    const answer = await send(endpoint, sent, cookies);
    const after = await newestDeed();
    const changed = after !== before;
    before = after;
    expect(answer.status, answer.text).toBeLessThan(500);
    if (answer.status < 400) return;
    refused += 1;
    expectProblem(answer);
    expect(changed, `the trail of a call refused with ${String(answer.status)}`).toBe(false);
  });
  await fc.assert(property, { numRuns: runs[persona], ignoreEqualValues: true });
  return refused;
}

describe('garbage', () => {
  for (const endpoint of catalogue) {
    test(`[SEC-01] ${endpoint.id}: ${endpoint.method} ${endpoint.path} refuses it and keeps nothing of it`, async () => {
      const byAdmin = await drive(endpoint, 'admin');
      const byLearner = await drive(endpoint, 'learner');
      expect(byAdmin + byLearner).toBeGreaterThan(0);
    });
  }
});
