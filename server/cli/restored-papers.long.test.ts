/** Papers after a restore (INS-03): the same request as of the same instant has the same bytes, and its hash is still known. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeBackup } from '#server/cli/backup.ts';
import { restoreBackup } from '#server/cli/restore.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { temporaryFolder } from '#tests/harness/processes.ts';
import { readPdf } from '#tests/harness/read-pdf.ts';
import { startTestServer } from '#tests/harness/server.ts';
import { startWithLearner, type StartedLearner } from '#tests/harness/started.ts';
import { assignTo, completeText, createTextModules } from '#tests/harness/training-world.ts';
import { signIn } from '#tests/harness/world.ts';

let started: StartedLearner;
let modules: readonly number[];
const cleanups: (() => Promise<void> | void)[] = [];

beforeAll(async () => {
  started = await startWithLearner(2);
  const { server, world, learner, client } = started;
  modules = await createTextModules(server.services, 2);
  const [done = 0, open = 0] = modules;
  await completeText(client, (await assignTo(world.admin, learner.id, done)).id, learner);
  await assignTo(world.admin, learner.id, open);
});
afterAll(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  await started?.stop();
});

const newFolder = (): string => {
  const { dir, remove } = temporaryFolder();
  cleanups.push(remove);
  return dir;
};

const configOf = (db: TestDatabase, config: Config): Config => ({
  ...config,
  logLevel: 'error',
  database: { kind: 'server', url: db.url, adminUrl: db.adminUrl },
});

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

async function bytesOf(client: TestClient, address: string): Promise<Buffer> {
  const answer = await client.fetch('GET', address);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(answer.status, `${address} ${bytes.toString('utf8', 0, 300)}`).toBe(200);
  return bytes;
}

/** A paper of each kind that has instants of its own: about a person, a completion, an answer, and data. */
function addresses(certificate: string): readonly string[] {
  const { learner } = started;
  const exported = (dataSet: string, format: string, columns: string) =>
    `/api/exports/download?dataSet=${dataSet}&format=${format}&columns=${columns}`;
  return [
    `/api/employee/${learner.id}/training-file.pdf`,
    `/api/certificates/${certificate}/pdf`,
    `/api/qualified/answer.pdf?person=${learner.id}&module=${String(modules[0])}&day=${started.today}`,
    exported('completions', 'csv', 'record_id,last_name,module,version,signer_name,signature_valid'),
    exported('report', 'pdf', 'last_name,module,status,due_date,completed_at,signer_name'),
    exported('training', 'xlsx', 'module,version,last_name,status,due_date,completed_at'),
    exported('audit', 'csv', 'at,done,about,record_name,changed,reason'),
    exported('audit', 'pdf', 'at,done,changed,reason'),
  ];
}

test('[INS-03] [OPS-04] a paper as of its instant has the same bytes after a restore, and /verify knows its hash', async () => {
  const { db, server, world, learner } = started;
  const listed = await world.admin.get<{ number: string }[]>(`/api/certificates?userId=${learner.id}`);
  const issued: { readonly address: string; readonly bytes: Buffer }[] = [];
  for (const address of addresses(listed.body[0]?.number ?? 'none'))
    issued.push({ address, bytes: await bytesOf(world.admin, address) });

  const { config } = server.services;
  const folder = path.join(newFolder(), 'backup');
  await writeBackup(configOf(db, config), folder);
  const place = await createTestDatabase({ empty: true });
  cleanups.push(() => place.drop());
  const dataDir = newFolder();
  await restoreBackup({ ...configOf(place, config), dataDir, filesDir: path.join(dataDir, 'files') }, folder);
  const restored = await startTestServer({
    db: place,
    dataDir,
    config: { secretKey: config.secretKey, publicUrl: config.publicUrl },
  });
  cleanups.push(() => restored.close());
  const admin = await signIn(restored.client(), world.adminUser);
  const renamed = await admin.put(`/api/users/${learner.id}/name`, {
    firstName: 'Renamed',
    lastName: 'Later',
    reason: 'Marriage',
  });
  expect(renamed.status).toBeLessThan(300);

  for (const { address, bytes } of issued) {
    const { body } = await restored
      .client()
      .get<{ asOf: string; issuedTo: string }[]>(`/api/papers/${sha256(bytes)}`);
    expect(body, address).toHaveLength(1);
    const separator = address.includes('?') ? '&' : '?';
    const again = await bytesOf(admin, `${address}${separator}asOf=${body[0]?.asOf ?? ''}`);
    if (address.includes('pdf'))
      expect((await readPdf(again)).text, address).toBe((await readPdf(bytes)).text);
    expect(sha256(again), address).toBe(sha256(bytes));
  }
  const [{ address, bytes } = { address: '', bytes: Buffer.from('') }] = issued;
  expect(sha256(await bytesOf(admin, address))).not.toBe(sha256(bytes));
}, 240_000);
