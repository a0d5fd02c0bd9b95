import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogue } from '#shared/contract/catalogue.ts';
import { isHidden } from '#shared/domain/access/permissions.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import type { ReachPerson } from '#tests/harness/reach-world.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { signIn } from '#tests/harness/world.ts';
import { createAccessWorld, type AccessWorld } from './access-world.ts';
import { lists, pagesOf } from './lists.ts';
import { teamOf, viewersOf } from './reach.ts';

let database: TestDatabase;
let server: TestServer;
let world: AccessWorld;
let viewers: readonly (readonly [name: string, person: ReachPerson, client: TestClient])[];
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
  world = await createAccessWorld(server);
  viewers = await Promise.all(
    viewersOf(world.reach).map(
      async ([name, person]) => [name, person, await signIn(server.client(), person)] as const,
    ),
  );
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

const sorted = (ids: readonly (string | number)[]) => ids.map(String).sort();
const listEndpoints = catalogue.filter((endpoint) => endpoint.list || lists[endpoint.id]);

describe('lists', () => {
  test('[AUTH-13] every list of the catalogue is compared here', () => {
    const missing = catalogue.filter((endpoint) => endpoint.list && !lists[endpoint.id]);
    expect(missing.map((endpoint) => endpoint.id)).toEqual([]);
    const known = new Set(catalogue.map((endpoint) => endpoint.id));
    expect(Object.keys(lists).filter((id) => !known.has(id))).toEqual([]);
  });

  for (const endpoint of listEndpoints) {
    test(`[AUTH-13] ${endpoint.id} answers exactly what the viewer reaches, for every role and level (T3)`, async () => {
      const check = lists[endpoint.id];
      if (!check) throw new Error(`${endpoint.id} has no entry in the lists`);
      const paging = endpoint.list ? { limit: '1000' } : {};
      for (const [name, person, client] of viewers) {
        const answer = await client.call(endpoint, {
          params: check.params?.(person, world),
          query: endpoint.query ? { ...paging, ...check.query } : undefined,
        });
        const expected = check.expected(world, person);
        const got = answer.status === 200 ? sorted(check.idsOf(answer.body as never)) : answer.status;
        // Of the HR area nobody is told that it is there (HR-05).
        const refused = 'permission' in endpoint.access && isHidden(endpoint.access.permission) ? 404 : 403;
        expect([name, got]).toEqual([name, expected === null ? refused : sorted(expected)]);
        if (endpoint.list && expected !== null) {
          expect([name, answer.headers.get('x-total-count')]).toEqual([name, String(expected.length)]);
        }
      }
    });
  }

  test('[AUTH-13] the world can tell reaches apart: no two levels of managers have the same team', () => {
    const sizes = viewers.map(([, person]) => teamOf(world.reach, person).length);
    expect(new Set(sizes.filter((size) => size > 0)).size).toBeGreaterThanOrEqual(5);
  });
});

describe('pages of people', () => {
  const pages: readonly (readonly [string, (id: string) => string])[] = [
    ...['details', 'assignments', 'stats', 'completions'].map(
      (path) => [`/api/employee/{id}/${path}`, (id: string) => `/api/employee/${id}/${path}`] as const,
    ),
    ['/api/certificates?userId={id}', (id) => `/api/certificates?userId=${id}`],
  ];
  for (const [path, urlOf] of pages) {
    test(`[EMP-01] [AUTH-13] ${path}: every viewer on everybody, 200 within the reach, else 404 (T1, T2)`, async () => {
      for (const [name, person, client] of viewers) {
        const reached = pagesOf(world, person);
        const statuses = await Promise.all(
          world.reach.everyone.map(async ({ id }) => {
            const { status } = await client.get(urlOf(id));
            return [id, status] as const;
          }),
        );
        const wrong = statuses.filter(([id, status]) => status !== (reached.has(id) ? 200 : 404));
        expect([name, wrong]).toEqual([name, []]);
      }
    });
  }
});
