import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { notificationsContract } from '#shared/contract/notifications.ts';
import { startAssignment } from '#server/domains/assignments/index.ts';
import { completeAssignment } from '#server/domains/assignments/commands/complete-assignment.ts';
import { createUser as registerUser } from '#server/domains/people/index.ts';
import { newUserId, preparePassword } from '#server/domains/accounts/index.ts';
import { notifyPeople, type Notice } from '#server/platform/notices.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { statementsDuring } from '#tests/harness/statements.ts';
import { assignTo, createTextModules } from '#tests/harness/training-world.ts';
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
const notifyTimes = async (userId: string, count: number) => {
  for (let number = 1; number <= count; number += 1) {
    await tell({
      notice: 'new_version',
      userIds: [userId],
      params: { moduleId: 1, title: `T${String(number)}`, version: number },
    });
  }
};

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

describe('the list', () => {
  test('[NOT-01] is the own one, the newest first, paged, with the count of unread ones', async () => {
    const { manager, bell } = await team();
    const other = await createUser(server.services, { role: 'manager' });
    await notifyTimes(manager.id, 5);
    await notifyTimes(other.id, 1);
    const answer = await bell.get<Bell>('/api/notifications?limit=2&offset=1');
    expect(answer.headers.get('x-total-count')).toBe('5');
    expect(answer.headers.get('link')).toContain('rel="next"');
    expect(answer.body.unreadCount).toBe(5);
    expect(answer.body.notifications.map(({ message }) => /“(T\d)”/.exec(message)?.[1])).toEqual([
      'T4',
      'T3',
    ]);
    expect(answer.body.notifications[0]).toMatchObject({
      type: 'new_version',
      title: 'New version',
      userId: manager.id,
      isRead: false,
      priority: 'medium',
      path: '/training-module/1',
    });
    expect((await bell.get('/api/notifications?limit=0')).status).toBe(422);
  });

  test('[NOT-01] [SHELL-09] speaks the language of its reader, whenever that was chosen', async () => {
    const { manager, bell } = await team();
    await notifyTimes(manager.id, 1);
    for (const [language, title] of [
      ['de', 'Neue Version'],
      ['fr', 'Nouvelle version'],
      ['es', 'Versión nueva'],
      ['en', 'New version'],
    ] as const) {
      await bell.patch('/api/users/settings', { language });
      expect((await bellOf(bell)).notifications[0]?.title).toBe(title);
    }
  });

  test('[NOT-01] [AUTH-13] learners and hr have no bell, nobody does without signing in', async () => {
    const learner = await signIn(server.client(), await createUser(server.services));
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', '/mark-all-read'],
      ['PATCH', '/1/read'],
    ] as const) {
      expect((await learner.fetch(method, `/api/notifications${path}`)).status).toBe(403);
      expect((await server.client().fetch(method, `/api/notifications${path}`)).status).toBe(401);
    }
  });

  test('[NOT-01] what a learner was told is nothing that waits for a later manager', async () => {
    const person = await createUser(server.services);
    await notifyTimes(person.id, 2);
    await asFixture(server.services, (tx) =>
      tx.db.updateTable('users').set({ role: 'manager' }).where('id', '=', person.id).execute(),
    );
    expect(await bellOf(await signIn(server.client(), person))).toEqual({
      notifications: [],
      unreadCount: 0,
    });
  });

  test('[NOT-01] a sentence that an older version kept is shown as it is', async () => {
    const { manager, bell } = await team();
    await asFixture(server.services, (tx) =>
      sql`insert into notifications (type, user_id, params) values
        ('job_title_changed', ${manager.id}, '{"title": "Kept title", "message": "Kept message"}')`.execute(
        tx.db,
      ),
    );
    expect((await bellOf(bell)).notifications[0]).toMatchObject({
      title: 'Kept title',
      message: 'Kept message',
      path: null,
    });
  });
});

test('[NOT-01] the list and its counts are two statements, each by its own index', async () => {
  const { manager, bell } = await team();
  await notifyTimes(manager.id, 3);
  const sent = await statementsDuring(async () => {
    await bellOf(bell, '?limit=20');
  });
  const reading = sent.filter(({ text }) => text.includes('notifications'));
  expect(reading).toHaveLength(2);
  const connection = await db.admin.connect();
  try {
    // So few rows are read as a whole, unless there is another way.
    await connection.query('begin; set local enable_seqscan = off; set local enable_bitmapscan = off');
    const plans: string[] = [];
    for (const { text, values } of reading) {
      const { rows } = await connection.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${text}`, [
        ...values,
      ]);
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    }
    expect(plans.join('\n')).not.toContain('Seq Scan on notifications');
    expect(plans.some((plan) => plan.includes('notifications_unread_index'))).toBe(true);
  } finally {
    await connection.query('rollback');
    connection.release();
  }
});

describe('reading', () => {
  test('[NOT-01] reads one, which stays read, and all; never those of others', async () => {
    const { manager, bell } = await team();
    const other = await createUser(server.services, { role: 'admin' });
    await notifyTimes(manager.id, 3);
    const [first] = (await bellOf(bell)).notifications;
    const path = `/api/notifications/${String(first?.id)}/read`;
    const stranger = await signIn(server.client(), other);
    expect((await stranger.patch(path)).status).toBe(404);
    expect((await bellOf(bell)).unreadCount).toBe(3);
    expect((await bell.patch(path)).status).toBe(200);
    expect((await bell.patch(path)).status).toBe(200);
    expect(await bellOf(bell)).toMatchObject({
      unreadCount: 2,
      notifications: [{ isRead: true }, { isRead: false }, { isRead: false }],
    });
    await stranger.patch('/api/notifications/mark-all-read');
    expect((await bellOf(bell)).unreadCount).toBe(2);
    expect((await bell.patch('/api/notifications/mark-all-read')).status).toBe(200);
    expect((await bellOf(bell)).unreadCount).toBe(0);
    expect((await bell.patch('/api/notifications/999999999/read')).status).toBe(404);
    expect((await bell.patch('/api/notifications/one/read')).status).toBe(404);
    expect((await bell.patch(path, { isRead: false })).status).toBe(422);
  });

  test('[NOT-01] 50 calls at once leave a right count', async () => {
    const { manager, bell } = await team();
    await notifyTimes(manager.id, 10);
    const { notifications } = await bellOf(bell);
    const statuses = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const id = notifications[index % 8]?.id;
        return (await bell.patch(`/api/notifications/${String(id)}/read`)).status;
      }),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect((await bellOf(bell)).unreadCount).toBe(2);
  });
});

describe('people', () => {
  test('[NOT-01] administrators hear of a first sign-in, a new person and a reset password', async () => {
    const boss = await createUser(server.services, { role: 'admin' });
    const bell = await signIn(server.client(), boss);
    const made = await bell.post<{ user: { id: string }; assignedPassword: string }>('/api/users', {
      email: 'first@notified.example',
      firstName: 'Fiona',
      lastName: 'First',
    });
    const { id } = made.body.user;
    // The password that comes with the account is no reset.
    expect(await typesOf(bell)).toEqual(['user_registered']);
    const person = server.client();
    await signIn(person, { email: 'first@notified.example', password: made.body.assignedPassword });
    await signIn(server.client(), { email: 'first@notified.example', password: made.body.assignedPassword });
    expect(await typesOf(bell)).toEqual(['first_login', 'user_registered']);
    await bell.post(`/api/users/${id}/generate-password`);
    const { notifications } = await bellOf(bell);
    expect(notifications.map(({ type, message }) => [type, message])).toEqual([
      ['password_reset', 'The password of Fiona First was reset.'],
      ['first_login', 'Fiona First signed in for the first time.'],
      ['user_registered', 'Fiona First was added.'],
    ]);
    expect(notifications[0]).toMatchObject({ relatedId: id, path: `/employee/${id}` });
  });

  test('[NOT-01] an import is one notification for each administrator', async () => {
    const boss = await createUser(server.services, { role: 'admin' });
    await asFixture(server.services, async (tx) => {
      for (let number = 1; number <= 3; number += 1) {
        const form = {
          email: `import-${String(number)}@notified.example`,
          firstName: 'Im',
          lastName: 'Port',
          role: 'learner' as const,
          isActive: true,
        };
        await registerUser(tx, form, await preparePassword(tx.services.config, newUserId()));
        await tx.runSubscribers();
      }
    });
    const { notifications } = await bellOf(await signIn(server.client(), boss));
    expect(notifications.map(({ message, path }) => [message, path])).toEqual([
      ['3 people were added.', '/users'],
    ]);
  });

  test('[NOT-01] [AUTH-16] a changed Training Category is told to the manager with the name of today', async () => {
    const { report, bell } = await team({ jobTitle: 'Clinical Research' });
    const client = await signIn(server.client(), report);
    await client.patch('/api/users/profile', { jobTitle: 'Administration' });
    const boss = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
    await boss.patch(`/api/users/${report.id}`, { lastName: 'Renamed' });
    expect((await bellOf(bell)).notifications[0]?.message).toBe(
      'Rita Renamed changed their Training Category from “Clinical Research” to “Administration”. Assigned trainings stay as they are.',
    );
  });

  test('[USR-08] [NOT-01] an erased person is named nowhere any more', async () => {
    const boss = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
    const { report, bell } = await team({ firstName: 'Zenobia', lastName: 'Vanishing' });
    const [moduleId = 0] = await createTextModules(server.services, 1, { completionPolicy: 'self_attest' });
    await complete(report, (await assignTo(boss, report.id, moduleId)).id);
    expect((await bellOf(bell)).notifications[0]?.message).toContain('Zenobia Vanishing');
    expect((await boss.post(`/api/users/${report.id}/erase`, { reason: 'asked for' })).status).toBe(200);
    const [shown] = (await bellOf(bell)).notifications;
    expect(shown?.message).toMatch(/^Erased person \S+ completed/);
    expect(shown?.path).toBeNull();
  });
});
