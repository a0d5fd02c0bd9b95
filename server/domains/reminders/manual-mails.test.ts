import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { BodyInput } from '#shared/contract/endpoint.ts';
import { peopleContract } from '#shared/contract/people.ts';
import { remindersContract as contract } from '#shared/contract/reminders.ts';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { openMailbox, type Mailbox, type ReceivedMail } from '#tests/harness/mailbox.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  assignTo,
  createTextModules,
  createTrainingWorld,
  type TrainingWorld,
} from '#tests/harness/training-world.ts';
import { asFixture, createUser, signIn, type FixtureUser, type UserInput } from '#tests/harness/world.ts';
import { verifyAll } from '#tests/harness/verify-all.ts';

let db: TestDatabase;
let server: TestServer;
let mailbox: Mailbox;
let world: TrainingWorld;
let head: FixtureUser;
let manager: TestClient;
let today = '';
let received: readonly ReceivedMail[] = [];

beforeAll(async () => {
  mailbox = await openMailbox();
  db = await createTestDatabase();
  server = await startTestServer({ db });
  mailbox.connect(server.services);
  world = await createTrainingWorld(server, 0);
  const { rows } = await sql<{
    today: string;
  }>`select today_in('America/New_York')::text as today`.execute(db.db);
  today = rows[0]?.today ?? '';
});
beforeEach(async () => {
  received = [];
  head = await person({ role: 'manager', firstName: 'Hanna', lastName: 'Head' });
  manager = await signIn(server.client(), head);
});
afterAll(async () => {
  await mailbox.close();
  await server.close();
  await db.drop();
});

const person = (fields: UserInput = {}): Promise<FixtureUser> =>
  createUser(server.services, { organizationId: world.organization.id, ...fields });
const report = (fields: UserInput = {}) => person({ managerId: head.id, ...fields });
const send = (body: BodyInput<typeof contract.send>, headers: Record<string, string> = {}) =>
  manager.call(contract.send, { body, headers });

async function assign(userId: string, title: string, days: number): Promise<void> {
  const [module = 0] = await createTextModules(server.services, 1, { title });
  await assignTo(world.admin, userId, module, { dueDate: addDays(today, days) });
}

/** Sends the reminders and invitations that wait in the outbox. */
async function deliver(): Promise<void> {
  received = await mailbox.deliver('reminders.manual', 'reminders.invitation');
}

const mailTo = ({ email }: FixtureUser): ReceivedMail => {
  const mails = received.filter(({ to }) => to.includes(email));
  if (mails.length !== 1 || !mails[0]) throw new Error(`${String(mails.length)} mails went to ${email}`);
  return mails[0];
};

test('[REM-01] [NOT-02] each gets one mail in the own language with the own trainings, ten by name and the others counted', async () => {
  const people: FixtureUser[] = [];
  for (const language of ['en', 'es', 'fr', 'de']) people.push(await report({ settings: { language } }));
  const [english, spanish, french, german] = people as [FixtureUser, FixtureUser, FixtureUser, FixtureUser];
  for (let number = 1; number <= 12; number += 1) {
    await assign(english.id, `Course ${String(number).padStart(2, '0')}`, -20 + number);
  }
  await assign(english.id, 'In good time', 9);
  for (const other of [spanish, french, german]) {
    await assign(other.id, `Only of ${other.lastName}`, -1);
  }
  const answer = await send({
    reminderType: 'overdue_compliance',
    userIds: people.map(({ id }) => id),
    customMessage: 'See me\non Monday',
  });
  expect(answer.body).toEqual({ sent: 4, skipped: [] });
  await deliver();
  expect(received.map(({ to }) => to.length)).toEqual([1, 1, 1, 1]);
  const mail = mailTo(english);
  expect(mail.subject).toBe('Your training is overdue');
  expect(mail.text).toContain('Hanna Head asks you to complete your overdue training now.');
  const listed = mail.text.match(/• Course \d+ \(overdue since [A-Z][a-z]+ \d+, \d{4}\)/g) ?? [];
  expect(listed.map((line) => line.slice(2, 11))).toEqual(
    Array.from({ length: 10 }, (_, at) => `Course ${String(at + 1).padStart(2, '0')}`),
  );
  expect(mail.text).toContain('and 2 more');
  expect(mail.text).not.toContain('In good time');
  expect(mail.text).not.toContain('Only of');
  expect(mail.text).toMatch(/Message from Hanna Head:\s+See me\s+on Monday/);
  expect(mail.text).toContain(`${server.services.config.publicUrl.origin}/my-assignments`);
  expect(mailTo(spanish).subject).toBe('Su formación está vencida');
  expect(mailTo(french).subject).toBe('Votre formation est en retard');
  expect(mailTo(german).subject).toBe('Ihre Schulung ist überfällig');
  expect(mailTo(german).text).toContain(`• Only of ${german.lastName} (überfällig seit`);
});

/** A completion of a module that was valid until so many days ago. */
async function expire(userId: string, title: string, days: number): Promise<number> {
  const [module = 0] = await createTextModules(server.services, 1, { title });
  await asFixture(server.services, (tx) =>
    sql`insert into training_assignments (user_id, module_id, module_version_id, status, completed_at, progress, next_renewal_date, assigned_by)
      select ${userId}, id, current_version_id, 'completed', app_now(), 100, ${addDays(today, -days)}::date, 'Test'
      from training_modules where id = ${module}`.execute(tx.db),
  );
  return module;
}

test('[REM-01] [LRN-01] a reminder about what is late names what has expired, with its last valid day, and once', async () => {
  const mixed = await report();
  await assign(mixed.id, 'Late course', -2);
  await expire(mixed.id, 'Old course', 9);
  const renewed = await expire(mixed.id, 'Late renewal', 5);
  await assignTo(world.admin, mixed.id, renewed, {
    dueDate: addDays(today, -1),
    retrain: true,
    reason: 'It has expired',
  });
  const [english, german] = [await report(), await report({ settings: { language: 'de' } })];
  for (const { id } of [english, german]) await expire(id, 'Only course', 3);
  const people = [mixed, english, german];
  const answer = await send({ reminderType: 'overdue_compliance', userIds: people.map(({ id }) => id) });
  expect(answer.body).toEqual({ sent: 3, skipped: [] });
  await deliver();
  const mail = mailTo(mixed);
  expect(mail.subject).toBe('Your training is overdue');
  expect(mail.text).toContain('Overdue or expired:');
  expect(mail.text).toMatch(/• Old course \(was valid until [A-Z][a-z]+ \d+, \d{4}\)/);
  expect(mail.text).toMatch(/• Late course \(overdue since/);
  expect(mail.text.match(/• Late renewal \(overdue since/g)).toHaveLength(1);
  expect(mail.text).not.toContain('• Late renewal (was');
  expect(mailTo(english).subject).toBe('Your training has expired');
  expect(mailTo(english).text).toContain('Hanna Head asks you to renew your expired training now.');
  expect(mailTo(english).text).toMatch(/Expired:\s+• Only course \(was valid until/);
  expect(mailTo(german).subject).toBe('Ihre Schulung ist abgelaufen');
  expect(mailTo(german).text).toContain('• Only course (war gültig bis');
});

test('[REM-01] [MTX-09] a reminder about modules names these alone', async () => {
  const one = await report();
  const [module = 0] = await createTextModules(server.services, 1, { title: 'Asked for' });
  await assignTo(world.admin, one.id, module, { dueDate: addDays(today, 9) });
  await assign(one.id, 'Something else', 3);
  const answer = await send({ reminderType: 'begin_training', userIds: [one.id], moduleIds: [module] });
  expect(answer.body).toEqual({ sent: 1, skipped: [] });
  await deliver();
  expect(mailTo(one).text).toContain('• Asked for (due');
  expect(mailTo(one).text).not.toContain('Something else');
});

test('[REM-01] [SEC-01] what a sender writes is text: no header, no markup, and links lead to this site alone (T20, T23)', async () => {
  const one = await report({ lastName: 'Inert' });
  await asFixture(server.services, (tx) =>
    tx.db.updateTable('users').set({ firstName: '<b>Eve</b>' }).where('id', '=', head.id).execute(),
  );
  await assign(one.id, '<img src=x onerror=alert(1)>', 3);
  const evil =
    'Hi\r\nBcc: all@people.example\r\n\r\n<script>alert(1)</script><a href="https://evil.example">x</a>';
  const answer = await send(
    { reminderType: 'begin_training', userIds: [one.id], customMessage: evil },
    { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
  );
  expect(answer.body.sent).toBe(1);
  await deliver();
  const mail = mailTo(one);
  expect(mail.to).toEqual([one.email]);
  expect(mail.head).not.toMatch(/^bcc:/im);
  expect(mail.text).toContain('Bcc: all@people.example');
  expect(mail.html).toContain('&lt;script&gt;');
  expect(mail.html).toContain('&lt;img src=x');
  for (const markup of ['<script', '<img', '<b>', 'href="https://evil.example"']) {
    expect(mail.html).not.toContain(markup);
  }
  const links = [...mail.html.matchAll(/href="([^"]+)"/g)].map(([, link]) => new URL(link ?? '').origin);
  expect([...new Set(links)]).toEqual([server.services.config.publicUrl.origin]);
});

test('[REM-01] [NOT-02] the invitation lets its reader choose a password once, within seven days; its secret is nowhere in the clear', async () => {
  const invited = await report({ mustChangePassword: true, settings: { trainingReminders: false } });
  const settled = await report({});
  await signIn(server.client(), settled);
  const answer = await send({ reminderType: 'accept_invite', userIds: [invited.id, settled.id] });
  expect(answer.body).toEqual({ sent: 1, skipped: [{ userId: settled.id, reason: 'not_eligible' }] });
  await db.moveClock({ hours: 24 * 6 });
  try {
    await deliver();
    const link = /https?:\/\/\S+\/reset-password#(\S+)/.exec(mailTo(invited).text);
    const token = decodeURIComponent(link?.[1] ?? '');
    expect(token).toHaveLength(43);
    const { rows } = await db.admin.query<{ count: number }>(
      `select (select count(*) from mail_outbox t where t::text like $1)::int + (select count(*) from one_time_tokens t where t::text like $1)::int
         + (select count(*) from audit.events t where t::text like $1)::int as count`,
      [`%${token}%`],
    );
    expect(rows).toEqual([{ count: 0 }]);
    const password = 'quiet-lamps-walk-home-9';
    const visitor = server.client();
    const check = await visitor.post('/api/auth/reset-password/check', { token });
    expect(check.body).toMatchObject({ state: 'open', email: invited.email });
    const body = { token, newPassword: password };
    expect((await visitor.post('/api/auth/reset-password', body)).status).toBe(200);
    expect((await visitor.post('/api/auth/reset-password', body)).body).toMatchObject({ state: 'used' });
    const login = await visitor.post('/api/auth/login', { email: invited.email, password });
    expect(login.body).toMatchObject({ mustChangePassword: false });
  } finally {
    await db.moveClock({});
  }
});

test('[REM-01] an invitation ends after seven days, and with another password that is issued', async () => {
  const invite = async (): Promise<readonly [FixtureUser, string]> => {
    const one = await report({ mustChangePassword: true });
    await send({ reminderType: 'accept_invite', userIds: [one.id] });
    await deliver();
    return [one, decodeURIComponent(/#(\S+)/.exec(mailTo(one).text)?.[1] ?? '')];
  };
  const [, old] = await invite();
  const [issued, ended] = await invite();
  const stateOf = async (token: string) =>
    (await server.client().post<{ state: string }>('/api/auth/reset-password/check', { token })).body.state;
  expect([await stateOf(old), await stateOf(ended)]).toEqual(['open', 'open']);
  expect((await world.admin.post(`/api/users/${issued.id}/generate-password`)).status).toBe(200);
  expect(await stateOf(ended)).toBe('used');
  await db.moveClock({ hours: 24 * 7 + 1 });
  try {
    expect(await stateOf(old)).toBe('expired');
  } finally {
    await db.moveClock({});
  }
});

test('[USR-08] [SEC-03] a reminder stands in the data of its reader; an erasure takes the name out of what was written', async () => {
  const one = await report({ firstName: 'Quirin', lastName: 'Zwetschge' });
  const other = await report({});
  const message = 'Quirin, please help Ann';
  await send({ reminderType: 'begin_training', userIds: [one.id, other.id], customMessage: message });
  const own = await signIn(server.client(), one);
  const data = await own.fetch('GET', '/api/users/me/export');
  expect(data.status).toBe(200);
  expect(await data.text()).toContain(message);
  const erased = await world.admin.call(peopleContract.erase, {
    params: { userId: one.id },
    body: { reason: 'Asked for it' },
  });
  expect(erased.status).toBe(200);
  const { rows } = await db.admin.query<{ message: string }>(
    'select message from manual_reminders where user_id = any($1) order by id',
    [[one.id, other.id]],
  );
  // Where the row is about somebody else, a first name alone may be anybody's.
  expect(rows.map((row) => row.message).toSorted()).toEqual(
    [`${erased.body.pseudonym}, please help Ann`, message].toSorted(),
  );
  const { rows: trail } = await db.admin.query(
    `select 1 from audit.events where subject_id = $1 and payload::text like '%Quirin%'`,
    [one.id],
  );
  expect(trail).toEqual([]);
  expect((await verifyAll(server.services)).findings).toEqual([]);
});
