import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { planMessages, type RemindedTraining, type ReminderRule } from '#tests/models/schedule.ts';
import type { Services } from '#server/platform/services.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createTextModules } from '#tests/harness/training-world.ts';
import { asFixture, createOrganization, createUser, type FixtureUser } from '#tests/harness/world.ts';
import { reminderDigestMail, type ReminderDigest } from './schedule.mails.ts';
import { sweepRemindersJob } from './schedule.jobs.ts';

const zone = 'America/St_Johns';

let database: TestDatabase;
let server: TestServer;
let services: Services;
let admin: FixtureUser;
let manager: FixtureUser;
let organizationId = 0;
let moduleIds: readonly number[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
  services = server.services;
  admin = await createUser(services, { role: 'admin' });
  organizationId = (await createOrganization(services, { timeZone: zone })).id;
  manager = await createUser(services, { role: 'manager', organizationId });
  moduleIds = await createTextModules(services, 60, { completionPolicy: 'self_attest' });
});

afterEach(async () => {
  await database.admin.query('truncate reminder_sends, mail_outbox');
  await asFixture(services, (tx) =>
    tx.db
      .updateTable('trainingAssignments')
      .set({ status: 'voided', voidedAt: new Date() })
      .where('status', '<>', 'voided')
      .execute(),
  );
  await database.moveClock({});
});

afterAll(async () => {
  await server.close();
  await database.drop();
});

/** Moves the clock to an hour of a date in the organization. */
async function goTo(date: string, hour: number): Promise<void> {
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from ((${date}::date + make_interval(hours => ${hour})) at time zone ${zone}) - now()) * 1000)::float8 as ms
  `.execute(database.db);
  await database.moveClock({ milliseconds: rows[0]?.ms ?? 0 });
}

const today = new Date().toISOString().slice(0, 10);

async function assign(
  person: FixtureUser,
  trainings: readonly { due: number; assigned?: number; renewal?: boolean; done?: boolean }[],
): Promise<readonly RemindedTraining[]> {
  const made = trainings.map(({ due, assigned = -60, renewal = false }) => ({
    dueDate: addDays(today, due),
    assignedOn: addDays(today, assigned),
    isRenewal: renewal,
  }));
  const rows = await asFixture(services, (tx) =>
    tx.db
      .insertInto('trainingAssignments')
      .values(
        made.map(({ dueDate, assignedOn, isRenewal }, index) => ({
          userId: person.id,
          moduleId: moduleIds[index] ?? 0,
          dueDate,
          assignedDate: sql<Date>`(${assignedOn}::date + interval '12 hours') at time zone ${zone}`,
          assignmentType: isRenewal ? ('renewal' as const) : ('manual' as const),
        })),
      )
      .returning('id')
      .execute(),
  );
  return made.map((training, index) => ({
    ...training,
    assignmentId: rows[index]?.id ?? 0,
    userId: person.id,
    managerId: person.managerId,
  }));
}

const newPerson = (settings: Record<string, unknown> = {}) =>
  createUser(services, { organizationId, managerId: manager.id, settings });

interface Sent {
  readonly to: string;
  readonly language: 'en' | 'es' | 'fr' | 'de';
  readonly payload: ReminderDigest;
}

async function mails(): Promise<readonly Sent[]> {
  const { rows } = await sql<Sent>`
    select to_address as to, language, payload from mail_outbox order by to_address`.execute(database.db);
  return rows;
}

test('[NOT-04] the statement of the server tells what the rule tells, for every kind of training and day', async () => {
  const { rows: rules } = await sql<ReminderRule>`
    select id, kind, days, audience from reminder_rules
    where is_active and kind in ('due', 'overdue', 'renewal') order by id`.execute(database.db);
  expect(rules).toHaveLength(10);
  const person = await newPerson();
  const shapes = Array.from({ length: 60 }, (_, index) => ({
    due: index - 35,
    assigned: index % 3 === 0 ? index - 38 : -60,
    renewal: index % 4 === 0,
  }));
  const trainings = await assign(person, shapes);
  for (const days of [0, 1, 5]) {
    const day = addDays(today, days);
    const { rows: told } = await sql<{
      assignmentId: number;
      audience: 'person';
      dueDate: string;
      stepDay: string;
    }>`
      select assignment_id, audience, due_date, step_day from reminder_sends`.execute(database.db);
    const planned = planMessages({ rules, trainings, admins: [admin.id], told }, day);
    await goTo(day, 9);
    await sweepRemindersJob.run(services, {});
    const { rows: after } = await sql<{ key: string }>`
      select concat_ws(' ', assignment_id, rule_id, due_date, step_day) as key from reminder_sends
      offset ${told.length}`.execute(database.db);
    const wanted = new Set(
      planned.flatMap(({ steps }) =>
        steps.map((step) => [step.assignmentId, step.ruleId, step.dueDate, step.stepDay].join(' ')),
      ),
    );
    expect(after.map(({ key }) => key).toSorted()).toEqual([...wanted].toSorted());
    expect(wanted.size).toBeGreaterThan(days === 0 ? 40 : 3);
  }
});

test('[NOT-04] nothing goes before the hour of the organization, and a setting moves it', async () => {
  const person = await newPerson();
  await assign(person, [{ due: 14 }]);
  await goTo(today, 7);
  // Yesterday’s day still runs.
  await sweepRemindersJob.run(services, {});
  expect(await mails()).toEqual([]);
  await asFixture(services, (tx) =>
    sql`update settings set value = '{"time": "06:30"}' where key = 'reminders.sendAt'`.execute(tx.db),
  );
  await sweepRemindersJob.run(services, {});
  expect((await mails()).map(({ to }) => to)).toEqual([person.email]);
  await asFixture(services, (tx) =>
    sql`update settings set value = '{"time": "08:00"}' where key = 'reminders.sendAt'`.execute(tx.db),
  );
});

test('[NOT-04] [NOT-02] one mail a person with everything in it; who switched reminders off gets none, also not later', async () => {
  const person = await newPerson({ language: 'de' });
  const silent = await newPerson({ trainingReminders: false });
  await assign(person, [{ due: 1 }, { due: 0 }, { due: -1 }, { due: -7 }, { due: -14 }]);
  await assign(silent, [{ due: 0 }, { due: -14 }]);
  await goTo(today, 9);
  await sweepRemindersJob.run(services, {});
  const counts = (await mails()).map(({ to, payload: { own, team, all } }) =>
    [to, own.count, team.count, all.count].join(' '),
  );
  expect(counts.toSorted()).toEqual(
    [
      `${person.email} 5 0 0`,
      // Seven days late, and fourteen: of both people.
      `${manager.email} 0 3 0`,
      `${admin.email} 0 0 2`,
    ].toSorted(),
  );
  await asFixture(services, (tx) =>
    tx.db.updateTable('users').set({ settings: '{}' }).where('id', '=', silent.id).execute(),
  );
  await sweepRemindersJob.run(services, {});
  expect(await mails()).toHaveLength(3);
  const texts = (await mails()).map(({ language, payload }) => reminderDigestMail.render(language, payload));
  expect(texts.map(({ subject }) => subject).toSorted()).toEqual([
    '2 trainings are long overdue',
    '3 overdue trainings in your team',
    '5 Schulungen brauchen Ihre Aufmerksamkeit',
  ]);
});

test('[NOT-04] a new due date begins anew; what is done, void, no longer required or of inactive people is not told', async () => {
  const person = await newPerson();
  const gone = await createUser(services, { organizationId, managerId: manager.id, isActive: false });
  const [first, done, left] = await assign(person, [{ due: 1 }, { due: 1 }, { due: 1 }]);
  await assign(gone, [{ due: 1 }]);
  const set = (id: number | undefined, values: Record<string, unknown>) =>
    asFixture(services, (tx) =>
      tx.db
        .updateTable('trainingAssignments')
        .set(values)
        .where('id', '=', id ?? 0)
        .execute(),
    );
  await set(done?.assignmentId, { status: 'completed', completedAt: new Date() });
  await set(left?.assignmentId, { status: 'in_progress', noLongerRequiredAt: new Date() });
  await goTo(today, 9);
  const sweepCount = async () => {
    await sweepRemindersJob.run(services, {});
    return (await mails()).length;
  };
  expect(await sweepCount()).toBe(1);
  expect(await sweepCount()).toBe(1);
  await set(first?.assignmentId, { dueDate: addDays(today, 7) });
  expect(await sweepCount()).toBe(2);
});

test('[NOT-04] the mail says in each language what is due when; fifty of a list stand in it', () => {
  const item = { title: 'SOP <1>', person: 'Ann Lee', dueDate: '2026-03-01', kind: 'due' as const };
  const none = { count: 0, listed: [] };
  const digest = (now: string): ReminderDigest => ({
    own: { count: 1, listed: [{ ...item, today: now }] },
    team: { count: 60, listed: Array.from({ length: 50 }, () => ({ ...item, today: now })) },
    all: none,
    sends: [],
  });
  for (const [language, says] of [
    ['en', ['March 1, 2026', 'in 7 days', 'due today', '1 day overdue', 'And 10 more.']],
    ['es', ['1 de marzo de 2026', 'en 7 días', 'vence hoy', '1 día de retraso', 'Y 10 más.']],
    ['fr', ['1 mars 2026', 'dans 7 jours', 'aujourd’hui', '1 jour de retard', 'Et 10 autres.']],
    ['de', ['1. März 2026', 'in 7 Tagen', 'heute fällig', '1 Tag überfällig', 'Und 10 weitere.']],
  ] as const) {
    const said = JSON.stringify(
      ['2026-02-22', '2026-03-01', '2026-03-02'].map((now) =>
        reminderDigestMail.render(language, digest(now)),
      ),
    );
    for (const words of says) expect(said).toContain(words);
    expect(said).toContain('Ann Lee – SOP <1>');
  }
});
