import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Problem } from '#shared/contract/errors.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { webhooksContract as contract } from '#shared/contract/webhooks.ts';
import { webhookEventNames, type WebhookEvent } from '#shared/domain/webhooks/events.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  assignTo,
  createTextModules,
  createTrainingWorld,
  readText,
  readyToSign,
  sign,
  type TrainingWorld,
} from '#tests/harness/training-world.ts';
import {
  startWebhookReceiver,
  type Received,
  type WebhookReceiver,
} from '#tests/harness/webhook-receiver.ts';
import { createOrganization, createUser, createUsers, signIn } from '#tests/harness/world.ts';
import { cleanDeliveriesJob, sweepDeliveriesJob } from './deliver.jobs.ts';
import { deliverDue } from './deliver.ts';
import { claimDue } from './deliveries.store.ts';
import { queueDeliveries } from './queue-deliveries.ts';

type Hook = ResponseOf<typeof contract.get>;
type Delivery = ResponseOf<typeof contract.deliveries>[number];

let db: TestDatabase;
let server: TestServer;
let world: TrainingWorld;
let receiver: WebhookReceiver;
let paths = 0;

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({
    db,
    config: { webhookPrivateHosts: ['127.0.0.1'] },
  });
  world = await createTrainingWorld(server, 2);
  receiver = await startWebhookReceiver();
});
afterAll(async () => {
  await server?.close();
  await receiver?.close();
  await db?.drop();
});
afterEach(async () => {
  receiver.answer(204);
  await db.moveClock({});
  // Each test has its own webhooks.
  const { body } = await world.admin.get<Hook[]>('/api/webhooks');
  for (const { id } of body) await world.admin.del(pathOf(id), { reason: 'The test is over' });
});

interface Made {
  readonly id: number;
  readonly secret: string;
  readonly path: string;
}

const pathOf = (id: number, part = '') => `/api/webhooks/${String(id)}${part}`;

/** A webhook of a path of its own at the receiver. */
async function makeHook(
  events: readonly WebhookEvent[] = webhookEventNames,
  organizationId: number | null = null,
): Promise<Made> {
  const path = `/hook-${String((paths += 1))}`;
  const { status, body } = await world.admin.post<{ id: number; secret: string }>('/api/webhooks', {
    name: `Hook ${String(paths)}`,
    address: receiver.url + path,
    events,
    organizationId,
  });
  expect(status).toBe(201);
  return { ...body, path };
}

/** What the receiver accepts as a genuine event. */
function verified(secret: string, { body, headers }: Received) {
  return new Webhook(secret).verify(body, { ...headers }) as {
    type: string;
    version: number;
    data: Record<string, unknown>;
  };
}

const deliver = ({ id }: Made): Promise<boolean> => deliverDue(server.services, id);
const sendTest = ({ id }: Made) => world.admin.post<{ id: number }>(pathOf(id, '/test'));
const deliveriesOf = async ({ id }: Made): Promise<readonly Delivery[]> =>
  (await world.admin.get<Delivery[]>(pathOf(id, '/deliveries'))).body;

/** The time of the next attempt has come. */
const letTimePass = async ({ id }: Made): Promise<void> => {
  await sql`update webhook_deliveries set next_attempt_at = app_now() where webhook_id = ${id}`.execute(
    db.db,
  );
  await sql`delete from webhook_pauses where webhook_id = ${id}`.execute(db.db);
};

test('[OPS-06] a completed training arrives signed, with ids and without names, and the list of deliveries says so', async () => {
  const hook = await makeHook(['assignment.assigned', 'assignment.completed']);
  const [learner] = world.learners;
  if (!learner) throw new Error('the world has a learner');
  const [moduleId = 0] = await createTextModules(server.services, 1);
  const assignment = await assignTo(world.admin, learner.id, moduleId);
  const client = await readyToSign(server, learner);
  await readText(client, assignment.id);
  expect((await sign(client, assignment.id, learner)).status).toBe(200);
  await deliver(hook);
  const got = receiver.at(hook.path);
  expect(got.map((one) => verified(hook.secret, one))).toEqual(
    expect.arrayContaining([
      {
        type: 'assignment.assigned',
        version: 1,
        timestamp: expect.any(String),
        data: { moduleId, matrixId: null, userIds: [learner.id] },
      },
      {
        type: 'assignment.completed',
        version: 1,
        timestamp: expect.any(String),
        data: {
          userId: learner.id,
          assignmentId: assignment.id,
          recordId: expect.any(Number),
          moduleId,
          kind: 'completion',
          expiresOn: null,
        },
      },
    ]),
  );
  for (const personal of [learner.email, learner.firstName, learner.lastName].filter(Boolean))
    expect(got.map(({ body }) => body).join('\n')).not.toContain(personal);
  const rows = await deliveriesOf(hook);
  expect(rows).toHaveLength(2);
  expect(new Set(rows.map(({ messageId }) => messageId))).toEqual(
    new Set(got.map(({ headers }) => headers['webhook-id'])),
  );
  for (const row of rows)
    expect(row).toMatchObject({ state: 'delivered', answerCode: 204, attempts: 1, problem: null });
});

test('[OPS-06] a changed body, another secret and an old time are not accepted as events of this installation', async () => {
  const hook = await makeHook();
  await sendTest(hook);
  await deliver(hook);
  const [got] = receiver.at(hook.path);
  if (!got) throw new Error('nothing arrived');
  expect(verified(hook.secret, got)).toMatchObject({ type: 'webhook.test', data: { webhookId: hook.id } });
  const { secret } = await makeHook();
  const old = {
    ...got.headers,
    'webhook-timestamp': String(Number(got.headers['webhook-timestamp']) - 3600),
  };
  for (const [key, given] of [
    [hook.secret, { ...got, body: got.body.replace('test', 'best') }],
    [secret, got],
    [hook.secret, { ...got, headers: old }],
  ] as const)
    expect(() => verified(key, given)).toThrow(/No matching signature|too old/);
});

test('[OPS-06] a webhook of one organization hears of its own people alone, also of the one who leaves it', async () => {
  const hook = await makeHook(
    ['user.created', 'user.changed', 'organization.archived'],
    world.organization.id,
  );
  const { id: elsewhere } = await createOrganization(server.services);
  const create = async (organizationId: number, email: string) => {
    const answer = await world.admin.post<{ user: { id: string } }>('/api/users', {
      email,
      firstName: 'New',
      lastName: 'Person',
      role: 'learner',
      organizationId,
    });
    expect(answer.status).toBe(201);
    return answer.body.user.id;
  };
  const inside = await create(world.organization.id, 'inside@webhooks.example');
  const outside = await create(elsewhere, 'outside@webhooks.example');
  expect((await world.admin.patch(`/api/users/${outside}`, { jobTitle: 'Chef' })).status).toBe(200);
  expect((await world.admin.patch(`/api/users/${inside}`, { organizationId: elsewhere })).status).toBe(200);
  expect((await world.admin.patch(`/api/users/${inside}`, { jobTitle: 'Chef' })).status).toBe(200);
  await deliver(hook);
  const got = receiver.at(hook.path).map((one) => verified(hook.secret, one));
  expect(got.map(({ type, data }) => [type, data['userId']])).toEqual([
    ['user.created', inside],
    ['user.changed', inside],
  ]);
  expect(got[1]?.data).toEqual({ userId: inside, isActive: true, changed: ['organizationId'] });
});

test('[OPS-06] a dead receiver is tried later and later, its deliveries fail after the last attempt, administrators hear it once, and send them again', async () => {
  const hook = await makeHook();
  receiver.answer(500);
  await sendTest(hook);
  const id = (await deliveriesOf(hook))[0]?.messageId;
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    expect((await deliveriesOf(hook))[0]?.state).toBe('waiting');
    await deliver(hook);
    // Nothing is sent before its time.
    await deliver(hook);
    expect(receiver.at(hook.path)).toHaveLength(attempt);
    if (attempt < 10) await letTimePass(hook);
  }
  expect(new Set(receiver.at(hook.path).map(({ headers }) => headers['webhook-id']))).toEqual(new Set([id]));
  expect((await deliveriesOf(hook))[0]).toMatchObject({
    state: 'failed',
    attempts: 10,
    answerCode: 500,
    problem: 'answer',
    nextAttemptAt: null,
  });
  const told = async () => {
    const { rows } = await sql<{ bells: number; mails: number }>`
      select (select count(*)::int from notifications where type = 'webhook_failed' and user_id = ${world.adminUser.id}) as bells,
        (select count(*)::int from mail_outbox where template = 'webhooks.failed' and user_id = ${world.adminUser.id}) as mails`.execute(
      db.db,
    );
    return rows[0];
  };
  expect(await told()).toEqual({ bells: 1, mails: 1 });
  receiver.answer(204);
  const again = await world.admin.post<{ count: number }>(pathOf(hook.id, '/deliveries/resend'), {});
  expect(again).toMatchObject({ status: 200, body: { count: 1 } });
  await deliver(hook);
  expect((await deliveriesOf(hook))[0]).toMatchObject({ state: 'delivered', messageId: id });
});

test('[OPS-06] a slow receiver is let go in time, is left alone for a while, and holds up no other webhook', async () => {
  const [slow, quick] = [await makeHook(), await makeHook()];
  receiver.answer('silent');
  for (let count = 0; count < 20; count += 1) await sendTest(slow);
  const config = { ...server.services.config, webhookPatience: 300 };
  expect(await deliverDue({ ...server.services, config }, slow.id)).toBe(false);
  // One round at the same time, not 20 one after the other.
  expect(receiver.at(slow.path)).toHaveLength(8);
  const rows = await deliveriesOf(slow);
  expect(rows.filter(({ problem }) => problem === 'timeout')).toHaveLength(8);
  receiver.answer(204);
  await sendTest(quick);
  await deliver(quick);
  expect((await deliveriesOf(quick))[0]?.state).toBe('delivered');
  await letTimePass(slow);
  while (await deliver(slow));
  expect((await deliveriesOf(slow)).every(({ state }) => state === 'delivered')).toBe(true);
});

test('[OPS-06] [SEC-01] a receiver that answers with another protocol ends its attempt and holds no job', async () => {
  const hook = await makeHook();
  receiver.answer('upgrade');
  await sendTest(hook);
  expect(await deliver(hook)).toBe(false);
  expect((await deliveriesOf(hook))[0]).toMatchObject({
    state: 'waiting',
    answerCode: 101,
    problem: 'answer',
  });
});

test('[OPS-06] [SEC-01] no redirect is followed', async () => {
  const hook = await makeHook();
  receiver.answer({ redirectTo: `${receiver.url}/elsewhere` });
  await sendTest(hook);
  await deliver(hook);
  expect(receiver.at('/elsewhere')).toEqual([]);
  expect((await deliveriesOf(hook))[0]).toMatchObject({
    state: 'waiting',
    answerCode: 307,
    problem: 'redirect',
  });
});

test('[OPS-06] a receiver that answers 410 is turned off, and administrators hear it', async () => {
  const hook = await makeHook();
  receiver.answer(410);
  await sendTest(hook);
  await deliver(hook);
  expect((await world.admin.get<Hook>(pathOf(hook.id))).body).toMatchObject({
    isActive: false,
    offReason: 'gone',
  });
  expect((await sendTest(hook)).status).toBe(409);
  const { rows } =
    await sql`select 1 from notifications where type = 'webhook_gone' and user_id = ${world.adminUser.id}`.execute(
      db.db,
    );
  expect(rows).toHaveLength(1);
  receiver.answer(204);
  const { name, address, events } = (await world.admin.get<Hook>(pathOf(hook.id))).body;
  const on = await world.admin.put(pathOf(hook.id), {
    name,
    address,
    events,
    isActive: true,
    reason: 'The receiver is back',
  });
  expect(on.status).toBe(200);
  await letTimePass(hook);
  await deliver(hook);
  expect((await deliveriesOf(hook))[0]?.state).toBe('delivered');
});

test.each([
  'https://10.1.2.3/a',
  'https://127.0.0.2/a',
  'https://[::1]/a',
  'https://[fec0::1]/a',
  'https://[::ffff:127.0.0.1]/a',
  'https://169.254.169.254/latest/meta-data/',
  'https://2130706434/a',
  'https://localhost/a',
  'https://metadata.google.internal/a',
  'https://intranet/a',
])('[OPS-06] [SEC-01] %s is refused as an address in a private network', async (address) => {
  const body = { name: 'Inside', address, events: ['user.created'], organizationId: null };
  const answer = await world.admin.post<Problem>('/api/webhooks', body);
  expect([answer.status, answer.body.errors]).toEqual([
    422,
    [expect.objectContaining({ path: 'address', reason: 'webhook_address_private' })],
  ]);
});

test.each(['http://example.org/a', 'https://name:word@example.org/a', 'ftp://example.org/a', 'example.org'])(
  '[OPS-06] [SEC-01] %s is refused as an address that is not encrypted or not complete',
  async (address) => {
    const body = { name: 'Open', address, events: ['user.created'], organizationId: null };
    const answer = await world.admin.post<Problem>('/api/webhooks', body);
    expect([answer.status, answer.body.errors?.map(({ path }) => path)]).toEqual([422, ['address']]);
  },
);

/** What a name resolves to from now on. */
function resolveTo(address: string): () => void {
  const real = dns.lookup;
  const answer = (_name: string, _options: unknown, done: (error: null, all: readonly object[]) => void) =>
    done(null, [{ address, family: 4 }]);
  dns.lookup = answer as unknown as typeof dns.lookup;
  syncBuiltinESMExports();
  return () => {
    dns.lookup = real;
    syncBuiltinESMExports();
  };
}

test('[OPS-06] [SEC-01] a public name that leads to a private address is not connected to, nor is an address that is no longer allowed', async () => {
  const { port } = new URL(receiver.url);
  const address = `https://receiver.rebound.org:${port}/rebound`;
  const body = { name: 'Rebound', address, events: ['user.created'], organizationId: null };
  const { id } = (await world.admin.post<{ id: number }>('/api/webhooks', body)).body;
  const named = { id, secret: '', path: '/rebound' };
  await sendTest(named);
  const restore = resolveTo('127.0.0.1');
  try {
    await deliver(named);
  } finally {
    restore();
  }
  const refused = { state: 'waiting', answerCode: null, problem: 'refused_address' };
  expect((await deliveriesOf(named))[0]).toMatchObject(refused);
  const hook = await makeHook();
  await sendTest(hook);
  const config = { ...server.services.config, webhookPrivateHosts: [] };
  await deliverDue({ ...server.services, config }, hook.id);
  expect(receiver.at(hook.path)).toEqual([]);
  expect((await deliveriesOf(hook))[0]).toMatchObject(refused);
});

test('[OPS-06] after a rotation both secrets are accepted for a day, then the new one alone', async () => {
  const hook = await makeHook();
  const rotated = await world.admin.post<{ secret: string }>(pathOf(hook.id, '/rotate-secret'), {
    reason: 'Every year',
  });
  expect(rotated.status).toBe(200);
  const { secret } = rotated.body;
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  expect(secret).not.toBe(hook.secret);
  await sendTest(hook);
  await deliver(hook);
  const [during] = receiver.at(hook.path);
  if (!during) throw new Error('nothing arrived');
  for (const key of [hook.secret, secret]) expect(verified(key, during).type).toBe('webhook.test');
  await db.moveClock({ hours: 25 });
  const moved = await signIn(server.client(), world.adminUser);
  await moved.post(pathOf(hook.id, '/test'));
  await deliver(hook);
  const after = receiver.at(hook.path).at(-1);
  expect(after?.headers['webhook-signature']?.split(' ')).toHaveLength(1);
  expect(during.headers['webhook-signature']?.split(' ')).toHaveLength(2);
});

const targetOf = ({ id, path }: Made) => ({ id, address: receiver.url + path });

test('[OPS-06] a webhook that is turned off or gets another address sends nothing more, even from a job that has started', async () => {
  const hook = await makeHook();
  const old = targetOf(hook);
  const change = async (address: string, isActive: boolean) => {
    const body = { name: 'Moved', address, events: webhookEventNames, isActive, reason: 'It moved' };
    expect((await world.admin.put(pathOf(hook.id), body)).status).toBe(200);
  };
  await sendTest(hook);
  await change(old.address, false);
  expect(await claimDue(db.db, old, 8)).toEqual([]);
  await change(`${old.address}-moved`, true);
  expect(await claimDue(db.db, old, 8)).toEqual([]);
  expect(await claimDue(db.db, { ...old, address: `${old.address}-moved` }, 8)).toHaveLength(1);
});

test('[OPS-06] two servers share the deliveries, each is sent once; those of a killed one are sent again with the same id', async () => {
  const hook = await makeHook();
  const other = await startTestServer({ db, config: { webhookPrivateHosts: ['127.0.0.1'] } });
  try {
    for (let count = 0; count < 30; count += 1) await sendTest(hook);
    await Promise.all([deliver(hook), deliverDue(other.services, hook.id)]);
  } finally {
    await other.close();
  }
  const ids = receiver.at(hook.path).map(({ headers }) => headers['webhook-id']);
  expect([ids.length, new Set(ids).size]).toEqual([30, 30]);
  await sendTest(hook);
  // Claimed by a process that was killed before it stored the result.
  const [lost] = await claimDue(server.services.db, targetOf(hook), 1);
  await deliver(hook);
  expect(receiver.at(hook.path)).toHaveLength(30);
  await sql`update webhook_deliveries set claimed_at = claimed_at - interval '3 minutes' where id = ${lost?.id ?? 0}`.execute(
    db.db,
  );
  await sweepDeliveriesJob.run(server.services, {});
  await deliver(hook);
  expect(receiver.at(hook.path).at(-1)?.headers['webhook-id']).toBe(lost?.messageId);
});

test('[OPS-06] [PERF-03] a long list is sent in parts of 500, and nothing is written where no webhook wants the event', async () => {
  const hook = await makeHook(['assignment.assigned'], world.organization.id);
  const organizationId = world.organization.id;
  const people = await createUsers(
    server.services,
    Array.from({ length: 520 }, () => ({ organizationId })),
  );
  const userIds = people.map(({ id }) => id);
  const emit = (event: Parameters<typeof queueDeliveries>[1]) =>
    runCommand(server.services, { action: 'webhook.tested', actorId: null }, (tx) =>
      queueDeliveries(tx, event),
    );
  await emit({ type: 'user.erased', userId: userIds[0] ?? '' });
  expect(await deliveriesOf(hook)).toEqual([]);
  const stranger = await createUser(server.services, {});
  await emit({
    type: 'assignment.assigned',
    userIds: [...userIds, stranger.id],
    assignments: 521,
    matrixId: null,
    moduleId: null,
  });
  await deliver(hook);
  const lists = receiver.at(hook.path).map((one) => verified(hook.secret, one).data['userIds'] as string[]);
  expect(lists.map(({ length }) => length).toSorted((a, b) => a - b)).toEqual([20, 500]);
  expect(lists.flat().toSorted()).toEqual(userIds.toSorted());
});

test('[OPS-06] [AUD-01] secrets are in no trail and in no answer but the first, and ended deliveries go after 30 days', async () => {
  const hook = await makeHook();
  const raw = hook.secret.slice('whsec_'.length);
  const { rows } = await db.admin.query<{ found: boolean }>(
    `select exists (select 1 from audit.events where header || payload like $1)
      or exists (select 1 from webhook_secrets where ciphertext like $1)
      or exists (select 1 from idempotency_keys where response::text like $1) as found`,
    [`%${raw}%`],
  );
  expect(rows[0]?.found).toBe(false);
  expect(JSON.stringify((await world.admin.get(pathOf(hook.id))).body)).not.toContain(raw);
  await sendTest(hook);
  await deliver(hook);
  await cleanDeliveriesJob.run(server.services, {});
  expect(await deliveriesOf(hook)).toHaveLength(1);
  await sql`update webhook_deliveries set answered_at = answered_at - interval '31 days' where webhook_id = ${hook.id}`.execute(
    db.db,
  );
  await cleanDeliveriesJob.run(server.services, {});
  expect(await deliveriesOf(hook)).toEqual([]);
});
