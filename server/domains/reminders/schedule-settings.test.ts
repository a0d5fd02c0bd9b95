import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { BodyInput } from '#shared/contract/endpoint.ts';
import type { Problem } from '#shared/contract/errors.ts';
import { reminderScheduleContract as contract } from '#shared/contract/reminder-schedule.ts';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { expiryKinds } from '#shared/domain/reminders/expiry.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { insertExpiring, type ExpiringInput } from '#tests/harness/expiring-world.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createTextModules } from '#tests/harness/training-world.ts';
import { asFixture, createOrganization, createUser, signIn, type FixtureUser } from '#tests/harness/world.ts';
import { sweepRemindersJob } from './schedule.jobs.ts';

type Form = BodyInput<typeof contract.change>;
type Step = Form['steps'][number];

let database: TestDatabase;
let server: TestServer;
let client: TestClient;
let boss: FixtureUser;
let learner: FixtureUser;
let hr: FixtureUser;
let organizationId = 0;
let today = '';

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
  client = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
  organizationId = (await createOrganization(server.services, { timeZone: 'Pacific/Kiritimati' })).id;
  boss = await createUser(server.services, { role: 'manager', organizationId });
  learner = await createUser(server.services, { organizationId, managerId: boss.id });
  hr = await createUser(server.services, { organizationId, grants: [{ kind: 'hr', organizationId }] });
  const { rows } = await sql<{ today: string }>`select today_in('Pacific/Kiritimati')::text as today`.execute(
    server.services.db,
  );
  today = rows[0]?.today ?? '';
});
beforeEach(async () => {
  await save({ sendAt: '00:00', steps: [] });
  await database.admin.query('truncate reminder_sends, expiry_sends, mail_outbox, notifications');
  await database.admin.query(`begin; set local session_replication_role = replica;
    delete from training_assignments; delete from hr_documents; delete from hr_document_versions; delete from hr_agreements;
    delete from hr_registrations; commit`);
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

const step = (kind: Step['kind'], days: number, audience: Step['audience'] = 'person', isActive = true) => ({
  kind,
  days,
  audience,
  isActive,
});
const read = async () => (await client.call(contract.get)).body;
async function save(body: Form) {
  const { revision } = await read();
  const headers = { 'if-match': `"${String(revision)}"` };
  const answer = await client.call(contract.change, { body, headers });
  expect(answer.status).toBe(200);
  return answer.body;
}

async function assign(days: readonly number[]): Promise<void> {
  const modules = await createTextModules(server.services, days.length, { completionPolicy: 'self_attest' });
  await asFixture(server.services, (tx) =>
    tx.db
      .insertInto('trainingAssignments')
      .values(
        days.map((offset, at) => ({
          userId: learner.id,
          moduleId: modules[at] ?? 0,
          dueDate: addDays(today, offset),
          assignedDate: new Date(Date.now() - 60 * 86_400_000),
          assignmentType: 'manual' as const,
        })),
      )
      .execute(),
  );
}
/** Something of the HR area of the learner's organization whose day is so many days from today. */
const expire = (kind: ExpiringInput['kind'], days: number) =>
  asFixture(server.services, (tx) =>
    insertExpiring(tx, {
      kind,
      day: addDays(today, days),
      organizationId,
      personId: kind === 'registration' ? null : learner.id,
    }),
  );
const mailsTo = async (email: string): Promise<number> => {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from mail_outbox where to_address = ${email}`.execute(server.services.db);
  return rows[0]?.count ?? 0;
};

test('[NOT-04] a new installation has the schedule of the specification', async () => {
  const fresh = await createTestDatabase();
  const other = await startTestServer({ db: fresh });
  try {
    const admin = await signIn(other.client(), await createUser(other.services, { role: 'admin' }));
    const { body } = await admin.call(contract.get);
    expect(body).toEqual({
      sendAt: '08:00',
      revision: 0,
      steps: [
        ...[14, 7, 1, 0].map((days) => step('due', days)),
        step('overdue', 1),
        step('overdue', 7),
        step('overdue', 7, 'manager'),
        step('overdue', 14),
        step('overdue', 14, 'admins'),
        step('renewal', 0),
        ...[60, 30].map((days) => step('cv', days)),
        step('cv', 14, 'hr'),
        ...[7, 0, -1].map((days) => step('cv', days)),
        step('cv', -1, 'hr'),
        step('cv', -14, 'admins'),
        step('notice', 14),
        step('notice', 14, 'hr'),
        step('notice', 0, 'hr'),
        ...[90, 60].map((days) => step('agreement', days, 'hr')),
        ...[30, 7].flatMap((days) => [step('agreement', days), step('agreement', days, 'hr')]),
        step('agreement', -1, 'admins'),
        step('review', 30),
        step('review', 14, 'hr'),
        ...[7, 0].map((days) => step('review', days)),
        step('review', -1, 'hr'),
        step('review', -14, 'admins'),
        step('registration', 90, 'hr'),
        step('registration', 30, 'hr'),
        step('registration', 30, 'admins'),
        ...[7, 0].map((days) => step('registration', days, 'hr')),
        step('registration', -1, 'admins'),
        ...[3, 0, -1, -7].map((days) => step('reading', days)),
      ],
    });
  } finally {
    await other.close();
    await fresh.drop();
  }
});

test('[NOT-04] what an administrator writes is what is told: to whom, on which day, and not what is off', async () => {
  await assign([3, -5, -9]);
  const steps = [
    step('due', 3),
    step('overdue', 5, 'person', false),
    step('overdue', 5, 'manager'),
    step('overdue', 9, 'admins', false),
  ];
  const form = { sendAt: '00:00', steps };
  const before = await client.call(contract.preview, { body: form });
  expect(before.body).toEqual({ people: 2, trainings: 3, documents: 0 });
  // Nothing was written by asking.
  expect((await read()).steps).toEqual([]);
  expect(await save(form)).toMatchObject({ sendAt: '00:00', steps });
  await sweepRemindersJob.run(server.services, {});
  expect([await mailsTo(learner.email), await mailsTo(boss.email)]).toEqual([1, 1]);
  const after = await client.call(contract.preview, { body: form });
  expect(after.body).toEqual({ people: 0, trainings: 0, documents: 0 });
});

test('[NOT-04] a step that has told stays for the record when it is taken out, and tells nothing twice when it comes back', async () => {
  await assign([2]);
  const form = { sendAt: '00:00', steps: [step('due', 2), step('due', 300)] };
  await save(form);
  await sweepRemindersJob.run(server.services, {});
  expect(await mailsTo(learner.email)).toBe(1);
  await save({ sendAt: '00:00', steps: [] });
  expect((await read()).steps).toEqual([]);
  const { rows } = await sql`
    select days, is_active, removed_at is not null as removed from reminder_rules where days in (2, 300)`.execute(
    server.services.db,
  );
  expect(rows).toEqual([{ days: 2, isActive: false, removed: true }]);
  await save({ sendAt: '00:00', steps: [step('due', 2)] });
  await sweepRemindersJob.run(server.services, {});
  expect(await mailsTo(learner.email)).toBe(1);
});

test('[NOT-04] what is written of documents is what is told: before and after their day, to whom, and not what is off', async () => {
  await expire('cv', 3);
  await expire('agreement', -2);
  await expire('review', 0);
  await expire('registration', 20);
  await assign([3]);
  const steps = [
    step('due', 3),
    step('cv', 3),
    step('agreement', -2, 'hr'),
    step('review', 0, 'person', false),
    step('registration', 20, 'hr'),
  ];
  const form = { sendAt: '00:00', steps };
  const before = await client.call(contract.preview, { body: form });
  // The learner gets two mails and counts once.
  expect(before.body).toEqual({ people: 2, trainings: 1, documents: 3 });
  expect((await read()).steps).toEqual([]);
  expect(await save(form)).toMatchObject({ sendAt: '00:00', steps });
  await sweepRemindersJob.run(server.services, {});
  expect([await mailsTo(learner.email), await mailsTo(hr.email), await mailsTo(boss.email)]).toEqual([
    2, 1, 0,
  ]);
  const after = await client.call(contract.preview, { body: form });
  expect(after.body).toEqual({ people: 0, trainings: 0, documents: 0 });
});

test('[NOT-04] [NOT-02] who takes no mail is not counted before a change; training reminders decide of trainings only', async () => {
  await expire('cv', 3);
  await assign([3]);
  const form = { sendAt: '00:00', steps: [step('cv', 3), step('due', 3)] };
  const withSettings = (settings: Record<string, unknown>) =>
    asFixture(server.services, (tx) =>
      tx.db
        .updateTable('users')
        .set({ settings: JSON.stringify(settings) })
        .where('id', '=', learner.id)
        .execute(),
    );
  try {
    await withSettings({ trainingReminders: false });
    const some = await client.call(contract.preview, { body: form });
    expect(some.body).toEqual({ people: 1, trainings: 0, documents: 1 });
    await withSettings({ emailNotifications: false });
    const none = await client.call(contract.preview, { body: form });
    expect(none.body).toEqual({ people: 0, trainings: 0, documents: 0 });
  } finally {
    await withSettings({});
  }
});

test('[NOT-04] a step of documents that has told stays for the record, and tells nothing twice when it comes back', async () => {
  for (const kind of expiryKinds) await expire(kind, -5);
  const steps = expiryKinds.map((kind) => step(kind, -5, 'hr'));
  await save({ sendAt: '00:00', steps: [...steps, step('cv', 301), step('registration', 301, 'admins')] });
  await sweepRemindersJob.run(server.services, {});
  expect(await mailsTo(hr.email)).toBe(1);
  await save({ sendAt: '00:00', steps: [] });
  const { rows } = await sql`
    select kind, days, is_active, removed_at is not null as removed from reminder_rules where days in (-5, 301)
    order by id`.execute(server.services.db);
  expect(rows).toEqual(expiryKinds.map((kind) => ({ kind, days: -5, isActive: false, removed: true })));
  expect(await save({ sendAt: '00:00', steps })).toMatchObject({ steps });
  await sweepRemindersJob.run(server.services, {});
  expect(await mailsTo(hr.email)).toBe(1);
});

test('[NOT-04] [AUD-01] a change stands in the trail with who made it; an older one is refused with both', async () => {
  const first = await save({ sendAt: '06:15', steps: [step('due', 21)] });
  expect(first.sendAt).toBe('06:15');
  const body: Form = { sendAt: '09:00', steps: [] };
  const late = await client.call(contract.change, {
    body,
    headers: { 'if-match': `"${String(first.revision - 1)}"` },
  });
  expect(late).toMatchObject({
    status: 409,
    body: { code: 'STALE', current: { sendAt: '06:15' }, submitted: { sendAt: '09:00' } },
  });
  expect((await read()).sendAt).toBe('06:15');
  const { rows } = await database.admin.query<{ type: string; actor: string | null }>(
    `select object_type as type, actor_id as actor from audit.events
     where action = 'reminders.scheduleChanged' and object_type in ('reminder_rules', 'settings') order by id desc limit 2`,
  );
  expect(rows.map(({ type }) => type).toSorted()).toEqual(['reminder_rules', 'settings']);
  expect(rows.every(({ actor }) => actor !== null)).toBe(true);
});

test('[NOT-04] two administrators at once: one of them is told of the other', async () => {
  const { revision } = await read();
  const answers = await Promise.all(
    [7, 8].map((days) =>
      client.call(contract.change, {
        body: { sendAt: '08:00', steps: [step('due', days)] },
        headers: { 'if-match': `"${String(revision)}"` },
      }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  expect((await read()).steps).toHaveLength(1);
});

test.each<[string, Record<string, unknown>, string]>([
  ['no time', { sendAt: '' }, 'sendAt'],
  ['an hour that is none', { sendAt: '24:00' }, 'sendAt'],
  ['half a day', { steps: [step('due', 0.5)] }, 'steps.0.days'],
  ['days before zero', { steps: [step('due', -1)] }, 'steps.0.days'],
  ['more than a year', { steps: [step('renewal', 366)] }, 'steps.0.days'],
  ['days after its day for a training', { steps: [step('cv', -1), step('renewal', -1)] }, 'steps.1.days'],
  ['more than a year after the day', { steps: [step('cv', -366)] }, 'steps.0.days'],
  ['the same of a document twice', { steps: [step('cv', -1), step('cv', -1)] }, 'steps.1.days'],
  ['a manager told of a CV', { steps: [step('cv', 7, 'manager')] }, 'steps.0.audience'],
  ['hr told of a training', { steps: [step('cv', 7, 'hr'), step('due', 7, 'hr')] }, 'steps.1.audience'],
  ['the owner of a registration', { steps: [step('registration', 7)] }, 'steps.0.audience'],
  ['overdue on the due date', { steps: [step('due', 0), step('overdue', 0)] }, 'steps.1.days'],
  ['the same twice', { steps: [step('due', 7), step('due', 7, 'person', false)] }, 'steps.1.days'],
  [
    'an audience that nobody is',
    { steps: [{ ...step('due', 7), audience: 'everybody' }] },
    'steps.0.audience',
  ],
  [
    'more steps than anybody reads',
    { steps: Array.from({ length: 101 }, (_, at) => step('due', at)) },
    'steps',
  ],
])('[NOT-04] %s is refused at its field', async (_what, change, path) => {
  for (const call of ['preview', ''] as const) {
    const send = call === '' ? client.put.bind(client) : client.post.bind(client);
    const answer = await send<Problem>(`/api/reminders/schedule${call && `/${call}`}`, {
      sendAt: '08:00',
      steps: [],
      ...change,
    });
    expect([answer.status, answer.body.errors?.map((error) => error.path)]).toEqual([422, [path]]);
  }
});
