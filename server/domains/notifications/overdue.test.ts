import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  assignTo,
  createMatrix,
  createTextModules,
  createTrainingWorld,
} from '#tests/harness/training-world.ts';
import { asFixture, createOrganization, createUser, signIn } from '#tests/harness/world.ts';
import { openRenewals, startAssignment } from '#server/domains/assignments/index.ts';
import { completeAssignment } from '#server/domains/assignments/commands/complete-assignment.ts';
import { overdueNoticesJob } from './notifications.jobs.ts';

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

interface Told {
  readonly type: string;
  readonly subjectId: string;
  readonly relatedId: string;
  readonly priority: string;
  readonly params: { readonly dueDate: string };
}
const toldTo = async (userId: string, type: string): Promise<readonly Told[]> => {
  const { rows } = await sql<Told>`
    select type, subject_id, related_id, priority, params from notifications
    where user_id = ${userId} and type = ${type} order by id`.execute(db.db);
  return rows;
};
const moveTo = (instant: string) => db.moveClock({ milliseconds: Date.parse(instant) - Date.now() });
const run = (on = server) => overdueNoticesJob.run(on.services, {});

test('[NOT-01] [SHELL-09] overdue is told once to the manager, on the day after in the zone of the organization, by two servers at once', async () => {
  const { admin, adminUser } = await createTrainingWorld(server, 0);
  const manager = await createUser(server.services, { role: 'manager' });
  const [moduleId = 0] = await createTextModules(server.services, 1);
  const due = '2031-03-10';
  const inZone = async (timeZone: string) => {
    const organization = await createOrganization(server.services, { timeZone });
    const person = await createUser(server.services, {
      organizationId: organization.id,
      managerId: manager.id,
    });
    const { id } = await assignTo(admin, person.id, moduleId, { dueDate: due });
    return { person, id };
  };
  const east = await inZone('Asia/Tokyo');
  const west = await inZone('America/New_York');
  await moveTo('2031-03-10T12:00:00Z');
  await run();
  expect(await toldTo(manager.id, 'overdue_training')).toEqual([]);
  // In Tokyo the next day has begun, in New York it has not.
  await moveTo('2031-03-10T20:00:00Z');
  await Promise.all([run(), run(second), run(), run(second)]);
  const east1 = {
    subjectId: east.person.id,
    relatedId: String(east.id),
    priority: 'high',
    params: { dueDate: due },
  };
  expect(await toldTo(manager.id, 'overdue_training')).toMatchObject([east1]);
  expect(await toldTo(manager.id, 'overdue_training')).toHaveLength(1);
  await moveTo('2031-03-11T12:00:00Z');
  await run();
  await run(second);
  expect((await toldTo(manager.id, 'overdue_training')).map(({ subjectId }) => subjectId)).toEqual([
    east.person.id,
    west.person.id,
  ]);
  // Another due date that passes is told again.
  const later = await signIn(server.client(), adminUser);
  const moved = await later.patch(`/api/training-assignments/${String(east.id)}`, {
    dueDate: '2031-03-12',
    reason: 'ill',
  });
  expect(moved.status).toBe(200);
  await moveTo('2031-03-14T12:00:00Z');
  await run();
  expect(await toldTo(manager.id, 'overdue_training')).toHaveLength(3);
});

test('[USR-10] [NOT-01] training due before a long absence is announced once, on the return, and not if it was announced before', async () => {
  const { admin, adminUser } = await createTrainingWorld(server, 0);
  const manager = await createUser(server.services, { role: 'manager' });
  const [moduleId = 0, old = 0] = await createTextModules(server.services, 2);
  const person = await createUser(server.services, { managerId: manager.id });
  await assignTo(admin, person.id, moduleId, { dueDate: '2032-01-31' });
  await assignTo(admin, person.id, old, { dueDate: '2031-12-20' });
  await asFixture(server.services, (tx) =>
    tx.db
      .insertInto('absences')
      .values({
        userId: person.id,
        firstDay: '2032-02-01',
        lastDay: '2032-05-31',
        returnDays: 14,
        recordedBy: adminUser.id,
      })
      .execute(),
  );
  const told = async (day: string) => {
    await moveTo(`${day}T12:00:00Z`);
    await run();
    return (await toldTo(manager.id, 'overdue_training')).map(({ params }) => params.dueDate);
  };
  expect(await told('2032-01-10')).toEqual(['2031-12-20']);
  expect(await told('2032-02-01')).toEqual(['2031-12-20']);
  expect(await told('2032-05-31')).toEqual(['2031-12-20']);
  expect(await told('2032-06-01')).toEqual(['2031-12-20', '2032-01-31']);
  expect(await told('2032-06-02')).toEqual(['2031-12-20', '2032-01-31']);
});

test('[NOT-01] without an active manager the administrators are told; what is long overdue is no news', async () => {
  const { admin, adminUser } = await createTrainingWorld(server, 0);
  const gone = await createUser(server.services, { role: 'manager', isActive: false });
  const person = await createUser(server.services, { managerId: gone.id });
  const [recent = 0, old = 0] = await createTextModules(server.services, 2);
  const { id } = await assignTo(admin, person.id, recent, { dueDate: '2032-05-01' });
  await assignTo(admin, person.id, old, { dueDate: '2032-01-01' });
  await moveTo('2032-05-03T12:00:00Z');
  await run();
  const told = (await toldTo(adminUser.id, 'overdue_training')).filter(
    ({ subjectId }) => subjectId === person.id,
  );
  expect(told.map(({ relatedId }) => relatedId)).toEqual([String(id)]);
  expect(await toldTo(gone.id, 'overdue_training')).toEqual([]);
});

test('[NOT-01] [MTX-08] a renewal that opens is told to the manager, and to the person who has a bell', async () => {
  const world = await createTrainingWorld(server, 0);
  const manager = await createUser(server.services, { role: 'manager' });
  const place = { organizationId: world.organization.id, departmentId: world.department.id };
  const lead = await createUser(server.services, { ...place, role: 'manager', managerId: manager.id });
  const [moduleId = 0] = await createTextModules(server.services, 1, { completionPolicy: 'self_attest' });
  const matrixId = await createMatrix(world, [moduleId], { renewalPeriod: 12, renewalWindow: 30 });
  await world.admin.post('/api/training-matrix/assign', { matrixId, specificUserIds: [lead.id] });
  const { rows } = await sql<{
    id: number;
  }>`select id from training_assignments where user_id = ${lead.id}`.execute(db.db);
  await asFixture(server.services, async (tx) => {
    await startAssignment(tx, rows[0]?.id ?? 0, lead.id);
    await completeAssignment(tx, rows[0]?.id ?? 0, lead.id, { signature: null, versionNumber: 1 });
  });
  await db.moveClock({ days: 350 });
  for (let round = 0; round < 2; round += 1) {
    await asFixture(server.services, (tx) => openRenewals(tx, [lead.id]));
  }
  for (const person of [manager, lead]) {
    expect(await toldTo(person.id, 'renewal_due')).toMatchObject([{ subjectId: lead.id }]);
  }
  expect(await toldTo(lead.id, 'matrix_assigned')).toHaveLength(1);
});
