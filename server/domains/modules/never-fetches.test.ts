import { createServer, connect, type AddressInfo, type Server } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { assign, createModuleBy, load, type Module } from '#tests/harness/module-world.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createUser, signIn } from '#tests/harness/world.ts';

let database: TestDatabase;
let server: TestServer;
let admin: TestClient;
const listeners: Server[] = [];
let hits = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database, jobs: true });
  admin = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
});
afterAll(async () => {
  for (const listener of listeners) listener.close();
  await server?.close();
  await database?.drop();
});

/** Counts who connects, whatever they say then. */
async function listenAt(host: string): Promise<number> {
  const listener = createServer((socket) => {
    hits += 1;
    socket.destroy();
  });
  listeners.push(listener);
  await once(listener.listen(0, host), 'listening');
  return (listener.address() as AddressInfo).port;
}

test('[MOD-03] [MOD-06] T11: whatever address a module links to, the server itself never goes there', async () => {
  const v4 = await listenAt('127.0.0.1');
  const v6 = await listenAt('::1');
  const links = [
    `https://127.0.0.1:${String(v4)}/training.pdf`,
    `https://localhost:${String(v4)}/training.pdf`,
    `https://2130706433:${String(v4)}/`,
    `https://0x7f000001:${String(v4)}/`,
    `https://127.1:${String(v4)}/`,
    `https://[::1]:${String(v6)}/training.mp4`,
    `https://[::ffff:127.0.0.1]:${String(v4)}/`,
    'https://169.254.169.254/latest/meta-data/',
  ];
  const person = await createUser(server.services);
  const learner = await signIn(server.client(), person);
  for (const contentUrl of links) {
    const module = await createModuleBy(admin, { title: contentUrl, contentUrl, contentType: 'video' });
    expect(
      (await load(admin, module.id, [], { contentUrl, contentData: 'Words that are long enough to count' }))
        .status,
    ).toBe(200);
    expect(
      (await admin.patch(`/api/training-modules/${String(module.id)}`, { description: 'Changed' })).status,
    ).toBe(200);
    const { body } = await admin.get<Module>(`/api/training-modules/${String(module.id)}`);
    const id = await assign(server.services, person.id, body);
    expect((await learner.get(`/api/training-modules/${String(module.id)}`)).status).toBe(200);
    expect(
      (await learner.post(`/api/training-assignments/${String(id)}/view-session`, {})).status,
    ).toBeLessThan(300);
  }
  for (const path of ['/api/training-modules', '/api/module-counts', '/api/module-categories'])
    expect((await admin.get(path)).status).toBe(200);
  expect(hits).toBe(0);
  // The listeners do count.
  for (const [host, port] of [
    ['127.0.0.1', v4],
    ['::1', v6],
  ] as const)
    await once(connect(port, host), 'close');
  expect(hits).toBe(2);
});
