import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { notificationsContract } from '#shared/contract/notifications.ts';
import { notificationTypes } from '#shared/domain/notifications/types.ts';
import { startAssignment } from '#server/domains/assignments/index.ts';
import { completeAssignment } from '#server/domains/assignments/commands/complete-assignment.ts';
import { createUser as registerUser } from '#server/domains/people/index.ts';
import { newUserId, preparePassword } from '#server/domains/accounts/index.ts';
import { notifyPeople, type Notice } from '#server/platform/notices.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { statementsDuring } from '#tests/harness/statements.ts';
import { createMatrix, createTextModules, createTrainingWorld } from '#tests/harness/training-world.ts';
import { asFixture, createUser, signIn, type FixtureUser } from '#tests/harness/world.ts';

type Bell = ResponseOf<typeof notificationsContract.list>;

let db: TestDatabase;
let server: TestServer;
beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
});
afterAll(async () => {
  await server.close();
  await db.drop();
});

const bellOf = async (client: TestClient, query = '') =>
  (await client.get<Bell>(`/api/notifications${query}`)).body;
const typesOf = async (client: TestClient) => (await bellOf(client)).notifications.map(({ type }) => type);
const tell = (notice: Notice) => asFixture(server.services, async (tx) => notifyPeople(tx, notice));

/** A manager with one report, both signed in. */
async function team(input: Parameters<typeof createUser>[1] = {}) {
  const manager = await createUser(server.services, { role: 'manager' });
  const report = await createUser(server.services, {
    managerId: manager.id,
    firstName: 'Rita',
    lastName: 'Report',
    ...input,
  });
  return { manager, report, bell: await signIn(server.client(), manager) };
}

async function complete(person: FixtureUser, assignmentId: number): Promise<void> {
  await asFixture(server.services, async (tx) => {
    await startAssignment(tx, assignmentId, person.id);
    await completeAssignment(tx, assignmentId, person.id, { signature: null, versionNumber: 1 });
  });
}

describe('training', () => {
  test('[NOT-01] a completion is told to the manager, and to the person who has a bell; the matrix once it is complete', async () => {
    const world = await createTrainingWorld(server, 0);
    const { manager, bell } = await team();
    const place = {
      organizationId: world.organization.id,
      departmentId: world.department.id,
      managerId: manager.id,
    };
    const lead = await createUser(server.services, {
      ...place,
      role: 'manager',
      firstName: 'Lea',
      lastName: 'Lead',
    });
    const modules = await createTextModules(server.services, 2, { completionPolicy: 'self_attest' });
    const matrixId = await createMatrix(world, modules, { matrixName: 'Basics of all' });
    const assigned = await world.admin.post('/api/training-matrix/assign', {
      matrixId,
      specificUserIds: [lead.id],
      preview: false,
    });
    expect(assigned.status).toBe(200);
    const own = await signIn(server.client(), lead);
    expect((await bellOf(bell)).notifications.map(({ message }) => message)).toEqual([
      'Lea Lead was given trainings of “Basics of all”.',
    ]);
    expect((await bellOf(own)).notifications.map(({ message, path }) => [message, path])).toEqual([
      ['You were given trainings of “Basics of all”.', '/my-assignments'],
    ]);
    const { rows } = await sql<{
      id: number;
    }>`select id from training_assignments where user_id = ${lead.id} order by id`.execute(db.db);
    for (const { id } of rows) await complete(lead, id);
    expect(await typesOf(bell)).toEqual([
      'matrix_completed',
      'training_completed',
      'training_completed',
      'matrix_assigned',
    ]);
    expect(await typesOf(own)).toEqual(['training_completed', 'training_completed', 'matrix_assigned']);
    expect((await bellOf(bell)).notifications[0]).toMatchObject({
      message: 'Lea Lead completed everything that “Basics of all” requires.',
      relatedId: String(matrixId),
      path: `/employee/${lead.id}`,
    });
  });

  test('[NOT-01] many people of one manager are one notification; a matrix of somebody without manager is told to administrators', async () => {
    const world = await createTrainingWorld(server, 1);
    const { manager, bell } = await team();
    const place = { organizationId: world.organization.id, departmentId: world.department.id };
    await createUser(server.services, { ...place, managerId: manager.id });
    await createUser(server.services, { ...place, managerId: manager.id });
    const modules = await createTextModules(server.services, 1, { completionPolicy: 'self_attest' });
    const matrixId = await createMatrix(world, modules, { matrixName: 'For many' });
    await world.admin.post('/api/training-matrix/assign', {
      matrixId,
      allMatched: true,
      preview: false,
    });
    expect((await bellOf(bell)).notifications.map(({ message, path }) => [message, path])).toEqual([
      ['2 people of your team were given trainings of “For many”.', '/team'],
    ]);
    const [single] = world.learners;
    if (!single) throw new Error('nobody is there');
    const { rows } = await sql<{
      id: number;
    }>`select id from training_assignments where user_id = ${single.id}`.execute(db.db);
    await complete(single, rows[0]?.id ?? 0);
    expect((await typesOf(world.admin))[0]).toBe('matrix_completed');
    expect(await typesOf(world.admin)).not.toContain('training_completed');
  });

  test('[NOT-01] whom a command assigns one by one, as they come in, is told to the manager once, with their number', async () => {
    const world = await createTrainingWorld(server, 0);
    const { manager, bell } = await team();
    const modules = await createTextModules(server.services, 2, { completionPolicy: 'self_attest' });
    await createMatrix(world, modules, { matrixName: 'For newcomers' });
    const sent = await statementsDuring(async () => {
      await asFixture(server.services, async (tx) => {
        for (let number = 1; number <= 4; number += 1) {
          const form = {
            email: `newcomer-${String(number)}@notified.example`,
            firstName: 'New',
            lastName: 'Comer',
            role: 'learner' as const,
            isActive: true,
            organizationId: world.organization.id,
            departmentId: world.department.id,
            managerId: manager.id,
          };
          await registerUser(tx, form, await preparePassword(tx.services.config, newUserId()));
          // One more than the others is told of by itself: what was told is made good.
          if (number === 3) await tx.runSubscribers();
        }
      });
    });
    const told = (await bellOf(bell)).notifications.filter(({ type }) => type === 'matrix_assigned');
    expect(told.map(({ message, path }) => [message, path])).toEqual([
      ['4 people of your team were given trainings of “For newcomers”.', '/team'],
    ]);
    expect(sent.filter(({ text }) => text.includes("'matrix_assigned' as type"))).toHaveLength(2);
  });

  test('[NOT-01] there are texts for each of the eight types', async () => {
    const { manager, bell } = await team();
    for (const notice of notificationTypes)
      await tell({
        notice,
        userIds: [manager.id],
        params: { title: 'T', matrix: 'M', dueDate: '2026-03-09' },
      });
    const { notifications } = await bellOf(bell);
    expect(notifications.map(({ type }) => type).toReversed()).toEqual(notificationTypes);
    for (const { title, message } of notifications)
      expect(`${title} ${message}`).not.toMatch(/undefined|NaN|null/);
  });
});
