import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dayIn } from '#shared/domain/assignments/past/past-lookup.ts';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { installationSealingKey } from '#server/domains/audit/index.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { unzip } from '#tests/harness/unzip.ts';
import { createOrganization, createUser, signIn, type FixtureUser } from '#tests/harness/world.ts';
import { sealAll } from '../commands/seal.ts';
import { sealerOf } from '../sealing.ts';
import { writeBundleJob } from './bundle.jobs.ts';

const run = promisify(execFile);

let database: TestDatabase;
let server: TestServer;
let admin: TestClient;
let here: number;
let there: number;
let worker: FixtureUser;
let stranger: FixtureUser;
let inspectorUser: FixtureUser;
let inspector: TestClient;
let inspectionId: number;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
  const { services } = server;
  const boss = await createUser(services, { role: 'admin' });
  here = (await createOrganization(services, { timeZone: 'Europe/Berlin' })).id;
  there = (await createOrganization(services, { timeZone: 'UTC' })).id;
  worker = await createUser(services, { organizationId: here, firstName: 'Wilma', lastName: 'Worker' });
  stranger = await createUser(services, { organizationId: there, firstName: 'Sid', lastName: 'Stranger' });
  inspectorUser = await createUser(services, { firstName: 'Ines', lastName: 'Inspector' });
  admin = await signIn(server.client(), boss);
  const day = dayIn(services.clock.now(), 'Europe/Berlin');
  const opened = await admin.post<{ id: number }>('/api/inspections', {
    title: 'Offline',
    purpose: 'Routine',
    organizationIds: [here],
    fromDay: day,
    toDay: addDays(day, 3),
    userIds: [inspectorUser.id],
    sees: [],
  });
  if (opened.status !== 201) throw new Error('the inspection was not opened');
  inspectionId = opened.body.id;
  // The whole movement is of two organizations: no part that has only one of them contains it.
  const mover = await createUser(services, { organizationId: there, firstName: 'Mo', lastName: 'Mover' });
  const moved = await admin.patch(`/api/users/${mover.id}`, { organizationId: here, departmentId: null });
  if (moved.status >= 300) throw new Error('the person did not move');
  await sealAll(sealerOf(services));
  inspector = await signIn(server.client(), inspectorUser);
});
afterAll(async () => {
  await server.close();
  await database.drop();
});
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bundle-part-'));
  return () => fs.rmSync(folder, { recursive: true, force: true });
});

const allow = async (sees: readonly string[]) => {
  const day = server.services.clock.now().toISOString().slice(0, 10);
  const changed = await admin.put(`/api/inspections/${String(inspectionId)}`, {
    toDay: addDays(day, 3),
    userIds: [inspectorUser.id],
    sees,
    reason: 'Requested',
  });
  expect(changed.status).toBe(200);
};

const request = (client: TestClient, body: object) =>
  client.post<{ id: number }>('/api/record-protection/bundle', body);

/** Requests a bundle, writes it and unpacks it. */
async function take(client: TestClient, body: object): Promise<string> {
  const { status, body: asked } = await request(client, body);
  expect(status).toBe(201);
  await writeBundleJob.run(server.services, { exportId: asked.id });
  const answer = await client.get<Buffer>(`/api/exports/${String(asked.id)}/file`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-disposition')).toMatch(/trail-bundle-part-\d{4}-\d\d-\d\d\.zip/);
  const target = path.join(folder, 'trail-bundle');
  fs.mkdirSync(target, { recursive: true });
  for (const [name, bytes] of await unzip(answer.body)) fs.writeFileSync(path.join(folder, name), bytes);
  return target;
}

async function check(target: string): Promise<string> {
  const key = installationSealingKey(server.services.config).id;
  return run(process.execPath, ['verify.mjs', '--key', key], { cwd: target, env: {} }).then(
    ({ stdout }) => stdout.trimEnd(),
    (error: unknown) => (error as { stdout: string }).stdout.trimEnd(),
  );
}

test('[AUD-02] [INS-01] an inspector takes the bundle of the inspection once the host includes it, and loses it with the inspection', async () => {
  expect((await request(inspector, {})).status).toBe(403);
  await allow(['cvs']);
  expect((await request(inspector, {})).status).toBe(403);
  await allow(['bundle']);
  expect((await request(inspector, { organizationId: there })).status).toBe(404);
  expect((await request(inspector, { organizationId: 2_000_000_000 })).status).toBe(404);
  const target = await take(inspector, {});
  expect(await check(target)).toMatch(/\nVALID$/);
  const { body: exports } = await inspector.get<{ id: number }[]>('/api/exports?limit=5');
  await allow([]);
  expect((await inspector.get(`/api/exports/${String(exports[0]?.id)}/file`)).status).toBe(403);
});

test('[AUD-02] [INS-01] the bundle of an inspection has nothing of other organizations, of HR and of inspections but hashes', async () => {
  await allow(['bundle']);
  const target = await take(inspector, { organizationId: here });
  const events = fs.readFileSync(path.join(target, 'events.jsonl'), 'utf8');
  expect(events).toContain('Wilma');
  expect(events).toContain(worker.id);
  const others = [
    'Stranger',
    stranger.id,
    stranger.email,
    `"organization":${String(there)}`,
    'Mover',
    'inspection.',
  ];
  for (const text of others) expect(events).not.toContain(text);
  // The move names both organizations, and is in the bundle of neither.
  expect(events).not.toMatch(new RegExp(String.raw`organization_id\W{1,8}${String(there)}\b`));
  for (const name of fs.readdirSync(target).filter((file) => file !== 'verify.mjs')) {
    const content = fs.readFileSync(path.join(target, name), 'utf8');
    for (const text of [stranger.email, stranger.id]) expect(content).not.toContain(text);
  }
  const said = JSON.parse(fs.readFileSync(path.join(target, 'scope.json'), 'utf8')) as { text: string };
  expect(JSON.parse(said.text)).toMatchObject({
    organizations: [{ id: here, timeZone: 'Europe/Berlin' }],
    withHr: false,
  });
});

test('[AUD-02] an administrator takes the part of one organization; every change of it is named', async () => {
  const target = await take(admin, { organizationId: there });
  const clean = await check(target);
  expect(clean).toMatch(/note {5}part of the trail: events of .+; of all others, only hashes \(scope\)/);
  expect(clean).toMatch(/\nVALID$/);
  const at = (name: string) => path.join(target, name);
  const original = new Map(
    ['events.jsonl', 'seals.jsonl', 'scope.json', 'anchors.jsonl'].map((name) => [
      name,
      fs.readFileSync(at(name), 'utf8'),
    ]),
  );
  const file = (name: string) => original.get(name) ?? '';
  const with_ = async (changes: Readonly<Record<string, string>>) => {
    for (const [name, content] of original) fs.writeFileSync(at(name), changes[name] ?? content);
    return check(target);
  };
  const lines = file('events.jsonl').trimEnd().split('\n');
  const sealed = lines.findIndex((line) => line.includes('Stranger'));
  expect(sealed).toBeGreaterThanOrEqual(0);
  const id = String((JSON.parse(lines[sealed] ?? '') as { id: number }).id);
  const fewer = `${lines.toSpliced(sealed, 1).join('\n')}\n`;
  expect(await with_({ 'events.jsonl': fewer })).toContain(`event ${id}: missing`);
  expect(await with_({ 'events.jsonl': file('events.jsonl').replace('Stranger', 'Strangex') })).toContain(
    'event_payload_changed',
  );
  // Left out of both lists, it is missing from what the installation signed.
  const seals = file('seals.jsonl').replace(new RegExp(`(?<=[[,])${id}(?=[\\],])`), 'null');
  expect(seals).not.toBe(file('seals.jsonl'));
  expect(await with_({ 'events.jsonl': fewer, 'seals.jsonl': seals })).toContain('(scope_changed)');
  // Without its statement, a part is a whole trail with missing events: that is said once, not for each event.
  for (const [name, content] of original) fs.writeFileSync(at(name), content);
  fs.rmSync(at('scope.json'));
  const unstated = await check(target);
  expect(unstated).toMatch(/scope\.json: missing: \d+ events are only hashes here.*\(event_missing\)/);
  expect(unstated).toMatch(/\nNOT VALID: 1 finding$/);
  const changed = file('scope.json').replace(/(?<=\\"events\\":)\d+/, '1');
  expect(changed).not.toBe(file('scope.json'));
  const untrue = await with_({ 'scope.json': changed });
  expect(untrue).toContain('(scope_changed)');
  expect(untrue).toMatch(/\nNOT VALID: 1 finding$/);
  // A part without the newest seals is cut off: its statement names the newest one.
  const shorter = `${file('seals.jsonl').trimEnd().split('\n').slice(0, -1).join('\n')}\n`;
  expect(await with_({ 'seals.jsonl': shorter })).toContain('it was the newest one of this bundle');
  expect(await with_({})).toMatch(/\nVALID$/);
});
