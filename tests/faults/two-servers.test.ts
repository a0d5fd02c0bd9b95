import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { emailChangedMail } from '#server/domains/people/people.mails.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import { createMailer } from '#server/platform/mail/mailer.ts';
import { queueMail, sweepMailJob } from '#server/platform/mail/outbox.ts';
import type { Services } from '#server/platform/services.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { until } from '#tests/harness/poll.ts';
import { temporaryFolder } from '#tests/harness/processes.ts';
import { startCommand, type Running } from '#tests/harness/product.ts';
import { startTestServer } from '#tests/harness/server.ts';

const mostRounds = 20;
const leastRounds = 3;
const roundsMs = 12_000;

const secret = 'a secret of this test with more than 32 letters';
const cleanups: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Mails that a mail server took for good, and who waits for its answer. */
class MailServer {
  readonly taken: string[] = [];
  #waiting: {
    readonly to: string;
    readonly port: number;
    readonly session: string;
    readonly take: () => void;
  }[] = [];

  /** A door of its own for a worker, so that it is known who sends. */
  async open(): Promise<number> {
    const smtp = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onData: (stream, session, done) => {
        const to = session.envelope.rcptTo.map(({ address }) => address).join();
        stream.resume();
        stream.on('end', () => {
          const take = () => {
            this.taken.push(to);
            done();
          };
          this.#waiting.push({ to, port, session: session.id, take });
        });
      },
      onClose: (session) => {
        this.#waiting = this.#waiting.filter((each) => each.session !== session.id);
      },
    });
    smtp.on('error', () => undefined);
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
    const { port } = smtp.server.address() as AddressInfo;
    cleanups.push(() => new Promise<void>((resolve) => smtp.close(() => resolve())));
    return port;
  }

  /** Whose mail to this address arrived whole and waits to be taken. */
  senderOf(to: string): number | undefined {
    return this.#waiting.find((each) => each.to === to)?.port;
  }

  take(to: string): void {
    this.#waiting.find((each) => each.to === to)?.take();
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

async function newDatabase(): Promise<TestDatabase> {
  const db = await createTestDatabase();
  cleanups.push(() => db.drop());
  return db;
}

/** How often each minutely sweep was enqueued and ran, and for how many minutes it was planned. */
async function sweeps(db: TestDatabase) {
  const { rows } = await db.admin.query<{ name: string; planned: number; jobs: number; runs: number }>(
    `select s.name,
       (select count(distinct p.singleton_on)::int from pgboss.job p where p.name = '__pgboss__send-it' and p.data ->> 'name' = s.name) as planned,
       count(j.id)::int as jobs, (count(j.id) filter (where j.state = 'completed' and j.retry_count = 0))::int as runs
     from pgboss.schedule s left join pgboss.job j on j.name = s.name where s.cron = '* * * * *' group by s.name`,
  );
  return rows;
}

test('[OPS-03] F10: two processes on one database: a schedule fires once a slot, and kill -9 amid a job leaves its effect once', async () => {
  const mails = new MailServer();
  // Undisturbed, while the others are being killed: their slots are looked at in the end.
  const calm = await newDatabase();
  const startCalm = installation(calm);
  const calmPort = await mails.open();
  await Promise.all([startCalm(calmPort), startCalm(calmPort)]);

  const db = await newDatabase();
  const server = await startTestServer({ db, config: { secretKey: Buffer.from(secret) } });
  cleanups.push(() => server.close());
  const start = installation(db);
  const mailer = createMailer('smtp://127.0.0.1:1', 'nobody@traintrail.example');
  cleanups.push(() => mailer.close());
  // Plans mails and sweeps, but sends none: that is the workers' work.
  const services: Services = { ...server.services, mailer };
  const queue = (to: string) =>
    runCommand(services, { action: 'test.mail', actorId: null }, (tx) =>
      queueMail(tx, {
        template: emailChangedMail,
        to,
        userId: null,
        language: 'en',
        payload: {},
        cause: 'test',
      }),
    );
  let workers: readonly Worker[] = await Promise.all([start(await mails.open()), start(await mails.open())]);
  const addresses: string[] = [];
  const begun = performance.now();
  const continuesSentence = (): boolean =>
    addresses.length < leastRounds || (addresses.length < mostRounds && performance.now() - begun < roundsMs);
  while (continuesSentence()) {
    const to = `round-${String(addresses.length)}@people.example`;
    addresses.push(to);
    await queue(to);
    const port = await until('one of them sends', () => mails.senderOf(to));
    const victim = workers.find((worker) => worker.port === port);
    if (!victim) throw new Error('an unknown worker sends');
    victim.process.kill('SIGKILL');
    await victim.process.ended;
    await until('its connection is gone', () => mails.senderOf(to) === undefined);
    // Its claim ends after five minutes; what finds it then runs every minute on any server.
    await db.moveClock({ minutes: 6 * addresses.length });
    await sweepMailJob.run(services, {});
    const survivor = await until('the other one sends', () => mails.senderOf(to));
    expect(survivor).not.toBe(port);
    mails.take(to);
    await until('it is sent', async () => {
      const row = await services.db
        .selectFrom('mailOutbox')
        .select(['state', 'attempts'])
        .where('toAddress', '=', to)
        .executeTakeFirstOrThrow();
      return row.state === 'sent' && row.attempts === 2;
    });
    workers = [...workers.filter((worker) => worker !== victim), await start(port)];
  }
  // Whatever sweeps from now on finds nothing left to send.
  await db.moveClock({ minutes: 6 * (addresses.length + 2) });
  await sweepMailJob.run(services, {});
  expect(mails.taken.toSorted()).toEqual(addresses.toSorted());
  const { rows } = await db.admin.query<{ sent: number }>(
    `select count(*)::int as sent from audit.events where kind = 'command' and action = 'mail.sent'`,
  );
  expect(rows[0]?.sent).toBe(addresses.length);

  await until(
    'a slot of every minutely schedule has come and gone',
    async () => (await sweeps(calm)).every(({ planned, runs }) => planned > 0 && runs >= planned),
    { timeout: 120_000, interval: 250 },
  );
  const fired = await sweeps(calm);
  expect(fired.length).toBeGreaterThan(3);
  expect(fired.map(({ name, jobs, runs }) => [name, jobs, runs])).toEqual(
    fired.map(({ name, planned }) => [name, planned, planned]),
  );
});
