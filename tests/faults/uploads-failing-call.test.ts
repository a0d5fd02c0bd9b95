import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createFolderStore } from '#server/platform/files/folder-store.ts';
import { nodeStoreFs, type StoreFs, type StoreHandle } from '#server/platform/files/store-fs.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { createModuleBy, load, type Module } from '#tests/harness/module-world.ts';
import { makePdf } from '#tests/harness/sample-files.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createUser, signIn } from '#tests/harness/world.ts';

let database: TestDatabase;
let server: TestServer;
let admin: TestClient;
let root: string;

beforeAll(async () => {
  // What fails here is an error in the log, and everything fails here.
  vi.stubEnv('TEST_LOG_LEVEL', 'fatal');
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
  admin = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
  root = await mkdtemp(join(tmpdir(), 'traintrail-faults-'));
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
  await rm(root, { recursive: true, force: true });
});

/** The real file system whose n-th call fails; tells how many calls there were. */
function failing(nth: number, code: string): { readonly fs: StoreFs; readonly calls: string[] } {
  const calls: string[] = [];
  const guard = async <T>(name: string, act: () => Promise<T>): Promise<T> => {
    calls.push(name);
    if (calls.length !== nth) return act();
    // A close that fails has closed all the same.
    if (name === 'close') await act();
    throw Object.assign(new Error(`${code}: injected, ${name}`), { code, syscall: name });
  };
  const handleOf = (handle: StoreHandle): StoreHandle => ({
    write: (chunk) => guard('write', () => handle.write(chunk)),
    read: (into, position) => guard('read', () => handle.read(into, position)),
    sync: () => guard('sync', () => handle.sync()),
    stat: () => guard('stat', () => handle.stat()),
    stream: (range, chunkBytes) => handle.stream(range, chunkBytes),
    close: () => guard('close', () => handle.close()),
  });
  const fs: StoreFs = {
    makeFolder: (path) => guard('makeFolder', () => nodeStoreFs.makeFolder(path)),
    create: (path) => guard('create', async () => handleOf(await nodeStoreFs.create(path))),
    open: (path) => guard('open', async () => handleOf(await nodeStoreFs.open(path))),
    rename: (from, to) => guard('rename', () => nodeStoreFs.rename(from, to)),
    unlink: (path) => guard('unlink', () => nodeStoreFs.unlink(path)),
    stat: (path) => guard('stat', () => nodeStoreFs.stat(path)),
    list: (path) => guard('list', () => nodeStoreFs.list(path)),
    space: (path) => guard('space', () => nodeStoreFs.space(path)),
  };
  return { fs, calls };
}

const useFs = (fs: StoreFs) =>
  Object.assign(server.services, { files: createFolderStore(root, () => undefined, fs) });

test.each([
  ['EIO', 500],
  ['ENOSPC', 507],
  ['EROFS', 500],
])(
  '[MOD-07] F8: whichever call of the file system fails with %s, the upload fails, no row says that it is stored, and the next one succeeds',
  async (code, status) => {
    const bytes = await makePdf(4, { title: `faults ${code}` });
    const failed: string[] = [];
    for (let nth = 1; ; nth += 1) {
      const module = await createModuleBy(admin);
      const { fs, calls } = failing(nth, code);
      useFs(fs);
      const answer = await load(admin, module.id, [[`n${String(nth)} ${code}.pdf`, bytes]]);
      if (calls.length < nth) {
        expect(answer.status).toBe(200);
        break;
      }
      failed.push(calls[nth - 1] ?? '');
      expect(answer, calls.join(' ')).toMatchObject({
        status,
        body: { code: status === 507 ? 'STORAGE_FULL' : 'INTERNAL' },
      });
      const after = await admin.get<Module>(`/api/training-modules/${String(module.id)}`);
      expect(after.body).toMatchObject({ files: [], content: null, hasContent: false });
      expect(await readdir(join(root, 'tmp')).catch(() => [])).toEqual([]);
      useFs(nodeStoreFs);
      for await (const { sha256 } of server.services.files.list())
        expect(await server.services.files.check(sha256)).toBe(true);
      const rows = await server.services.db.selectFrom('files').select('id').execute();
      expect(rows, `a row after the failing ${calls[nth - 1] ?? ''}`).toEqual([]);
    }
    // Every step was made to fail: room, folder, file, bytes, durability, name, durability of the name.
    for (const step of ['space', 'makeFolder', 'create', 'write', 'sync', 'close', 'rename', 'open', 'stat'])
      expect(failed).toContain(step);
    useFs(nodeStoreFs);
    const module = await createModuleBy(admin);
    const { body } = await load(admin, module.id, [['well.pdf', bytes]]);
    const served = await admin.fetch('GET', body.files[0]?.url ?? '');
    expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true);
    await cleanAway();
  },
  120_000,
);

/** Takes everything away again, so that the next code begins with an empty store. */
async function cleanAway(): Promise<void> {
  for (const { id } of (await admin.get<Module[]>('/api/training-modules?limit=1000')).body) {
    await admin.del(`/api/training-modules/${String(id)}`);
  }
  await database.admin.query('alter table files disable trigger user');
  await database.admin.query('delete from file_checks');
  await database.admin.query('delete from files');
  await database.admin.query('alter table files enable trigger user');
  await rm(root, { recursive: true, force: true });
}
