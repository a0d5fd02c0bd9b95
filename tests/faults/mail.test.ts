import net, { type AddressInfo, type Socket } from 'node:net';
import { sql, type KyselyPlugin } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { emailChangedMail } from '#server/domains/people/people.mails.ts';
import { resendMails } from '#server/domains/mail/commands/resend-mails.ts';
import { createMailer } from '#server/platform/mail/mailer.ts';
import { queueMails, sendMailJob, sweepMailJob } from '#server/platform/mail/outbox.ts';
import type { Services } from '#server/platform/services.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { asFixture } from '#tests/harness/world.ts';

type Fault =
  'none' | 'slow' | 'silent' | 451 | 550 | 'refused sender' | 'drop before DATA' | 'drop after DATA' | 'down';

let fault: Fault = 'none';
/** Message-IDs in the order in which the mail server took them for good. */
let taken: string[] = [];
let cutAfterData = 0;

const smtp = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  onMailFrom: (_address, _session, done) => {
    if (fault !== 'refused sender') return done();
    return done(Object.assign(new Error('not from you'), { responseCode: 550 }));
  },
  onRcptTo: (_address, _session, done) => {
    if (typeof fault !== 'number') return done();
    return done(Object.assign(new Error('not this one'), { responseCode: fault }));
  },
  onData: (stream, _session, done) => {
    let raw = '';
    stream.on('data', (chunk: Buffer) => (raw += chunk.toString()));
    stream.on('end', () => {
      taken.push(/^Message-ID: (.+)$/im.exec(raw)?.[1]?.trim() ?? '');
      done();
    });
  },
});
smtp.on('error', () => undefined);

/** The way to the mail server, which can fail at any point of a delivery. */
const way = net.createServer((near) => {
  if (fault === 'down') return void near.destroy();
  const far = net.connect((smtp.server.address() as AddressInfo).port, '127.0.0.1');
  const cut = (): void => {
    near.destroy();
    far.destroy();
  };
  let inBody = false;
  near.on('data', (chunk: Buffer) => {
    const asks = !inBody && /^DATA\r$/m.test(chunk.toString('latin1'));
    if (asks && fault === 'drop before DATA') cut();
    else far.write(chunk);
  });
  far.on('data', (chunk: Buffer) => {
    const text = chunk.toString('latin1');
    // The answer to the whole mail: it was taken, and nobody hears of it.
    if (inBody && text.startsWith('250') && fault === 'drop after DATA') {
      cutAfterData += 1;
      return cut();
    }
    inBody = /^354/m.test(text);
    answer(near, chunk);
  });
  for (const end of [near, far]) end.on('error', cut).on('close', cut);
});

function answer(near: Socket, chunk: Buffer): void {
  if (fault === 'silent') return;
  if (fault === 'slow') setTimeout(() => near.destroyed || near.write(chunk), 100);
  else near.write(chunk);
}

let database: TestDatabase;
const servers: TestServer[] = [];
let both: Services[] = [];

beforeAll(async () => {
  for (const server of [smtp, way])
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = way.address() as AddressInfo;
  database = await createTestDatabase();
  for (let count = 0; count < 2; count += 1) servers.push(await startTestServer({ db: database }));
  const url = `smtp://127.0.0.1:${String(port)}`;
  both = servers.map(({ services }) => ({
    ...services,
    mailer: createMailer(url, 'TrainTrail <noreply@traintrail.example>', { connection: 2000, socket: 1500 }),
  }));
});

afterEach(async () => {
  fault = 'none';
  taken = [];
  cutAfterData = 0;
  await database.moveClock({});
  await asFixture(first(), (tx) => tx.db.deleteFrom('mailOutbox').execute());
});

afterAll(async () => {
  for (const { mailer } of both) mailer?.close();
  for (const server of servers) await server.close();
  await database.drop();
  way.close();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
});

const first = (): Services => {
  const [services] = both;
  if (!services) throw new Error('no server runs');
  return services;
};

async function queue(count: number): Promise<readonly { id: number; messageId: string }[]> {
  await asFixture(first(), (tx) =>
    queueMails(
      tx,
      Array.from({ length: count }, (_, index) => ({
        template: emailChangedMail,
        to: `person-${String(index)}@people.example`,
        userId: null,
        language: 'en' as const,
        payload: {},
        cause: 'test',
      })),
    ),
  );
  return rows();
}

const rows = () =>
  database.db
    .selectFrom('mailOutbox')
    .select(['id', 'messageId', 'state', 'attempts', 'lastError'])
    .orderBy('id')
    .execute();

/** Both servers look for mails and send what they find, at the same time. */
async function work(by: readonly Services[] = both): Promise<void> {
  const ids = (await rows()).map(({ id }) => id);
  await Promise.all(
    by.map(async (services) => {
      await sweepMailJob.run(services, {});
      for (const id of ids) await sendMailJob.run(services, { id });
    }),
  );
}

test('[NOT-02] F9: a mail server that is slow, silent, refuses, drops and comes back: nothing is lost, and twice goes only what it had taken', async () => {
  const mails = await queue(3);
  const script: readonly Fault[] = [
    'down',
    451,
    'drop before DATA',
    'silent',
    'drop after DATA',
    'drop before DATA',
    'drop after DATA',
    'slow',
  ];
  let hours = 0;
  for (const step of script) {
    fault = step;
    await work();
    if (step === 'slow') break;
    expect([step, ...(await rows()).map(({ state }) => state)]).toEqual([
      step,
      ...mails.map(() => 'waiting'),
    ]);
    expect((await rows()).every(({ lastError }) => lastError !== null)).toBe(true);
    hours += 7;
    await database.moveClock({ hours });
  }
  expect((await rows()).map(({ state }) => state)).toEqual(mails.map(() => 'sent'));
  expect(cutAfterData).toBe(2 * mails.length);
  for (const { messageId } of mails)
    expect(taken.filter((each) => each === messageId)).toHaveLength(1 + cutAfterData / mails.length);
  expect(taken).toHaveLength(mails.length + cutAfterData);
  const before = taken.length;
  await database.moveClock({ hours: hours + 7 });
  await work();
  expect(taken).toHaveLength(before);
});

test('[NOT-02] F9: refused for good it fails at once with the reason, and Retry sends it under the same Message-ID', async () => {
  const mails = await queue(2);
  fault = 550;
  await work();
  expect(await rows()).toMatchObject(
    mails.map(() => ({
      state: 'failed',
      attempts: 1,
      lastError: expect.stringContaining('not this one') as string,
    })),
  );
  fault = 'none';
  await work();
  expect(taken).toEqual([]);
  await asFixture(first(), (tx) => resendMails(tx, { state: 'failed' }));
  await work();
  expect(taken.toSorted()).toEqual(mails.map(({ messageId }) => messageId).toSorted());
});

test('[NOT-02] F9: a mail that never goes is given up after five days, not tried for ever', async () => {
  await queue(1);
  fault = 451;
  let hours = 0;
  const failedAfter = async (tries: number) => {
    for (let count = 0; count < tries; count += 1) {
      hours += 7;
      await database.moveClock({ hours });
      await work();
    }
    return rows();
  };
  // The first waits are short: ten tries are over within nine hours, the others wait six hours each.
  expect(await failedAfter(29)).toMatchObject([{ state: 'waiting', attempts: 29 }]);
  expect(await failedAfter(2)).toMatchObject([{ state: 'failed', attempts: 30 }]);
});

/** A mail server that lets nobody in, and one that is not there. */
async function closedDoors(): Promise<{ locked: SMTPServer; absent: number }> {
  const locked = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_given, _session, done) => done(new Error('wrong password')),
  });
  locked.on('error', () => undefined);
  await new Promise<void>((resolve) => void locked.listen(0, '127.0.0.1', () => resolve()));
  const gone = net.createServer();
  await new Promise<void>((resolve) => void gone.listen(0, '127.0.0.1', resolve));
  const { port: absent } = gone.address() as AddressInfo;
  await new Promise<void>((resolve) => void gone.close(() => resolve()));
  return { locked, absent };
}

test('[NOT-02] F9: a wrong password, a refused sender and a server that is not there cost no mail, however long they last', async () => {
  const mails = await queue(2);
  const { locked, absent } = await closedDoors();
  const { port } = locked.server.address() as AddressInfo;
  const open = first();
  const blocked = [`smtp://us:wrong@127.0.0.1:${String(port)}`, `smtp://127.0.0.1:${String(absent)}`].map(
    (url) => ({
      ...open,
      mailer: createMailer(url, 'TrainTrail <noreply@traintrail.example>', {
        connection: 2000,
        socket: 1500,
      }),
    }),
  );
  fault = 'refused sender';
  const reasons = new Set<string>();
  let hours = 0;
  for (const services of [...blocked, open, ...blocked, open]) {
    await work([services]);
    const stored = await rows();
    expect(stored).toMatchObject(mails.map(() => ({ state: 'waiting', attempts: 0 })));
    for (const { lastError } of stored)
      reasons.add(/535|550|ECONNREFUSED/.exec(lastError ?? '')?.[0] ?? String(lastError));
    hours += 30;
    await database.moveClock({ hours });
  }
  expect([...reasons].toSorted()).toEqual(['535', '550', 'ECONNREFUSED']);
  fault = 'none';
  await work();
  expect(taken.toSorted()).toEqual(mails.map(({ messageId }) => messageId).toSorted());
  for (const { mailer } of blocked) mailer.close();
  await new Promise<void>((resolve) => locked.close(() => resolve()));
});

test('[NOT-02] [OPS-10] F9: after two days in which the mail server took nothing all mails go within minutes of its return', async () => {
  const mails = await queue(3);
  fault = 'refused sender';
  let minutes = 0;
  for (const wait of [0, 2, 60, 600, 2200]) {
    minutes += wait;
    await database.moveClock({ minutes });
    await work([first()]);
  }
  expect(await rows()).toMatchObject(mails.map(() => ({ state: 'waiting', attempts: 0 })));
  fault = 'none';
  // The outage has just been seen: nothing is tried until the probe, however long the mails were to wait.
  for (const wait of [3, 3, 1]) {
    minutes += wait;
    await database.moveClock({ minutes });
    await work([first()]);
  }
  expect((await rows()).map(({ state }) => state)).toEqual(mails.map(() => 'sent'));
  expect(taken.toSorted()).toEqual(mails.map(({ messageId }) => messageId).toSorted());
});

test('[NOT-02] F9: while the way is blocked one mail tries it every five minutes, not all of them', async () => {
  await queue(10);
  fault = 'refused sender';
  await work([first()]);
  await database.moveClock({ hours: 20 });
  await work([first()]);
  const tried = async (): Promise<number> =>
    (
      await database.db
        .selectFrom('mailOutbox')
        .select('id')
        .where('blockedAt', '>', sql<Date>`app_now() - interval '1 minute'`)
        .execute()
    ).length;
  await database.moveClock({ hours: 20, minutes: 4 });
  await work([first()]);
  expect(await tried()).toBe(0);
  await database.moveClock({ hours: 20, minutes: 6 });
  await work([first()]);
  expect(await tried()).toBe(1);
});

test('[NOT-02] F9: a worker that dies between sending and noting it: once more at most, with the same Message-ID', async () => {
  const [mail] = await queue(1);
  const [dying, other] = both;
  if (!mail || !dying?.mailer || !other) throw new Error('two servers and a mail');
  let dead = false;
  const { mailer } = dying;
  const killer: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (dead) throw new Error('killed');
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const doomed: Services = {
    ...dying,
    db: dying.db.withPlugin(killer),
    mailer: {
      ...mailer,
      send: async (outgoing) => {
        await mailer.send(outgoing);
        dead = true;
      },
    },
  };
  await expect(sendMailJob.run(doomed, { id: mail.id })).rejects.toThrow('killed');
  await sendMailJob.run(other, { id: mail.id });
  expect(taken).toEqual([mail.messageId]);
  await database.moveClock({ minutes: 6 });
  await Promise.all(both.map((services) => sendMailJob.run(services, { id: mail.id })));
  expect(taken).toEqual([mail.messageId, mail.messageId]);
  expect(await rows()).toMatchObject([{ state: 'sent', attempts: 2 }]);
  await database.moveClock({ minutes: 30 });
  await work();
  expect(taken).toHaveLength(2);
});

test('[NOT-02] F9: a server that hung while another sent the mail does not make it go again', async () => {
  const [mail] = await queue(1);
  const [hanging, other] = both;
  if (!mail || !hanging || !other) throw new Error('two servers and a mail');
  let giveUp: ((error: Error) => void) | undefined;
  const hung = sendMailJob.run(
    {
      ...hanging,
      mailer: {
        send: () => new Promise<void>((_resolve, reject) => (giveUp = reject)),
        close: () => undefined,
      },
    },
    { id: mail.id },
  );
  await expect.poll(async () => (await rows())[0]?.state).toBe('sending');
  await database.moveClock({ minutes: 6 });
  await sendMailJob.run(other, { id: mail.id });
  giveUp?.(new Error('timed out'));
  await hung;
  expect(await rows()).toMatchObject([{ state: 'sent', lastError: null }]);
  await database.moveClock({ hours: 1 });
  await work();
  expect(taken).toEqual([mail.messageId]);
});
