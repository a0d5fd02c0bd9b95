import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { temporaryFolder } from '#tests/harness/processes.ts';
import { runHere } from '#tests/harness/product-here.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { assignTo, createTextModules, readText, readyToSign, sign } from '#tests/harness/training-world.ts';
import { asFixture, createUser, signIn, type FixtureUser } from '#tests/harness/world.ts';

const minute = 60_000;

let db: TestDatabase;
let server: TestServer;
let admin: TestClient;
let learner: TestClient;
let person: FixtureUser;
let modules: readonly number[];

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  person = await createUser(server.services, {});
  modules = await createTextModules(server.services, 7);
  admin = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
  learner = await readyToSign(server, person);
});
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  await server?.close();
  await db?.drop();
});

/** The clock of the server's process jumps, as by a step of NTP; that of the database does not. */
const jump = (by: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + by });

const jumps = [
  ['an hour ahead', 60 * minute],
  ['an hour behind', -60 * minute],
  ['two minutes ahead', 2 * minute],
  ['two minutes behind', -2 * minute],
  ['half a minute ahead', minute / 2],
  ['half a minute behind', -minute / 2],
] as const;

test.each(jumps)(
  '[SIG-02] F11: with a server %s, what happens is stored with the time of the database and in its order; nobody signs beyond a minute',
  async (_how, by) => {
    const moduleId = modules[jumps.findIndex(([, other]) => other === by)] ?? 0;
    const first = await assignTo(admin, person.id, moduleId);
    jump(by);
    await readText(learner, first.id);
    const signed = await sign(learner, first.id, person);
    vi.useRealTimers();
    if (Math.abs(by) > minute) {
      expect([signed.status, signed.body]).toMatchObject([503, { code: 'CLOCK_WRONG' }]);
      expect((await sign(learner, first.id, person)).status).toBe(200);
    } else expect(signed.status).toBe(200);
    const { rows } = await sql<{ near: boolean; ordered: boolean }>`
      select a.completed_at between app_now() - interval '50 seconds' and app_now() and r.recorded_at between
          app_now() - interval '50 seconds' and app_now() as near,
        a.assigned_date <= a.started_at and a.started_at <= a.completed_at as ordered
      from training_assignments a join training_records r on r.assignment_id = a.id where a.id = ${first.id}`.execute(
      server.services.db,
    );
    expect(rows).toEqual([{ near: true, ordered: true }]);
    const events = await db.admin.query<{ ordered: boolean }>(
      `select bool_and(before is null or at >= before) as ordered
       from (select at, lag(at) over (order by id) as before from audit.events where object_type = 'training_assignments') e`,
    );
    expect(events.rows).toEqual([{ ordered: true }]);
  },
);

test('[LRN-01] F11: a server whose clock is a day off does not make anything overdue, nor in time', async () => {
  const { id } = await assignTo(admin, person.id, modules[6] ?? 0);
  const { rows } = await sql<{ today: string }>`select today_in('UTC')::text as today`.execute(
    server.services.db,
  );
  const today = rows[0]?.today ?? '';
  const statusWhenDue = async (dueDate: string) => {
    await asFixture(server.services, (tx) =>
      tx.db.updateTable('trainingAssignments').set({ dueDate }).where('id', '=', id).execute(),
    );
    const list = await admin.get<{ id: number; status: string }[]>(`/api/employee/${person.id}/assignments`);
    return list.body.find((row) => row.id === id)?.status;
  };
  for (const by of [-1440, -60, -2, 2, 60, 1440]) {
    jump(by * minute);
    expect([by, await statusWhenDue(today)]).toEqual([by, 'not_started']);
    expect([by, await statusWhenDue(addDays(today, -1))]).toEqual([by, 'overdue']);
    vi.useRealTimers();
  }
});

test('[OPS-02] F11: doctor says that two clocks are apart', async () => {
  const folder = temporaryFolder();
  try {
    const env = {
      DATABASE_URL: db.url,
      DATA_DIR: path.join(folder.dir, 'data'),
      SECRET_KEY: randomBytes(48).toString('base64'),
      PUBLIC_URL: 'http://127.0.0.1:3000',
    };
    await db.moveClock({ milliseconds: 2 * minute });
    const apart = await runHere(['doctor'], env);
    expect(apart.stdout).toMatch(/FAIL {2}database: its clock and this machine's are 1[12]\d seconds apart/);
    expect(apart.code).toBe(1);
    await db.moveClock({ milliseconds: 0 });
    // How long the trail has waited for its seal is another matter: on a busy machine these tests take minutes.
    expect((await runHere(['doctor'], env)).stdout).toMatch(/^(?!.*clock).* {2,}database/m);
  } finally {
    folder.remove();
  }
});
