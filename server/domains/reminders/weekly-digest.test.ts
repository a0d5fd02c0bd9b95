import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import type { Services } from '#server/platform/services.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { openMailbox, type Mailbox } from '#tests/harness/mailbox.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createTextModules } from '#tests/harness/training-world.ts';
import { asFixture, createOrganization, createUser, type FixtureUser } from '#tests/harness/world.ts';
import { sweepRemindersJob } from './schedule.jobs.ts';

const zone = 'Asia/Tokyo';

let db: TestDatabase;
let server: TestServer;
let services: Services;
let mailbox: Mailbox;

beforeAll(async () => {
  mailbox = await openMailbox();
  db = await createTestDatabase();
  server = await startTestServer({ db });
  services = mailbox.connect(server.services);
});

afterAll(async () => {
  await mailbox.close();
  await server.close();
  await db.drop();
});

/** The Monday of next week; its hours there are reached by moving the clock. */
const monday = ((): string => {
  const now = new Date();
  return addDays(now.toISOString().slice(0, 10), 8 - (now.getUTCDay() === 0 ? 7 : now.getUTCDay()));
})();

async function goTo(date: string, hour: number): Promise<void> {
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from ((${date}::date + make_interval(hours => ${hour})) at time zone ${zone}) - now())
      * 1000)::float8 as ms`.execute(db.db);
  await db.moveClock({ milliseconds: rows[0]?.ms ?? 0 });
}

async function digests() {
  await Promise.all([sweepRemindersJob.run(services, {}), sweepRemindersJob.run(services, {})]);
  return mailbox.deliver('reminders.weeklyDigest');
}

test('[NOT-06] managers who chose it get a summary of their team on Monday, once, in the language and zone that are theirs', async () => {
  const { id: organizationId } = await createOrganization(services, { timeZone: zone });
  const manager = (settings: Record<string, unknown>): Promise<FixtureUser> =>
    createUser(services, { role: 'manager', organizationId, settings });
  const head = await manager({ weeklyDigest: true, language: 'de' });
  const [silent, mute] = [
    await manager({}),
    await manager({ weeklyDigest: true, emailNotifications: false }),
  ];
  const lead = await createUser(services, { role: 'manager', organizationId, managerId: head.id });
  const report = await createUser(services, {
    organizationId,
    managerId: lead.id,
    firstName: 'Rita',
    lastName: 'Report',
  });
  for (const { id: managerId } of [silent, mute]) await createUser(services, { organizationId, managerId });
  const foreign = await createUser(services, { organizationId });
  const [late = 0, expiring = 0, fresh = 0, expired = 0] = await createTextModules(services, 4, {});
  await asFixture(services, (tx) =>
    tx.db
      .insertInto('trainingAssignments')
      .values([
        {
          userId: report.id,
          moduleId: late,
          dueDate: addDays(monday, -3),
          assignedDate: new Date(Date.now() - 40 * 864e5),
        },
        {
          userId: report.id,
          moduleId: expiring,
          status: 'completed' as const,
          completedAt: new Date(Date.now() - 300 * 864e5),
          assignedDate: new Date(Date.now() - 320 * 864e5),
          nextRenewalDate: addDays(monday, 20),
        },
        // A completion of the past that was recorded afterwards ends earlier: it says nothing (USR-09).
        {
          userId: report.id,
          moduleId: expiring,
          cycle: 2,
          status: 'completed' as const,
          completedAt: new Date(Date.now() - 350 * 864e5),
          assignedDate: new Date(Date.now() - 10 * 864e5),
          nextRenewalDate: addDays(monday, 10),
        },
        // What has expired is listed once, by the completion that was valid longest, also while its renewal is open.
        ...[-400, -30].map((days, index) => ({
          userId: report.id,
          moduleId: expired,
          cycle: index + 1,
          status: 'completed' as const,
          completedAt: new Date(Date.now() + (days - 365) * 864e5),
          assignedDate: new Date(Date.now() + (days - 400) * 864e5),
          nextRenewalDate: addDays(monday, days),
        })),
        {
          userId: report.id,
          moduleId: expired,
          cycle: 3,
          dueDate: addDays(monday, 60),
          assignedDate: new Date(Date.now() - 20 * 864e5),
        },
        {
          userId: report.id,
          moduleId: fresh,
          dueDate: addDays(monday, 60),
          assignedDate: new Date(`${addDays(monday, -1)}T00:00:00Z`),
        },
        { userId: foreign.id, moduleId: late, dueDate: addDays(monday, -3) },
      ])
      .execute(),
  );
  await goTo(monday, 7);
  expect(await digests()).toEqual([]);
  await goTo(monday, 9);
  const [mail, ...others] = await digests();
  expect(others).toEqual([]);
  expect(mail?.to).toEqual([head.email]);
  expect(mail?.subject).toBe('Ihr Team in dieser Woche');
  expect(mail?.text).toMatch(/Überfällig \(1\)\s+- Rita Report – Module 1 of 4: fällig am/);
  expect(mail?.text).toMatch(/Abgelaufen \(1\)\s+- Rita Report – Module 4 of 4: war gültig bis/);
  expect(mail?.text).toMatch(
    /Laufen in den nächsten 30 Tagen ab \(1\)\s+- Rita Report – Module 2 of 4: gültig bis/,
  );
  expect(mail?.text).toMatch(/In den letzten sieben Tagen zugewiesen \(1\)\s+- Rita Report – Module 3 of 4/);
  expect(mail?.text).toContain('/team');
  expect(await digests()).toEqual([]);
  await goTo(addDays(monday, 3), 9);
  expect(await digests()).toEqual([]);
  await goTo(addDays(monday, 7), 9);
  expect((await digests()).map(({ to }) => to)).toEqual([[head.email]]);
});
