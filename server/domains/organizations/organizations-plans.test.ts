import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { effortOf, fillInBulk } from '#tests/harness/plan-effort.ts';
import { countDependents } from './organizations.queries.ts';

const people = 4000;
/** Rows that may be looked at, whatever the number of records: those of a thousand records in each of three steps, and the people. */
const most = 3 * 1000 + 7 * people;

let database: TestDatabase;

/** Everybody of the first organization has ten records, and each hundredth person of the second has one. */
beforeAll(async () => {
  database = await createTestDatabase();
  await fillInBulk(database, [
    `insert into organizations (id, name, slug) overriding system value select n, 'Site ' || n, 'site-' || n from generate_series(1, 2) n`,
    `insert into users (id, email, first_name, last_name, organization_id)
     select 'u_' || lpad(n::text, 5, '0'), 'person' || n || '@plan.example', 'First', 'Last', case when n % 100 = 0 then 2 else 1 end
     from generate_series(1, ${String(people)}) n`,
    `insert into training_records (assignment_id, cycle, user_id, module_id, module_version_id, module_title, version_number, version_hash,
       completion_policy, completed_at, time_zone, kind, record_bytes, record_hash)
     select row_number() over (), 1, u.id, 1, 1, 'Module', 1, repeat('0', 64), 'signed', app_now(), 'UTC', 'completion', 'bytes',
       encode(sha256('bytes'), 'hex')
     from users u cross join generate_series(1, 10) n where u.organization_id = 1 or n = 1`,
  ]);
});
afterAll(() => database.drop());

test('[ORG-02] [PERF-03] the records of an organization are counted up to a thousand', async () => {
  const { rows } = await effortOf(database, async (db) => {
    expect(await countDependents(db, 1)).toMatchObject({
      users: 3960,
      trainingRecords: 1000,
      moreTrainingRecords: true,
    });
  });
  expect(rows).toBeLessThan(most);
  expect(await countDependents(database.db, 2)).toMatchObject({
    users: 40,
    trainingRecords: 40,
    moreTrainingRecords: false,
  });
});
