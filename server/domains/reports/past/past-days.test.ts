import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { faultsOf } from '#tests/harness/figure-faults.ts';
import { until } from '#tests/harness/poll.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createTextModules } from '#tests/harness/training-world.ts';
import { asFixture, createOrganizations, createUser, createUsers, signIn } from '#tests/harness/world.ts';
import { foldFigures } from '#server/domains/assignments/figures/fold.ts';
import { wrongPastFigures } from './check-past-days.ts';
import { countedPerCall } from './past-days.ts';
import { storePastDay, sweepPastDaysJob } from './past-days.jobs.ts';

const dayMs = 86_400_000;

let database: TestDatabase;
let server: TestServer;
let admin: TestClient;
let site: number;

/** The day as of which is asked; later it is over everywhere. */
const day = new Date().toISOString().slice(0, 10);
const later = new Date(Date.now() + 3 * dayMs).toISOString().slice(0, 10);

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
  const boss = await createUser(server.services, { role: 'admin' });
  const [organization] = await createOrganizations(server.services, [{ timeZone: 'UTC' }]);
  const id = organization?.id ?? 0;
  site = id;
  const people = await createUsers(
    server.services,
    Array.from({ length: 6 }, () => ({ organizationId: id })),
  );
  const modules = await createTextModules(server.services, 2);
  await asFixture(server.services, async (tx) => {
    await sql`
      insert into training_assignments (user_id, module_id, module_version_id, due_date)
      select u, m.id, m.current_version_id, ${day}::date - 3 from unnest(${people.map((one) => one.id)}::text[]) u, training_modules m
      where m.id = any(${[...modules]}::int[])`.execute(tx.db);
  });
  await foldFigures(server.services.db);
  await database.moveClock({ milliseconds: 4 * dayMs });
  admin = await signIn(server.client(), boss);
});

afterAll(async () => {
  await server?.close();
  await database?.drop();
});

/** As if the installation had so many trainings that they are not counted at each look. */
const pretend = (total: number) =>
  database.admin.query('update group_figures set total = $1 where organization_id = $2', [total, site]);

const paths = [
  `/api/compliance/metrics?asOf=${day}`,
  `/api/compliance/people?state=overdue&asOf=${day}`,
  `/api/compliance/export?asOf=${day}`,
  `/api/reports/completion?asOf=${day}`,
  `/api/exports/count?dataSet=assignments&format=csv&asOf=${day}`,
];

const bodies = async () => {
  const answers: string[] = [];
  for (const path of paths) {
    const answer = await admin.fetch('GET', path);
    expect([path, answer.status]).toEqual([path, 200]);
    answers.push((await answer.text()).replaceAll(/"generatedAt":"[^"]*"/g, ''));
  }
  return answers;
};

test('[RPT-04] [PERF-01] what would take long is counted once in the background, and then answers what counting answers', async () => {
  const counted = await bodies();
  expect(counted[0]).toContain('"overdueCount":6');
  await pretend(countedPerCall + 1);
  for (const path of paths) {
    const answer = await admin.fetch('GET', path);
    const problem = (await answer.json()) as Record<string, unknown>;
    expect([path, answer.status, problem['code']]).toEqual([path, 409, 'PREPARING']);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(problem).toMatchObject({ done: expect.any(Number), total: expect.any(Number) });
  }
  // One day and one person are not long.
  expect((await admin.get('/api/compliance/metrics')).status).toBe(200);
  await storePastDay(server.services.db, day, { atOnce: 3 });
  expect(await bodies()).toEqual(counted);
  const { rows } = await sql<{ done: number; total: number }>`
    select people_done as done, people_total as total from past_days where day = ${day}`.execute(
    server.services.db,
  );
  expect(rows).toEqual([{ done: 7, total: 7 }]);
  const { db } = server.services;
  expect(await faultsOf(db, wrongPastFigures(db))).toEqual([]);
});

test('[RPT-04] a day that the sweep takes away while it is asked for is counted, and not empty', async () => {
  const path = `/api/compliance/metrics?asOf=${day}`;
  const textOf = async () =>
    (await (await admin.fetch('GET', path)).text()).replaceAll(/"generatedAt":"[^"]*"/g, '');
  const kept = await textOf();
  expect(kept).toContain('"overdueCount":6');
  const sweep = await database.admin.connect();
  try {
    await sweep.query(`update past_days set asked_at = asked_at - interval '30 days' where day = $1`, [day]);
    await sweep.query('begin');
    await sweep.query('delete from past_days where day = $1', [day]);
    const asked = textOf();
    await until('the call waits for the sweep', async () => {
      const { rows } = await database.admin.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%update past_days%'`,
      );
      return rows.length > 0;
    });
    await sweep.query('commit');
    expect(await asked).toBe(kept);
  } finally {
    sweep.release();
  }
});

test('[RPT-04] [PERF-01] a day that is not over everywhere is counted in the background too, anew before long and once it is over', async () => {
  const { db } = server.services;
  const path = `/api/compliance/metrics?asOf=${later}`;
  const total = (client: TestClient) => client.get<{ overall: { totalUsers: number } }>(path);
  // It ended in UTC an hour ago; where it is twelve hours earlier it goes on.
  const end = Date.parse(`${later}T00:00:00Z`) + dayMs;
  await database.moveClock({ milliseconds: end + 3_600_000 - Date.now() });
  const boss = await createUser(server.services, { role: 'admin' });
  const client = await signIn(server.client(), boss);
  await pretend(1);
  const counted = (await total(client)).body;
  await pretend(countedPerCall + 1);
  expect((await total(client)).status).toBe(409);
  await storePastDay(db, later);
  expect((await total(client)).body).toMatchObject({ overall: counted.overall });
  // Somebody comes where the day goes on: a quarter of an hour later the figures know of it.
  const [west] = await createOrganizations(server.services, [{ timeZone: 'Etc/GMT+12' }]);
  await createUser(server.services, { organizationId: west?.id ?? 0 });
  expect((await total(client)).body).toMatchObject({ overall: counted.overall });
  await database.moveClock({ milliseconds: end + 3_600_000 + 17 * 60_000 - Date.now() });
  expect((await total(client)).status).toBe(409);
  await storePastDay(db, later);
  const anew = (await total(client)).body.overall;
  expect(anew.totalUsers).toBe(counted.overall.totalUsers + 1);
  expect(await faultsOf(db, wrongPastFigures(db))).toEqual([]);
  // What was counted while it went on is not what is kept of it.
  await database.moveClock({ milliseconds: end + 14 * 3_600_000 - Date.now() });
  const again = await signIn(server.client(), boss);
  expect((await total(again)).status).toBe(409);
  await storePastDay(db, later);
  expect((await total(again)).body).toMatchObject({ overall: anew });
  await db.deleteFrom('pastDays').execute();
  expect((await total(again)).status).toBe(409);
});

test('[RPT-04] killed between its parts it goes on behind them, and days that nobody asks for go', async () => {
  const { db } = server.services;
  const stopping = new AbortController();
  stopping.abort();
  await expect(storePastDay(db, later, { stopping: stopping.signal })).rejects.toThrow('aborted');
  await sql`update past_days set made_until = (select max(id) from users), people_done = 3 where day = ${later}`.execute(
    db,
  );
  await storePastDay(db, later);
  const kept = await sql<{
    count: number;
  }>`select count(*)::int as count from past_figures where day = ${later}`.execute(db);
  expect(kept.rows).toEqual([{ count: 0 }]);
  await database.moveClock({ milliseconds: 20 * dayMs });
  await sweepPastDaysJob.run(server.services, {});
  const left = await sql<{ count: number }>`
    select (select count(*) from past_days)::int + (select count(*) from past_figures)::int as count`.execute(
    db,
  );
  expect(left.rows).toEqual([{ count: 0 }]);
});
