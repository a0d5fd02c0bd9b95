import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import type { Services } from '#server/platform/services.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { openMailbox, type Mailbox, type ReceivedMail } from '#tests/harness/mailbox.ts';
import { createPublishingWorld, type PublishingWorld } from '#tests/harness/publishing-world.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  assignTo,
  completeText,
  createMatrix,
  createTextModules,
  readyToSign,
} from '#tests/harness/training-world.ts';
import { asFixture, createUser, type FixtureUser } from '#tests/harness/world.ts';
import { sweepRemindersJob } from './schedule.jobs.ts';

const zone = 'America/New_York';
const today = new Date().toISOString().slice(0, 10);

let db: TestDatabase;
let server: TestServer;
let services: Services;
let mailbox: Mailbox;
let world: PublishingWorld;

beforeAll(async () => {
  mailbox = await openMailbox();
  db = await createTestDatabase();
  server = await startTestServer({ db });
  services = mailbox.connect(server.services);
  await goTo(0, 12);
  world = await createPublishingWorld(db, server);
});

afterEach(async () => {
  await db.admin.query('truncate reminder_sends, assignment_notices, weekly_digests, mail_outbox');
  await asFixture(services, (tx) =>
    tx.db
      .updateTable('trainingAssignments')
      .set({ status: 'voided', voidedAt: sql<Date>`app_now()` })
      .where('status', '<>', 'voided')
      .execute(),
  );
  await goTo(0, 12);
});

afterAll(async () => {
  await mailbox.close();
  await server.close();
  await db.drop();
});

/** Moves the clock to an hour of a day from today on, where the people are. */
async function goTo(days: number, hour: number): Promise<void> {
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from ((${addDays(today, days)}::date + make_interval(hours => ${hour})) at time zone ${zone}) - now())
      * 1000)::float8 as ms`.execute(db.db);
  await db.moveClock({ milliseconds: rows[0]?.ms ?? 0 });
}

async function sweep(): Promise<readonly ReceivedMail[]> {
  await sweepRemindersJob.run(services, {});
  return mailbox.deliver();
}

const colleague = (settings: Record<string, unknown> = {}): Promise<FixtureUser> =>
  createUser(services, {
    organizationId: world.organization.id,
    departmentId: world.department.id,
    settings,
  });
/** What arrived for a person; shown short, so that a failure is readable. */
const to = (mails: readonly ReceivedMail[], { email }: FixtureUser) =>
  mails.filter((mail) => mail.to.includes(email)).map(({ subject, text }) => ({ subject, text }));

test('[NOT-06] what matrices require is told once, the next morning, in one email per person with all of it', async () => {
  const [english, german, silent] = [
    await colleague(),
    await colleague({ language: 'de' }),
    await colleague({ emailNotifications: false }),
  ];
  // Due in 14 days: the schedule would remind of it on the day on which it is assigned.
  await createMatrix(world, await createTextModules(services, 2), { daysToDue: 14, assignNow: true });
  await createMatrix(world, await createTextModules(services, 1, { title: 'Hygiene' }), { assignNow: true });
  const subjects = async () => (await sweep()).map(({ subject }) => subject);
  expect(await subjects()).toEqual([]);
  await goTo(1, 7);
  expect(await subjects()).toEqual([]);
  await goTo(1, 9);
  // Two servers at once.
  await Promise.all([sweepRemindersJob.run(services, {}), sweepRemindersJob.run(services, {})]);
  const mails = await mailbox.deliver();
  const [mail, ...others] = to(mails, english);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('3 new trainings');
  for (const title of ['Module 1 of 2', 'Module 2 of 2', 'Hygiene']) expect(mail?.text).toContain(title);
  expect(mail?.text).toMatch(/Due [A-Z][a-z]+ \d+, \d{4}/);
  expect(mail?.text).toContain('/my-assignments');
  expect(to(mails, german)[0]?.subject).toBe('3 neue Schulungen');
  expect(to(mails, silent)).toEqual([]);
  expect(await subjects()).toEqual([]);
  // The switch brings no old ones, and the reminder of seven days before comes as ever.
  await goTo(8, 9);
  const later = await sweep();
  expect(to(later, english).map(({ subject }) => subject)).toEqual(['2 trainings need your attention']);
});

test('[NOT-06] what somebody assigns manually is told at once, with what waits for the morning, and not again', async () => {
  const person = await colleague();
  await createMatrix(world, await createTextModules(services, 1, { title: 'From the matrix' }), {
    assignNow: true,
  });
  const [moduleId = 0] = await createTextModules(services, 1, { title: 'Chosen for you' });
  await assignTo(world.admin, person.id, moduleId, { dueDate: addDays(today, 7) });
  const [mail, ...others] = to(await mailbox.deliver(), person);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('2 new trainings');
  expect(mail?.text).toContain('Chosen for you');
  expect(mail?.text).toContain('From the matrix');
  expect(to(await sweep(), person)).toEqual([]);
  await goTo(1, 9);
  expect(to(await sweep(), person)).toEqual([]);
});

test('[NOT-06] assigning a matrix to chosen people tells each at once in one email', async () => {
  const [one, two] = [await colleague(), await colleague()];
  const outsider = await createUser(services, { organizationId: world.organization.id });
  const matrixId = await createMatrix(world, await createTextModules(services, 3), { daysToDue: 40 });
  const answer = await world.admin.post('/api/training-matrix/assign', {
    matrixId,
    specificUserIds: [one.id, outsider.id],
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const mails = await mailbox.deliver();
  expect(to(mails, one).map(({ subject }) => subject)).toEqual(['3 new trainings']);
  expect(to(mails, outsider).map(({ subject }) => subject)).toEqual(['3 new trainings']);
  expect(to(mails, two)).toEqual([]);
});

test('[NOT-06] a training that is voided or completed before the morning is left out', async () => {
  const person = await colleague();
  const [voided = 0, completed = 0, open = 0] = await createTextModules(services, 3);
  await createMatrix(world, [voided, completed, open], { assignNow: true });
  const { rows } = await sql<{ id: number; moduleId: number }>`
    select id, module_id from training_assignments where user_id = ${person.id}`.execute(db.db);
  const idOf = (moduleId: number) => rows.find((row) => row.moduleId === moduleId)?.id ?? 0;
  await completeText(await readyToSign(server, person), idOf(completed), person);
  await asFixture(services, (tx) =>
    tx.db
      .updateTable('trainingAssignments')
      .set({ status: 'voided', voidedAt: sql<Date>`app_now()` })
      .where('id', '=', idOf(voided))
      .execute(),
  );
  await goTo(1, 9);
  const [mail, ...others] = to(await sweep(), person);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('New training: Module 3 of 3');
  expect(mail?.text).not.toMatch(/Module [12] of 3/);
});

test('[NOT-06] what was required of a person while the account or the organization was inactive is told once both are active again', async () => {
  const [present, absent] = [await colleague(), await colleague()];
  await createMatrix(world, await createTextModules(services, 1, { title: 'While away' }), {
    assignNow: true,
  });
  const subjects = async (person: FixtureUser) => to(await sweep(), person).map(({ subject }) => subject);
  const setPerson = (isActive: boolean) =>
    asFixture(services, (tx) =>
      tx.db.updateTable('users').set({ isActive }).where('id', '=', absent.id).execute(),
    );
  const setOrganization = (isActive: boolean) =>
    asFixture(services, (tx) =>
      tx.db.updateTable('organizations').set({ isActive }).where('id', '=', world.organization.id).execute(),
    );
  await setOrganization(false);
  await goTo(1, 9);
  expect(await subjects(present)).toEqual([]);
  await setPerson(false);
  await setOrganization(true);
  const mails = await sweep();
  expect(to(mails, present).map(({ subject }) => subject)).toEqual(['New training: While away']);
  expect(to(mails, absent)).toEqual([]);
  await setPerson(true);
  expect(await subjects(absent)).toEqual(['New training: While away']);
  expect(await subjects(absent)).toEqual([]);
});

test('[NOT-06] [MOD-11] who has to retrain learns what changed, in which version, and until when', async () => {
  const at = await world.scene();
  await mailbox.deliver();
  const published = await world.publish(at, { retraining: 'all', dueDays: 21 });
  expect(published.status, JSON.stringify(published.body)).toBe(200);
  expect(to(await sweep(), at.done)).toEqual([]);
  await goTo(1, 9);
  const [mail, ...others] = to(await sweep(), at.done);
  expect(others).toEqual([]);
  expect(mail?.subject).toMatch(/^Retraining required: Module 1 of 1$/);
  expect(mail?.text).toContain('Training that you have completed is required again.');
  expect(mail?.text).toMatch(/Version 2 · Due [A-Z][a-z]+ \d+, \d{4} · What changed: Section 4 is new/);
});
