import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { OutgoingMail } from '#server/platform/mail/mailer.ts';
import { queueMail, sendMailJob, sweepMailJob } from '#server/platform/mail/outbox.ts';
import type { MailTemplate } from '#server/platform/mail/template.ts';
import type { Services } from '#server/platform/services.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { asFixture } from '#tests/harness/world.ts';

const notice: MailTemplate<Record<string, never>> = {
  name: 'test.notice',
  category: 'security',
  render: () => ({ subject: 'Notice', lines: ['Notice'] }),
};

let database: TestDatabase;
let server: TestServer;
let services: Services;
const sent: OutgoingMail[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
  services = {
    ...server.services,
    mailer: { send: (mail) => Promise.resolve(void sent.push(mail)), close: () => undefined },
    mailTemplates: new Map([[notice.name, notice as MailTemplate]]),
  };
  await sweepMailJob.run(services, {});
});

afterEach(() => database.moveClock({}));

afterAll(async () => {
  await server.close();
  await database.drop();
});

async function queue(plannedFor?: Date): Promise<number> {
  return asFixture(services, async (tx) => {
    await queueMail(tx, {
      template: notice,
      to: 'ann@people.example',
      userId: null,
      language: 'en',
      payload: {},
      cause: 'test',
      ...(plannedFor && { plannedFor }),
    });
    const { id } = await tx.db
      .selectFrom('mailOutbox')
      .select((eb) => eb.fn.max('id').as('id'))
      .executeTakeFirstOrThrow();
    return id;
  });
}

const stateOf = async (id: number) =>
  (await services.db.selectFrom('mailOutbox').select('state').where('id', '=', id).executeTakeFirstOrThrow())
    .state;

/** What a dump that was read into another database looks like: the place that it remembers is another one. */
const putElsewhere = () =>
  asFixture(services, (tx) =>
    tx.db
      .updateTable('settings')
      .set({ value: JSON.stringify({ place: 'another cluster/1' }) })
      .where('key', '=', 'mail.place')
      .execute(),
  );

test.each([
  ['its place is another one', putElsewhere],
  [
    'its restore was recorded',
    () =>
      runCommand(services, { action: 'system.restore', actorId: null, reason: 'disk failed' }, () =>
        Promise.resolve(),
      ),
  ],
])(
  '[NOT-02] F18: a restored outbox sends no old mail, also not by a job of the backup, when %s',
  async (_how, restore) => {
    const waiting = await queue();
    const started = await queue();
    await asFixture(services, (tx) =>
      tx.db.updateTable('mailOutbox').set({ state: 'sending' }).where('id', '=', started).execute(),
    );
    const planned = new Date();
    await restore();
    await database.moveClock({ minutes: 10 });
    sent.length = 0;
    await Promise.all([waiting, started].map((id) => sendMailJob.run(services, { id })));
    expect(sent).toEqual([]);
    await sweepMailJob.run(services, {});
    expect([await stateOf(waiting), await stateOf(started)]).toEqual(['held', 'held']);

    // What the restored database plans anew although its time had come before may have gone then.
    const again = await queue(planned);
    const later = await queue();
    await Promise.all([again, later].map((id) => sendMailJob.run(services, { id })));
    expect([await stateOf(again), await stateOf(later)]).toEqual(['waiting', 'sent']);
    await sweepMailJob.run(services, {});
    expect(await stateOf(again)).toBe('held');

    await asFixture(services, (tx) =>
      tx.db
        .updateTable('mailOutbox')
        .set({ state: 'waiting', releasedAt: new Date() })
        .where('id', '=', waiting)
        .execute(),
    );
    await sendMailJob.run(services, { id: waiting });
    expect([await stateOf(waiting), await stateOf(started)]).toEqual(['sent', 'held']);
  },
);
