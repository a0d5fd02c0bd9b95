import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { createMailer } from '#server/platform/mail/mailer.ts';
import { sweepMailJob } from '#server/platform/mail/outbox.ts';
import type { Services } from '#server/platform/services.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { until } from '#tests/harness/poll.ts';
import { temporaryFolder } from '#tests/harness/processes.ts';
import { startCommand, type Running } from '#tests/harness/product.ts';
import { startTestServer } from '#tests/harness/server.ts';
import { createTextModules } from '#tests/harness/training-world.ts';
import { asFixture, createOrganization, createUser, type FixtureUser } from '#tests/harness/world.ts';
import { sweepRemindersJob } from './schedule.jobs.ts';

const enough = 10;
const dayMs = 24 * 3600_000;
const people = 4;

const secret = 'a secret of this test with more than 32 letters';
const cleanups: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A mail server with a door for each worker, which takes what comes at once, or lets it wait for its answer. */
class MailServer {
  readonly taken: { readonly messageId: string; readonly to: string }[] = [];
  holds = false;
  #held: { readonly port: number; readonly take: () => void }[] = [];

  async open(): Promise<number> {
    const smtp: SMTPServer = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onData: (stream, session, done) => {
        let raw = '';
        stream.on('data', (chunk: Buffer) => (raw += chunk.toString()));
        stream.on('end', () => {
          const messageId = /^Message-ID: (.+)$/im.exec(raw)?.[1]?.trim() ?? '';
          let open = true;
          const take = () => {
            if (!open) return;
            open = false;
            for (const { address } of session.envelope.rcptTo) this.taken.push({ messageId, to: address });
            done();
          };
          if (this.holds) this.#held.push({ port: (smtp.server.address() as AddressInfo).port, take });
          else take();
        });
      },
    });
    smtp.on('error', () => undefined);
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
    cleanups.push(() => new Promise<void>((resolve) => smtp.close(() => resolve())));
    return (smtp.server.address() as AddressInfo).port;
  }

  /** Whose mail arrived whole and waits. */
  sender = (): number | undefined => this.#held[0]?.port;

  take(port: number): void {
    for (const held of this.#held) if (held.port === port) held.take();
    this.forget(port);
  }

  forget(port: number): void {
    this.#held = this.#held.filter((held) => held.port !== port);
  }

  release(): void {
    this.holds = false;
    for (const { take } of this.#held.splice(0)) take();
  }
}

interface Worker {
  readonly process: Running;
  readonly port: number;
}

/** Starts worker processes of one installation. */
function installation(db: TestDatabase) {
  const folder = temporaryFolder();
  cleanups.push(folder.remove);
  return async (port: number): Promise<Worker> => {
    const process = startCommand(['worker'], {
      DATABASE_URL: db.url,
      DATA_DIR: path.join(folder.dir, 'data'),
      SECRET_KEY: secret,
      PUBLIC_URL: 'http://127.0.0.1:3000',
      SMTP_URL: `smtp://127.0.0.1:${String(port)}`,
      MAIL_FROM: 'TrainTrail <noreply@traintrail.example>',
    });
    cleanups.push(async () => {
      process.kill('SIGKILL');
      await process.ended;
    });
    await until('the worker works', () => process.stdout().includes('"msg":"working"'), { timeout: 60_000 });
    return { process, port };
  };
}

/** Lets nobody write to the outbox until it is released, and says when a statement like this waits for it. */
async function closeOutbox(db: TestDatabase) {
  const client = await db.admin.connect();
  await client.query('begin; lock table mail_outbox in share row exclusive mode');
  return {
    waits: async (like: string) => {
      const { rows } = await db.admin.query(
        `select 1 from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query ilike $1`,
        [like],
      );
      return rows.length > 0;
    },
    open: async () => {
      await client.query('rollback');
      client.release();
    },
  };
}

async function makeWorld(services: Services, start: number, rounds: number) {
  const { id: organizationId } = await createOrganization(services, { timeZone: 'UTC' });
  const learners: FixtureUser[] = [];
  for (let count = 0; count < people; count += 1)
    learners.push(await createUser(services, { organizationId }));
  const modules = await createTextModules(services, rounds, { completionPolicy: 'self_attest' });
  const days = modules.map((_, round) =>
    addDays(new Date(start).toISOString().slice(0, 10), 20 + 40 * round),
  );
  await asFixture(services, (tx) =>
    tx.db
      .insertInto('trainingAssignments')
      .values(
        modules.flatMap((moduleId, round) =>
          learners.map(({ id }) => ({
            userId: id,
            moduleId,
            dueDate: days[round] ?? '',
            assignedDate: new Date(start - dayMs),
          })),
        ),
      )
      .execute(),
  );
  return { learners, days };
}

test('[NOT-04] [OPS-03] F10: two worker processes through months of due dates, killed with SIGKILL as they plan, send and note: each reminder arrives, under one Message-ID', async () => {
  const db = await createTestDatabase();
  cleanups.push(() => db.drop());
  const server = await startTestServer({ db, config: { secretKey: Buffer.from(secret) } });
  cleanups.push(() => server.close());
  const mailer = createMailer('smtp://127.0.0.1:1', 'nobody@traintrail.example');
  cleanups.push(() => mailer.close());
  // Only enqueues: planning and sending is the workers' work.
  const services: Services = { ...server.services, mailer };
  const start = Math.floor(Date.now() / dayMs) * dayMs;
  const { learners, days } = await makeWorld(services, start, enough);
  const mails = new MailServer();
  const startWorker = installation(db);
  let workers = await Promise.all([mails.open(), mails.open()].map(async (port) => startWorker(await port)));
  let kills = 0;
  let cut = 0;
  const kill = async (victims: readonly Worker[]) => {
    for (const { process } of victims) process.kill('SIGKILL');
    for (const { process, port } of victims) {
      await process.ended;
      mails.forget(port);
    }
    kills += victims.length;
    workers = workers.filter((worker) => !victims.includes(worker));
    return victims.map(({ port }) => startWorker(port));
  };
  const setClock = (at: number) => db.moveClock({ milliseconds: at - Date.now() });
  const plan = () =>
    services.db.transaction().execute((tx) => services.jobs.enqueue(tx, sweepRemindersJob, [{}]));
  const states = async () =>
    (
      await db.admin.query<{ all: string | null; open: number }>(
        `select string_agg(id || state, ',' order by id) as all,
         (count(*) filter (where state <> 'sent'))::int as open from mail_outbox`,
      )
    ).rows[0];
  /** Until nothing has changed for a while: what is on its way then is what a killed worker held. */
  const calm = async () => {
    for (let before = '', now = await states(); before !== now?.all; now = await states()) {
      before = now?.all ?? '';
      await delay(400);
    }
  };
  const victimBySending = async (): Promise<Worker> => {
    const port = await until('one of them sends', mails.sender);
    const victim = workers.find((worker) => worker.port === port);
    if (!victim) throw new Error('an unknown worker sends');
    return victim;
  };
  const ways = [
    // While steps are recorded and mails queued: whoever it is, both are killed, and it is planned again.
    async () => {
      const outbox = await closeOutbox(db);
      await plan();
      await until('mails are being queued', () => outbox.waits('%insert into mail_outbox%'));
      const fresh = await kill(workers);
      await outbox.open();
      workers = await Promise.all(fresh);
      await plan();
    },
    // While the mail server has not answered.
    async () => {
      mails.holds = true;
      await plan();
      const fresh = await kill([await victimBySending()]);
      mails.release();
      workers = [...workers, ...(await Promise.all(fresh))];
    },
    // After it took the mail, before that is noted.
    async () => {
      mails.holds = true;
      await plan();
      const victim = await victimBySending();
      const outbox = await closeOutbox(db);
      const before = mails.taken.length;
      mails.take(victim.port);
      cut += mails.taken.length - before;
      await until('it is being noted', () => outbox.waits('update "mail_outbox"%'));
      const fresh = await kill([victim]);
      await outbox.open();
      mails.release();
      workers = [...workers, ...(await Promise.all(fresh))];
    },
  ];

  let round = 0;
  while (kills < enough) {
    const at = Date.parse(`${days[round] ?? ''}T08:01:00Z`);
    await setClock(at);
    await ways[round % ways.length]?.();
    round += 1;
    await until(
      'everybody is told',
      async () => ((await states())?.all?.split(',').length ?? 0) >= round * people,
    );
    await calm();
    // What a killed worker held is free when its claim has ended.
    await setClock(at + 6 * 60_000);
    await sweepMailJob.run(services, {});
    await until('everything is sent', async () => (await states())?.open === 0);
  }
  expect(kills).toBeGreaterThanOrEqual(enough);

  const { rows } = await db.admin.query<{ messageId: string; to: string; due: string }>(
    `select m.message_id as "messageId", m.to_address as "to", a.due_date::text as due
     from mail_outbox m cross join lateral jsonb_array_elements_text(m.payload -> 'sends') send
     join reminder_sends s on s.id = send::int join training_assignments a on a.id = s.assignment_id`,
  );
  const expected = days.slice(0, round).flatMap((day) => learners.map(({ email }) => `${email} ${day}`));
  expect(rows.map(({ to, due }) => `${to} ${due}`).toSorted()).toEqual(expected.toSorted());
  const arrived = new Set(mails.taken.map(({ messageId, to }) => `${messageId} ${to}`));
  expect([...arrived].toSorted()).toEqual(rows.map(({ messageId, to }) => `${messageId} ${to}`).toSorted());
  // Twice came only what had been taken and could not be noted.
  expect(mails.taken.length - arrived.size).toBeLessThanOrEqual(cut);
}, 240_000);
