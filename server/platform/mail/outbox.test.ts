import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { runCommand } from '#server/platform/command/run-command.ts';
import { createMailer } from '#server/platform/mail/mailer.ts';
import { queueMail, queueMails, sendMailJob, sweepMailJob } from '#server/platform/mail/outbox.ts';
import { renderMail } from '#server/platform/mail/render.ts';
import type { MailTemplate } from '#server/platform/mail/template.ts';
import type { Services } from '#server/platform/services.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createUsers } from '#tests/harness/world.ts';

const greeting: MailTemplate<{ readonly name: string }> = {
  name: 'test.greeting',
  category: 'security',
  render: (_language, { name }) => ({
    subject: `Hello ${name}`,
    lines: [`Hello ${name}`],
    action: { label: 'Open', path: '/landing' },
  }),
};

interface Received {
  readonly messageId: string;
  readonly raw: string;
}

let database: TestDatabase;
let server: TestServer;
let smtp: SMTPServer;
let services: Services;
let received: Received[] = [];
let refuseWith: number | null = null;

beforeAll(async () => {
  smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: (_address, _session, done) => {
      if (refuseWith === null) return done();
      const error: Error & { responseCode?: number } = new Error('not now');
      error.responseCode = refuseWith;
      return done(error);
    },
    onData: (stream, _session, done) => {
      let raw = '';
      stream.on('data', (chunk: Buffer) => (raw += chunk.toString()));
      stream.on('end', () => {
        received.push({ messageId: /^Message-ID: (.+)$/im.exec(raw)?.[1]?.trim() ?? '', raw });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const { port } = smtp.server.address() as AddressInfo;
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
  services = {
    ...server.services,
    mailer: createMailer(`smtp://127.0.0.1:${String(port)}`, 'TrainTrail <noreply@traintrail.example>'),
    mailTemplates: new Map([[greeting.name, greeting as MailTemplate]]),
  };
});

afterEach(() => {
  received = [];
  refuseWith = null;
});

afterAll(async () => {
  services.mailer?.close();
  await server.close();
  await database.drop();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
});

async function queue(name: string, dedupeKey?: string): Promise<void> {
  await runCommand(services, { action: 'test.mail', actorId: null }, async (tx) => {
    await queueMail(tx, {
      template: greeting,
      to: 'ann@people.example',
      userId: null,
      language: 'en',
      payload: { name },
      cause: 'test',
      ...(dedupeKey ? { dedupeKey } : {}),
    });
  });
}

const rows = () => services.db.selectFrom('mailOutbox').selectAll().orderBy('id').execute();

test('[NOT-02] a mail is queued with its cause: a rolled back command queues none', async () => {
  const refused = runCommand(services, { action: 'test.mail', actorId: null }, async (tx) => {
    await queueMail(tx, {
      template: greeting,
      to: 'ann@people.example',
      userId: null,
      language: 'en',
      payload: { name: 'Ann' },
      cause: 'test',
    });
    throw new Error('no cause');
  });
  await expect(refused).rejects.toThrow('no cause');
  expect(await rows()).toEqual([]);
});

test('[NOT-02] [AUD-01] each try of a mail stands in the trail once, by what came of it; a secret goes when its link was sent', async () => {
  const last = async () =>
    (await database.admin.query<{ id: number }>('select coalesce(max(id), 0)::int as id from audit.events'))
      .rows[0]?.id;
  const before = await last();
  await runCommand(services, { action: 'test.mail', actorId: null }, (tx) =>
    queueMail(tx, {
      template: greeting,
      to: 'trail@people.example',
      userId: null,
      language: 'en',
      payload: { name: 'Ann' },
      secret: 'a token',
      cause: 'test',
    }),
  );
  const id = (await rows()).at(-1)?.id ?? 0;
  refuseWith = 451;
  await sendMailJob.run(services, { id });
  refuseWith = null;
  await database.moveClock({ hours: 1 });
  await sendMailJob.run(services, { id });
  await database.moveClock({});
  expect((await rows()).at(-1)).toMatchObject({ state: 'sent', attempts: 2, payload: { name: 'Ann' } });
  const { rows: trail } = await database.admin.query<{ action: string; kind: string; mail: string | null }>(
    `select action, kind, object_id as mail from audit.events where id > $1 and action like 'mail.%' and action <> 'mail.placeNoted' order by id`,
    [before],
  );
  expect(trail).toEqual(
    ['mail.failed', 'mail.sent'].flatMap((action) => [
      { action, kind: 'command', mail: null },
      { action, kind: 'access', mail: String(id) },
    ]),
  );
  expect((await rows()).at(-1)?.payload).not.toHaveProperty('secret');
});

test('[NOT-02] a queued mail is sent once, however often its job runs', async () => {
  await queue('Ann');
  const mail = (await rows()).at(-1);
  if (!mail) throw new Error('nothing was queued');
  await Promise.all([1, 2, 3].map(() => sendMailJob.run(services, { id: mail.id })));
  await sendMailJob.run(services, { id: mail.id });
  expect(received.map((each) => each.messageId)).toEqual([mail.messageId]);
  expect(received[0]?.raw).toContain(`${services.config.publicUrl.origin}/landing`);
  expect((await rows()).at(-1)).toMatchObject({ state: 'sent', attempts: 1, lastError: null });
});

test('[NOT-02] a refused mail stays with its reason and goes later with the same Message-ID', async () => {
  await queue('Bea');
  const mail = (await rows()).at(-1);
  if (!mail) throw new Error('nothing was queued');
  refuseWith = 451;
  await sendMailJob.run(services, { id: mail.id });
  const waiting = (await rows()).at(-1);
  expect(waiting).toMatchObject({ state: 'waiting', attempts: 1 });
  expect(waiting?.lastError).toContain('not now');
  refuseWith = null;
  await sendMailJob.run(services, { id: mail.id });
  expect(received).toEqual([]);
  await database.moveClock({ minutes: 5 });
  try {
    await sweepMailJob.run(services, {});
    await sendMailJob.run(services, { id: mail.id });
  } finally {
    await database.moveClock({});
  }
  expect(received.map((each) => each.messageId)).toEqual([mail.messageId]);
  expect((await rows()).at(-1)).toMatchObject({ state: 'sent', attempts: 2 });
});

test('[NOT-02] an address that the server refuses for good fails at once and says why', async () => {
  await queue('Cleo');
  const mail = (await rows()).at(-1);
  if (!mail) throw new Error('nothing was queued');
  refuseWith = 550;
  await sendMailJob.run(services, { id: mail.id });
  expect((await rows()).at(-1)).toMatchObject({ state: 'failed', attempts: 1 });
});

test('[NOT-02] the same cause queues one mail', async () => {
  const before = (await rows()).length;
  await queue('Dora', 'reminder-1');
  await queue('Dora', 'reminder-1');
  expect((await rows()).length).toBe(before + 1);
});

test('[NOT-02] the switches of a person are respected where mail is queued, by category; what must arrive ignores them', async () => {
  const silent = { emailNotifications: false, trainingReminders: false, systemUpdates: false };
  const people = await createUsers(services, [
    { settings: silent },
    { settings: { trainingReminders: false } },
    { settings: { systemUpdates: true } },
    { settings: { systemUpdates: true }, isActive: false },
  ]);
  const categories = ['security', 'training', 'reminder', 'system'] as const;
  const before = (await rows()).length;
  await runCommand(services, { action: 'test.mail', actorId: null }, async (tx) => {
    for (const category of categories)
      await queueMails(
        tx,
        people.map((person) => ({
          template: { ...greeting, category },
          to: person.email,
          userId: person.id,
          language: 'en',
          payload: { name: person.firstName },
          cause: 'test',
        })),
      );
  });
  const queued = (await rows()).slice(before);
  const of = (index: number) =>
    queued.flatMap(({ userId, category }) => (userId === people[index]?.id ? [category] : []));
  expect(of(0)).toEqual(['security']);
  expect(of(1)).toEqual(['security', 'training']);
  expect(of(2)).toEqual(['security', 'training', 'reminder', 'system']);
  expect(of(3)).toEqual(['security']);
});

test('[NOT-02] one cause tells 7,000 people at once, each mail with what belongs to it; a second time it tells nobody', async () => {
  const [person] = await createUsers(services, [{}]);
  const plannedFor = new Date('2030-01-02T03:04:05.678Z');
  const mails = Array.from({ length: 7000 }, (_, index) => ({
    template: { ...greeting, category: 'training' as const },
    to: `reader-${String(index)}@people.example`,
    userId: person?.id ?? null,
    language: 'de' as const,
    payload: { name: `Zoë "${String(index)}" \\ O'Neil` },
    cause: 'test many',
    dedupeKey: `many ${String(index)}`,
    ...(index === 0 ? { plannedFor, secret: 'a token' } : {}),
  }));
  const queue = () =>
    runCommand(services, { action: 'test.mail', actorId: null }, (tx) => queueMails(tx, mails));
  await queue();
  await queue();
  const queued = (await rows()).filter(({ cause }) => cause === 'test many');
  expect(queued.map(({ toAddress }) => toAddress)).toEqual(mails.map(({ to }) => to));
  expect(new Set(queued.map(({ messageId }) => messageId)).size).toBe(7000);
  expect(queued[6999]).toMatchObject({
    userId: person?.id,
    template: greeting.name,
    language: 'de',
    category: 'training',
    payload: mails[6999]?.payload,
    dedupeKey: 'many 6999',
    plannedFor: null,
    state: 'waiting',
  });
  expect(queued[0]).toMatchObject({ plannedFor, payload: { secret: expect.anything() as unknown } });
  expect(JSON.stringify(queued[0]?.payload)).not.toContain('a token');
}, 60_000);

test('[NOT-02] names are text in mails: no header and no markup comes out of them', () => {
  const mail = renderMail(greeting.render('en', { name: 'Eve\r\nBcc: all@people.example <img src=x>' }), {
    category: 'security',
    language: 'en',
    publicUrl: new URL('https://training.example'),
  });
  expect(mail.subject).toBe('Hello Eve Bcc: all@people.example <img src=x>');
  expect(mail.html).not.toContain('<img');
  expect(mail.html).toContain('https://training.example/landing');
});
