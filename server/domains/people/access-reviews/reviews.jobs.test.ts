import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { asFixture, createOrganization, createUser } from '#tests/harness/world.ts';
import { remindOfReviewsJob } from './reviews.jobs.ts';

let database: TestDatabase;
let server: TestServer;
let organizationId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
  await createUser(server.services, { role: 'admin' });
  await createUser(server.services, { role: 'admin', settings: { language: 'de' } });
  await createUser(server.services, { role: 'manager' });
  organizationId = (await createOrganization(server.services, { name: 'Reminded Ltd' })).id;
});

afterAll(async () => {
  await server.close();
  await database.drop();
});

/** How many emails and notices were told by now, after the job has run twice on a day. */
async function toldAfter(days: number): Promise<{ mails: number; bells: number }> {
  await database.moveClock({ days });
  await remindOfReviewsJob.run(server.services, {});
  await remindOfReviewsJob.run(server.services, {});
  const { rows } = await sql<{ mails: number; bells: number }>`
    select (select count(*)::int from mail_outbox where template = 'people.accessReviewDue') as mails,
      (select count(*)::int from notifications where type = 'access_review_due') as bells`.execute(
    database.db,
  );
  return rows[0]!;
}

test('[AUTH-17] [NOT-04] administrators are reminded before and after the day, once for each step, until a review is signed', async () => {
  expect(await toldAfter(300)).toEqual({ mails: 0, bells: 0 });
  expect(await toldAfter(340)).toEqual({ mails: 2, bells: 2 });
  expect(await toldAfter(360)).toEqual({ mails: 4, bells: 4 });
  expect(await toldAfter(366)).toEqual({ mails: 6, bells: 6 });
  expect(await toldAfter(400)).toEqual({ mails: 8, bells: 8 });
  const { rows } = await sql<{ language: string; payload: unknown }>`
    select language, payload from mail_outbox where template = 'people.accessReviewDue' order by id desc limit 2`.execute(
    database.db,
  );
  expect(rows.map(({ language }) => language).toSorted()).toEqual(['de', 'en']);
  expect(rows[0]?.payload).toMatchObject({ listed: [{ title: 'Reminded Ltd' }], more: 0 });
  await asFixture(server.services, (tx) =>
    sql`
      insert into access_reviews (organization_id, due_on, opened_by, opened_at, state, signed_by, signed_at)
      select ${organizationId}, '2027-01-01', id, app_now(), 'signed', id, app_now() from users where role = 'admin' limit 1`.execute(
      tx.db,
    ),
  );
  expect(await toldAfter(460)).toEqual({ mails: 8, bells: 8 });
  expect(await toldAfter(400 + 365)).toEqual({ mails: 10, bells: 10 });
});
