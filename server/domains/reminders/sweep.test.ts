import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import type { Services } from '#server/platform/services.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createTextModules } from '#tests/harness/training-world.ts';
import { asFixture, createOrganization, createUser, createUsers } from '#tests/harness/world.ts';
import { hasAnythingDue } from './expiry.queries.ts';
import { nextTurn } from './schedule.queries.ts';
import { sweepRemindersJob } from './schedule.jobs.ts';

let database: TestDatabase;
let server: TestServer;
let services: Services;
let organizationId = 0;
let moduleId = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
  services = server.services;
  organizationId = (await createOrganization(services, { timeZone: 'UTC' })).id;
  [moduleId = 0] = await createTextModules(services, 1);
});
afterEach(() => database.moveClock({}));
afterAll(async () => {
  await server.close();
  await database.drop();
});

const today = new Date().toISOString().slice(0, 10);
const goTo = (date: string, time: string) =>
  database.moveClock({ milliseconds: Date.parse(`${date}T${time}:00Z`) - Date.now() });
const sweep = () => sweepRemindersJob.run(services, {});

const assign = (people: readonly string[], due: number) =>
  asFixture(services, (tx) =>
    sql`insert into training_assignments (user_id, module_id, due_date, assigned_date)
      select person, ${moduleId}, ${addDays(today, due)}::date, app_now() - interval '60 days'
      from unnest(${[...people]}::text[]) person`.execute(tx.db),
  );

const turns = async (person: string) =>
  (
    await sql<{
      at: string;
    }>`select to_char(next_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as at from reminder_turns
      where user_id = ${person} and next_at < 'infinity'`.execute(database.db)
  ).rows.map(({ at }) => at);

const told = async (email: string) =>
  (
    await sql<{
      count: number;
    }>`select count(*)::int as count from mail_outbox where to_address = ${email}`.execute(database.db)
  ).rows[0]?.count;

test('[NOT-04] [PERF-03] a person is looked at when the next step has come or something changed, and not before', async () => {
  await goTo(today, '09:00');
  const person = await createUser(services, { organizationId });
  await assign([person.id], 20);
  await sweep();
  expect(await nextTurn(database.db)).toBeNull();
  expect(await turns(person.id)).toEqual([`${addDays(today, 6)} 08:00`]);
  await goTo(addDays(today, 6), '07:59');
  expect(await nextTurn(database.db)).toBeNull();
  await goTo(addDays(today, 6), '08:00');
  await sweep();
  expect(await told(person.email)).toBe(1);
  expect(await turns(person.id)).toEqual([`${addDays(today, 13)} 08:00`]);
  // What changed is looked at in the next sweep, and only then.
  await asFixture(services, (tx) =>
    sql`update training_assignments set progress = 10, status = 'in_progress' where user_id = ${person.id}`.execute(
      tx.db,
    ),
  );
  expect(await nextTurn(database.db)).toBeNull();
  await asFixture(services, (tx) =>
    sql`update training_assignments set due_date = ${addDays(today, 7)} where user_id = ${person.id}`.execute(
      tx.db,
    ),
  );
  expect((await nextTurn(database.db))?.people).toEqual([person.id]);
  await sweep();
  expect(await told(person.email)).toBe(2);
  await asFixture(services, (tx) =>
    sql`update training_assignments set status = 'completed', completed_at = app_now() where user_id = ${person.id}`.execute(
      tx.db,
    ),
  );
  await goTo(addDays(today, 8), '08:00');
  await sweep();
  expect([await told(person.email), await turns(person.id)]).toEqual([2, []]);
});

test('[NOT-04] what a wrong clock found is looked at again when the clock is right', async () => {
  const person = await createUser(services, { organizationId });
  await assign([person.id], 20);
  await goTo(addDays(today, 400), '09:00');
  await sweep();
  await goTo(today, '09:00');
  expect((await nextTurn(database.db))?.people).toContain(person.id);
  await sweep();
  expect(await turns(person.id)).toEqual([`${addDays(today, 6)} 08:00`]);
  expect(await nextTurn(database.db)).toBeNull();
});

test('[NOT-04] [PERF-03] saving the schedule marks everybody once, and nobody where nothing changed', async () => {
  await goTo(today, '09:00');
  await createUser(services, { organizationId });
  await sweep();
  const marks = async () =>
    (
      await sql<{
        marks: number;
        people: number;
      }>`select count(*)::int as marks, count(distinct user_id)::int as people
        from reminder_changes`.execute(database.db)
    ).rows;
  const save = (change: string) =>
    asFixture(services, (tx) =>
      sql
        .raw(
          `
      with gone as (delete from reminder_rules where false),
        same as (update reminder_rules set is_active = is_active)
      ${change}`,
        )
        .execute(tx.db),
    );
  await save(`update settings set value = value where key = 'reminders.sendAt'`);
  expect(await marks()).toEqual([{ marks: 0, people: 0 }]);
  await save(`insert into reminder_rules (kind, days, audience) values ('due', 21, 'person')`);
  const [counted] = await marks();
  expect(counted?.marks).toBe(counted?.people);
  expect(counted?.people).toBeGreaterThan(0);
  await sweep();
  await asFixture(services, (tx) =>
    sql`update reminder_rules set is_active = false where days = 21`.execute(tx.db),
  );
  await sweep();
});

test('[NOT-04] [PERF-03] a manager who comes, or comes back, is told what the days before had for one', async () => {
  await goTo(today, '09:00');
  const manager = await createUser(services, { organizationId, role: 'manager', isActive: false });
  const person = await createUser(services, { organizationId, managerId: manager.id });
  await assign([person.id], -7);
  await sweep();
  expect([await told(person.email), await told(manager.email)]).toEqual([1, 0]);
  expect(await nextTurn(database.db)).toBeNull();
  await asFixture(services, (tx) =>
    sql`update users set is_active = true where id = ${manager.id}`.execute(tx.db),
  );
  await sweep();
  const other = await createUser(services, { organizationId, role: 'manager' });
  await asFixture(services, (tx) =>
    sql`update users set manager_id = ${other.id} where id = ${person.id}`.execute(tx.db),
  );
  await sweep();
  // Told once: the step is, whoever has it.
  expect([await told(manager.email), await told(other.email)]).toEqual([1, 0]);
});

test('[NOT-04] [PERF-03] of more people than one part has, an administrator gets one mail, and everybody the own', async () => {
  await goTo(today, '09:00');
  const admin = await createUser(services, { role: 'admin' });
  const people = await createUsers(
    services,
    Array.from({ length: 510 }, () => ({ organizationId })),
  );
  await assign(
    people.map(({ id }) => id),
    -14,
  );
  await sweep();
  const { rows } = await sql<{ all: number }>`
    select (payload -> 'all' ->> 'count')::int as all from mail_outbox where to_address = ${admin.email}`.execute(
    database.db,
  );
  expect(rows).toEqual([{ all: 510 }]);
  const own = await sql<{ count: number }>`
    select count(distinct user_id)::int as count from mail_outbox where user_id = any(${people.map(({ id }) => id)}::text[])`.execute(
    database.db,
  );
  expect(own.rows).toEqual([{ count: 510 }]);
  await sweep();
  expect([await told(admin.email), await nextTurn(database.db)]).toEqual([1, null]);
});

test('[NOT-04] [PERF-03] what expires is looked at when a day begins somewhere and when something changed, and not before', async () => {
  await goTo(today, '09:00');
  await sweep();
  expect(await hasAnythingDue(services)).toBe(false);
  await asFixture(services, (tx) =>
    sql`insert into hr_registrations (organization_id, name, number, authority, country)
      values (${organizationId}, 'Site', '1', 'Authority', 'DE')`.execute(tx.db),
  );
  expect(await hasAnythingDue(services)).toBe(true);
  await sweep();
  expect(await hasAnythingDue(services)).toBe(false);
  await goTo(addDays(today, 1), '07:59');
  expect(await hasAnythingDue(services)).toBe(false);
  await goTo(addDays(today, 1), '08:00');
  expect(await hasAnythingDue(services)).toBe(true);
});
