import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { bindersContract } from '#shared/contract/binders.ts';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { until } from '#tests/harness/poll.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createTrainingWorld, type TrainingWorld } from '#tests/harness/training-world.ts';
import { createUser, createUsers, signIn } from '#tests/harness/world.ts';
import { calendarDay } from '../requested-scope.ts';
import { writeBinder } from './write-binder.ts';

type View = ResponseOf<typeof bindersContract.request>;

let db: TestDatabase;
let server: TestServer;
let world: TrainingWorld;
let userIds: readonly string[];
/** An instant after everything that the binders have. */
let asOf: string;

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  world = await createTrainingWorld(server, 0);
  const organizationId = world.organization.id;
  const people = await createUsers(
    server.services,
    Array.from({ length: 30 }, (_, at) => ({ organizationId, lastName: `Last${String(at)}` })),
  );
  userIds = people.map(({ id }) => id);
  asOf = server.services.clock.now().toISOString();
});

afterAll(async () => {
  await server?.close();
  await db?.drop();
});

async function request(client: TestClient): Promise<number> {
  const answer = await client.post<View>('/api/binders', { userIds, asOf });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.id;
}

const viewOf = async (id: number, client = world.admin): Promise<View | undefined> =>
  (await client.get<View[]>('/api/exports')).body.find((one) => one.id === id);

const fileOf = (id: number, client = world.admin) => client.get<Buffer>(`/api/exports/${String(id)}/file`);

/** The hashes of everything that the store holds. */
async function stored(): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { sha256 } of server.services.files.list()) found.push(sha256);
  return found.toSorted();
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Waits until some of the people are in the binder, and not all. */
const begun = async (id: number): Promise<void> =>
  until('some people are in the binder', async () => ((await viewOf(id))?.rowsDone ?? 0) > 0, {
    timeout: 20_000,
    interval: 20,
  }).then(() => undefined);

test('[INS-04] [RPT-03] a binder whose server stops in the middle leaves no file, is found again, and has the same bytes as one without a pause', async () => {
  const whole = await request(world.admin);
  await writeBinder(server.services, whole);
  const id = await request(world.admin);
  const before = await stored();
  const stopping = new AbortController();
  const writing = writeBinder(server.services, id, stopping.signal);
  const ended = writing.then(
    () => 'written',
    (error: unknown) => String(error),
  );
  await begun(id);
  stopping.abort();
  expect(await ended).toContain('aborted');
  expect(await viewOf(id)).toMatchObject({ state: 'running', fileName: null, size: null });
  expect((await fileOf(id)).status).toBe(404);
  expect(await stored()).toEqual(before);
  await writeBinder(server.services, id);
  expect(await viewOf(id)).toMatchObject({ state: 'ready', rowsDone: userIds.length });
  expect(sha256((await fileOf(id)).body)).toBe(sha256((await fileOf(whole)).body));
});

test('[INS-04] [RPT-03] a binder that is cancelled in the middle ends at once and leaves no file', async () => {
  const id = await request(world.admin);
  const before = await stored();
  const writing = writeBinder(server.services, id);
  await begun(id);
  expect((await world.admin.post(`/api/exports/${String(id)}/cancel`, {})).status).toBe(200);
  await writing;
  expect(await viewOf(id)).toMatchObject({ state: 'cancelled', fileName: null });
  expect((await fileOf(id)).status).toBe(404);
  expect(await stored()).toEqual(before);
});

test('[INS-04] [RPT-03] a binder that cannot be stored says so', async () => {
  const id = await request(world.admin);
  const full = vi.spyOn(server.services.files, 'put').mockRejectedValue(new Error('no space'));
  await writeBinder(server.services, id);
  full.mockRestore();
  expect(await viewOf(id)).toMatchObject({ state: 'failed', problem: 'export_stopped', fileName: null });
  expect((await fileOf(id)).status).toBe(404);
});

test('[INS-01] [INS-04] a download that began before the inspection was closed arrives whole; the next one, and a binder that was not ready, are refused', async () => {
  const ines = await createUser(server.services, { firstName: 'Ines', lastName: 'Inspector' });
  // An inspection begins with a day of its organization.
  const today = calendarDay(server.services.clock.now(), world.organization.timeZone);
  const opened = await world.admin.post<{ id: number }>('/api/inspections', {
    title: 'Routine inspection',
    purpose: 'Training records of the last two years',
    organizationIds: [world.organization.id],
    fromDay: today,
    toDay: addDays(today, 4),
    userIds: [ines.id],
  });
  expect(opened, JSON.stringify(opened.body)).toMatchObject({ status: 201 });
  const inspector = await signIn(server.client(), ines);
  const [ready, late] = [await request(inspector), await request(inspector)];
  await writeBinder(server.services, ready);
  const download = await inspector.fetch('GET', `/api/exports/${String(ready)}/file`);
  expect(download.status).toBe(200);
  const reader = download.body?.getReader();
  const pieces: Uint8Array[] = [];
  const first = await reader?.read();
  if (first?.value) pieces.push(first.value);
  const closed = await world.admin.post(`/api/inspections/${String(opened.body.id)}/close`, {
    reason: 'The inspection is over',
  });
  expect(closed.status).toBe(200);
  for (let piece = await reader?.read(); piece?.value; piece = await reader?.read()) pieces.push(piece.value);
  const { body: own } = await fileOf(ready);
  expect(sha256(Buffer.concat(pieces))).toBe(sha256(own));
  expect((await fileOf(ready, inspector)).status).toBe(403);
  await writeBinder(server.services, late);
  expect((await fileOf(late, inspector)).status).toBe(403);
  const { rows } = await db.admin.query<{ state: string; problem: string }>(
    'select state, problem from exports where id = $1',
    [late],
  );
  expect(rows).toEqual([{ state: 'failed', problem: 'access_lost' }]);
});
