import { afterAll, beforeAll, expect, test } from 'vitest';
import type { modulesContract } from '#shared/contract/modules.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { assignTo, createTextModules } from '#tests/harness/training-world.ts';
import { asFixture, createOrganization, createUser, signIn } from '#tests/harness/world.ts';

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

test('[MTX-04] [MTX-05] [AUTH-13] who assigns is offered what can be assigned: active modules of all and of the own organization of the person; of others nothing is told', async () => {
  const { services } = server;
  const [here, there] = [await createOrganization(services), await createOrganization(services)];
  const manager = await createUser(services, { role: 'manager', organizationId: here.id });
  const report = await createUser(services, { organizationId: here.id, managerId: manager.id });
  const stranger = await createUser(services, { organizationId: there.id });
  const [shared = 0] = await createTextModules(services, 1);
  const [own = 0] = await createTextModules(services, 1, { organizationId: here.id });
  const [foreign = 0] = await createTextModules(services, 1, { organizationId: there.id });
  const [inactive = 0] = await createTextModules(services, 1, { isActive: false });
  const admin = await signIn(server.client(), await createUser(services, { role: 'admin' }));
  const client = await signIn(server.client(), manager);
  const offered = async (by: typeof client, userId?: string) => {
    const query = userId === undefined ? '' : `&assignableTo=${userId}`;
    const answer = await by.get<ResponseOf<typeof modulesContract.list>>(
      `/api/training-modules?sort=id${query}`,
    );
    expect(answer.headers.get('x-total-count')).toBe(String(answer.body.length));
    return answer.body.map(({ id }) => id);
  };
  expect(await offered(client)).toEqual([shared, own, foreign]);
  expect(await offered(client, report.id)).toEqual([shared, own]);
  expect(await offered(client, stranger.id)).toEqual([shared]);
  expect(await offered(admin)).toEqual([shared, own, foreign, inactive]);
  expect(await offered(admin, stranger.id)).toEqual([shared, foreign]);
  // What fits a matrix of an organization, or of none (MTX-04), by name.
  const fitting = async (query: string) => {
    const answer = await admin.get<{ id: number }[]>(`/api/module-names?active=true&retired=false&${query}`);
    expect(answer.headers.get('x-total-count')).toBe(String(answer.body.length));
    return answer.body.map(({ id }) => id).toSorted((a, b) => a - b);
  };
  expect(await fitting(`fits=${String(here.id)}`)).toEqual([shared, own]);
  expect(await fitting(`fits=${String(there.id)}`)).toEqual([shared, foreign]);
  expect(await fitting('fits=none')).toEqual([shared]);
  expect(await fitting('')).toEqual([shared, own, foreign]);
  const beyond = await admin.get(`/api/module-names?active=true&fits=${String(here.id)}&offset=9`);
  expect(beyond.headers.get('x-total-count')).toBe('2');
  for (const moduleId of await offered(client, report.id)) {
    const made = await client.post('/api/training/assign-module', { userId: report.id, moduleId });
    expect(made.status).toBe(201);
  }
});

test('[MTX-05] [AUTH-13] [LRN-01] [RPT-05] who assigns sees before what the person has open and has completed, and nothing of others', async () => {
  const { services } = server;
  const { id: organizationId } = await createOrganization(services);
  const manager = await createUser(services, { role: 'manager', organizationId });
  const report = await createUser(services, { organizationId, managerId: manager.id });
  const stranger = await createUser(services, { organizationId });
  const [open = 0, done = 0, none = 0] = await createTextModules(services, 3);
  const admin = await signIn(server.client(), await createUser(services, { role: 'admin' }));
  const client = await signIn(server.client(), manager);
  for (const person of [report, stranger]) {
    await assignTo(admin, person.id, open);
    const { id } = await assignTo(admin, person.id, done);
    const recorded = await admin.post(`/api/training-assignments/${String(id)}/record-completion`, {
      completedOn: '2020-01-02',
      reason: 'On paper',
    });
    expect(recorded.status).toBe(200);
  }
  const gone = await assignTo(admin, report.id, none);
  await admin.del('/api/training-assignments/bulk', { assignmentIds: [gone.id] });
  const had = async (query: string) => {
    const { body } = await client.get<ResponseOf<typeof modulesContract.list>>(
      `/api/training-modules?limit=1000${query}`,
    );
    return [open, done, none].map((moduleId) => body.find(({ id }) => id === moduleId)?.had);
  };
  expect(await had(`&assignableTo=${report.id}`)).toEqual([
    { state: 'open', completedAt: null, completedTimeZone: null, completionKind: null, validUntil: null },
    {
      state: 'completed',
      completedAt: expect.any(String),
      completedTimeZone: 'UTC',
      completionKind: 'backdated',
      validUntil: null,
    },
    null,
  ]);
  // Past its last valid day a completion counts no longer, and is not offered as one (LRN-01).
  await asFixture(services, (tx) =>
    tx.db
      .updateTable('trainingAssignments')
      .set({ nextRenewalDate: '2021-01-02' })
      .where('userId', '=', report.id)
      .where('moduleId', '=', done)
      .execute(),
  );
  const [, expired] = await had(`&assignableTo=${report.id}`);
  expect(expired).toMatchObject({ state: 'expired', validUntil: '2021-01-02' });
  expect(await had(`&assignableTo=${stranger.id}`)).toEqual([null, null, null]);
  expect(await had('')).toEqual([undefined, undefined, undefined]);
});
