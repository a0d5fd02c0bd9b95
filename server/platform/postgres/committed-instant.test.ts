import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { committedInstant } from './committed-instant.ts';

let db: TestDatabase;
let server: TestServer;
beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
});
afterAll(async () => {
  await server.close();
  await db.drop();
});

/** A transaction that writes, and ends after so many milliseconds; answers when it began. */
async function writer(
  milliseconds: number,
): Promise<{ readonly began: Date; readonly ended: Promise<void> }> {
  const begun = Promise.withResolvers<Date>();
  const ended = server.services.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ at: Date }>`select app_now() as at, pg_current_xact_id()`.execute(tx);
    begun.resolve(rows[0]?.at ?? new Date(0));
    await pause(milliseconds);
  });
  return { began: await begun.promise, ended };
}

test('[INS-03] an instant waits for the commands that started before it', async () => {
  const { began, ended } = await writer(300);
  let isOver = false;
  void ended.then(() => (isOver = true));
  const instant = await committedInstant(server.services.db);
  expect(isOver).toBe(true);
  expect(instant.getTime()).toBeGreaterThan(began.getTime());
});

test('[INS-03] now steps back behind a command that takes long', async () => {
  const { began, ended } = await writer(3600);
  const instant = await committedInstant(server.services.db);
  await ended;
  expect(instant.getTime()).toBeLessThan(began.getTime());
  expect(instant.getTime()).toBeGreaterThan(began.getTime() - 1000);
});

test('[INS-03] an instant of the past is what it was, and none is in the future', async () => {
  const past = new Date(Date.now() - 86_400_000);
  expect(await committedInstant(server.services.db, past)).toEqual(past);
  await expect(committedInstant(server.services.db, new Date(Date.now() + 60_000))).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
  });
});
