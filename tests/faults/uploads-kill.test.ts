import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient } from '#tests/harness/client.ts';
import { uploadUntilKilled } from '#tests/harness/killed-upload.ts';
import { createModuleBy, load, type Module } from '#tests/harness/module-world.ts';
import { createObservedPlace, type ObservedPlace } from '#tests/harness/observed-place.ts';
import type { TestServer } from '#tests/harness/server.ts';
import { createUser, signIn } from '#tests/harness/world.ts';

const rounds = 6;

let place: ObservedPlace;
let observer: TestServer;
let admin: TestClient;

beforeAll(async () => {
  place = await createObservedPlace();
  ({ observer } = place);
  admin = await signIn(observer.client(), await createUser(observer.services, { role: 'admin' }));
});
afterAll(async () => {
  await place?.close();
});

test(`[MOD-07] F1: kill -9 at ${String(rounds)} random moments of an upload leaves no half file and no row without its file`, async () => {
  const size = 6 * 1024 * 1024;
  for (let round = 0; round < rounds; round += 1) {
    const module = await createModuleBy(admin);
    const bytes = Buffer.alloc(size, String(round));
    // Half of them while the bytes come in, half while the file is judged, named and registered.
    const offset = round % 2 === 0 ? randomInt(1, size) : size * 2;
    const later = randomInt(0, 80);
    const victim = await place.start();
    const path = `/api/training-modules/${String(module.id)}/load`;
    const upload = { path, fileField: 'file_0', fileName: 'victim.txt', bytes };
    const status = await uploadUntilKilled(victim, admin, upload, { offset, later });
    const said = `round ${String(round)}: killed at byte ${String(offset)}, ${String(later)} ms later, answered ${String(status)}`;

    const after = await admin.get<Module>(`/api/training-modules/${String(module.id)}`);
    const [file] = after.body.files;
    if (status === 200) expect(file, said).toBeDefined();
    if (offset < size) expect(file, said).toBeUndefined();
    if (file) {
      const served = await admin.fetch('GET', file.url);
      expect(Buffer.from(await served.arrayBuffer()).equals(bytes), said).toBe(true);
    }
    for await (const { sha256 } of observer.services.files.list()) {
      expect(await observer.services.files.check(sha256), said).toBe(true);
    }
    const rows = await observer.services.db.selectFrom('files').select('sha256').execute();
    for (const { sha256 } of rows) expect(await observer.services.files.facts(sha256), said).not.toBeNull();
  }
  const incoming = join(observer.services.config.filesDir, 'tmp');
  if (existsSync(incoming)) await observer.services.files.sweep(-1000);
  expect(existsSync(incoming) ? await readdir(incoming) : []).toEqual([]);
  const module = await createModuleBy(admin);
  expect((await load(admin, module.id, [['after.txt', 'all is well']])).status).toBe(200);
  await rm(incoming, { recursive: true, force: true });
});
