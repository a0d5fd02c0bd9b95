import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogue } from '#shared/contract/catalogue.ts';
import type { AnyEndpoint } from '#shared/contract/endpoint.ts';
import type { Problem } from '#shared/contract/errors.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import type { ReachPerson } from '#tests/harness/reach-world.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { accessTable, type Target } from './access-table.ts';
import { createAccessWorld, personas, type AccessWorld } from './access-world.ts';
import { statusesOf } from './check-table.ts';

let database: TestDatabase;
let server: TestServer;
let world: AccessWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
  world = await createAccessWorld(server);
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

const hrCalls = catalogue.filter(({ id }) => id.startsWith('hr.'));
/** Reads of what is personal; lists of names, states and dates say in the contract why they are not recorded. */
const recorded = hrCalls.filter(
  // The signed copy exists once both sides have signed: its reading is proved with it.
  ({ id, method, audit }) => method === 'GET' && 'access' in audit && id !== 'hr.signedAgreement',
);
/** What a call without a file or with a wrong password is answered before the record is looked for. */
const beforeTheRecord = [415, 422];

test('[HR-05] of every HR call about another person, hr of another organization, managers, learners and inspectors get nothing', () => {
  const wrong = hrCalls.flatMap(({ id }) => {
    const { foreign, report } = accessTable[id]?.expect ?? {};
    const refused = (line: string | undefined, names: readonly (typeof personas)[number][]) =>
      names.flatMap((name) => {
        const status = line === undefined ? 404 : (statusesOf(line)[personas.indexOf(name)] ?? 0);
        return [404, ...beforeTheRecord].includes(status) ? [] : [`${id}: ${name} gets ${String(status)}`];
      });
    return [
      ...refused(foreign, ['learner', 'manager', 'hr', 'inspector']),
      ...refused(report, ['learner', 'manager', 'inspector']),
    ];
  });
  expect(wrong).toEqual([]);
  expect(hrCalls.filter(({ id }) => accessTable[id]?.expect.foreign).length).toBeGreaterThan(15);
});

test('[HR-05] what a call with a right body says to hr of another organization is 404, for each record', async () => {
  const [, , gamma] = world.reach.organizations;
  const person = gamma.learners[0];
  const client = await world.client('hr');
  const statuses = await Promise.all(
    recorded.map(async (endpoint) => {
      const row = accessTable[endpoint.id];
      if (!row?.expect.foreign) return [endpoint.id, 404];
      const sent = (await row.send?.(targetOf(person), world)) ?? {};
      return [endpoint.id, (await client.call(endpoint, sent)).status];
    }),
  );
  expect(statuses).toEqual(recorded.map(({ id }) => [id, 404]));
});

test('[HR-05] to managers, learners and inspectors nothing of the area exists, whatever they name', async () => {
  const answers = await Promise.all(
    (['learner', 'manager', 'inspector'] as const).map(async (name) => {
      const client = await world.client(name);
      const { slug } = world.hrOf(world.reach.organizations[0].organization.id);
      return Promise.all(
        [
          '/api/hr/dashboard',
          '/api/hr/cvs',
          `/api/hr/organizations/${slug}`,
          '/api/hr/organizations/nobody-knows-this',
          '/api/hr/agreements/1',
          '/api/hr/agreements/999999',
        ].map(async (path) => {
          const { status, body } = await client.get<Problem>(path);
          return [status, body.code, body.detail];
        }),
      );
    }),
  );
  for (const [, , known, unknown, agreement, noAgreement] of answers) {
    expect([known, agreement]).toEqual([unknown, noAgreement]);
  }
  expect(answers.flat().filter(([status, code]) => status !== 404 || code !== 'NOT_FOUND')).toEqual([]);
});

function targetOf(person: ReachPerson): Target {
  const [alpha] = world.reach.organizations;
  return {
    name: 'report',
    persona: 'hr',
    person,
    organizationId: person.organizationId ?? alpha.organization.id,
    departmentId: person.departmentId ?? alpha.departments[0].id,
    material: world.materialOf(person),
  };
}

async function accesses(action: string): Promise<readonly { actor: string; subject: string | null }[]> {
  const { rows } = await sql<{ actor: string; subject: string | null }>`
    select actor_id as actor, subject_id as subject from audit.events
    where kind = 'access' and action = ${action} and outcome = 'ok' order by id`.execute(database.db);
  return rows;
}

const actionOf = ({ audit }: AnyEndpoint): string => ('access' in audit ? audit.access : '');

describe('each read', () => {
  for (const endpoint of recorded) {
    test(`[HR-05] [AUD-01] ${endpoint.id} by hr is in the trail, once a read, with who read it`, async () => {
      const [alpha] = world.reach.organizations;
      const person = alpha.learners[1];
      const client = await world.client('hr');
      const sent = (await accessTable[endpoint.id]?.send?.(targetOf(person), world)) ?? {};
      const before = await accesses(actionOf(endpoint));
      const answer = await client.call(endpoint, sent);
      expect(answer.status).toBe(200);
      const after = (await accesses(actionOf(endpoint))).slice(before.length);
      expect(after.map(({ actor }) => actor)).toEqual([world.people.hr.id]);
      const isAboutPerson = ['hr.cvOfPerson', 'hr.cvsZip', 'hr.file', 'hr.agreement'].includes(endpoint.id);
      if (isAboutPerson) expect(after[0]?.subject).toBe(person.id);
    });
  }

  test('[HR-05] there are reads to prove, and the owner reads the own CV', async () => {
    expect(recorded.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['hr.cvOfPerson', 'hr.cvsZip', 'hr.file', 'hr.agreement', 'hr.readers']),
    );
    const learner = await world.client('learner');
    const { id } = world.people.learner;
    const answer = await learner.fetch('GET', `/api/hr/people/${id}/cv`);
    expect(answer.status).toBe(200);
  });
});
