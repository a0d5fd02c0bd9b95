import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createDatabase, type Database } from '#server/db/database.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { until } from '#tests/harness/poll.ts';

let place: TestDatabase;
let database: Database;
const lost: Error[] = [];

beforeAll(async () => {
  place = await createTestDatabase();
  database = createDatabase(place.url, { max: 3, kept: 2, onError: (error) => lost.push(error) });
});

afterAll(async () => {
  await database.close();
  await place.drop();
});

const pid = async (): Promise<number> => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.db);
  return rows[0]?.pid ?? 0;
};

/** The processes of so many statements at the same time. */
const pidsAtOnce = async (count: number): Promise<readonly number[]> => {
  const ask = async () => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.05)`.execute(
      database.db,
    );
    return rows[0]?.pid ?? 0;
  };
  return Promise.all(Array.from({ length: count }, ask));
};

test('[PERF-03] connections stay open over a pause, with what they have prepared; those above are closed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const before = await pidsAtOnce(3);
    expect(new Set(before).size).toBe(3);
    // Longer than any pause of a working day.
    vi.advanceTimersByTime(20 * 60_000);
    expect(database.pool.totalCount).toBe(2);
    expect(before).toContain(await pid());
  } finally {
    vi.useRealTimers();
  }
});

test('[PERF-03] [OPS-10] kept connections that the database ends are replaced, and none of them is answered with an error', async () => {
  const before = await pidsAtOnce(2);
  await place.admin.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [before]);
  await until('the pool knows', () => database.pool.totalCount === 0);
  expect(lost.length).toBeGreaterThan(0);
  const after = await pidsAtOnce(2);
  expect(after.filter((one) => before.includes(one))).toEqual([]);
  expect(database.pool.totalCount).toBe(2);
});
