import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareDemo } from '#server/cli/demo-data.ts';
import { absencesContract } from '#shared/contract/absences.ts';
import { complianceContract } from '#shared/contract/compliance.ts';
import { hrDashboardContract } from '#shared/contract/hr-dashboard.ts';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { createDatabase } from '#server/db/database.ts';
import { partOfMigration } from '#tests/harness/part-of-migration.ts';
import { fillMissingDays } from '#server/domains/assignments/figures/days.ts';
import { hrRecordFaults, hrRecordTypes, signedHrRecordIds } from '#server/domains/hr/index.ts';
import { proveMigration } from '#server/platform/command/prove-command.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { verifyAll } from '#tests/harness/verify-all.ts';

const password = 'walk-the-trail-2026';
let db: TestDatabase;
let server: TestServer;

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db, config: { demoPassword: password } });
  await prepareDemo(server.services, () => undefined, db.adminUrl);
});

afterAll(async () => {
  await server.close();
  await db.drop();
});

test('[OPS-01] the learner of the demo has a training in every state, due soon and signed among them', async () => {
  const client = server.client();
  await client.post('/api/auth/login', { email: 'learner@demo.example', password });
  const { body } = await client.get<
    { status: string; dueDate: string | null; signature: { valid: boolean } | null }[]
  >('/api/assignments/user?limit=100');
  const states = new Set(body.map((assignment) => assignment.status));
  expect([...states].toSorted()).toEqual(['completed', 'in_progress', 'not_started', 'overdue']);
  const soon = Date.now() + 7 * 86_400_000;
  const open = body.filter(({ status }) => status === 'not_started');
  expect(open.some(({ dueDate }) => dueDate !== null && Date.parse(dueDate) < soon)).toBe(true);
  const completed = body.filter(({ status }) => status === 'completed');
  expect(completed.map(({ signature }) => signature?.valid)).not.toContain(false);
});

test('[OPS-01] nothing in the demo was begun before it was assigned', async () => {
  const early = await server.services.db
    .selectFrom('trainingAssignments')
    .select('id')
    .whereRef('startedAt', '<', 'assignedDate')
    .execute();
  expect(early).toEqual([]);
});

test('[OPS-01] the demo has what a year brings: half-read, recorded afterwards, removed, revoked and expired', async () => {
  const { rows } = await sql<Record<string, number>>`
    select count(*) filter (where a.status = 'in_progress' and a.progress between 1 and 99)::int as half_read,
      count(*) filter (where r.kind = 'backdated')::int as backdated,
      count(*) filter (where a.status = 'voided' and r.id is null)::int as removed,
      count(*) filter (where a.status = 'voided' and r.id is not null)::int as revoked,
      count(*) filter (where a.status = 'completed' and r.expires_on < current_date)::int as expired
    from training_assignments a left join training_records r on r.assignment_id = a.id
  `.execute(server.services.db);
  for (const [what, count] of Object.entries(rows[0] ?? {})) expect(count, what).toBeGreaterThan(0);
});

test('[OPS-01] [USR-10] people of the demo are away, without a known return, and will be: some of their due dates moved', async () => {
  const client = server.client();
  await client.post('/api/auth/login', { email: 'admin@demo.example', password });
  const { rows } = await sql<{ userId: string }>`select user_id from absences order by id`.execute(
    server.services.db,
  );
  const found = await Promise.all(
    rows.map(async ({ userId }) => (await client.call(absencesContract.list, { params: { userId } })).body),
  );
  expect(found.flatMap(({ absences }) => absences.map(({ state }) => state))).toEqual([
    'away',
    'away',
    'away',
    'planned',
    'over',
  ]);
  const paused = found.flatMap((person) => person.paused);
  expect(paused.some(({ dueDate }) => dueDate === null)).toBe(true);
  expect(paused.some(({ dueDate }) => dueDate !== null)).toBe(true);
});

test('[OPS-01] [VIEW-06] the demo asks questions: somebody has not begun, has failed, has passed', async () => {
  const { rows } = await sql<{ passed: boolean | null; people: number }>`
    select q.passed, count(*)::int as people from training_assignments a
    join training_modules m on m.id = a.module_id and m.completion_policy = 'quiz'
    left join quiz_attempts q on q.assignment_id = a.id
    group by 1`.execute(server.services.db);
  expect(new Set(rows.map(({ passed }) => passed))).toEqual(new Set([null, false, true]));
});

test('[HR-01] [HR-02] [HR-03] [HR-04] the HR area of the demo has everything in each state', async () => {
  const client = server.client();
  await client.post('/api/auth/login', { email: 'admin@demo.example', password });
  const { body } = await client.call(hrDashboardContract.figures);
  const { cvs, agreements, registrations } = body;
  for (const counts of [cvs, agreements, registrations])
    for (const [state, count] of Object.entries(counts)) expect(count, state).toBeGreaterThan(0);
  expect(body.organizations).toHaveLength(9);
  for (const { name, documents } of body.organizations) expect(documents, name).toBeGreaterThanOrEqual(3);
  expect(body.reviewsDue).toBeGreaterThan(0);
  expect(body.openAcknowledgements).toBeGreaterThan(0);
  expect((await client.call(hrDashboardContract.activity)).body.length).toBeGreaterThan(8);
  for (const type of hrRecordTypes) {
    const { rows } = await signedHrRecordIds(type).execute(server.services.db);
    expect(rows.length, type).toBeGreaterThan(5);
    const ids = rows.map(({ id }) => id);
    expect(await hrRecordFaults(server.services.config, server.services.db, type, ids)).toEqual([]);
  }
});

test('[OPS-01] [NOT-01] administrator and manager find under the bell what happened lately, and what they have read', async () => {
  const typesOf = async (who: string) => {
    const client = server.client();
    await client.post('/api/auth/login', { email: `${who}@demo.example`, password });
    const { body } = await client.get<{
      notifications: { type: string; isRead: boolean; message: string }[];
      unreadCount: number;
    }>('/api/notifications?limit=100');
    expect(body.notifications.filter(({ message }) => message === '')).toEqual([]);
    expect(body.unreadCount).toBeLessThan(10);
    const types = (read: boolean) => [
      ...new Set(body.notifications.filter(({ isRead }) => isRead === read).map(({ type }) => type)),
    ];
    return { read: types(true), unread: types(false).toSorted() };
  };
  const admin = await typesOf('admin');
  expect(admin.unread).toEqual(['user_registered']);
  const manager = await typesOf('manager');
  expect(manager.unread).toEqual(['matrix_assigned']);
  expect(manager.read).toEqual(expect.arrayContaining(['overdue_training']));
});

test('[OPS-01] [NOT-02] mails of the schedule and by hand stand in the outbox of the demo', async () => {
  const { rows } = await sql<{ template: string; mails: number }>`
    select template, count(*)::int as mails from mail_outbox group by 1 order by 1`.execute(
    server.services.db,
  );
  expect(rows.map(({ template }) => template)).toEqual(
    expect.arrayContaining(['reminders.manual', 'reminders.schedule']),
  );
});

test('[OPS-01] [RPT-04] the demo has a past: a day of last year counts the people of then, as the trend does', async () => {
  const client = server.client();
  await client.post('/api/auth/login', { email: 'admin@demo.example', password });
  await fillMissingDays(server.services.db);
  const now = server.services.clock.now();
  for (const ago of [30, 90, 200]) {
    const asOf = addDays(now.toISOString().slice(0, 10), -ago);
    const { body } = await client.call(complianceContract.metrics, { query: { asOf, period: '7d' } });
    const { totalUsers, overdue, completionRate, complianceRate } = body.overall;
    expect(totalUsers, asOf).toBeGreaterThan(60);
    const end = body.trend.points.at(-1);
    const begun = body.trend.points.at(-2);
    expect({ overdue, completionRate, complianceRate }, asOf).toEqual({
      overdue: end?.overdueCount,
      completionRate: end?.completionRate,
      complianceRate: end?.complianceRate,
    });
    // A day later it can be a few people and points apart, not a story of its own.
    expect(Math.abs(overdue - (begun?.overdueCount ?? 0)), asOf).toBeLessThan(4);
    expect(Math.abs(completionRate - (begun?.completionRate ?? 0)), asOf).toBeLessThan(4);
  }
});

test('[OPS-01] nobody of the demo was assigned a version that had not been published', async () => {
  const { rows } = await sql<{ reference: string }>`
    select distinct m.reference from training_assignments a
    join training_modules m on m.id = a.module_id
    join module_versions v on v.id = a.module_version_id
    where a.assigned_date < v.published_at or v.published_at < m.created_at`.execute(server.services.db);
  expect(rows).toEqual([]);
});

test('[OPS-01] a second start leaves the demo data as it is', async () => {
  const count = () =>
    server.services.db
      .selectFrom('users')
      .select((e) => e.fn.countAll<string>().as('n'))
      .executeTakeFirst();
  const before = await count();
  await prepareDemo(server.services, () => undefined, db.adminUrl);
  expect(await count()).toEqual(before);
  expect(Number(before?.n)).toBeGreaterThan(60);
});

test('[AUD-04] [OPS-01] the invented past of the demo is in its trail: verify says clean, and names what is changed of it', async () => {
  await fillMissingDays(server.services.db);
  const clean = await verifyAll(server.services);
  expect(clean.findings).toEqual([]);
  expect(clean.notices.map(({ kind, object }) => `${kind} ${object}`).toSorted()).toEqual([
    'past_given assignment_history',
    'past_given sign_in_history',
  ]);
  // Demo data from before the trail knew their past get it there with the migration.
  const owner = createDatabase(db.adminUrl, { max: 1 });
  await owner.db.transaction().execute(async (tx) => {
    await sql.raw(partOfMigration('0064-past-as-evidence', 'do $past$')).execute(tx);
    await proveMigration(tx, server.services.config);
  });
  await owner.close();
  expect((await verifyAll(server.services)).findings).toEqual([]);
  const { rows } = await db.admin.query<{ id: number }>(`
    update assignment_history set status = 'completed' where ctid = (
      select ctid from assignment_history where status = 'in_progress' limit 1) returning assignment_id as id`);
  const changed = await verifyAll(server.services);
  expect(changed.findings.map(({ kind, object }) => `${kind} ${object}`)).toContain(
    `history_changed assignment_history ${String(rows[0]?.id)}`,
  );
});

test('[RPT-05] [INS-02] in the past of the demo every completion is of a version that was effective, and known on its day', async () => {
  const { rows } = await sql<{ early: number; late: number; all: number }>`
    select count(*)::int as all,
      count(*) filter (where v.effective_from is null or v.effective_from > r.completed_at)::int as early,
      count(*) filter (where r.kind <> 'backdated' and r.recorded_at > r.completed_at + interval '1 day')::int as late
    from training_records r join module_versions v on v.id = r.module_version_id`.execute(server.services.db);
  expect(rows[0]).toMatchObject({ early: 0, late: 0 });
  expect(rows[0]?.all).toBeGreaterThan(50);
  // The modules are older than their trail, which begins today.
  const { rows: done } = await sql<{ person: string; module: number; day: string; version: number }>`
    select a.user_id as person, a.module_id as module, (r.completed_at at time zone o.time_zone)::date as day, r.version_number as version
    from training_records r join training_assignments a on a.id = r.assignment_id join users u on u.id = a.user_id
    join organizations o on o.id = u.organization_id
    where r.kind = 'completion' and r.completed_at < app_now() - interval '2 days' order by r.id limit 5`.execute(
    server.services.db,
  );
  const admin = server.client();
  await admin.post('/api/auth/login', { email: 'admin@demo.example', password });
  for (const { person, module, day, version } of done) {
    const asked = new URLSearchParams({ person, module: String(module), day, version: String(version) });
    const { body } = await admin.get(`/api/qualified?${String(asked)}`);
    expect(body).toMatchObject({
      versionInForce: { number: version },
      versionAsked: { standing: 'effective' },
    });
  }
  expect(done).toHaveLength(5);
});

test('[OPS-01] [INS-01] the demo has an inspection that is over and one that is open, with requests and answers', async () => {
  const seenBy = async (email: string) => {
    const client = server.client();
    await client.post('/api/auth/login', { email, password });
    const { body } =
      await client.get<{ id: number; state: string; openRequests: number }[]>('/api/inspections');
    return { client, body };
  };
  const { body: all } = await seenBy('admin@demo.example');
  expect(all.map(({ state, openRequests }) => [state, openRequests])).toEqual([
    ['open', 1],
    ['closed', 0],
  ]);
  const { client, body: own } = await seenBy('inspector@demo.example');
  expect(own.map(({ id }) => id)).toEqual([all[0]?.id]);
  const { body } = await client.get<{ rows: { answer: string | null; answeredByName: string | null }[] }>(
    `/api/inspections/${String(own[0]?.id)}/requests`,
  );
  expect(body.rows.map(({ answer }) => answer !== null)).toEqual([false, true]);
});
