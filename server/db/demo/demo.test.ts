import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareDemo } from '#server/cli/demo-data.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';

const password = 'walk-the-trail-2026';
let db: TestDatabase;
let server: TestServer;

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db, config: { demoPassword: password } });
  await prepareDemo(server.services, () => undefined);
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

test('[OPS-01] [VIEW-06] the demo asks questions: somebody has not begun, has failed, has passed', async () => {
  const { rows } = await sql<{ passed: boolean | null; people: number }>`
    select q.passed, count(*)::int as people from training_assignments a
    join training_modules m on m.id = a.module_id and m.completion_policy = 'quiz'
    left join quiz_attempts q on q.assignment_id = a.id
    group by 1`.execute(server.services.db);
  expect(new Set(rows.map(({ passed }) => passed))).toEqual(new Set([null, false, true]));
});

test('[OPS-01] a second start leaves the demo data as it is', async () => {
  const count = () =>
    server.services.db
      .selectFrom('users')
      .select((e) => e.fn.countAll<string>().as('n'))
      .executeTakeFirst();
  const before = await count();
  await prepareDemo(server.services, () => undefined);
  expect(await count()).toEqual(before);
  expect(Number(before?.n)).toBeGreaterThan(60);
});
