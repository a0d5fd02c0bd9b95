import { sql, type KyselyPlugin } from 'kysely';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, daysBetween } from '#shared/domain/calendar/calendar.ts';
import { createMailer } from '#server/platform/mail/mailer.ts';
import { sendMailJob } from '#server/platform/mail/outbox.ts';
import type { Services } from '#server/platform/services.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createTextModules } from '#tests/harness/training-world.ts';
import { asFixture, createOrganization, createUser, type FixtureUser } from '#tests/harness/world.ts';
import { sweepRemindersJob } from './schedule.jobs.ts';

const zones = [
  'Pacific/Kiritimati',
  'Etc/GMT+12',
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
];
const minute = 60_000;
const dayMs = 24 * 60 * minute;
const kills = 20;

let database: TestDatabase;
const servers: TestServer[] = [];
let smtp: SMTPServer;
let mailed: Services[] = [];
const received: { readonly messageId: string; readonly to: string }[] = [];

/** The n-th statement from now never happens, and its transaction is undone; 0: all happen. Real kills: schedule.crash.test.ts. */
let statementsToDeath = 0;
const killer: KyselyPlugin = {
  transformQuery: ({ node }) => {
    if (statementsToDeath > 0) {
      statementsToDeath -= 1;
      if (statementsToDeath === 0) throw new Error('killed');
    }
    return node;
  },
  transformResult: ({ result }) => Promise.resolve(result),
};

beforeAll(async () => {
  smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, session, done) => {
      let raw = '';
      stream.on('data', (chunk: Buffer) => (raw += chunk.toString()));
      stream.on('end', () => {
        const messageId = /^Message-ID: (.+)$/im.exec(raw)?.[1]?.trim() ?? '';
        for (const { address } of session.envelope.rcptTo) received.push({ messageId, to: address });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const { port } = smtp.server.address() as AddressInfo;
  database = await createTestDatabase();
  for (let count = 0; count < 2; count += 1) servers.push(await startTestServer({ db: database }));
  mailed = servers.map(({ services }) => ({
    ...services,
    mailer: createMailer(`smtp://127.0.0.1:${String(port)}`, 'TrainTrail <noreply@traintrail.example>'),
  }));
});

afterAll(async () => {
  for (const { mailer } of mailed) mailer?.close();
  for (const server of servers) await server.close();
  await database.drop();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
});

/** The instant to ten minutes. */
const bucket = (at: number) => String(Math.floor((at + minute) / minute / 10));

/** Numbers that look random and are the same in every run. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

/** The instant at which clocks in a zone show eight on a date, by the time zones of this process, not of the database. */
function eightOClock(date: string, zone: string): number {
  const wanted = Date.parse(`${date}T08:00:00Z`);
  const shown = (at: number) =>
    Date.parse(`${new Date(at).toLocaleString('sv-SE', { timeZone: zone }).replace(' ', 'T')}Z`);
  const guess = wanted - (shown(wanted) - wanted);
  return guess - (shown(guess) - wanted);
}

interface Training {
  readonly id: number;
  readonly person: FixtureUser;
  readonly manager: FixtureUser | null;
  readonly zone: string;
  readonly due: string;
  readonly isSilent: boolean;
  /** When it was completed, if ever. */
  readonly done: number;
}

interface Outage {
  readonly from: number;
  readonly to: number;
}

const ladder = [
  ...[-14, -7, -1, 0, 1, 7, 14].map((offset) => ({ offset, audience: 'person' as const })),
  { offset: 7, audience: 'manager' as const },
  { offset: 14, audience: 'admins' as const },
];

/** What must arrive: the second opinion, which shares nothing with the product but the wish. */
function expected(trainings: readonly Training[], admin: FixtureUser, outage: Outage): string[] {
  return trainings.flatMap(({ id, person, manager, zone, due, isSilent, done }) =>
    ladder.flatMap(({ offset, audience }) => {
      const goes = (days: number) => {
        const at = eightOClock(addDays(due, days), zone);
        return at > outage.from && at < outage.to ? outage.to : at;
      };
      const at = goes(offset);
      // After the outage only the latest of what was missed is told.
      const isPassed = ladder.some(
        (other) => other.audience === audience && other.offset > offset && goes(other.offset) === at,
      );
      const to = { person: isSilent ? null : person, manager, admins: admin }[audience];
      if (isPassed || at >= done || !to) return [];
      return [`${to.email} training ${String(id)} ${audience} ${String(offset)} at ${bucket(at)}`];
    }),
  );
}

function firstOf<T>([first]: readonly T[]): T {
  if (first === undefined) throw new Error('no server runs');
  return first;
}

async function makeWorld(start: number, roll: (below: number) => number) {
  const { services } = firstOf(servers);
  const admin = await createUser(services, { role: 'admin' });
  const moduleIds = await createTextModules(services, 3, { completionPolicy: 'self_attest' });
  const trainings: Training[] = [];
  for (const zone of zones) {
    const { id: organizationId } = await createOrganization(services, { timeZone: zone });
    const manager = await createUser(services, { role: 'manager', organizationId });
    for (const isSilent of [false, zone === 'Europe/Berlin']) {
      const leader = isSilent ? null : manager;
      const person = await createUser(services, {
        organizationId,
        managerId: leader?.id ?? null,
        settings: { trainingReminders: !isSilent },
      });
      for (const moduleId of moduleIds.slice(0, 2)) {
        const due = addDays(new Date(start).toISOString().slice(0, 10), 18 + roll(310));
        const { id } = await asFixture(services, (tx) =>
          tx.db
            .insertInto('trainingAssignments')
            .values({ userId: person.id, moduleId, dueDate: due, assignedDate: new Date(start - dayMs) })
            .returning('id')
            .executeTakeFirstOrThrow(),
        );
        const isDone = roll(3) === 0;
        const done = isDone ? eightOClock(addDays(due, roll(20) - 12), zone) + 90 * minute : Infinity;
        trainings.push({ id, person, manager: leader, zone, due, isSilent, done });
      }
    }
  }
  return { admin, trainings };
}

const complete = (id: number) =>
  asFixture(firstOf(mailed), (tx) =>
    tx.db
      .updateTable('trainingAssignments')
      .set({ status: 'completed', completedAt: sql<Date>`app_now()` })
      .where('id', '=', id)
      .execute(),
  );

const setClock = (at: number) => database.moveClock({ milliseconds: at - Date.now() });

/** What a server does at this time: it plans and sends what waits. */
async function work(services: Services): Promise<void> {
  await sweepRemindersJob.run(services, {});
  const { rows } = await sql<{ id: number }>`
    select id from mail_outbox where state in ('waiting', 'sending') order by id`.execute(database.db);
  for (const { id } of rows) await sendMailJob.run(services, { id });
}

async function workUntilKilled(services: Services, statements: number): Promise<boolean> {
  statementsToDeath = statements;
  try {
    await work({ ...services, db: services.db.withPlugin(killer) });
    return false;
  } catch (error) {
    // The sweep tells of each of its parts; the killed one is one of them.
    const failures: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
    if (!failures.every((failure) => failure instanceof Error && failure.message === 'killed')) throw error;
    return true;
  } finally {
    statementsToDeath = 0;
  }
}

test('[NOT-04] F10 F11 F12: a year with weekends, changes of clocks, zones from −12 to +14, an outage of three days, twenty runs that break off at any statement, and two servers: what arrives is what must', async () => {
  const roll = dice(7);
  const start = Math.floor(Date.now() / dayMs) * dayMs;
  const { admin, trainings } = await makeWorld(start, roll);
  // It takes the day before, the day itself and the day after from one training: of these only the last is told.
  const hit = trainings.find(({ done }) => done === Infinity) ?? firstOf(trainings);
  const from = eightOClock(addDays(hit.due, -1), hit.zone) - 60 * minute;
  const outage = { from, to: from + 3 * dayMs + 7 * minute };

  const steps = trainings.flatMap(({ due, zone }) =>
    ladder.flatMap(({ offset }) => {
      const at = eightOClock(addDays(due, offset), zone);
      // Just before nothing goes, just after it does; clocks that are a little apart do not matter.
      return [at - minute, at + minute / 2];
    }),
  );
  const ends = trainings.flatMap(({ done }) => (done === Infinity ? [] : [done]));
  const times = [...new Set([...steps, ...ends, outage.to + minute / 2])]
    .filter((at) => at < outage.from || at >= outage.to || ends.includes(at))
    .toSorted((a, b) => a - b);
  const killEvery = Math.max(1, Math.floor(times.length / (kills * 8)));
  let killed = 0;
  for (const [index, at] of times.entries()) {
    await setClock(at);
    for (const { id, done } of trainings) if (done === at) await complete(id);
    if (at > outage.from && at < outage.to) continue;
    const [first, second] = index % 2 === 0 ? mailed : mailed.toReversed();
    if (!first || !second) throw new Error('two servers work');
    if (killed < kills && index % killEvery === 0 && (await workUntilKilled(first, 1 + roll(30))))
      killed += 1;
    // Just before eight there is nothing that two servers could both send.
    await Promise.all((at % minute === 0 ? [first] : [first, second]).map(work));
  }
  expect(killed).toBe(kills);
  // What a killed server held is sent when its claim has ended.
  await setClock((times.at(-1) ?? 0) + 60 * minute);
  await Promise.all(mailed.map(work));

  const { rows } = await sql<{ messageId: string; id: number; audience: string; offset: number; at: Date }>`
    select m.message_id, s.assignment_id as id, s.audience, case r.kind when 'due' then -r.days else r.days end as offset,
      s.created_at as at
    from mail_outbox m
    cross join lateral jsonb_array_elements_text(m.payload -> 'sends') send
    join reminder_sends s on s.id = send::int
    join reminder_rules r on r.id = s.rule_id`.execute(database.db);
  const once = new Map(received.map((mail) => [mail.messageId, mail]));
  expect(received.length - once.size).toBeLessThanOrEqual(kills);
  const arrived = [...once.values()].flatMap(({ messageId, to }) =>
    rows
      .filter((row) => row.messageId === messageId)
      .map(
        ({ id, audience, offset, at }) =>
          `${to} training ${String(id)} ${audience} ${String(offset)} at ${bucket(at.getTime() - minute / 2)}`,
      ),
  );
  expect(arrived.toSorted()).toEqual(expected(trainings, admin, outage).toSorted());
  expect(new Set(arrived).size).toBe(arrived.length);

  // The year held what it was made for.
  expect(arrived.length).toBeGreaterThan(100);
  expect(steps.filter((at) => at > outage.from && at < outage.to).length).toBeGreaterThan(5);
  const weekdays = new Set(trainings.map(({ due }) => daysBetween('2024-01-01', due) % 7));
  expect(weekdays.size).toBe(7);
  const { rows: passed } = await sql<{ count: number }>`
    select count(*)::int as count from mail_outbox where state <> 'sent'`.execute(database.db);
  expect(passed[0]?.count).toBe(0);
});
