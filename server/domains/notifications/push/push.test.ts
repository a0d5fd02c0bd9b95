import {
  createDecipheriv,
  createECDH,
  hkdfSync,
  randomBytes,
  createVerify,
  createPublicKey,
} from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import type { Problem } from '#shared/contract/errors.ts';
import { notifyPeople } from '#server/platform/notices.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { until } from '#tests/harness/poll.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { enrol } from '#tests/harness/two-factor.ts';
import { asFixture, createOrganization, createUser, signIn, type FixtureUser } from '#tests/harness/world.ts';
import { isPublicAddress, isPublicEndpoint, publicLookup } from '#server/platform/outbound/public-address.ts';
import { pushKeys } from './push-keys.ts';
import { pushJob, sweepPushJob } from './push.jobs.ts';

interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

let db: TestDatabase;
let server: TestServer;
let service: Server;
let origin = '';
/** What the push service has received, and what it answers by path; 201 unless said. */
let received: Received[] = [];
const answers = new Map<string, number[]>();
const secretKey = randomBytes(48);

beforeAll(async () => {
  service = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const path = request.url ?? '';
      received.push({ path, headers: request.headers, body: Buffer.concat(pieces) });
      response.writeHead(answers.get(path)?.shift() ?? 201, { location: `${origin}/elsewhere` }).end();
    });
  });
  await once(service.listen(0, '127.0.0.1'), 'listening');
  origin = `http://127.0.0.1:${String((service.address() as AddressInfo).port)}`;
  db = await createTestDatabase();
  server = await startTestServer({ db, jobs: true, config: { pushEndpoints: 'loopback', secretKey } });
});
afterEach(() => {
  received = [];
  answers.clear();
});
afterAll(async () => {
  await server.close();
  service.close();
  await db.drop();
});

/** A browser's side of a subscription (RFC 8291). */
function browser(path: string) {
  const ecdh = createECDH('prime256v1');
  const publicKey = ecdh.generateKeys();
  const auth = randomBytes(16);
  return {
    path,
    body: {
      endpoint: `${origin}${path}`,
      keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    },
    /** Reads a message: aes128gcm of RFC 8188 with the keys of RFC 8291. */
    read: (body: Buffer): unknown => {
      const salt = body.subarray(0, 16);
      const sender = body.subarray(21, 21 + body.readUInt8(20));
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender]);
      const input = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32));
      const derive = (what: string, length: number) =>
        Buffer.from(hkdfSync('sha256', input, salt, Buffer.from(`Content-Encoding: ${what}\0`), length));
      const record = body.subarray(21 + sender.length);
      const opened = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
      opened.setAuthTag(record.subarray(-16));
      const text = Buffer.concat([opened.update(record.subarray(0, -16)), opened.final()]);
      // The last byte that is not zero ends the text.
      return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString('utf8')) as unknown;
    },
  };
}

let counter = 0;
async function subscribed(input: Parameters<typeof createUser>[1] = {}) {
  const person = await createUser(server.services, input);
  const client = await signIn(server.client(), person);
  const mine = browser(`/browser/${String((counter += 1))}`);
  expect((await client.post('/api/push/subscriptions', mine.body)).status).toBe(200);
  return { person, client, mine };
}
const tell = (person: FixtureUser) =>
  asFixture(server.services, async (tx) =>
    notifyPeople(tx, {
      notice: 'new_version',
      userIds: [person.id],
      params: { title: 'Gloves – Größe', moduleId: 7, version: 2 },
    }),
  );
const arrived = (path: string) => received.filter((message) => message.path === path);
async function subscriptionsOf({ id }: FixtureUser): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from push_subscriptions where user_id = ${id}`.execute(db.db);
  return rows[0]?.count ?? 0;
}

test('[NOT-03] a learner is told in the own language, encrypted for the own browser and signed by this installation', async () => {
  const { person, client, mine } = await subscribed();
  await client.patch('/api/users/settings', { language: 'de' });
  await tell(person);
  await until('the message to arrive', () => arrived(mine.path).length > 0);
  const [message] = arrived(mine.path);
  if (!message) throw new Error('nothing arrived');
  expect(mine.read(message.body)).toEqual({
    title: 'Neue Version',
    body: '„Gloves – Größe“, die Sie begonnen haben, hat jetzt die neue Version 2. Bitte beginnen Sie mit ihr von vorn.',
    path: '/training-module/7',
    tag: expect.stringMatching(/^notification-\d+$/) as string,
  });
  expect(message.body.includes('Gloves')).toBe(false);
  expect(message.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' });
  // The key of the installation signs for this push service alone (RFC 8292).
  const { publicKey } = (await client.get<{ publicKey: string }>('/api/push/key')).body;
  const [, token = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(message.headers.authorization ?? '') ?? [];
  expect(key).toBe(publicKey);
  const [head = '', claims = '', signature = ''] = token.split('.');
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
    aud: origin,
    sub: expect.stringMatching(/^mailto:/) as string,
  });
  const point = Buffer.from(publicKey, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const verify = createVerify('sha256').update(`${head}.${claims}`);
  expect(
    verify.verify(
      { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    ),
  ).toBe(true);
});

test('[NOT-03] [NOT-01] nothing is sent where it is switched off, and a command that fails tells nobody', async () => {
  const off = await subscribed();
  const on = await subscribed();
  await off.client.patch('/api/users/settings', { browserNotifications: false });
  expect(await subscriptionsOf(off.person)).toBe(0);
  await expect(
    asFixture(server.services, async (tx) => {
      notifyPeople(tx, { notice: 'new_version', userIds: [on.person.id], params: {} });
      await tx.runSubscribers();
      throw new Error('broken on purpose');
    }),
  ).rejects.toThrow('broken on purpose');
  await tell(off.person);
  await tell(on.person);
  await until('the one message', () => arrived(on.mine.path).length > 0);
  expect(received).toHaveLength(1);
  const kept = await sql<{
    count: number;
  }>`select count(*)::int as count from notifications where user_id = ${off.person.id}`.execute(db.db);
  expect(kept.rows[0]?.count).toBe(0);
});

test('[NOT-03] what fails is tried again; a browser that is gone is forgotten; a redirect is not followed', async () => {
  const { person, mine } = await subscribed();
  answers.set(mine.path, [503, 302, 201]);
  await tell(person);
  // The queue keeps what failed and tries it again later.
  const waiting = await until('the job to wait for its next try', async () => {
    const { rows } = await db.admin.query<{ data: z.output<typeof pushJob.data>; left: number }>(
      `select data, retry_limit - retry_count as left from pgboss.job where name = 'notifications.push' and state = 'retry'`,
    );
    return rows[0];
  });
  expect(waiting.left).toBeGreaterThan(2);
  await expect(pushJob.run(server.services, waiting.data)).rejects.toThrow('302');
  await pushJob.run(server.services, waiting.data);
  expect(arrived(mine.path)).toHaveLength(3);
  expect(arrived('/elsewhere')).toEqual([]);
  expect(await subscriptionsOf(person)).toBe(1);
  answers.set(mine.path, [410]);
  await tell(person);
  await until('the browser to be forgotten', async () => (await subscriptionsOf(person)) === 0);
});

test('[NOT-03] [AUTH-05] a browser ends with signing out there, with another password, and with the account', async () => {
  const admin = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
  const one = await subscribed();
  const second = await signIn(server.client(), one.person);
  await second.post('/api/push/subscriptions', browser('/second').body);
  expect(await subscriptionsOf(one.person)).toBe(2);
  await second.get('/api/logout');
  expect(await subscriptionsOf(one.person)).toBe(1);
  await one.client.post('/api/change-password', {
    currentPassword: one.person.password,
    newPassword: 'another-long-password-7',
  });
  expect(await subscriptionsOf(one.person)).toBe(0);
  for (const end of [
    (id: string) => admin.patch(`/api/users/${id}`, { isActive: false }),
    (id: string) => admin.post(`/api/users/${id}/erase`, { reason: 'asked for' }),
  ]) {
    const { person } = await subscribed();
    expect((await end(person.id)).status).toBe(200);
    expect(await subscriptionsOf(person)).toBe(0);
  }
});

test('[NOT-03] [AUTH-05] ‘sign out everywhere’ and the end of a session end the messages of those browsers alone', async () => {
  const { person, client } = await subscribed();
  const others = await Promise.all([1, 2].map(() => signIn(server.client(), person)));
  for (const [at, other] of others.entries())
    await other.post('/api/push/subscriptions', browser(`/other/${String(at)}`).body);
  expect(await subscriptionsOf(person)).toBe(3);
  const { body } = await client.get<{ sessions: { id: string; current: boolean }[] }>('/api/auth/sessions');
  const [first] = body.sessions.filter(({ current }) => !current);
  expect((await client.del(`/api/auth/sessions/${first?.id ?? ''}`)).status).toBe(200);
  expect(await subscriptionsOf(person)).toBe(2);
  expect((await client.post('/api/auth/sessions/end-others')).status).toBe(200);
  expect(await subscriptionsOf(person)).toBe(1);
});

test('[NOT-03] a browser where somebody else signs in, and one of an archived organization, are told no more', async () => {
  const admin = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
  const { person, client } = await subscribed();
  const other = await createUser(server.services);
  const login = (who: FixtureUser) =>
    client.post('/api/auth/login', { email: who.email, password: who.password });
  // The person again: still told.
  expect((await login(person)).status).toBe(200);
  expect(await subscriptionsOf(person)).toBe(1);
  await client.post('/api/push/subscriptions', browser('/shared').body);
  expect((await login(other)).status).toBe(200);
  // What was made in the session before the last one is another browser for all that is known.
  expect(await subscriptionsOf(person)).toBe(1);
  const { id: organizationId } = await createOrganization(server.services);
  const member = await subscribed({ organizationId });
  expect(
    (await admin.patch(`/api/organizations/${String(organizationId)}`, { isActive: false })).status,
  ).toBe(200);
  expect(await subscriptionsOf(member.person)).toBe(0);
});

test('[NOT-03] [AUTH-09] whose second factor an administrator takes away is told in no browser any more', async () => {
  const admin = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
  const { person, client } = await subscribed();
  await enrol(server.services, client, person.password);
  expect((await admin.post(`/api/users/${person.id}/reset-two-factor`, {})).status).toBe(200);
  expect(await subscriptionsOf(person)).toBe(0);
});

test('[NOT-03] browsers that nobody has opened for half a year are forgotten, and what stood under no bell', async () => {
  const { person, mine, client } = await subscribed();
  const used = await subscribed();
  await tell(person);
  await until('the message to arrive', () => arrived(mine.path).length > 0);
  await sweepPushJob.run(server.services, {});
  expect([await subscriptionsOf(person), await subscriptionsOf(used.person)]).toEqual([1, 1]);
  await db.moveClock({ milliseconds: 181 * 86_400_000 });
  try {
    const again = await signIn(server.client(), used.person);
    await again.post('/api/push/subscriptions', used.mine.body);
    await sweepPushJob.run(server.services, {});
  } finally {
    await db.moveClock({});
  }
  expect([await subscriptionsOf(person), await subscriptionsOf(used.person)]).toEqual([0, 1]);
  const { rows } = await sql`select 1 from notifications where user_id = ${person.id}`.execute(db.db);
  expect(rows).toEqual([]);
  expect((await client.get('/api/auth/user')).status).toBe(200);
});

test('[NOT-03] [AUTH-13] a browser is one subscription, of who uses it last; others cannot end it', async () => {
  const { person, client, mine } = await subscribed();
  const results = await Promise.all(
    Array.from({ length: 50 }, () => client.post('/api/push/subscriptions', mine.body)),
  );
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await subscriptionsOf(person)).toBe(1);
  const other = await subscribed();
  const end = (by: TestClient) => by.del('/api/push/subscriptions', { endpoint: mine.body.endpoint });
  expect((await end(other.client)).status).toBe(404);
  expect(await subscriptionsOf(person)).toBe(1);
  await other.client.post('/api/push/subscriptions', mine.body);
  expect([await subscriptionsOf(person), await subscriptionsOf(other.person)]).toEqual([0, 2]);
  expect((await end(other.client)).status).toBe(200);
  expect((await end(other.client)).status).toBe(404);
});

test('[NOT-03] [SEC-01] the keys are made once by many servers, kept sealed, and stand in no trail', async () => {
  const both = await Promise.all(Array.from({ length: 10 }, () => pushKeys(server.services)));
  expect(new Set(both.map(({ privateKey }) => privateKey)).size).toBe(1);
  const [keys] = both;
  const { mine } = await subscribed();
  for (const secret of [
    keys?.privateKey ?? '',
    mine.body.endpoint,
    mine.body.keys.auth,
    mine.body.keys.p256dh,
  ]) {
    const { rows } = await db.admin.query<{ found: boolean }>(
      `select exists (select 1 from audit.events where header || payload like $1) or exists (select 1 from push_keys where ciphertext like $1) as found`,
      [`%${secret}%`],
    );
    expect(rows[0]?.found).toBe(false);
  }
  // With another secret key the old ones cannot be opened: new ones, and browsers subscribe anew.
  const changed = { ...server.services, config: { ...server.services.config, secretKey: randomBytes(48) } };
  expect((await pushKeys(changed)).publicKey).not.toBe(keys?.publicKey);
  const left = await sql<{ count: number }>`select count(*)::int as count from push_subscriptions`.execute(
    db.db,
  );
  expect(left.rows[0]?.count).toBe(0);
});

test.each([
  'http://push.services.org/a',
  'https://127.0.0.1/a',
  'https://[::1]/a',
  'https://[::ffff:10.0.0.1]/a',
  'https://10.1.2.3/a',
  'https://169.254.169.254/latest/meta-data/',
  'https://2130706433/a',
  'https://0x7f000001/a',
  'https://localhost/a',
  'https://intranet/a',
  'https://printer.local/a',
  'https://push.services.org:8443/a',
  'https://name:word@push.services.org/a',
  'ftp://push.services.org/a',
])('[NOT-03] [SEC-01] %s is no address of a push service (SSRF)', async (endpoint) => {
  expect(isPublicEndpoint(endpoint)).toBe(false);
  const strict = await startTestServer({ db, config: { secretKey } });
  try {
    const client = await signIn(strict.client(), await createUser(strict.services));
    const { keys } = browser('/never').body;
    const answer = await client.post<Problem>('/api/push/subscriptions', { endpoint, keys });
    expect([answer.status, answer.body.errors?.map(({ path }) => path)]).toEqual([422, ['endpoint']]);
  } finally {
    await strict.close();
  }
});

test('[NOT-03] [SEC-01] a public name that stands for a private address is refused when it is connected to', async () => {
  expect(['1.1.1.1', '2606:4700::1111'].map(isPublicAddress)).toEqual([true, true]);
  expect(
    ['127.0.0.1', '172.31.0.1', 'fd00::1', '::', '::ffff:1.1.1.1', 'no address'].map(isPublicAddress),
  ).toEqual(Array(6).fill(false));
  expect(isPublicEndpoint('https://fcm.googleapis.com/fcm/send/abc')).toBe(true);
  const error = await new Promise((resolve) => {
    publicLookup('localhost', {}, (problem) => resolve(problem));
  });
  expect(error).toBeInstanceOf(Error);
});
