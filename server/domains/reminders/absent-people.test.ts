import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { remindersContract } from '#shared/contract/reminders.ts';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import type { Services } from '#server/platform/services.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createTextModules } from '#tests/harness/training-world.ts';
import { asFixture, createOrganization, createUser, signIn } from '#tests/harness/world.ts';
import { hasAnyRequired, recordRequired } from './new-trainings.store.ts';
import { sweepRemindersJob } from './schedule.jobs.ts';

let database: TestDatabase;
let server: TestServer;
let services: Services;
let organizationId = 0;
let moduleId = 0;
const today = new Date().toISOString().slice(0, 10);
const day = (days: number) => addDays(today, days);

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
  services = server.services;
  organizationId = (await createOrganization(services)).id;
  [moduleId = 0] = await createTextModules(services, 1);
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

/** Moves the clock to nine o'clock on a day. */
async function goTo(days: number): Promise<void> {
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from ((${day(days)}::date + interval '9 hours') at time zone 'UTC' - now())) * 1000)::float8 as ms
  `.execute(database.db);
  await database.moveClock({ milliseconds: rows[0]?.ms ?? 0 });
}

const person = () => createUser(services, { organizationId });

async function away(userId: string, first: number, last: number | null): Promise<void> {
  await asFixture(services, async (tx) => {
    await tx.db
      .insertInto('absences')
      .values({
        userId,
        firstDay: day(first),
        lastDay: last === null ? null : day(last),
        returnDays: 14,
        recordedBy: userId,
      })
      .execute();
  });
}

const assign = (userId: string, due: number, assigned = -60) =>
  asFixture(services, (tx) =>
    tx.db
      .insertInto('trainingAssignments')
      .values({
        userId,
        moduleId,
        dueDate: day(due),
        assignedDate: sql<Date>`(${day(assigned)}::date + interval '7 hours') at time zone 'UTC'`,
      })
      .execute(),
  );

const mailsTo = async (email: string) => {
  await sweepRemindersJob.run(services, {});
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from mail_outbox where to_address = ${email}`.execute(services.db);
  return rows[0]?.n ?? 0;
};

test('[USR-10] [NOT-04] steps that fall into an absence wait for the return, also those of long overdue training', async () => {
  const late = await person();
  await assign(late.id, -1);
  await away(late.id, 0, 59);
  const present = await person();
  await assign(present.id, -1);
  await goTo(0);
  expect([await mailsTo(late.email), await mailsTo(present.email)]).toEqual([0, 1]);
  await goTo(30);
  expect(await mailsTo(late.email)).toBe(0);
  await goTo(60);
  expect(await mailsTo(late.email)).toBe(1);
  // Once, and not again on the next day.
  await goTo(61);
  expect(await mailsTo(late.email)).toBe(1);
});

test('[USR-10] [NOT-04] a paused training is announced by its new due date, and nothing is sent while the return is not known', async () => {
  const user = await person();
  await goTo(0);
  await away(user.id, 2, 40);
  await assign(user.id, 10);
  const open = await person();
  await away(open.id, 2, null);
  await assign(open.id, 10);
  for (const days of [0, 5, 10, 20]) {
    await goTo(days);
    expect([await mailsTo(user.email), await mailsTo(open.email)]).toEqual([0, 0]);
  }
  // Due on day 55: two weeks before it the person is back.
  await goTo(41);
  expect([await mailsTo(user.email), await mailsTo(open.email)]).toEqual([1, 0]);
});

test('[USR-10] [REM-01] manual reminders leave people out who are away, and emails about new trainings wait', async () => {
  await goTo(0);
  const user = await person();
  await away(user.id, -1, 3);
  const admin = await signIn(server.client(), await createUser(services, { role: 'admin' }));
  await asFixture(services, async (tx) => {
    await tx.db
      .insertInto('trainingAssignments')
      .values({ userId: user.id, moduleId, dueDate: day(40) })
      .execute();
    await recordRequired(tx, [user.id]);
  });
  const { body } = await admin.call(remindersContract.send, {
    body: { reminderType: 'begin_training', userIds: [user.id] },
  });
  expect(body).toEqual({ sent: 0, skipped: [{ userId: user.id, reason: 'away' }] });
  await goTo(3);
  expect(await hasAnyRequired(services)).toBe(false);
  await goTo(4);
  expect(await hasAnyRequired(services)).toBe(true);
});
