import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { asFixture, createUser, signIn } from '#tests/harness/world.ts';
import { writeExportJob } from '../exports/exports.jobs.ts';
import { scheduledExportsJob } from './saved-exports.jobs.ts';

interface View {
  readonly id: number;
  readonly name: string | null;
  readonly filters: Readonly<Record<string, unknown>>;
}

let database: TestDatabase;
let server: TestServer;
let admin: TestClient;
let today: string;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
  admin = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
  const { rows } = await sql<{ today: string }>`select today_in('UTC')::text as today`.execute(database.db);
  today = rows[0]?.today ?? '';
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

const definition = (period: string, more: object = {}) => ({
  dataSet: 'completions',
  format: 'csv',
  columns: ['email'],
  filters: { period, ...more },
});
const save = (name: string, period: string, more: object = {}) =>
  admin.post<{ id: number; errors?: readonly { path: string; reason: string }[] }>('/api/saved-exports', {
    name,
    ...definition(period, more),
  });
const daysOf = async (name: string) =>
  (await admin.get<View[]>('/api/exports?limit=200')).body
    .filter((one) => one.name === name)
    .toSorted((a, b) => a.id - b.id)
    .map(({ filters: { from, to, period } }) => [from, to, period]);

/** Lets a schedule run whose time was so many days ago at 07:00 in UTC, and writes its file. */
async function runDueOn(id: number, daysAgo: number): Promise<void> {
  const due = `${addDays(today, -daysAgo)}T07:00:00Z`;
  await asFixture(server.services, (tx) =>
    sql`update saved_exports set next_run_at = ${due}::timestamptz where id = ${id}`.execute(tx.db),
  );
  await scheduledExportsJob.run(server.services, {});
  const { rows } = await sql<{ id: number }>`select max(id) as id from exports`.execute(database.db);
  await writeExportJob.run(server.services, { exportId: rows[0]?.id ?? 0 });
}

test('[RPT-03] a scheduled export moves with the day of its schedule, also if it runs late', async () => {
  const { body } = await save('Weekly', 'last_7_days');
  await admin.put(`/api/saved-exports/${String(body.id)}/schedule`, { frequency: 'daily', time: '07:00' });
  await runDueOn(body.id, 9);
  await runDueOn(body.id, 2);
  expect(await daysOf('Weekly')).toEqual([
    [addDays(today, -16), addDays(today, -10), undefined],
    [addDays(today, -9), addDays(today, -3), undefined],
  ]);
  const listed = await admin.get<View[]>('/api/saved-exports?limit=200');
  expect(listed.body.find(({ id }) => id === body.id)?.filters).toMatchObject({ period: 'last_7_days' });
});

test('[RPT-03] since the previous run: each day once, and the days of a run that failed come again', async () => {
  const { body } = await save('Since', 'since_last_run');
  await admin.put(`/api/saved-exports/${String(body.id)}/schedule`, { frequency: 'daily', time: '07:00' });
  await runDueOn(body.id, 9);
  await runDueOn(body.id, 5);
  await asFixture(server.services, (tx) =>
    sql`update exports set state = 'failed', problem = 'export_stopped' where id = (select max(id) from exports)`.execute(
      tx.db,
    ),
  );
  await runDueOn(body.id, 2);
  // A manual run, today.
  expect((await admin.post(`/api/saved-exports/${String(body.id)}/run`, {})).status).toBe(201);
  expect(await daysOf('Since')).toEqual([
    [undefined, addDays(today, -10), undefined],
    [addDays(today, -9), addDays(today, -6), undefined],
    [addDays(today, -9), addDays(today, -3), undefined],
    [addDays(today, -2), addDays(today, -1), undefined],
  ]);
});

test('[RPT-03] a download names the days of its period, and a period beside days or of another data set is refused', async () => {
  const query = 'dataSet=completions&format=xlsx&columns=email&period=last_30_days';
  const { headers, status } = await admin.get<Buffer>(`/api/exports/download?${query}`);
  expect(status).toBe(200);
  const about = decodeURIComponent(headers.get('export-about') ?? '');
  expect(about).toContain(addDays(today, -30));
  expect(about).toContain(addDays(today, -1));
  const both = await save('Both', 'last_month', { from: today });
  expect([both.status, both.body.errors?.[0]]).toMatchObject([
    422,
    { path: 'period', reason: 'export_period_or_days' },
  ]);
  expect((await admin.get(`/api/exports/count?${query}&from=${today}`)).status).toBe(422);
  expect((await admin.get('/api/exports/count?dataSet=people&format=csv&period=last_month')).status).toBe(
    422,
  );
});
