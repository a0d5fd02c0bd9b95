import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { catalogue } from '#shared/contract/catalogue.ts';
import type { Problem } from '#shared/contract/errors.ts';
import { decodeSecret } from '#server/platform/config/secret.ts';
import { createClient, type TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { createModuleBy } from '#tests/harness/module-world.ts';
import { temporaryFolder } from '#tests/harness/processes.ts';
import { startProduct, type RunningServer } from '#tests/harness/product.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createOrganization, createUser, signIn, type FixtureUser } from '#tests/harness/world.ts';

let db: TestDatabase;
let first: TestServer;
/** A process of its own: what it might keep in mind, nothing that the first does can take back. */
let second: RunningServer;
let folder: ReturnType<typeof temporaryFolder>;
let admin: TestClient;

beforeAll(async () => {
  db = await createTestDatabase();
  folder = temporaryFolder();
  const secret = randomBytes(48).toString('base64');
  const starting = startProduct({
    DATABASE_URL: db.url,
    DATA_DIR: path.join(folder.dir, 'data'),
    SECRET_KEY: secret,
    PUBLIC_URL: 'http://127.0.0.1:3000',
    DEMO: '0',
  });
  first = await startTestServer({ db, config: { secretKey: decodeSecret(secret) } });
  second = await starting;
  admin = await signIn(first.client(), await createUser(first.services, { role: 'admin' }));
});

afterEach(() => db.moveClock({}));

afterAll(async () => {
  second.kill('SIGTERM');
  await Promise.all([first.close(), second.ended]);
  await db.drop();
  folder.remove();
});

/** Somebody with one session, seen by both servers. */
async function onBoth(person: FixtureUser): Promise<readonly [TestClient, TestClient]> {
  const here = await signIn(first.client(), person);
  const there = createClient(second.url);
  for (const [name, value] of here.cookies) there.cookies.set(name, value);
  return [here, there];
}

const statuses = async (clients: readonly TestClient[], path: string) =>
  Promise.all(clients.map(async (client) => (await client.get(path)).status));

describe('what an administrator changes holds at the next request, on every server', () => {
  test('[AUTH-13] [AUTH-05] [OPS-03] a deactivated person with an open session is refused (T16)', async () => {
    const person = await createUser(first.services);
    const clients = await onBoth(person);
    // Some look at the session again, most are content with who the gate says it is.
    const paths = ['/api/auth/user', '/api/users/settings', '/api/training-modules'];
    const everywhere = async (status: number) => {
      for (const path of paths) expect(await statuses(clients, path), path).toEqual([status, status]);
    };
    await everywhere(200);
    expect((await admin.patch(`/api/users/${person.id}`, { isActive: false })).status).toBe(200);
    await everywhere(401);
    // Switched on again, the old session stays ended.
    expect((await admin.patch(`/api/users/${person.id}`, { isActive: true })).status).toBe(200);
    await everywhere(401);
  });

  test('[AUTH-13] [USR-02] a manager loses a report with the move: 404 (T2)', async () => {
    const organization = await createOrganization(first.services);
    const place = { organizationId: organization.id };
    const [old, next] = [
      await createUser(first.services, { ...place, role: 'manager' }),
      await createUser(first.services, { ...place, role: 'manager' }),
    ];
    const person = await createUser(first.services, { ...place, managerId: old.id });
    const before = await onBoth(old);
    const after = await onBoth(next);
    const paths = ['details', 'assignments', 'stats', 'completions'].map(
      (part) => `/api/employee/${person.id}/${part}`,
    );
    for (const path of paths)
      expect(await statuses([...before, ...after], path)).toEqual([200, 200, 404, 404]);
    expect((await admin.patch(`/api/users/${person.id}`, { managerId: next.id })).status).toBe(200);
    for (const path of paths)
      expect(await statuses([...before, ...after], path)).toEqual([404, 404, 200, 200]);
    const board = `/api/manager/${next.id}/direct-reports`;
    expect(await statuses([...before, ...after], board)).toEqual([404, 404, 200, 200]);
  });

  test('[AUTH-13] somebody who is no manager any more reaches nobody (T2)', async () => {
    const lead = await createUser(first.services, { role: 'manager' });
    const person = await createUser(first.services, { managerId: lead.id });
    const clients = await onBoth(lead);
    const path = `/api/employee/${person.id}/details`;
    expect(await statuses(clients, path)).toEqual([200, 200]);
    // Whoever leads people stays a manager until they are led by another.
    expect((await admin.patch(`/api/users/${person.id}`, { managerId: null })).status).toBe(200);
    expect((await admin.patch(`/api/users/${lead.id}`, { role: 'learner' })).status).toBe(200);
    const now = await onBoth(lead);
    expect(await statuses(now, path)).toEqual([404, 404]);
    expect(await statuses(now, '/api/users')).toEqual([403, 403]);
  });

  test('[AUTH-14] [AUTH-13] an inspector past the end date sees nothing of the organization', async () => {
    const organization = await createOrganization(first.services);
    const member = await createUser(first.services, { organizationId: organization.id });
    const inspector = await createUser(first.services, {
      settings: { sessionTimeout: 480 },
      grants: [
        { kind: 'inspector', organizationId: organization.id, validUntil: new Date(Date.now() + 3_600_000) },
      ],
    });
    const clients = await onBoth(inspector);
    const path = `/api/employee/${member.id}/details`;
    expect(await statuses(clients, path)).toEqual([200, 200]);
    expect(await statuses(clients, '/api/users')).toEqual([200, 200]);
    await db.moveClock({ minutes: 61 });
    expect(await statuses(clients, path)).toEqual([404, 404]);
    expect(await statuses(clients, '/api/users')).toEqual([403, 403]);
    expect(await statuses(clients, '/api/auth/user')).toEqual([200, 200]);
  });
});

describe('keys of the prototype', () => {
  // Forms and directories have fields of other products beside ours, which are ignored.
  const writes = catalogue.filter(
    ({ body, form, scim, method }) => body !== undefined && !form && !scim && method !== 'GET',
  );

  test.each(['__proto__', 'constructor', 'prototype'])(
    '[AUTH-13] [SEC-01] %s is refused by every call that takes a body (T4)',
    async (key) => {
      const accepted: string[] = [];
      const { id: organizationId } = await createOrganization(first.services);
      const inspector = await signIn(
        first.client(),
        await createUser(first.services, { grants: [{ kind: 'inspector', organizationId }] }),
      );
      for (const endpoint of writes) {
        const path = endpoint.path.replaceAll(/:\w+/g, '1');
        const text = `{${JSON.stringify(key)}: {"role": "admin", "isActive": true}}`;
        // What administrators answer themselves they do not request.
        const client = endpoint.id === 'inspections.request' ? inspector : admin;
        const answer = await client.fetch(endpoint.method, path, text, {
          headers: { 'content-type': 'application/json' },
        });
        // What else is wrong with the body does not count: a loose schema would miss the same fields.
        const problem = (await answer.json()) as Problem;
        const named = problem.errors?.some(
          ({ path: at, message }) => at === key && message === 'Unknown field',
        );
        const refused = answer.status === 422 && named === true;
        if (!refused && problem.code !== 'MALFORMED_BODY') {
          accepted.push(`${endpoint.id} ${String(answer.status)} ${problem.code}`);
        }
      }
      expect(accepted).toEqual([]);
      expect(({} as Record<string, unknown>)['role']).toBeUndefined();
    },
  );
});

describe('addresses that are programs', () => {
  const hostile = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'data:image/svg+xml,<svg onload=alert(1)>',
    'vbscript:msgbox(1)',
    'blob:https://evil.example/1',
    'file:///etc/passwd',
    '//evil.example/x',
    '/\\evil.example',
    'https:evil.example',
    'https://user:pw@evil.example',
  ];

  test.each(hostile)(
    '[SEC-01] [MOD-03] contentUrl %j is refused, new and changed (T10)',
    async (contentUrl) => {
      const made = await admin.post('/api/training-modules', {
        title: 'T',
        description: 'D',
        contentType: 'pdf',
        contentUrl,
      });
      expect(made.status).toBe(422);
      const module = await createModuleBy(admin, {});
      const path = `/api/training-modules/${String(module.id)}`;
      expect((await admin.patch(path, { contentUrl })).status).toBe(422);
    },
  );

  test.each(hostile)('[SEC-01] [AUTH-16] profileImageUrl %j is refused (T10)', async (profileImageUrl) => {
    const person = await createUser(first.services);
    const client = await signIn(first.client(), person);
    expect((await client.patch('/api/users/profile', { profileImageUrl })).status).toBe(422);
    expect((await admin.patch(`/api/users/${person.id}`, { profileImageUrl })).status).toBe(422);
  });
});
