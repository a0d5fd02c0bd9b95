import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a clone has the schema, and the application reaches it as its own role', async () => {
  const { rows } = await sql<{ who: string; users: number }>`
    select current_user as who, (select count(*) from users) as users`.execute(database.db);
  expect(rows[0]?.who).toMatch(/_app$/);
  expect(rows[0]?.users).toBe(0);
});

test('what one database holds another does not', async () => {
  const other = await createTestDatabase();
  try {
    await other.admin.query('create table only_here (id int)');
    const { rows } = await database.admin.query(`select to_regclass('only_here') as there`);
    expect(rows[0]).toEqual({ there: null });
  } finally {
    await other.drop();
  }
});

test.skipIf(process.env.DATABASE_URL)('[OPS-01] the same over TCP with a password', async () => {
  const other = await createTestDatabase({ tcp: true });
  try {
    const { rows } = await sql<{
      address: string | null;
    }>`select host(inet_client_addr()) as address`.execute(other.db);
    expect(rows).toEqual([{ address: '127.0.0.1' }]);
  } finally {
    await other.drop();
  }
});

test('the stand-in clock moves app_now() of this database for every connection, and comes back', async () => {
  const distance = async (): Promise<number> => {
    const { rows } = await sql<{ hours: number }>`
      select round(extract(epoch from app_now() - now()) / 3600) as hours`.execute(database.db);
    return rows[0]?.hours ?? Number.NaN;
  };
  expect(await distance()).toBe(0);
  await database.moveClock({ days: 40, hours: 1 });
  expect(await distance()).toBe(961);
  await database.moveClock({});
  expect(await distance()).toBe(0);
});

test('[AUD-02] the application role cannot move the clock', async () => {
  const attempt = sql`
    create or replace function app_now() returns timestamptz language sql stable as 'select now() - interval ''1 day'''
  `.execute(database.db);
  await expect(attempt).rejects.toMatchObject({ code: '42501' });
});
