import { afterAll, beforeAll, expect, test } from 'vitest';
import type { outboxContract } from '#shared/contract/outbox.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { emailChangedMail, confirmEmailMail } from '#server/domains/people/people.mails.ts';
import { cleanMailJob, queueMail } from '#server/platform/mail/outbox.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { openMailbox, type Mailbox } from '#tests/harness/mailbox.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { statementsDuring } from '#tests/harness/statements.ts';
import { asFixture, createOrganization, createUser, createUsers, signIn } from '#tests/harness/world.ts';

type Mails = ResponseOf<typeof outboxContract.list>;
type Opened = ResponseOf<typeof outboxContract.open>;
type Summary = ResponseOf<typeof outboxContract.overview>;

let database: TestDatabase;
let server: TestServer;
let admin: TestClient;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
  const user = await createUser(server.services, { role: 'admin', settings: { systemUpdates: true } });
  admin = await signIn(server.client(), user);
});

afterAll(async () => {
  await server.close();
  await database.drop();
});

async function queue(to: string, state: 'waiting' | 'sending' | 'sent' | 'failed' | 'held', daysAgo = 0) {
  return asFixture(server.services, async (tx) => {
    await queueMail(tx, {
      template: daysAgo > 0 ? emailChangedMail : confirmEmailMail,
      to,
      userId: null,
      language: 'de',
      payload: {},
      ...(daysAgo === 0 && { secret: 'the-secret-token' }),
      cause: 'profile.changed users u_1',
    });
    const { id } = await tx.db
      .updateTable('mailOutbox')
      .set({ state, attempts: 3, lastError: state === 'failed' ? '550 no such user' : null })
      .set({ createdAt: new Date(Date.now() - daysAgo * 24 * 3600_000) })
      .where('toAddress', '=', to)
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  });
}

const list = async (query: string) => (await admin.get<Mails>(`/api/outbox?${query}`)).body;

test('[NOT-02] the outbox is filtered by state, address, template and day, sorted and paged, and tells no secret', async () => {
  const stamp = new Date().toISOString().slice(0, 10);
  for (const [name, state, daysAgo] of [
    ['ann', 'waiting', 0],
    ['bob', 'sending', 0],
    ['cleo', 'sent', 10],
    ['dora', 'failed', 20],
    ['eve_1', 'held', 0],
  ] as const)
    await queue(`${name}@list.example`, state, daysAgo);
  const names = async (query: string) =>
    (await list(`q=@list.example&${query}`)).map(({ to }) => to.split('@')[0]);
  expect(await names('')).toEqual(['eve_1', 'bob', 'ann', 'cleo', 'dora']);
  expect(await names('state=waiting&sort=to')).toEqual(['ann', 'bob']);
  expect(await names('state=failed')).toEqual(['dora']);
  expect(await names('state=held')).toEqual(['eve_1']);
  expect(await names('template=people.emailChanged&sort=-to')).toEqual(['dora', 'cleo']);
  expect(await names(`to=${addDaysTo(stamp, -5)}`)).toEqual(['cleo', 'dora']);
  expect(await names(`from=${addDaysTo(stamp, -15)}&to=${addDaysTo(stamp, -5)}`)).toEqual(['cleo']);
  expect(await names('limit=2&offset=1&sort=to')).toEqual(['bob', 'cleo']);
  // Wildcards of the search are letters.
  expect((await list('q=eve_1@')).length).toBe(1);
  expect((await list('q=eve%25')).length).toBe(0);
  const answer = await admin.get<Mails>('/api/outbox?q=@list.example&limit=2');
  expect(answer.headers.get('x-total-count')).toBe('5');
  expect(JSON.stringify(answer.body)).not.toMatch(/payload|secret|token/);
  const [failed] = await list('q=dora@');
  expect(failed).toMatchObject({
    state: 'failed',
    attempts: 3,
    lastError: '550 no such user',
    nextAttemptAt: null,
  });
  const { body } = await admin.get<Summary>('/api/outbox/overview');
  expect(body).toMatchObject({ configured: false, counts: { waiting: 2, sent: 1, failed: 1, held: 1 } });
  expect(body.templates).toContain('reminders.schedule');
});

const addDaysTo = (date: string, days: number) =>
  new Date(Date.parse(date) + days * 24 * 3600_000).toISOString().slice(0, 10);

test('[NOT-02] F18: failed mails are tried again and held ones released, one or all; what is on its way is left alone', async () => {
  const [failed, other, held, sending] = await Promise.all([
    queue('f1@again.example', 'failed'),
    queue('f2@again.example', 'failed'),
    queue('h1@again.example', 'held'),
    queue('s1@again.example', 'sending'),
  ]);
  const resend = async (body: unknown) =>
    (await admin.post<{ count: number }>('/api/outbox/resend', body)).body.count;
  const states = async () =>
    (await list('q=@again.example&sort=to')).map(({ state, attempts }) => `${state} ${String(attempts)}`);
  expect(await resend({ state: 'failed', ids: [failed, held, sending] })).toBe(1);
  expect(await states()).toEqual(['waiting 0', 'failed 3', 'held 3', 'waiting 3']);
  expect(await resend({ state: 'failed', ids: [failed] })).toBe(0);
  expect(await resend({ state: 'held', ids: [held] })).toBe(1);
  expect(await resend({ state: 'failed' })).toBeGreaterThanOrEqual(1);
  expect(await states()).toEqual(['waiting 0', 'waiting 0', 'waiting 0', 'waiting 3']);
  const rows = await database.db
    .selectFrom('mailOutbox')
    .select(['id', 'releasedAt'])
    .where('id', 'in', [other, held, sending])
    .orderBy('toAddress')
    .execute();
  expect(rows.map(({ releasedAt }) => releasedAt !== null)).toEqual([true, true, false]);
  const { rows: trail } = await database.admin.query<{ kind: string; mail: string | null }>(
    `select kind, object_id as mail from audit.events where action = 'mail.resent' and actor_id is not null`,
  );
  expect(trail.filter(({ kind }) => kind === 'command')).toHaveLength(4);
  // Each email that was released or tried again is named; one on its way is not.
  const named = trail.filter(({ kind }) => kind === 'access').map(({ mail }) => Number(mail));
  expect(named).toEqual(expect.arrayContaining([other, held]));
  expect(named).not.toContain(sending);
});

test('[NOT-02] the outbox is searched by a part of an address and counted by indexes, however long it is', async () => {
  const sent = await statementsDuring(async () => {
    await list('q=PEOPLE.example&state=sent');
    await admin.get('/api/outbox/overview');
  });
  const reading = sent.filter(({ text }) => text.includes('mail_outbox'));
  expect(reading).toHaveLength(3);
  const connection = await database.admin.connect();
  try {
    await connection.query('begin; set local enable_seqscan = off');
    const plans: string[] = [];
    for (const { text, values } of reading) {
      const { rows } = await connection.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${text}`, [
        ...values,
      ]);
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    }
    expect(plans.join('\n')).not.toContain('Seq Scan on mail_outbox');
    const { rows } = await connection.query<{ found: boolean }>(
      `select to_regclass('mail_outbox_search_index') is not null as found`,
    );
    expect(rows[0]?.found).toBe(true);
  } finally {
    await connection.query('rollback');
    connection.release();
  }
});

test('[NOT-02] a mail that was sent is removed after 180 days; what failed or waits stays', async () => {
  const names = ['sent', 'failed', 'held'] as const;
  for (const state of names) await queue(`${state}@old.example`, state);
  await queue('young@old.example', 'sent');
  await database.admin.query(`update mail_outbox set created_at = app_now() - interval '181 days',
    sent_at = case when state = 'sent' then app_now() - interval '181 days' end where to_address like '%@old.example'`);
  await database.admin.query(
    `update mail_outbox set sent_at = app_now() - interval '179 days' where to_address = 'young@old.example'`,
  );
  await cleanMailJob.run(server.services, {});
  expect((await list('q=@old.example&sort=to')).map(({ to }) => to)).toEqual([
    'failed@old.example',
    'held@old.example',
    'young@old.example',
  ]);
});

test('[NOT-02] an announcement reaches those who chose announcements, of the audience only, and stands in the trail', async () => {
  const organization = await createOrganization(server.services);
  const at = { organizationId: organization.id };
  const people = await createUsers(server.services, [
    { ...at, settings: { systemUpdates: true, language: 'fr' } },
    { ...at, settings: {} },
    { ...at, settings: { systemUpdates: true, emailNotifications: false } },
    { ...at, role: 'manager', settings: { systemUpdates: true } },
    { ...at, role: 'manager', settings: { systemUpdates: true }, isActive: false },
  ]);
  const where = `organizationId=${String(organization.id)}`;
  const reach = async (audience: string) =>
    (await admin.get(`/api/announcements/recipients?audience=${audience}&${where}`)).body;
  expect(await reach('everyone')).toEqual({ reached: 2, all: 4 });
  expect(await reach('managers')).toEqual({ reached: 1, all: 1 });
  expect(await reach('admins')).toEqual({ reached: 0, all: 0 });
  const body = {
    audience: 'everyone',
    organizationId: organization.id,
    subject: 'Maintenance on Friday',
    message: 'The system rests.\n\nFrom 18:00.',
  };
  const answer = await admin.post<{ id: number; reached: number }>('/api/announcements', body);
  expect(answer).toMatchObject({ status: 201, body: { reached: 2 } });
  const queued = await database.db
    .selectFrom('mailOutbox')
    .select(['userId', 'language', 'category'])
    .where('template', '=', 'system.announcement')
    .orderBy('language')
    .execute();
  expect(queued).toEqual([
    { userId: people[3]?.id, language: 'en', category: 'system' },
    { userId: people[0]?.id, language: 'fr', category: 'system' },
  ]);
  const { rows } = await database.admin.query<{ payload: string }>(
    `select payload from audit.events where object_type = 'announcements' and kind = 'insert'`,
  );
  expect(rows[0]?.payload).toContain('The system rests.');
  const refused = await admin.post('/api/announcements', { ...body, subject: 'Two\r\nlines' });
  expect(refused.status).toBe(422);
});

test('[NOT-06] an email is shown as it was sent, a waiting one as it would go, and never with the secret of its link', async () => {
  const mailbox: Mailbox = await openMailbox();
  mailbox.connect(server.services);
  const person = await createUser(server.services, { firstName: 'Nora', settings: { language: 'fr' } });
  await asFixture(server.services, (tx) =>
    queueMail(tx, {
      template: confirmEmailMail,
      to: 'nora@shown.example',
      userId: person.id,
      language: 'fr',
      payload: {},
      secret: 'the-secret-token',
      cause: `profile.changed users ${person.id}`,
    }),
  );
  const opened = async () => {
    const [row] = await list('q=nora@shown.example');
    const answer = await admin.get<Opened>(`/api/outbox/${String(row?.id)}`);
    expect(answer.status).toBe(200);
    return { row, mail: answer.body };
  };
  const before = await opened();
  const sent = (await mailbox.deliver()).find(({ to }) => to.includes('nora@shown.example'));
  const after = await opened();
  expect(sent?.text).toContain('the-secret-token');
  for (const { row, mail } of [before, after]) {
    expect(row?.subject).toBe(sent?.subject);
    expect(mail.subject).toBe(sent?.subject);
    expect(JSON.stringify(mail)).not.toContain('the-secret-token');
    expect(mail.text.trim()).toBe(
      sent?.text.replaceAll('\r\n', '\n').replace('the-secret-token', 'hidden').trim(),
    );
    expect(mail.html).toContain('hidden"');
  }
  expect([before.mail.asSent, after.mail.asSent]).toEqual([false, true]);
  const { rows } = await database.admin.query<{ accesses: number }>(
    `select count(*)::int as accesses from audit.events where action = 'mail.opened'`,
  );
  expect(rows[0]?.accesses).toBe(2);
  // What was sent does not change with the person, nor with the texts of a later version.
  await asFixture(server.services, (tx) =>
    tx.db
      .updateTable('mailOutbox')
      .set({ language: 'en' })
      .where('toAddress', '=', 'nora@shown.example')
      .execute(),
  );
  expect((await opened()).mail.subject).toBe(sent?.subject);
  expect((await admin.get('/api/outbox/999999')).status).toBe(404);
  await mailbox.close();
});
