import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { remindersContract } from '#shared/contract/reminders.ts';
import { peopleContract } from '#shared/contract/people.ts';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { openMailbox, type Mailbox } from '#tests/harness/mailbox.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  createMatrix,
  createTextModules,
  createTrainingWorld,
  type TrainingWorld,
} from '#tests/harness/training-world.ts';
import { asFixture, createUser } from '#tests/harness/world.ts';

let db: TestDatabase;
let server: TestServer;
let mailbox: Mailbox;
let world: TrainingWorld;

beforeAll(async () => {
  mailbox = await openMailbox();
  db = await createTestDatabase();
  server = await startTestServer({ db });
  mailbox.connect(server.services);
  world = await createTrainingWorld(server, 0);
  await createMatrix(world, await createTextModules(server.services, 2), { daysToDue: 30 });
});

afterAll(async () => {
  await mailbox.close();
  await server.close();
  await db.drop();
});

async function create(email: string, fields: Record<string, unknown> = {}): Promise<string> {
  const answer = await world.admin.call(peopleContract.create, {
    body: {
      email,
      firstName: 'Nina',
      lastName: 'New',
      role: 'learner',
      organizationId: world.organization.id,
      departmentId: world.department.id,
      isActive: true,
      ...fields,
    },
  });
  if (answer.status !== 201 && answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  const { user, invited } = answer.body;
  expect(invited).toBe(fields['isActive'] !== false && email !== 'uninvited@people.example');
  return user.id;
}

const tokenIn = (text: string) => decodeURIComponent(/\/reset-password#(\S+)/.exec(text)?.[1] ?? '');

test.each([{}, { presetPassword: 'walk-seven-green-lamps' }])(
  '[NOT-06] [USR-05] a new account with %o gets a link that sets the password, and the list of its trainings',
  async (fields) => {
    const email = `nina-${String(Object.keys(fields).length)}@people.example`;
    const userId = await create(email, fields);
    const [mail, ...others] = await mailbox.deliver();
    expect(others).toEqual([]);
    expect(mail?.to).toEqual([email]);
    expect(mail?.subject).toBe('You are invited to TrainTrail');
    expect(mail?.text).toContain('Module 1 of 2');
    const token = tokenIn(mail?.text ?? '');
    const password = 'nine quiet rivers run';
    const chosen = await server.client().post('/api/auth/reset-password', { token, newPassword: password });
    expect(chosen.status, JSON.stringify(chosen.body)).toBeLessThan(300);
    const signedIn = await server.client().post('/api/auth/login', { email, password });
    expect(signedIn.status).toBe(200);
    // The invitation has named the trainings: the email of the next morning does not.
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from assignment_notices n join training_assignments a on a.id = n.assignment_id
      where n.told_at is null and a.user_id = ${userId}`.execute(db.db);
    expect(rows[0]?.waiting).toBe(0);
  },
);

test('[NOT-06] no invitation where the organization has switched them off, to inactive accounts, and in what is only tried', async () => {
  await create('inactive@people.example', { isActive: false });
  await world.admin.call(peopleContract.trainingEffect, {
    query: { organizationId: String(world.organization.id), departmentId: String(world.department.id) },
  });
  const path = `/api/organizations/${String(world.organization.id)}`;
  expect((await world.admin.patch(path, { inviteNewAccounts: false })).status).toBe(200);
  await create('uninvited@people.example');
  expect((await world.admin.patch(path, { inviteNewAccounts: true })).status).toBe(200);
  expect(await mailbox.deliver()).toEqual([]);
});

test('[REM-01] an invitation can be sent to everybody who never signed in, overdue people too', async () => {
  const person = await createUser(server.services, { organizationId: world.organization.id });
  const [moduleId = 0] = await createTextModules(server.services, 1);
  await asFixture(server.services, (tx) =>
    tx.db
      .insertInto('trainingAssignments')
      .values({
        userId: person.id,
        moduleId,
        assignmentType: 'manual',
        dueDate: addDays(new Date().toISOString().slice(0, 10), -20),
      })
      .execute(),
  );
  const listed = await world.admin.call(remindersContract.info, {
    query: { type: 'accept_invite', userIds: person.id },
  });
  expect(listed.body).toMatchObject([{ id: person.id, status: 'overdue', invitationOpen: true }]);
  const sent = await world.admin.call(remindersContract.send, {
    body: { reminderType: 'accept_invite', userIds: [person.id] },
  });
  expect(sent.body).toMatchObject({ sent: 1, skipped: [] });
  expect((await mailbox.deliver()).map(({ to }) => to)).toEqual([[person.email]]);
});
