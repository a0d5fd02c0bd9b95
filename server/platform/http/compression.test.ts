import { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify, { type FastifyReply } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { acceptedCodec, compressStream, compressText } from '#server/platform/http/compression.ts';
import { sendProblem } from '#server/platform/http/problem.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { rawRequest, type RawAnswered } from '#tests/harness/raw-request.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createOrganization, createUser, createUsers, signIn } from '#tests/harness/world.ts';

let db: TestDatabase;
let server: TestServer;
let admin: TestClient;
let organizationId: number;

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  ({ id: organizationId } = await createOrganization(server.services));
  await createUsers(
    server.services,
    Array.from({ length: 60 }, (_, index) => ({ firstName: `Ana ${String(index)}`, organizationId })),
  );
  admin = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
});

afterAll(async () => {
  await server.close();
  await db.drop();
});

/** A request of the signed-in administrator as it goes over the wire. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<RawAnswered> {
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return rawRequest(`${server.url}${path}`, { method, headers: { cookie, ...headers } });
}

const browser = { 'accept-encoding': 'gzip, deflate, br, zstd', 'sec-fetch-site': 'same-origin' };
const people = '/api/users?limit=50&sort=name';

test.each([
  [undefined, null],
  ['', null],
  ['identity', null],
  ['gzip', 'gzip'],
  ['GZip', 'gzip'],
  ['br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0.5, gzip', 'gzip'],
  ['br;q=0, gzip;q=0.1', 'gzip'],
  ['gzip;q=0', null],
  ['identity, gzip;q=0.5', null],
  ['zstd', null],
  ['*', null],
  ['br;q=0, *', null],
])('[PERF-03] a client that says "%s" gets %s', (header, coding) => {
  expect(acceptedCodec(header)).toBe(coding);
});

test('[PERF-03] a list is compressed as its reader takes it, and says the same', async () => {
  const plain = await ask(people);
  const br = await ask(people, browser);
  const gzip = await ask(people, { 'accept-encoding': 'gzip' });
  expect([plain, br, gzip].map(({ headers }) => headers['content-encoding'])).toEqual([
    undefined,
    'br',
    'gzip',
  ]);
  for (const { headers } of [plain, br, gzip]) {
    expect(headers['vary']).toContain('accept-encoding');
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['etag']).toBeUndefined();
  }
  expect(brotliDecompressSync(br.bytes).toString()).toBe(plain.text);
  expect(gunzipSync(gzip.bytes).toString()).toBe(plain.text);
  expect(Number(br.headers['content-length'])).toBe(br.bytes.length);
  expect(br.bytes.length * 5).toBeLessThan(plain.bytes.length);
});

test('[PERF-03] HEAD says of the compressed list what GET says, without it', async () => {
  const get = await ask(people, browser);
  const head = await ask(people, browser, 'HEAD');
  expect(head.bytes.length).toBe(0);
  for (const name of ['content-encoding', 'content-length', 'vary', 'content-type', 'x-total-count'])
    expect(head.headers[name]).toBe(get.headers[name]);
});

test('[PERF-03] a table is compressed while it is written, a workbook is left as it is', async () => {
  const path = '/api/reports/completion/export?format=';
  const plain = await ask(`${path}csv`);
  const br = await ask(`${path}csv`, browser);
  const gzip = await ask(`${path}csv`, { 'accept-encoding': 'gzip' });
  expect(plain.status).toBe(200);
  expect(br.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': plain.headers['content-type'],
  });
  expect(brotliDecompressSync(br.bytes).toString()).toBe(plain.text);
  expect(gunzipSync(gzip.bytes).toString()).toBe(plain.text);
  expect((await ask(`${path}xlsx`, browser)).headers['content-encoding']).toBeUndefined();
  const figures = await ask('/api/compliance/export', browser);
  expect(figures.status).toBe(200);
});

test('[PERF-03] what is small, an error, a record with a revision and a page are sent as they are', async () => {
  const organization = await ask(`/api/organizations/${String(organizationId)}`, browser);
  expect(organization.headers['etag']).toBeDefined();
  const answers = [
    organization,
    await ask('/api/users?limit=1', browser),
    await ask(`/api/users?limit=50&${'no=such&'.repeat(40)}q=${'x'.repeat(200)}`, browser),
    await ask('/employee', browser),
  ];
  expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual(answers.map(() => undefined));
  expect(answers.map(({ status }) => status).slice(0, 3)).toEqual([200, 200, 422]);
});

test('[SEC-02] [PERF-03] BREACH: no site learns by its guesses how long a compressed answer is', async () => {
  const guess = (text: string) => `/api/users?limit=50&q=${encodeURIComponent(text)}`;
  for (const headers of [
    { ...browser, 'sec-fetch-site': 'cross-site' },
    { ...browser, 'sec-fetch-site': 'same-site' },
    { ...browser, origin: 'https://elsewhere.example' },
  ]) {
    const answer = await ask(guess('Ana'), headers);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.headers['vary']).toContain('sec-fetch-site');
    expect(answer.text).toBe((await ask(guess('Ana'))).text);
  }
  // What is looked for in a list without a secret is compressed for the page itself.
  expect((await ask(guess('Ana'), browser)).headers['content-encoding']).toBe('br');
});

test('[SEC-02] [PERF-03] BREACH: an answer with a secret is never compressed, whatever is asked of it', async () => {
  const learner = await createUser(server.services, { organizationId });
  const client = await signIn(server.client(), learner);
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const send = (method: string, path: string, body?: object) =>
    rawRequest(`${server.url}${path}`, {
      method,
      headers: { ...browser, cookie, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const proved = await send('POST', '/api/session/step-up', { password: learner.password });
  expect(proved.status).toBeLessThan(300);
  const enrolled = await send('POST', '/api/auth/two-factor/enrol', { currentPassword: learner.password });
  const feed = await send('PUT', '/api/calendar-feed', {});
  // Its picture makes it longer than what is compressed of other calls.
  expect(enrolled.bytes.length).toBeGreaterThan(1400);
  for (const answer of [proved, enrolled, feed]) expect(answer.headers['content-encoding']).toBeUndefined();
  expect([enrolled.status, feed.status]).toEqual([200, 200]);
});

/** A server that answers by compressed bodies alone. */
async function answered(answer: (reply: FastifyReply) => unknown): Promise<{
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly bytes: Buffer;
}> {
  const app = fastify();
  app.setErrorHandler((error, request, reply) => sendProblem(request, reply, error));
  app.get('/', async (_, reply) => answer(reply));
  const { statusCode, headers, rawPayload } = await app.inject('/');
  await app.close();
  return { status: statusCode, headers, bytes: rawPayload };
}

test('[PERF-03] a table that fails before its first byte is an error that can be read', async () => {
  const { status, headers, bytes } = await answered((reply) => {
    const broken = Readable.from(
      // oxlint-disable-next-line require-yield
      (async function* () {
        throw new Error('planted');
      })(),
    );
    return reply.type('text/csv; charset=utf-8').send(compressStream(reply, broken, 'br'));
  });
  expect([status, headers['content-encoding']]).toEqual([500, undefined]);
  expect(JSON.parse(bytes.toString())).toMatchObject({ code: 'INTERNAL' });
});

test('[PERF-03] no-transform and an ETag keep an answer as it is; a length that was said goes', async () => {
  const text = 'many words '.repeat(500);
  const send = (headers: Record<string, string>) =>
    answered(async (reply) => {
      reply.headers({ 'content-type': 'text/csv; charset=utf-8', ...headers });
      return reply.send(await compressText(reply, text, 'gzip'));
    });
  expect((await send({ 'cache-control': 'no-store, no-transform' })).bytes.toString()).toBe(text);
  expect((await send({ etag: '"3"' })).bytes.toString()).toBe(text);
  expect((await send({ 'content-type': 'application/pdf' })).bytes.toString()).toBe(text);
  const { headers, bytes } = await send({ 'content-length': String(text.length) });
  expect(gunzipSync(bytes).toString()).toBe(text);
  expect(headers['content-length']).toBe(String(bytes.length));
});

test('[PERF-03] others are served while a large answer is compressed', async () => {
  let turns = 0;
  await answered(async (reply) => {
    reply.type('application/json');
    let done = false;
    const packed = compressText(reply, '"words and more words" '.repeat(400_000), 'br').finally(() => {
      done = true;
    });
    while (!done) {
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      turns += 1;
    }
    return packed;
  });
  expect(turns).toBeGreaterThan(1);
});
