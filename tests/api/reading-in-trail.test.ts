import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { createReachWorld, type ReachWorld } from '#tests/harness/reach-world.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { assignTo, createTextModules } from '#tests/harness/training-world.ts';
import { signIn } from '#tests/harness/world.ts';

type Row = Readonly<Record<string, string>>;

let database: TestDatabase;
let server: TestServer;
let world: ReachWorld;
let admin: TestClient;
let inspector: TestClient;
let moduleIds: readonly number[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
  world = await createReachWorld(server.services);
  admin = await signIn(server.client(), world.admin);
  inspector = await signIn(server.client(), world.organizations[0].inspector);
  moduleIds = await createTextModules(server.services, 2);
});

afterAll(async () => {
  await server.close();
  await database.drop();
});

async function trailOf(client: TestClient, action: string): Promise<readonly Row[]> {
  const columns = 'event_id,command,request,kind,action,actor,subject,record,record_key,organization';
  const asked = new URLSearchParams({ format: 'csv', dataSet: 'audit', columns });
  const answer = await client.get<string>(`/api/exports/download?${asked.toString()}`);
  expect(answer.status).toBe(200);
  const rows: Row[] = parse(answer.body, { bom: true, columns: true });
  return rows.filter((row) => row['action'] === action);
}

const at = (id: number, part: string) => `/api/training-assignments/${String(id)}/${part}`;

test('[AUD-01] [VIEW-03] opening content again says which assignment, whose and of which organization, also to an inspector', async () => {
  const [mine, theirs] = world.organizations;
  const person = mine.learners[0];
  const learner = await signIn(server.client(), person);
  const { id } = await assignTo(admin, person.id, moduleIds[0] ?? 0);
  expect((await learner.post(at(id, 'view-session'))).status).toBe(200);
  expect((await learner.post(at(id, 'view-session'))).status).toBe(200);
  for (const client of [admin, inspector]) {
    const opened = await trailOf(client, 'assignment.content_opened');
    expect(opened.map((row) => row['kind'])).toEqual(['command', 'update', 'command', 'access']);
    const again = opened.slice(2);
    expect(new Set(again.map((row) => row['command'])).size).toBe(1);
    for (const row of again) expect(row['organization']).toBe(mine.organization.name);
    expect(again[1]).toMatchObject({
      actor: person.id,
      subject: person.id,
      record: 'training_assignments',
      record_key: String(id),
    });
  }
  const others = await signIn(server.client(), theirs.inspector);
  expect(await trailOf(others, 'assignment.content_opened')).toEqual([]);
});

test('[AUD-01] [VIEW-05] reports of an open page stay out of the trail unless they change the progress', async () => {
  const person = world.organizations[0].learners[0];
  const learner = await signIn(server.client(), person);
  const { id } = await assignTo(admin, person.id, moduleIds[1] ?? 0);
  const { body } = await learner.post<{ viewSessionId: string }>(at(id, 'view-session'));
  // Time enough to read it.
  await sql`update viewer_sessions set started_at = started_at - interval '1 minute' where assignment_id = ${id}`.execute(
    server.services.db,
  );
  for (const progress of [0, 0, 40, 40]) {
    const seen = await learner.post<{ progress: number }>(at(id, 'progress'), {
      viewSessionId: body.viewSessionId,
      progress,
    });
    expect([seen.status, seen.body.progress]).toEqual([200, progress]);
  }
  const reports = await trailOf(admin, 'assignment.progressed');
  expect(reports.map((row) => [row['kind'], row['record_key']])).toEqual([
    ['command', ''],
    ['update', String(id)],
  ]);
});

test('[AUD-01] what a person does to their own account and changes no audited row names the person', async () => {
  const person = world.organizations[0].loneLearner;
  const client = await signIn(server.client(), person);
  expect((await client.post('/api/auth/sessions/end-others')).status).toBe(200);
  const rows = await trailOf(inspector, 'account.signedOutEverywhere');
  expect(rows.at(-1)).toMatchObject({
    kind: 'access',
    subject: person.id,
    record: 'users',
    record_key: person.id,
    organization: world.organizations[0].organization.name,
  });
});

test('[AUD-01] [AUD-03] what one request reads and does is put together by its request', async () => {
  const person = world.organizations[0].learners[0];
  expect((await inspector.get(`/api/employee/${person.id}/assignments`)).status).toBe(200);
  const [read] = (await trailOf(admin, 'training_file.read')).slice(-1);
  expect(read).toMatchObject({ kind: 'access', command: '', subject: person.id });
  expect(read?.['request']).toMatch(/\S/);
  const [command, row] = await trailOf(admin, 'assignment.content_opened');
  expect(command?.['request']).toMatch(/\S/);
  expect(row?.['request']).toBe(command?.['request']);
});
