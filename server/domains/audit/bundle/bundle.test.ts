import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { recordProtectionContract as contract } from '#shared/contract/record-protection.ts';
import { installationSealingKey } from '#server/domains/audit/index.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { unzip } from '#tests/harness/unzip.ts';
import { createOrganization, createUser, signIn, type FixtureUser } from '#tests/harness/world.ts';
import { sealAll } from '../commands/seal.ts';
import { sealerOf } from '../sealing.ts';
import { sweepBundlesJob, writeBundleJob } from './bundle.jobs.ts';

const run = promisify(execFile);

interface View {
  readonly id: number;
  readonly state: string;
  readonly dataSet: string;
  readonly fileName: string | null;
  readonly rowsDone: number;
}

let database: TestDatabase;
let server: TestServer;
let boss: FixtureUser;
let admin: TestClient;
let inspector: TestClient;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
  const organization = await createOrganization(server.services);
  boss = await createUser(server.services, { role: 'admin' });
  const reader = await createUser(server.services, {
    grants: [{ kind: 'inspector', organizationId: organization.id }],
  });
  admin = await signIn(server.client(), boss);
  inspector = await signIn(server.client(), reader);
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bundle-test-'));
});
afterAll(async () => {
  fs.rmSync(folder, { recursive: true, force: true });
  await server.close();
  await database.drop();
});

const ask = async (): Promise<number> => {
  const answer = await admin.post<{ id: number }>('/api/record-protection/bundle', {});
  expect(answer.status).toBe(201);
  return answer.body.id;
};
const viewOf = async (id: number): Promise<View | undefined> =>
  (await admin.get<View[]>('/api/exports?limit=200')).body.find((one) => one.id === id);
const fileOf = (client: TestClient, id: number) => client.get<Buffer>(`/api/exports/${String(id)}/file`);

test('[AUD-02] [INS-01] the page shows the newest seal, its key and since when, to inspectors without addresses of copies and without counting the events of others', async () => {
  await sealAll(sealerOf(server.services));
  const counts = [
    [admin, expect.any(Number) as number],
    [inspector, null],
  ] as const;
  for (const [client, unsealedEvents] of counts) {
    const { status, body } = await client.get<ResponseOf<typeof contract.get>>('/api/record-protection');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      firstSealedAt: expect.any(String) as string,
      newestSeal: {
        number: expect.any(Number) as number,
        head: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        keyId: installationSealingKey(server.services.config).id,
      },
      unsealedEvents,
      copies: [],
    });
  }
});

test('[AUD-02] the bundle is the whole trail: the verifier in it finds it clean, and names a changed, a missing event and a missing file', async () => {
  const id = await ask();
  await writeBundleJob.run(server.services, { exportId: id });
  const view = await viewOf(id);
  expect(view).toMatchObject({ state: 'ready', dataSet: 'trail_bundle' });
  expect(view?.fileName).toMatch(/^trail-bundle-\d{4}-\d{2}-\d{2}\.zip$/);
  const answer = await fileOf(admin, id);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/zip');
  const files = await unzip(answer.body);
  const target = path.join(folder, 'trail-bundle');
  fs.mkdirSync(target);
  for (const [name, bytes] of files) fs.writeFileSync(path.join(folder, name), bytes);
  const key = installationSealingKey(server.services.config).id;
  const check = () =>
    run(process.execPath, ['verify.mjs', '--key', key], { cwd: target, env: {} }).then(
      ({ stdout }) => stdout.trimEnd(),
      (error: unknown) => (error as { stdout: string }).stdout.trimEnd(),
    );
  expect(await check()).toMatch(/\nNewest seal: \d+, .*, head [0-9a-f]{64}\nVALID$/);
  const events = path.join(target, 'events.jsonl');
  const original = fs.readFileSync(events, 'utf8');
  const lines = original.trimEnd().split('\n');
  expect(lines).toHaveLength(view?.rowsDone ?? 0);
  const { rows } = await database.admin.query<{ count: number }>(
    `select count(*)::int as count from audit.events e
     where exists (select from audit.seals s where e.id = any(s.event_ids) and s.number = 1)`,
  );
  expect(rows[0]?.count).toBeGreaterThan(0);
  fs.writeFileSync(events, original.replace(boss.email, `x${boss.email.slice(1)}`));
  expect(await check()).toMatch(
    /FINDING {2}event \d+: its content was changed after it was recorded: \S+ .*, \d{4}-\S+ [\d:]+ UTC \(event_payload_changed\)\n.*\n.*\nNOT VALID: 1 finding$/,
  );
  fs.writeFileSync(events, lines.toSpliced(5, 1).join('\n'));
  expect(await check()).toMatch(
    /FINDING {2}event \d+: missing: seal \d+ contains it \(event_missing\)\n.*\n.*\nNOT VALID: 1 finding$/,
  );
  fs.rmSync(events);
  expect(await check()).toContain('FINDING  events.jsonl: the file is missing (bundle_incomplete)');
});

test('[AUD-02] [AUTH-13] nobody but administrators requests or fetches the bundle, also when the role has ended since', async () => {
  expect((await inspector.post('/api/record-protection/bundle', {})).status).toBe(403);
  const body = { dataSet: 'trail_bundle', format: 'zip', columns: ['email'], filters: {} };
  expect((await admin.post('/api/exports', body)).status).toBe(422);
  const former = await createUser(server.services, { role: 'admin' });
  const client = await signIn(server.client(), former);
  const ready = await client.post<{ id: number }>('/api/record-protection/bundle', {});
  const late = await client.post<{ id: number }>('/api/record-protection/bundle', {});
  await writeBundleJob.run(server.services, { exportId: ready.body.id });
  await database.admin
    .query(`set session_replication_role = replica; update users set role = 'manager' where id = '${former.id}';
    set session_replication_role = origin`);
  await writeBundleJob.run(server.services, { exportId: late.body.id });
  expect((await fileOf(client, ready.body.id)).status).toBe(403);
  const { rows } = await database.admin.query(`select state, problem from exports where id = $1`, [
    late.body.id,
  ]);
  expect(rows).toEqual([{ state: 'failed', problem: 'access_lost' }]);
});

test('[AUD-02] [RPT-03] a bundle can be cancelled, and one whose job was lost is taken up again', async () => {
  const id = await ask();
  expect((await admin.post(`/api/exports/${String(id)}/cancel`, {})).status).toBe(200);
  await writeBundleJob.run(server.services, { exportId: id });
  expect((await viewOf(id))?.state).toBe('cancelled');
  const lost = await ask();
  await database.admin.query(`delete from pgboss.job where name = 'audit.write-bundle'`);
  await database.admin.query(`set session_replication_role = replica;
    update exports set created_at = created_at - interval '11 minutes' where id = ${String(lost)};
    set session_replication_role = origin`);
  await sweepBundlesJob.run(server.services, {});
  const { rows } = await database.admin.query<{ data: unknown }>(
    `select data from pgboss.job where name = 'audit.write-bundle'`,
  );
  expect(rows.map(({ data }) => data)).toEqual([{ exportId: lost }]);
});
