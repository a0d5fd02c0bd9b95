import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { renewalOpensOn, validityOf, type Validity } from '#shared/domain/assignments/renewal.ts';
import { addDays, addMonths, compareDates, daysBetween } from '#shared/domain/calendar/calendar.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  assignTo,
  createMatrix,
  createTextModules,
  createTrainingWorld,
} from '#tests/harness/training-world.ts';
import {
  asFixture,
  createDepartment,
  createOrganization,
  createUser,
  signIn,
  type FixtureUser,
} from '#tests/harness/world.ts';
import { openRenewalsJob } from './assignments.jobs.ts';
import { completeAssignment } from './commands/complete-assignment.ts';
import { openRenewals } from './commands/open-renewals.ts';
import { startAssignment } from './commands/start-assignment.ts';
import { demandOnPeople, planFor } from './plan.ts';
import { reconcilePeople } from './reconcile.ts';

let db: TestDatabase;
let server: TestServer;
let second: TestServer;

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  second = await startTestServer({ db });
});
afterEach(() => db.moveClock({}));
afterAll(async () => {
  await second.close();
  await server.close();
  await db.drop();
});

interface Cycle {
  readonly id: number;
  readonly cycle: number;
  readonly status: string;
  readonly type: string;
  readonly opened: string;
  readonly dueDate: string;
  readonly completedOn: string | null;
  readonly nextRenewalDate: string | null;
  readonly certificate: string | null;
}

async function cyclesOf(person: FixtureUser): Promise<readonly Cycle[]> {
  const { rows } = await sql<Cycle>`
    select a.id, a.cycle, a.status, a.assignment_type as type, (a.assigned_date at time zone z.zone)::date as opened, a.due_date,
      (a.completed_at at time zone z.zone)::date as completed_on, a.next_renewal_date, c.expires_on as certificate
    from training_assignments a
    join users u on u.id = a.user_id left join organizations o on o.id = u.organization_id
    cross join lateral (select coalesce(o.time_zone, 'UTC') as zone) z
    left join training_records r on r.assignment_id = a.id
    left join certificates c on c.training_record_id = r.id and c.revoked_at is null
    where a.user_id = ${person.id} order by a.cycle`.execute(db.db);
  return rows;
}

async function todayOf(zone: string): Promise<string> {
  const { rows } = await sql<{ today: string }>`select today_in(${zone}) as today`.execute(db.db);
  return rows[0]?.today ?? '';
}

const complete = (person: FixtureUser, id: number) =>
  asFixture(server.services, async (tx) => {
    await startAssignment(tx, id, person.id);
    await completeAssignment(tx, id, person.id, { signature: null, versionNumber: 1 });
  });

const runJob = () => openRenewalsJob.run(server.services, {});

/** An organization in a zone whose one matrix renews a module, and people in it. */
async function renewing(zone: string, people: number, terms: { renewalPeriod: number; window: number }) {
  const organization = await createOrganization(server.services, { timeZone: zone });
  const department = await createDepartment(server.services, { organizationId: organization.id });
  const [moduleId = 0] = await createTextModules(server.services, 1, { completionPolicy: 'self_attest' });
  const base = await createTrainingWorld(server, 0);
  const matrixId = await createMatrix({ ...base, organization, department }, [moduleId], {
    matrixName: `Renewed in ${zone} ${String(moduleId)}`,
    renewalPeriod: terms.renewalPeriod,
    renewalWindow: terms.window,
  });
  const members: FixtureUser[] = [];
  for (let count = 0; count < people; count += 1) {
    members.push(
      await createUser(server.services, { organizationId: organization.id, departmentId: department.id }),
    );
  }
  await asFixture(server.services, (tx) =>
    reconcilePeople(
      tx,
      members.map(({ id }) => id),
    ),
  );
  return { moduleId, matrixId, members, department };
}

test('[MTX-08] five years in the database: in time without gap or overlap, late with exactly its gap, caught up after an outage', async () => {
  const terms = { renewalPeriod: 12, window: 30 };
  const zone = 'Pacific/Auckland';
  const { members } = await renewing(zone, 2, terms);
  const [timely, late] = members;
  if (!timely || !late) throw new Error('the world has people');
  const rule = { period: terms.renewalPeriod, window: terms.window };
  const start = await todayOf(zone);
  for (const person of members) await complete(person, (await cyclesOf(person))[0]?.id ?? 0);

  const step = 6;
  // For seventy days of the third year no job runs.
  const outage = { from: 2 * 365 - 40, to: 2 * 365 + 30 };
  for (let day = step; day <= 5 * 366; day += step) {
    await db.moveClock({ days: day });
    if (day < outage.from || day > outage.to) await runJob();
    const today = await todayOf(zone);
    for (const [person, wait] of [
      [timely, 7],
      [late, 45],
    ] as const) {
      const open = (await cyclesOf(person)).find(({ status }) => status === 'not_started');
      if (open && compareDates(addDays(open.opened, wait), today) <= 0) await complete(person, open.id);
    }
  }
  let caughtUpOnes = 0;
  for (const person of members) {
    const cycles = await cyclesOf(person);
    const done = cycles.filter(({ status }) => status === 'completed');
    expect(done.length).toBeGreaterThanOrEqual(5);
    let before: Validity | null = null;
    for (const [index, row] of done.entries()) {
      expect([row.cycle, row.type]).toEqual([index + 1, index === 0 ? 'matrix' : 'renewal']);
      const wanted: Validity | null = validityOf(row.completedOn ?? '', rule, before);
      expect(row.nextRenewalDate).toBe(wanted?.validUntil);
      // Each cycle keeps its own certificate, which ends when it ends.
      expect(row.certificate).toBe(row.nextRenewalDate);
      if (before) {
        const opens: string = renewalOpensOn(before.validUntil, rule);
        expect(compareDates(row.opened, opens)).toBeGreaterThanOrEqual(0);
        const caughtUp = compareDates(row.opened, addDays(opens, step)) > 0;
        if (caughtUp) caughtUpOnes += 1;
        // After the outage the completion had ended; else it is due on the last day of the one before.
        expect(row.dueDate).toBe(caughtUp ? addDays(row.opened, 30) : before.validUntil);
      }
      before = wanted;
    }
    expect(cycles.filter(({ status }) => status === 'not_started').length).toBeLessThanOrEqual(1);
  }
  expect(caughtUpOnes).toBe(2);
  // In time until the outage: the periods are those of the first day.
  const [first, next] = await cyclesOf(timely);
  expect([first?.nextRenewalDate, next?.nextRenewalDate]).toEqual([
    addMonths(start, 12),
    addMonths(start, 24),
  ]);
}, 120_000);

test('[MTX-08] a renewal opens on the day of the rule, is due on the last valid day, and from the day after as a new assignment is', async () => {
  const zone = 'UTC';
  const { members } = await renewing(zone, 3, { renewalPeriod: 12, window: 30 });
  for (const person of members) await complete(person, (await cyclesOf(person))[0]?.id ?? 0);
  const [early, last, late] = members;
  if (!early || !last || !late) throw new Error('the world has people');
  const lastDay = (await cyclesOf(early))[0]?.nextRenewalDate ?? '';
  const opens = renewalOpensOn(lastDay, { period: 12, window: 30 });
  const start = await todayOf(zone);
  const renewedOn = async (person: FixtureUser, day: string) => {
    await db.moveClock({ days: daysBetween(start, day) });
    await asFixture(server.services, (tx) => openRenewals(tx, [person.id]));
    const [, renewal] = await cyclesOf(person);
    return renewal === undefined ? null : [renewal.type, renewal.opened, renewal.dueDate];
  };
  expect(await renewedOn(early, addDays(opens, -1))).toBeNull();
  expect(await renewedOn(early, opens)).toEqual(['renewal', opens, lastDay]);
  expect(await renewedOn(last, lastDay)).toEqual(['renewal', lastDay, lastDay]);
  const after = addDays(lastDay, 1);
  expect(await renewedOn(late, after)).toEqual(['renewal', after, addDays(after, 30)]);
});

test('[MTX-08] of two matrices the one that asks most often decides, also while the window of the other has come', async () => {
  const organization = await createOrganization(server.services, { timeZone: 'UTC' });
  const department = await createDepartment(server.services, { organizationId: organization.id });
  const [moduleId = 0] = await createTextModules(server.services, 1, { completionPolicy: 'self_attest' });
  const place = { ...(await createTrainingWorld(server, 0)), organization, department };
  const matrix = (matrixName: string, renewalPeriod: number, renewalWindow: number) =>
    createMatrix(place, [moduleId], { matrixName, renewalPeriod, renewalWindow });
  await matrix('Rarely, long before', 24, 90);
  await matrix('Often, shortly before', 12, 10);
  const person = await createUser(server.services, {
    organizationId: organization.id,
    departmentId: department.id,
  });
  await asFixture(server.services, (tx) => reconcilePeople(tx, [person.id]));
  await complete(person, (await cyclesOf(person))[0]?.id ?? 0);
  const end = (await cyclesOf(person))[0]?.nextRenewalDate ?? '';
  const before = async (days: number) => {
    const { rows } = await sql<{ days: number }>`
      select ${end}::date - (now() at time zone 'UTC')::date - ${days}::int as days`.execute(db.db);
    await db.moveClock({ days: rows[0]?.days ?? 0 });
    await runJob();
    return (await cyclesOf(person)).length;
  };
  expect([await before(50), await before(10), await before(9)]).toEqual([1, 1, 2]);
  const { rows } = await sql<object>`
    select due_date, renewal_frequency, renewal_window from training_assignments
    where user_id = ${person.id} and cycle = 2`.execute(db.db);
  expect(rows).toEqual([{ dueDate: end, renewalFrequency: 12, renewalWindow: 10 }]);
});

test('[MTX-05] [MTX-08] what was assigned by hand is renewed as the matrices of the person ask, by the shortest period; without one never', async () => {
  const world = await createTrainingWorld(server, 1);
  const [renewed = 0, free = 0] = await createTextModules(server.services, 2, {
    completionPolicy: 'self_attest',
  });
  const [person] = world.learners;
  if (!person) throw new Error('the world has a learner');
  for (const moduleId of [renewed, free]) {
    const { id } = await assignTo(world.admin, person.id, moduleId);
    const matrix = (matrixName: string, fields: object) =>
      createMatrix(world, [moduleId], { matrixName: `${matrixName} ${String(moduleId)}`, ...fields });
    if (moduleId === renewed) {
      await matrix('Every two years', { renewalPeriod: 24 });
      await matrix('Every year', { renewalPeriod: 12, renewalWindow: 60 });
      await matrix('Not of this person', { renewalPeriod: 6, jobTitle: 'Somebody else' });
    }
    await matrix('Optional', { renewalPeriod: 3, isRequired: false });
    await complete(person, id);
  }
  const completed = async () => {
    const { rows } = await sql<{ moduleId: number; on: string; until: string | null }>`
      select module_id, today_in('America/New_York') as on, next_renewal_date as until from training_assignments
      where user_id = ${person.id} and status = 'completed' order by module_id`.execute(db.db);
    return rows;
  };
  const [first, second] = await completed();
  expect(first?.until).toBe(addMonths(first?.on ?? '', 12));
  expect(second).toMatchObject({ moduleId: free, until: null });
  await db.moveClock({ days: 310 });
  await runJob();
  const { rows } = await sql<object>`
    select module_id, due_date, renewal_frequency, renewal_window from training_assignments
    where user_id = ${person.id} and cycle = 2`.execute(db.db);
  expect(rows).toEqual([
    { moduleId: renewed, dueDate: first?.until, renewalFrequency: 12, renewalWindow: 60 },
  ]);
});

test('[MTX-08] F10: two servers open a renewal at the same time, twenty times: one each', async () => {
  const { members } = await renewing('America/St_Johns', 3, { renewalPeriod: 2, window: 20 });
  for (const person of members) await complete(person, (await cyclesOf(person))[0]?.id ?? 0);
  await db.moveClock({ days: 50 });
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      openRenewalsJob.run((index % 2 === 0 ? server : second).services, {}),
    ),
  );
  for (const person of members)
    expect((await cyclesOf(person)).map(({ cycle, status }) => [cycle, status])).toEqual([
      [1, 'completed'],
      [2, 'not_started'],
    ]);
});

test.each([
  ['Pacific/Kiritimati', 14],
  ['Etc/GMT+12', -12],
  ['America/New_York', -5],
  ['Asia/Kathmandu', 5.75],
])('[MTX-08] F12: in %s it opens with the day there, not with that of the server', async (zone) => {
  const { members } = await renewing(zone, 1, { renewalPeriod: 12, window: 30 });
  const [person] = members;
  if (!person) throw new Error('the world has people');
  await complete(person, (await cyclesOf(person))[0]?.id ?? 0);
  const opens = renewalOpensOn((await cyclesOf(person))[0]?.nextRenewalDate ?? '', {
    period: 12,
    window: 30,
  });
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from ((${opens}::date)::timestamp at time zone ${zone}) - now()) * 1000)::float8 as ms`.execute(
    db.db,
  );
  const midnight = rows[0]?.ms ?? 0;
  await db.moveClock({ milliseconds: midnight - 60_000 });
  await runJob();
  expect(await cyclesOf(person)).toHaveLength(1);
  await db.moveClock({ milliseconds: midnight + 60_000 });
  await runJob();
  expect(await cyclesOf(person)).toMatchObject([
    { status: 'completed' },
    { status: 'not_started', opened: opens, type: 'renewal' },
  ]);
});

test('[MTX-06] [MTX-08] nothing is renewed that nothing requires any more; a renewal that was not started goes with its matrix', async () => {
  const { members, department } = await renewing('UTC', 3, { renewalPeriod: 12, window: 30 });
  const [leaver, inactive, stays] = members;
  if (!leaver || !inactive || !stays) throw new Error('the world has people');
  for (const person of members) await complete(person, (await cyclesOf(person))[0]?.id ?? 0);
  const change = (person: FixtureUser, set: { departmentId?: number | null; isActive?: boolean }) =>
    asFixture(server.services, async (tx) => {
      await tx.db.updateTable('users').set(set).where('id', '=', person.id).execute();
      await reconcilePeople(tx, [person.id]);
    });
  await change(leaver, { departmentId: null });
  await change(inactive, { isActive: false });
  await db.moveClock({ days: 350 });
  await runJob();
  const opened = async () => Promise.all(members.map(async (person) => (await cyclesOf(person)).length));
  expect(await opened()).toEqual([1, 1, 2]);

  await change(stays, { departmentId: null });
  expect((await cyclesOf(stays)).map(({ status }) => status)).toEqual(['completed', 'voided']);
  // What was voided is not opened again by the clock, but by coming back.
  await runJob();
  expect(await opened()).toEqual([1, 1, 2]);
  await change(stays, { departmentId: department.id });
  expect((await cyclesOf(stays)).map(({ status }) => status)).toEqual(['completed', 'voided', 'not_started']);
});

test('[MTX-08] a past training whose validity is over opens its renewal in the same command, due from today', async () => {
  const zone = 'America/New_York';
  const { members } = await renewing(zone, 4, { renewalPeriod: 12, window: 30 });
  const admin = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
  const today = await todayOf(zone);
  const record = async (person: FixtureUser | undefined, completedOn: string) => {
    if (!person) throw new Error('the world has people');
    const [open] = await cyclesOf(person);
    const answer = await admin.post(`/api/training-assignments/${String(open?.id)}/record-completion`, {
      completedOn,
      reason: 'Paper record',
    });
    expect(answer.status).toBe(200);
    return cyclesOf(person);
  };
  const dueIn30 = addDays(today, 30);
  // Over since a month: the renewal is due as a new assignment is.
  const over = await record(members[0], addDays(addMonths(today, -12), -30));
  expect(over).toMatchObject([
    { cycle: 1, status: 'completed' },
    {
      cycle: 2,
      status: 'not_started',
      type: 'renewal',
      opened: today,
      dueDate: dueIn30,
      nextRenewalDate: null,
    },
  ]);
  expect(compareDates(over[0]?.nextRenewalDate ?? '', today)).toBe(-1);
  // Within its window: due on its last day. Long before: nothing yet.
  const ending = await record(members[1], addDays(addMonths(today, -12), 10));
  expect(ending[1]).toMatchObject({ cycle: 2, status: 'not_started', dueDate: ending[0]?.nextRenewalDate });
  expect(await record(members[2], addMonths(today, -1))).toHaveLength(1);
  // Today is past enough.
  expect(await record(members[3], today)).toMatchObject([{ status: 'completed', completedOn: today }]);
  // The job finds nothing left to do.
  await runJob();
  const [first] = members;
  expect(first && (await cyclesOf(first))).toHaveLength(2);
});

test('[USR-10] [MTX-08] on the last day of an absence the plan of a renewal has the moved due date that is stored, in the last zone too', async () => {
  const zone = 'Etc/GMT+12';
  const { members } = await renewing(zone, 1, { renewalPeriod: 12, window: 30 });
  const [person] = members;
  if (!person) throw new Error('the world has people');
  await complete(person, (await cyclesOf(person))[0]?.id ?? 0);
  const lastDay = (await cyclesOf(person))[0]?.nextRenewalDate ?? '';
  await asFixture(server.services, (tx) =>
    tx.db
      .insertInto('absences')
      .values({ userId: person.id, firstDay: lastDay, lastDay, returnDays: 10, recordedBy: person.id })
      .execute(),
  );
  // Eleven in the evening there, when it is the next day in London.
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from ((${lastDay}::date + time '23:00') at time zone ${zone} - now())) * 1000)::float8 as ms`.execute(
    db.db,
  );
  await db.moveClock({ milliseconds: rows[0]?.ms ?? 0 });
  const planned = await sql<{ plannedDue: string; dueDate: string }>`
    select planned_due, due_date from (${planFor(demandOnPeople([person.id]))}) p`.execute(db.db);
  const moved = addDays(lastDay, 11);
  expect(planned.rows).toEqual([{ plannedDue: lastDay, dueDate: moved }]);
  await runJob();
  expect((await cyclesOf(person))[1]).toMatchObject({ status: 'not_started', dueDate: moved });
});

test('[MTX-08] a renewal that was completed and then voided is required again: the completion before it counts', async () => {
  const { members } = await renewing('UTC', 1, { renewalPeriod: 12, window: 30 });
  const [person] = members;
  if (!person) throw new Error('the world has people');
  await complete(person, (await cyclesOf(person))[0]?.id ?? 0);
  await db.moveClock({ days: 350 });
  await runJob();
  const renewal = (await cyclesOf(person))[1]?.id ?? 0;
  await complete(person, renewal);
  const admin = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
  const answer = await admin.del('/api/training-assignments/bulk', {
    assignmentIds: [renewal],
    reason: 'Recorded for the wrong person',
  });
  expect(answer.status).toBe(200);
  await runJob();
  expect((await cyclesOf(person)).map(({ status }) => status)).toEqual([
    'completed',
    'voided',
    'not_started',
  ]);
});

test('[USR-09] a past training of today, recorded before noon, is not completed in the future', async () => {
  const zone = 'America/New_York';
  const { members } = await renewing(zone, 1, { renewalPeriod: 12, window: 30 });
  const [person] = members;
  if (!person) throw new Error('the world has people');
  const completedOn = addDays(await todayOf(zone), 1);
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from ((${completedOn}::date + time '08:00') at time zone ${zone} - now())) * 1000)::float8 as ms`.execute(
    db.db,
  );
  await db.moveClock({ milliseconds: rows[0]?.ms ?? 0 });
  const admin = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
  const [open] = await cyclesOf(person);
  const answer = await admin.post(`/api/training-assignments/${String(open?.id)}/record-completion`, {
    completedOn,
    reason: 'Paper record',
  });
  expect(answer.status).toBe(200);
  const completed = await sql<{ isPast: boolean }>`
    select completed_at <= app_now() as is_past from training_assignments where id = ${open?.id}`.execute(
    db.db,
  );
  expect([completed.rows, (await cyclesOf(person))[0]?.completedOn]).toEqual([
    [{ isPast: true }],
    completedOn,
  ]);
});
