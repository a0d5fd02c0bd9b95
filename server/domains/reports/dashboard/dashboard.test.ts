import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { dashboardContract } from '#shared/contract/dashboard.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { foldFigures } from '#server/domains/assignments/figures/fold.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { assignTo, completeText, createTextModules, readyToSign } from '#tests/harness/training-world.ts';
import {
  asFixture,
  createDepartment,
  createOrganization,
  createUser,
  signIn,
  type FixtureDepartment,
  type FixtureOrganization,
  type FixtureUser,
} from '#tests/harness/world.ts';

type Stats = ResponseOf<typeof dashboardContract.stats>;
type Organizations = ResponseOf<typeof dashboardContract.organizations>;
type Activities = ResponseOf<typeof dashboardContract.recentActivity>;

let db: TestDatabase;
let server: TestServer;
let admin: TestClient;
let inspector: TestClient;
let site: FixtureOrganization;
let ward: FixtureDepartment;
let learner: FixtureUser;
let modules: number[];

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  const { services } = server;
  site = await createOrganization(services, { name: 'Alpha Site', timeZone: 'Asia/Tokyo' });
  await createOrganization(services, { name: 'Beta Site' });
  ward = await createDepartment(services, { organizationId: site.id, name: 'Ward' });
  const at = { organizationId: site.id, departmentId: ward.id };
  learner = await createUser(services, { ...at, firstName: 'Lea', lastName: 'Learner' });
  await createUser(services, { ...at, isActive: false });
  await createUser(services, { firstName: 'Olga', lastName: 'Outside' });
  admin = await signIn(server.client(), await createUser(services, { role: 'admin' }));
  const viewer = await createUser(services, {
    settings: { language: 'de' },
    grants: [{ kind: 'inspector', organizationId: site.id }],
  });
  inspector = await signIn(server.client(), viewer);
  modules = await createTextModules(services, 3);
  const [first = 0, second = 0, third = 0] = modules;
  const done = await assignTo(admin, learner.id, first);
  await completeText(await readyToSign(server, learner), done.id, learner);
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo' }).format(new Date());
  await assignTo(admin, learner.id, second, { dueDate: addDays(today, 1) });
  await assignTo(admin, learner.id, third, { dueDate: addDays(today, 30) });
});
afterEach(() => db.moveClock({}));
afterAll(async () => {
  await server.close();
  await db.drop();
});

const get = async <Body>(path: string, client = admin): Promise<Body> => {
  const answer = await client.get<Body>(`/api/dashboard/${path}`);
  expect(answer.status).toBe(200);
  return answer.body;
};
const stats = (client = admin) => get<Stats>('stats', client);
const organizations = (client = admin) => get<Organizations>('organizations', client);
const activity = (client = admin) => get<Activities>('recent-activity', client);

test('[DASH-01] [CMP-03] the stat cards are of everybody in reach, and follow the calendar', async () => {
  expect(await stats()).toEqual({
    totalUsers: 5,
    activeUsers: 4,
    completedTrainings: 1,
    pendingUsers: 2,
    overdueTrainings: 0,
    expiredTrainings: 0,
    overdueUsers: 0,
    overallCompletionRate: 33.3,
    complianceStatus: 'critical',
  });
  expect(await stats(inspector)).toMatchObject({ totalUsers: 2, activeUsers: 1, completedTrainings: 1 });
  await foldFigures(server.services.db);
  await db.moveClock({ days: 2 });
  const later = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
  expect(await stats(later)).toMatchObject({ overdueTrainings: 1, overdueUsers: 1, completedTrainings: 1 });
});

test('[DASH-01] each organization with its departments; nothing assigned is no data; people of none come last', async () => {
  const all = await organizations();
  expect(all.map(({ orgName }) => orgName)).toEqual(['Alpha Site', 'Beta Site', null]);
  expect(all[0]).toEqual({
    orgId: site.id,
    orgName: 'Alpha Site',
    complianceStatus: 'critical',
    overallCompletionRate: 33.3,
    totalUsers: 2,
    activeUsers: 1,
    pendingUsers: 1,
    overdueCount: 0,
    departments: [{ deptId: ward.id, deptName: 'Ward', completionRate: 33.3, complianceStatus: 'critical' }],
  });
  expect(all[1]).toMatchObject({ complianceStatus: null, totalUsers: 0, departments: [] });
  expect((await organizations(inspector)).map(({ orgName }) => orgName)).toEqual(['Alpha Site']);
});

test('[DASH-01] recent activity tells what was published, completed and fell due, newest first, in the reader’s language', async () => {
  const before = await activity();
  expect(before.filter(({ type }) => type === 'upload')).toHaveLength(3);
  expect(before).toContainEqual(
    expect.objectContaining({
      type: 'completion',
      color: 'green',
      description: 'Lea Learner completed Module 1 of 3',
      userId: learner.id,
    }),
  );
  expect(before.map(({ timestamp }) => timestamp)).toEqual(
    before
      .map(({ timestamp }) => timestamp)
      .toSorted()
      .toReversed(),
  );
  await db.moveClock({ days: 2 });
  const viewer = await createUser(server.services, {
    settings: { language: 'de' },
    grants: [{ kind: 'inspector', organizationId: site.id }],
  });
  const [newest] = await activity(await signIn(server.client(), viewer));
  expect(newest).toMatchObject({
    type: 'overdue',
    color: 'yellow',
    description: 'Module 2 of 3 ist für Lea Learner überfällig geworden',
  });
  // The day began in Tokyo.
  expect(newest?.timestamp).toMatch(/T15:00:00/);
});

test('[DASH-01] [OPS-06] organizations and recent activity come in pages with their total', async () => {
  for (const path of ['organizations', 'recent-activity']) {
    const whole = await admin.get<readonly unknown[]>(`/api/dashboard/${path}?limit=100`);
    expect(whole.body.length, path).toBeGreaterThan(2);
    expect(whole.headers.get('x-total-count'), path).toBe(String(whole.body.length));
    const page = await admin.get<readonly unknown[]>(`/api/dashboard/${path}?limit=1&offset=1`);
    expect(page.body, path).toEqual(whole.body.slice(1, 2));
    expect(page.headers.get('x-total-count'), path).toBe(String(whole.body.length));
    const beyond = await admin.get<readonly unknown[]>(`/api/dashboard/${path}?offset=500`);
    expect([beyond.status, beyond.body], path).toEqual([200, []]);
  }
});

test('[DASH-01] [AUTH-13] an inspector learns nothing of people elsewhere', async () => {
  const [outsider = ''] = (
    await db.admin.query<{ id: string }>("select id from users where first_name = 'Olga'")
  ).rows.map(({ id }) => id);
  await asFixture(server.services, async (tx) => {
    await sql`insert into training_assignments (user_id, module_id, status, completed_at)
      values (${outsider}, ${modules[0]}, 'completed', app_now())`.execute(tx.db);
  });
  expect((await activity()).some(({ description }) => description.includes('Olga'))).toBe(true);
  expect((await activity(inspector)).some(({ description }) => description.includes('Olga'))).toBe(false);
});
