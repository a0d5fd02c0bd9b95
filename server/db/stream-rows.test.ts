import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type Database } from '#server/db/database.ts';
import { streamRows } from '#server/db/stream-rows.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';

let database: TestDatabase;
let impatient: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  impatient = createDatabase({ connectionString: database.url }, { max: 1, statementTimeout: 200 });
});
afterAll(async () => {
  await impatient?.close();
  await database?.drop();
});

/** Forty rows of ten milliseconds each: twice the limit of a statement. */
const slowRows = () =>
  streamRows(
    impatient.db,
    (db) => sql<{ n: number }>`select n, pg_sleep(0.01) from generate_series(1, 40) n`.compile(db),
    5,
  );

test('[RPT-02] a stream of rows lasts as long as its reader, other statements keep their limit', async () => {
  const seen: number[] = [];
  for await (const rows of slowRows()) seen.push(...rows.map(({ n }) => n));
  expect(seen).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
  await expect(sql`select pg_sleep(1)`.execute(impatient.db)).rejects.toThrow(/statement timeout/);
});

test('[RPT-02] who leaves early lets go of the connection', async () => {
  for await (const rows of slowRows()) {
    expect(rows).toHaveLength(5);
    break;
  }
  // The pool has one connection: this would wait for it in vain.
  await expect(sql`select 1`.execute(impatient.db)).resolves.toBeDefined();
});

test('[OPS-10] a stream whose connection is lost ends with an error, between two batches and while it waits for one', async () => {
  const cut = () =>
    database.admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
  const read = async (meanwhile: () => Promise<unknown>): Promise<void> => {
    for await (const rows of slowRows()) {
      expect(rows).toHaveLength(5);
      await meanwhile();
    }
  };
  await expect(read(cut)).rejects.toThrow(/./u);
  await expect(read(async () => void setTimeout(() => void cut(), 20))).rejects.toThrow(/./u);
  await expect(sql`select 1`.execute(impatient.db)).resolves.toBeDefined();
});
