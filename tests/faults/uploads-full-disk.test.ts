import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { createModuleBy, load, type Module, type ProblemBody } from '#tests/harness/module-world.ts';
import { makeSmall, type SmallVolume } from '#tests/harness/small-volume.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createUser, signIn } from '#tests/harness/world.ts';

const megabyte = 1024 * 1024;

let database: TestDatabase;
let server: TestServer;
let admin: TestClient;
let dataDir: string;

let small: SmallVolume;
beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'traintrail-full-'));
  small = makeSmall(dataDir, 20 * megabyte);
  const limits = { document: 40 * megabyte, video: 40 * megabyte };
  server = await startTestServer({ db: database, dataDir, config: { uploadLimits: limits } });
  admin = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
  small?.free();
  await rm(dataDir, { recursive: true, force: true });
});

const incoming = async () => {
  const path = join(server.services.config.filesDir, 'tmp');
  return existsSync(path) ? readdir(path) : [];
};

test('[MOD-07] F7: what does not fit is answered 507 by name, leaves neither file nor row, and small uploads go on', async () => {
  const module = await createModuleBy(admin);
  const rows = async () => (await server.services.db.selectFrom('files').select('sha256').execute()).length;
  const first = await load(admin, module.id, [['fits.txt', Buffer.alloc(2 * megabyte, 'a')]]);
  expect(first.status).toBe(200);
  const before = await rows();
  for (let round = 0; round < 3; round += 1) {
    const full = await load<ProblemBody>(admin, module.id, [
      ['small.txt', `small ${String(round)}`],
      ['too much.txt', Buffer.alloc(30 * megabyte, 'b')],
    ]);
    expect(full).toMatchObject({ status: 507, body: { code: 'STORAGE_FULL', errors: [{ path: 'file_1' }] } });
    expect(full.body.detail).toContain('too much.txt');
    expect(await incoming()).toEqual([]);
    expect(await rows()).toBe(before);
  }
  const parallel = await Promise.all(
    Array.from({ length: 4 }, async (_, index) =>
      load(admin, (await createModuleBy(admin)).id, [['p.txt', Buffer.alloc(25 * megabyte, String(index))]]),
    ),
  );
  expect(parallel.map(({ status }) => status)).toEqual([507, 507, 507, 507]);
  expect(await incoming()).toEqual([]);
  const again = await load<Module>(admin, module.id, [['after.txt', Buffer.alloc(megabyte, 'c')]]);
  expect(again).toMatchObject({
    status: 200,
    body: { files: [{ originalName: 'fits.txt' }, { originalName: 'after.txt' }] },
  });
});
