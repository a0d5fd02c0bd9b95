import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createOrganization, createUser, signIn } from '#tests/harness/world.ts';
import type { OpenDatabase } from './open-database.ts';
import { runUntilStopped } from './run-until-stopped.ts';

let database: TestDatabase;
let server: TestServer;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
});
afterAll(() => database.drop());

test('[OPS-04] a request that lasts longer than the limit does not hold up the stop: it is cut off with 1, and the log says so', async () => {
  const { id: organizationId } = await createOrganization(server.services);
  const admin = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const ended = Promise.withResolvers<{ output: string }>();
  const exit = Promise.withResolvers<number>();
  let request: Promise<number | null> | undefined;
  let code: Promise<number> | undefined;
  await database.db.transaction().execute(async (tx) => {
    await sql`lock table departments in access exclusive mode`.execute(tx);
    request = admin.post('/api/departments', { name: 'Late', organizationId }).then(
      ({ status }) => status,
      () => null,
    );
    for (;;) {
      const { rows } = await database.admin.query<{ waits: number }>(
        `select count(*)::int as waits from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      if ((rows[0]?.waits ?? 0) > 0) break;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    code = runUntilStopped(
      { ended: ended.promise } as unknown as OpenDatabase,
      log,
      [() => server.close()],
      () => ended.resolve({ output: '' }),
      { limitMs: 300, exit: exit.resolve },
    );
    expect(await exit.promise).toBe(1);
    expect(lines.join('')).toContain('stopping took too long: what still ran is cut off and undone');
  });
  // The process would be gone; here it lets the request finish, as it does within the limit.
  expect(await request).toBe(201);
  await code;
});
