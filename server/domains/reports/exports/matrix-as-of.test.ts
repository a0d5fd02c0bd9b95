import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import type { Answer, TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createTextModules } from '#tests/harness/training-world.ts';
import {
  asFixture,
  createOrganizations,
  createUser,
  signIn,
  type FixtureUser,
} from '#tests/harness/world.ts';
import { calendarDay } from '../requested-scope.ts';

let database: TestDatabase;
let server: TestServer;
let boss: FixtureUser;
let client: TestClient;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
  boss = await createUser(server.services, { role: 'admin' });
  client = await signIn(server.client(), boss);
});

afterAll(async () => {
  await server?.close();
  await database?.drop();
});

function download(query: Record<string, string>): Promise<Answer<string>> {
  return client.get(`/api/exports/download?${new URLSearchParams({ format: 'csv', ...query }).toString()}`);
}

const linesOf = (text: string): string[][] => parse(text, { bom: true });

test('[RPT-04] [RPT-03] the matrices come out as they stood on a day, and the events up to its end', async () => {
  const [organization] = await createOrganizations(server.services, [{ timeZone: 'Asia/Tokyo' }]);
  const organizationId = organization?.id ?? 0;
  const [moduleId = 0] = await createTextModules(server.services, 1);
  await asFixture(server.services, async (tx) => {
    const { id: matrixId } = await tx.db
      .insertInto('trainingMatrices')
      .values({ name: 'Laboratory', organizationId })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.db.insertInto('trainingMatrix').values({ matrixId, moduleId }).execute();
  });
  const query = {
    dataSet: 'matrix',
    columns: 'matrix,organization,module,days_to_due',
    org: String(organizationId),
  };
  const day = calendarDay(new Date(), 'Asia/Tokyo');
  const before = (await download(query)).body;
  expect(linesOf(before)).toHaveLength(2);
  await database.moveClock({ milliseconds: 2 * 86_400_000 });
  client = await signIn(server.client(), boss);
  const of = sql`(select id from training_matrices where organization_id = ${organizationId})`;
  const steps = [
    sql`update organizations set name = 'Renamed' where id = ${organizationId}`,
    sql`update training_matrices set name = 'Another name' where id in ${of}`,
    sql`update training_matrix set days_to_due = 7 where matrix_id in ${of}`,
    sql`update training_matrix set days_to_due = 9 where matrix_id in ${of}`,
    sql`update training_modules set title = 'Another title'`,
    sql`delete from training_matrix where matrix_id in ${of}`,
    sql`delete from training_matrices where id in ${of}`,
  ];
  const seen = new Set<string>();
  for (const step of steps) {
    await asFixture(server.services, async (tx) => {
      await step.execute(tx.db);
    });
    seen.add((await download(query)).body);
    expect((await download({ ...query, asOf: day })).body).toBe(before);
    const earlier = await download({ ...query, asOf: addDays(day, -1) });
    expect(linesOf(earlier.body)).toHaveLength(1);
  }
  // Without entries there is nothing more to see.
  expect(seen.size).toBe(6);
  const events = async (asOf: string) =>
    linesOf((await download({ dataSet: 'audit', columns: 'event_id', asOf })).body).length;
  // A person without an organization means the days of UTC.
  const ownDay = calendarDay(new Date(), 'UTC');
  // What the database was made with may be of the day before.
  const { rows } = await database.admin.query<{ day: string }>(
    `select (min(at) at time zone 'UTC')::date::text as day from audit.events`,
  );
  expect(await events(addDays(rows[0]?.day ?? '', -1))).toBe(1);
  expect(await events(ownDay)).toBeGreaterThan(1);
});
