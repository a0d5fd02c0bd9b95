import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { catalogue } from '#shared/contract/catalogue.ts';
import { defineEndpoint, type AnyEndpoint } from '#shared/contract/endpoint.ts';
import type { Problem } from '#shared/contract/errors.ts';
import { isOpenToTokens } from '#shared/contract/token-access.ts';
import { bind } from '#server/platform/http/bind.ts';
import { createHttpServer } from '#server/platform/http/http-server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { accessTable, type AccessRow, type Target, type TargetName } from './access-table.ts';
import { createAccessWorld, personas, type AccessWorld, type Persona } from './access-world.ts';
import { AnswerKeys, keysOf } from './answer-keys.ts';
import { gapsOf, statusesOf } from './check-table.ts';
import { machineStatus, machineStatuses } from './machine.ts';

let database: TestDatabase;
let server: TestServer;
let world: AccessWorld;
const answerKeys = new AnswerKeys();
/** The OpenAPI document: its keys are the API itself, and docs/openapi.json is compared elsewhere. */
const describesItself = 'platform.docs';
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
  world = await createAccessWorld(server);
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

function targetOf(name: TargetName, persona: Persona): Target {
  const [alpha, , gamma] = world.reach.organizations;
  const own = persona === 'anonymous' ? world.people.learner : world.people[persona];
  const person = name === 'foreign' ? gamma.learners[0] : name === 'report' ? alpha.learners[1] : own;
  const organizationId = person.organizationId ?? alpha.organization.id;
  const departmentId = person.departmentId ?? alpha.departments[0].id;
  return { name, persona, person, organizationId, departmentId, material: world.materialOf(person) };
}

/** Makes every call of a row and answers the statuses in the form of the table. */
async function walk(endpoint: AnyEndpoint, row: AccessRow): Promise<Record<string, readonly number[]>> {
  const statuses: Record<string, readonly number[]> = {};
  for (const name of Object.keys(row.expect) as TargetName[]) {
    statuses[name] = await Promise.all(
      [...personas, 'machine' as const].map((caller) => callAs(caller, endpoint, row, name)),
    );
  }
  return statuses;
}

async function callAs(
  caller: Persona | 'machine',
  endpoint: AnyEndpoint,
  row: AccessRow,
  name: TargetName,
): Promise<number> {
  // A machine has no records of its own: it calls about those of a learner.
  const persona = caller === 'machine' ? 'learner' : caller;
  const client = await (caller === 'machine' ? world.machine : world.client(persona, row.fresh));
  if (endpoint.raw === 'text/event-stream') {
    // It ends with the session: the status is enough.
    const opened = await client.fetch(endpoint.method, endpoint.path);
    await opened.body?.cancel();
    return opened.status;
  }
  const sent = (await row.send?.(targetOf(name, persona), world)) ?? {};
  const answer = await client.call(endpoint, sent);
  if (answer.status < 300 && !endpoint.raw && endpoint.id !== describesItself) {
    answerKeys.note(endpoint.id, caller, answer.body);
  }
  if (answer.status === 403 && caller === 'mustChange') {
    expect((answer.body as Problem).code).toBe('PASSWORD_CHANGE_REQUIRED');
  }
  return answer.status;
}

describe('the table', () => {
  test('[AUTH-13] has a row for every endpoint of the catalogue, and no other', () => {
    expect(gapsOf(catalogue, accessTable)).toEqual([]);
  });

  test('[OPS-06] says what a machine gets of each call that accepts API tokens, and of no other', () => {
    const open = catalogue.filter(isOpenToTokens).map(({ id }) => id);
    expect(Object.keys(machineStatuses).toSorted()).toEqual(open.toSorted());
  });

  test('[AUTH-13] a planted endpoint without a row, or without the foreign record, is found', () => {
    const planted = defineEndpoint({
      id: 'planted.read',
      method: 'GET',
      path: '/api/planted/:id',
      summary: 'Planted',
      access: { permission: 'people.view' },
      audit: { none: 'a test' },
      data: { none: 'a test' },
      params: z.object({ id: z.string() }),
      response: z.unknown(),
    });
    expect(gapsOf([...catalogue, planted], accessTable)).toContain('planted.read has no row');
    const careless = {
      ...accessTable,
      'planted.read': { expect: { own: '401 200 200 200 200 200 401 403' } },
    };
    expect(gapsOf([...catalogue, planted], careless)).toEqual([
      'planted.read names a record: it needs own, report and foreign',
    ]);
  });
});

describe('every call with every role', () => {
  for (const endpoint of catalogue) {
    // The HR area is closed to everybody else (HR-05).
    const requirements = endpoint.id.startsWith('hr.') ? '[AUTH-13] [HR-05]' : '[AUTH-13]';
    test(`${requirements} ${endpoint.id}: ${endpoint.method} ${endpoint.path} (T1–T3)`, async () => {
      const row = accessTable[endpoint.id];
      if (!row) throw new Error(`${endpoint.id} has no row in the access table`);
      const expected = Object.fromEntries(
        Object.entries(row.expect).map(([name, line]) => [
          name,
          [...statusesOf(line), machineStatus(endpoint, name as TargetName, statusesOf(line))],
        ]),
      );
      expect(await walk(endpoint, row)).toEqual(expected);
    });
  }
});

// After the walk: it compares the keys that the walk has seen.
describe('the keys of the answers', () => {
  test('[AUTH-13] are those that are written down, for each role', async () => {
    await expect(answerKeys.text()).toMatchFileSnapshot('answer-keys.txt');
  });

  test('[AUTH-13] a planted extra column shows, and one that the contract does not list never leaves the server', async () => {
    const row = { id: 1, name: 'shown', passwordHash: 'secret' };
    const endpoint = (response: z.ZodType) =>
      defineEndpoint({
        id: 'planted.row',
        method: 'GET',
        path: '/api/planted',
        summary: 'Planted',
        access: { public: true },
        audit: { none: 'a test' },
        data: { none: 'a test' },
        response,
      });
    const answerOf = async (response: z.ZodType) => {
      const planted = endpoint(response);
      const app = await createHttpServer(server.services, {
        catalogue: [planted],
        bindings: [bind(planted, async () => row)],
        authenticate: async () => null,
      });
      const answer = await app.inject({ method: 'GET', url: '/api/planted' });
      await app.close();
      return answer.json<unknown>();
    };
    const listed = z.object({ id: z.int(), name: z.string() });
    expect(await answerOf(listed)).toEqual({ id: 1, name: 'shown' });
    const before = new AnswerKeys();
    before.note('planted.row', 'learner', await answerOf(listed));
    const after = new AnswerKeys();
    after.note('planted.row', 'learner', await answerOf(listed.extend({ passwordHash: z.string() })));
    expect(after.text()).not.toBe(before.text());
    expect(keysOf(await answerOf(listed.extend({ passwordHash: z.string() })))).toContain('passwordHash');
  });
});

// After the walk: it reads the trail that the walk has left.
describe('the trail of the walk', () => {
  test('[AUD-03] each read that concerns an organization names it, so that its inspector finds it', async () => {
    const { rows } = await database.admin.query<{ action: string; lost: number }>(
      `select e.action, count(*) filter (where e.organization_id is null
         and coalesce(person.organization_id, actor.organization_id) is not null)::int as lost
       from audit.events e left join users person on person.id = e.subject_id left join users actor on actor.id = e.actor_id
       where e.kind = 'access' and e.outcome = 'ok' group by e.action`,
    );
    expect(rows.filter(({ lost }) => lost > 0)).toEqual([]);
    const declared = catalogue.flatMap(({ audit }) => ('access' in audit ? [audit.access] : []));
    const seen = new Set(rows.map(({ action }) => action));
    expect([...new Set(declared)].filter((action) => !seen.has(action))).toEqual([
      'export.downloaded',
      'proof.downloaded',
      'agreement.signed_copy_read',
    ]);
  });
});
