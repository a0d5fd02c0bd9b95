import net from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Problem } from '#shared/contract/errors.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createUser, signIn } from '#tests/harness/world.ts';

let database: TestDatabase;
let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
  admin = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

const notText = 'Contains characters that are not text';

/** Sends bytes as they are and answers everything that comes back until the server closes the connection. */
function exchange(bytes: string): Promise<string> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const socket = net.connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (part: Buffer) => parts.push(part));
    socket.on('close', () => resolve(Buffer.concat(parts).toString()));
    socket.on('error', reject);
  });
}

test('[SEC-01] bytes that are no request, and a head that is too large, get problem JSON and the connection ends', async () => {
  for (const [bytes, status, code] of [
    ['NONSENSE\r\n\r\n', 400, 'MALFORMED_BODY'],
    ['POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: many\r\n\r\n', 400, 'MALFORMED_BODY'],
    [`GET /api/health HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(40_000)}\r\n\r\n`, 413, 'BODY_TOO_LARGE'],
  ] as const) {
    const [head = '', body = ''] = (await exchange(bytes)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${String(status)} \\S`));
    expect(head).toContain('content-type: application/problem+json');
    expect(JSON.parse(body)).toMatchObject({ status, code });
  }
});

test('[SEC-01] NUL and half characters are refused at their field, however deep, in bodies, queries and forms', async () => {
  const refused = { status: 422, body: { code: 'VALIDATION_FAILED' } };
  const nested = await admin.post<Problem>(
    '/api/training-modules',
    '{"title":"A","description":"B","contentType":"text","files":[{"name":"half \\ud800"}]}',
    { headers: { 'content-type': 'application/json' } },
  );
  expect(nested).toMatchObject(refused);
  expect(nested.body.errors).toMatchObject([{ path: 'files.0.name', message: notText }]);
  const query = await admin.get<Problem>('/api/users?q=a%00b');
  expect(query).toMatchObject(refused);
  expect(query.body.errors).toMatchObject([{ path: 'q', message: notText }]);
  const form = new FormData();
  form.set('moduleInfo', JSON.stringify({ title: 'half \ud800' }));
  form.set('file', new Blob(['A text file.\n']), 'note.txt');
  const upload = await admin.post<Problem>('/api/training-modules/quick-create', form);
  expect(upload).toMatchObject(refused);
  expect(upload.body.errors).toMatchObject([{ path: 'moduleInfo.title', message: notText }]);
});

test('[SEC-01] every validation failure says where: the whole body, an unnamed field, a header', async () => {
  const pathsOf = async (answer: Promise<{ status: number; body: Problem }>) => {
    const { status, body } = await answer;
    return [status, body.errors?.map(({ path }) => path)];
  };
  const json = { 'content-type': 'application/json' };
  const login = '/api/auth/login';
  expect(await pathsOf(admin.post(login, '"text"', { headers: json }))).toEqual([422, ['body']]);
  expect(await pathsOf(admin.get('/api/health?='))).toEqual([422, ['query']]);
  const department = { name: 'A', organizationId: 1 };
  const key = { 'idempotency-key': 'short' };
  expect(await pathsOf(admin.post('/api/departments', department, { headers: key }))).toEqual([
    422,
    ['Idempotency-Key'],
  ]);
  const match = { 'if-match': 'yesterday' };
  expect(await pathsOf(admin.patch('/api/users/profile', { firstName: 'A' }, { headers: match }))).toEqual([
    422,
    ['If-Match'],
  ]);
});

test('[SEC-01] a form where JSON is expected is no empty body, and a broken form is the fault of its sender', async () => {
  const form = new FormData();
  form.set('firstName', 'Changed');
  expect((await admin.patch<Problem>('/api/users/profile', form)).body.code).toBe('UNSUPPORTED_MEDIA_TYPE');
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  for (const body of [
    'no part at all',
    '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nbroken off',
  ]) {
    const answer = await admin.post<Problem>('/api/training-modules/quick-create', body, { headers });
    expect([answer.status, answer.body.code]).toEqual([400, 'MALFORMED_BODY']);
  }
});

test('[SEC-01] a field of a form without a name is refused, and said to stand in the body', async () => {
  const form = new FormData();
  form.append('', 'words');
  const answer = await admin.post<Problem>('/api/hr/own/cv', form);
  expect(answer.status).toBe(422);
  expect(answer.body.errors).toMatchObject([{ path: 'body', message: 'Unknown field' }]);
});
