import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { createReachWorld, type ReachWorld } from '#tests/harness/reach-world.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createTextModules } from '#tests/harness/training-world.ts';
import { asFixture, signIn } from '#tests/harness/world.ts';
import { writeExportJob } from '../exports/exports.jobs.ts';
import { writeExport } from '../exports/write-export.ts';
import { startRun } from './run-due.ts';
import { scheduledExportsJob } from './saved-exports.jobs.ts';

interface Saved {
  readonly id: number;
  readonly name: string;
  readonly filters: Readonly<Record<string, unknown>>;
  readonly schedule: {
    readonly nextRunAt: string | null;
    readonly pause: string | null;
    readonly timeZone: string;
  } | null;
  readonly lastRunAt: string | null;
}
interface View {
  readonly id: number;
  readonly name: string | null;
  readonly scheduledFor: string | null;
  readonly state: string;
}
interface Problem {
  readonly reason: string;
  readonly errors?: readonly { readonly path: string; readonly reason: string }[];
}

let database: TestDatabase;
let server: TestServer;
let world: ReachWorld;
let admin: TestClient;
let manager: TestClient;
let inspector: TestClient;
let moduleId = 0;

const first = () => world.organizations[0];
const path = (id: number, more = '') => `/api/saved-exports/${String(id)}${more}`;
const people = { dataSet: 'people', format: 'csv', columns: ['email'], filters: {} };

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
  world = await createReachWorld(server.services);
  admin = await signIn(server.client(), world.admin);
  manager = await signIn(server.client(), first().leads[0]);
  inspector = await signIn(server.client(), first().inspector);
  [moduleId = 0] = await createTextModules(server.services, 1);
});

afterAll(async () => {
  await server.close();
  await database.drop();
});

async function save(client: TestClient, name: string, more: object = {}): Promise<Saved> {
  const answer = await client.post<Saved>('/api/saved-exports', { name, ...people, ...more });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

const listed = async (client: TestClient, id: number): Promise<Saved | undefined> =>
  (await client.get<Saved[]>('/api/saved-exports?limit=200')).body.find((one) => one.id === id);

const runsOf = async (client: TestClient, name: string): Promise<readonly View[]> =>
  (await client.get<View[]>('/api/exports?limit=200')).body.filter((one) => one.name === name);

async function daily(client: TestClient, name: string, more: object = {}): Promise<Saved> {
  const { id } = await save(client, name, more);
  const answer = await client.put<Saved>(path(id, '/schedule'), { frequency: 'daily', time: '07:00' });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

/** Moves the next run of a schedule into the past. */
const makeDue = (id: number, minutes = 1) =>
  asFixture(server.services, (tx) =>
    tx.db
      .updateTable('savedExports')
      .set({ nextRunAt: new Date(Date.now() - minutes * 60_000) })
      .where('id', '=', id)
      .execute(),
  );

const sweep = () => scheduledExportsJob.run(server.services, {});

const mailsOf = async (template: string, name: string) =>
  (
    await database.admin.query<{ payload: { name: string; isLate?: boolean; why?: string } }>(
      `select payload from mail_outbox where template = $1 and payload ->> 'name' = $2`,
      [template, name],
    )
  ).rows.map(({ payload }) => payload);

test('[RPT-03] an export is saved, renamed, changed, run and deleted, and is its owner’s alone', async () => {
  const saved = await save(admin, 'Everybody', { filters: { jobTitle: 'Nurse' } });
  expect(saved).toMatchObject({
    filters: { org: 'all', jobTitle: 'Nurse' },
    schedule: null,
    lastRunAt: null,
  });
  for (const stranger of [manager, inspector]) {
    expect(await listed(stranger, saved.id)).toBeUndefined();
    for (const answer of [
      await stranger.put(path(saved.id), { name: 'Mine', ...people }),
      await stranger.post(path(saved.id, '/rename'), { name: 'Mine' }),
      await stranger.post(path(saved.id, '/run'), {}),
      await stranger.put(path(saved.id, '/schedule'), { frequency: 'daily', time: '07:00' }),
      await stranger.del(path(saved.id, '/schedule')),
      await stranger.del(path(saved.id)),
    ])
      expect(answer.status).toBe(404);
  }
  const taken = await admin.post<Problem>('/api/saved-exports', { name: 'EVERYBODY', ...people });
  expect(taken.body.errors).toMatchObject([{ path: 'name', reason: 'saved_export_name_taken' }]);
  const renamed = await admin.post<Saved>(path(saved.id, '/rename'), { name: 'everybody' });
  expect(renamed.body).toMatchObject({ name: 'everybody', filters: { jobTitle: 'Nurse' } });
  const changed = await admin.put<Saved>(path(saved.id), {
    name: 'Active',
    ...people,
    dataSet: 'completions',
  });
  expect(changed.body).toMatchObject({ name: 'Active', dataSet: 'completions', filters: { org: 'all' } });
  const run = await admin.post<View>(path(saved.id, '/run'), {});
  expect(run.body).toMatchObject({ name: 'Active', scheduledFor: null });
  expect((await listed(admin, saved.id))?.lastRunAt).not.toBeNull();
  expect((await admin.del(path(saved.id))).status).toBe(200);
  expect(await listed(admin, saved.id)).toBeUndefined();
  // What it made is still there.
  expect(await runsOf(admin, 'Active')).toHaveLength(1);
});

test('[RPT-03] [AUTH-13] what is saved names nothing out of reach, and no filter or column of another data set', async () => {
  const outside = world.organizations[1];
  for (const filters of [
    { org: outside.organization.id },
    { userId: outside.learners[0].id },
    { moduleId: 999_999 },
  ]) {
    const answer = await inspector.post<Problem>('/api/saved-exports', {
      name: 'Outside',
      ...people,
      filters,
    });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toMatchObject([{ path: 'filters', reason: 'saved_export_filter_gone' }]);
  }
  const wrong = await admin.post('/api/saved-exports', {
    name: 'Wrong',
    ...people,
    filters: { group: 'reports' },
  });
  expect(wrong.status).toBe(422);
});

test('[RPT-03] a schedule runs once when it is due, for two servers too, and informs by a link without data', async () => {
  const { id, schedule } = await daily(admin, 'Each morning');
  expect(schedule?.pause).toBeNull();
  await sweep();
  expect(await runsOf(admin, 'Each morning'), 'it is not due').toHaveLength(0);
  await makeDue(id);
  await Promise.all([sweep(), sweep(), sweep()]);
  const [run, ...others] = await runsOf(admin, 'Each morning');
  expect(others).toHaveLength(0);
  expect(run?.scheduledFor).not.toBeNull();
  const next = (await listed(admin, id))?.schedule?.nextRunAt ?? '';
  expect(Date.parse(next)).toBeGreaterThan(Date.now());
  await sweep();
  // A server that has read what was due before the first one started it.
  await startRun(server.services, writeExportJob, id, new Date());
  expect(await runsOf(admin, 'Each morning')).toHaveLength(1);
  await writeExport(server.services, run?.id ?? 0);
  const mails = await mailsOf('reports.exportReady', 'Each morning');
  expect(mails, 'the name, and nothing of the data').toEqual([{ name: 'Each morning', isLate: false }]);
  const notices = await admin.get<{ type: string }[]>('/api/notifications');
  expect(JSON.stringify(notices.body)).toContain('export_ready');
});

test('[RPT-03] runs that were missed are made up for once, and the email says so', async () => {
  const { id } = await daily(admin, 'Missed');
  await makeDue(id, 3 * 24 * 60);
  await sweep();
  await sweep();
  const runs = await runsOf(admin, 'Missed');
  expect(runs).toHaveLength(1);
  await writeExport(server.services, runs[0]?.id ?? 0);
  expect(await mailsOf('reports.exportReady', 'Missed')).toEqual([{ name: 'Missed', isLate: true }]);
});

test('[RPT-03] a filter that is gone, another access and a lost right pause a schedule, visibly and with an email', async () => {
  const gone = await daily(admin, 'Of one module', { filters: { moduleId } });
  const wider = await daily(manager, 'My team');
  const left = await daily(inspector, 'As an inspector');
  await database.admin.query(`select 1`);
  await asFixture(server.services, async (tx) => {
    await tx.db
      .updateTable('trainingModules')
      .set({ contentType: 'placeholder' })
      .where('id', '=', moduleId)
      .execute();
    await tx.db.updateTable('users').set({ role: 'admin' }).where('id', '=', first().leads[0].id).execute();
    await tx.db
      .updateTable('users')
      .set({ isActive: false })
      .where('id', '=', first().inspector.id)
      .execute();
  });
  for (const { id } of [gone, wider, left]) await makeDue(id);
  await sweep();
  const schedules = await admin.get<{ id: number; owner: { name: string }; schedule: { pause: string } }[]>(
    '/api/export-schedules?limit=200',
  );
  const pauseOf = (id: number) => schedules.body.find((one) => one.id === id)?.schedule.pause;
  expect([gone, wider, left].map(({ id }) => pauseOf(id))).toEqual([
    'filter_gone',
    'access_changed',
    'access_lost',
  ]);
  for (const name of ['Of one module', 'My team', 'As an inspector']) {
    const { rows } = await database.admin.query(`select 1 from exports where name = $1`, [name]);
    expect(rows, 'nothing was written').toHaveLength(0);
  }
  expect(await mailsOf('reports.exportStopped', 'Of one module')).toEqual([
    { name: 'Of one module', why: 'filter_gone' },
  ]);
  expect(await mailsOf('reports.exportStopped', 'My team')).toEqual([
    { name: 'My team', why: 'access_changed' },
  ]);
  expect(await mailsOf('reports.exportStopped', 'As an inspector'), 'nobody is there any more').toEqual([]);
  const now = await signIn(server.client(), first().leads[0]);
  const refused = await now.post<Problem>(path(wider.id, '/run'), {});
  expect(refused.status).toBe(409);
  expect(refused.body.reason).toBe('saved_export_access_changed');
  const resumed = await now.put<Saved>(path(wider.id, '/schedule'), {
    frequency: 'weekly',
    weekday: 1,
    time: '06:30',
  });
  expect(resumed.body.schedule).toMatchObject({ pause: null, weekday: 1 });
  expect((await now.post(path(wider.id, '/run'), {})).status).toBe(201);
  const still = await admin.put<Problem>(path(gone.id, '/schedule'), { frequency: 'daily', time: '07:00' });
  expect(still.body.errors).toMatchObject([{ reason: 'saved_export_filter_gone' }]);
});

test('[RPT-03] [AUTH-13] access that changes while a run waits pauses its schedule, and nothing is written', async () => {
  const [, { id: ownerId }] = first().leads;
  const client = await signIn(server.client(), first().leads[1]);
  const { id } = await daily(client, 'Waits for long');
  await makeDue(id);
  await sweep();
  const [run] = await runsOf(client, 'Waits for long');
  const setRole = (role: 'admin' | 'manager') =>
    asFixture(server.services, (tx) =>
      tx.db.updateTable('users').set({ role }).where('id', '=', ownerId).execute(),
    );
  await setRole('admin');
  await writeExport(server.services, run?.id ?? 0);
  const { rows } = await database.admin.query(`select state, file_id from exports where id = $1`, [run?.id]);
  expect(rows).toEqual([{ state: 'failed', file_id: null }]);
  const { rows: saved } = await database.admin.query(`select pause from saved_exports where id = $1`, [id]);
  expect(saved).toEqual([{ pause: 'access_changed' }]);
  expect(await mailsOf('reports.exportStopped', 'Waits for long')).toEqual([
    { name: 'Waits for long', why: 'access_changed' },
  ]);
  await setRole('manager');
  expect((await client.del(path(id))).status).toBe(200);
});

test('[RPT-03] administrators see every schedule and stop one, of which its owner is informed', async () => {
  const other = await signIn(server.client(), first().leads[1]);
  const { id } = await daily(other, 'Stopped');
  expect((await other.get('/api/export-schedules')).status).toBe(403);
  expect((await other.post(`/api/export-schedules/${String(id)}/stop`, {})).status).toBe(403);
  expect((await admin.post(`/api/export-schedules/${String(id)}/stop`, {})).status).toBe(200);
  expect((await admin.post(`/api/export-schedules/${String(id)}/stop`, {})).status).toBe(409);
  expect(await mailsOf('reports.exportStopped', 'Stopped')).toEqual([{ name: 'Stopped', why: 'stopped' }]);
  await makeDue(id).catch(() => undefined);
  await sweep();
  expect(await runsOf(other, 'Stopped')).toHaveLength(0);
  const { rows } = await database.admin.query(
    `select 1 from audit.events where action = 'savedExport.stopped' and actor_id = $1`,
    [world.admin.id],
  );
  expect(rows).not.toHaveLength(0);
  expect((await other.del<Saved>(path(id, '/schedule'))).body.schedule).toBeNull();
});

test('[RPT-03] a person has ten schedules at most', async () => {
  const other = await signIn(server.client(), first().leads[1]);
  for (let number = 1; number <= 10; number++) await daily(other, `Schedule ${String(number)}`);
  const { id } = await save(other, 'One too many');
  const answer = await other.put<Problem>(path(id, '/schedule'), { frequency: 'daily', time: '07:00' });
  expect(answer.body.errors).toMatchObject([{ path: 'frequency', reason: 'export_schedule_too_many' }]);
  const wrong = await other.put<Problem>(path(id, '/schedule'), {
    frequency: 'weekly',
    time: '25:00',
    weekday: 8,
  });
  expect(wrong.status).toBe(422);
  for (const body of [
    { frequency: 'weekly', time: '07:00' },
    { frequency: 'daily', time: '07:00', monthDay: 3 },
  ])
    expect((await other.put(path(id, '/schedule'), body)).status).toBe(422);
});
