import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { listedStates, type complianceContract as contract } from '#shared/contract/compliance.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { foldFigures } from '#server/domains/assignments/figures/fold.ts';
import { fillMissingDays } from '#server/domains/assignments/figures/days.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createTextModules } from '#tests/harness/training-world.ts';
import {
  asFixture,
  createDepartment,
  createOrganization,
  createUser,
  createUsers,
  signIn,
  type FixtureDepartment,
  type FixtureOrganization,
  type FixtureUser,
} from '#tests/harness/world.ts';

type Metrics = ResponseOf<typeof contract.metrics>;
type People = ResponseOf<typeof contract.people>;

let db: TestDatabase;
let server: TestServer;
let admin: TestClient;
let inspector: TestClient;
let site: FixtureOrganization;
let other: FixtureOrganization;
let ward: FixtureDepartment;
let late: FixtureUser;

const today = () => new Date().toISOString().slice(0, 10);

/** Assigns modules to a person as so many days ago, due some days from then; answers nothing. */
async function give(user: FixtureUser, modules: readonly number[], dueInDays: number, completed = false) {
  await asFixture(server.services, async (tx) => {
    await sql`
      insert into training_assignments (user_id, module_id, due_date, assigned_date, status, completed_at)
      select ${user.id}, m, ${addDays(today(), dueInDays)}::date, app_now() - interval '20 days',
        ${completed ? 'completed' : 'not_started'}, ${completed ? sql`app_now() - interval '10 days'` : null}
      from unnest(${[...modules]}::int[]) m`.execute(tx.db);
  });
}

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  const { services } = server;
  site = await createOrganization(services, { name: 'Alpha Site' });
  other = await createOrganization(services, { name: 'Beta Site' });
  ward = await createDepartment(services, { organizationId: site.id, name: 'Ward' });
  await db.moveClock({ days: -30 });
  const at = { organizationId: site.id };
  const [one, two, three, four, outside, five] = await createUsers(services, [
    { ...at, departmentId: ward.id, firstName: '=late', lastName: 'Aa' },
    { ...at, departmentId: ward.id, lastName: 'Bb' },
    { ...at, lastName: 'Cc' },
    { ...at, isActive: false },
    { lastName: 'Nowhere' },
    { ...at, lastName: 'Dd' },
  ]);
  await db.moveClock({});
  if (!one || !two || !three || !four || !outside || !five) throw new Error('somebody is missing');
  late = one;
  await createUser(services, { organizationId: other.id });
  const modules = await createTextModules(services, 4);
  await give(one, modules, -2);
  await give(two, modules.slice(0, 2), 5, true);
  await give(two, modules.slice(2), 5);
  await give(three, modules.slice(0, 1), -1);
  await give(four, modules, -5);
  await give(five, modules.slice(0, 1), -12, true);
  await asFixture(services, (tx) =>
    sql`update users set last_sign_in_at = app_now() where id = ${five.id}`.execute(tx.db),
  );
  admin = await signIn(server.client(), await createUser(services, { role: 'admin' }));
  const viewer = await createUser(services, { grants: [{ kind: 'inspector', organizationId: site.id }] });
  inspector = await signIn(server.client(), viewer);
});
afterEach(() => db.moveClock({}));
afterAll(async () => {
  await server.close();
  await db.drop();
});

const metrics = async (query = '', client = admin) => {
  const answer = await client.get<Metrics>(`/api/compliance/metrics${query}`);
  expect(answer.status).toBe(200);
  return answer.body;
};
const people = async (query: string, client = admin) => {
  const answer = await client.get<People>(`/api/compliance/people?${query}`);
  expect(answer.status).toBe(200);
  return { names: answer.body.map(({ name }) => name), total: Number(answer.headers.get('x-total-count')) };
};

describe('metrics', () => {
  test('[CMP-01] [CMP-03] overall, by organization with departments, and by role, now', async () => {
    const { overall, byOrganization, byRole } = await metrics();
    // Everybody counts; of the active ones two are late.
    expect(overall).toMatchObject({
      totalUsers: 9,
      activeUsers: 8,
      groups: { overdue: 2, onTrack: 3, complete: 1, nothingRequired: 2 },
      neverSignedIn: 3,
      compliantUsers: 4,
      overdue: 2,
      pending: 3,
      duePeople: 3,
      complianceRate: 33.3,
      tier: 'critical',
      hasData: true,
    });
    expect(byOrganization.map(({ name }) => name)).toEqual(['Alpha Site', 'Beta Site', null]);
    expect(byOrganization[0]).toMatchObject({
      id: site.id,
      totalUsers: 5,
      activeUsers: 4,
      compliantUsers: 2,
      overdueCount: 2,
      pendingCount: 1,
      complianceRate: 33.3,
      completionRate: 30,
      tier: 'critical',
    });
    expect(byOrganization[0]?.departments).toMatchObject([
      { id: ward.id, name: 'Ward', totalUsers: 2, overdueCount: 1 },
      { id: null, name: null, totalUsers: 3, overdueCount: 1 },
    ]);
    // Nothing assigned: 0 and no tier.
    expect(byOrganization[1]).toMatchObject({
      complianceRate: 0,
      completionRate: 0,
      duePeople: 0,
      tier: null,
      hasData: false,
      totalUsers: 1,
    });
    expect(byRole.map(({ role, totalUsers }) => [role, totalUsers])).toEqual([
      ['admin', 1],
      ['learner', 8],
    ]);
  });

  test('[CMP-01] people with the most overdue come first, with counts and last activity', async () => {
    const { riskUsers } = await metrics();
    expect(riskUsers.map(({ id, overdueCount }) => [id === late.id, overdueCount])).toEqual([
      [true, 4],
      [false, 1],
    ]);
    expect(riskUsers[0]).toMatchObject({ organization: 'Alpha Site', department: 'Ward', status: 'overdue' });
  });

  test('[CMP-01] one organization narrows all of it; another is 404 for an inspector, and so is none at all', async () => {
    const narrowed = await metrics(`?organization=${String(site.id)}`);
    expect(narrowed.overall).toMatchObject({ totalUsers: 5, overdue: 2 });
    expect(narrowed.byOrganization.map(({ id }) => id)).toEqual([site.id]);
    const seen = await metrics('', inspector);
    expect(seen).toEqual(narrowed);
    const foreign = `?organization=${String(other.id)}`;
    expect((await inspector.get(`/api/compliance/metrics${foreign}`)).status).toBe(404);
    expect((await inspector.get(`/api/compliance/people${foreign}`)).status).toBe(404);
    expect((await inspector.get(`/api/compliance/export${foreign}`)).status).toBe(404);
    expect((await admin.get('/api/compliance/metrics?organization=999999')).status).toBe(404);
  });

  test.each(['period=8d', 'period=', 'organization=none', 'organization=0', 'organization=x', 'other=1'])(
    '[CMP-01] ?%s is refused with 422',
    async (query) => {
      expect((await admin.get(`/api/compliance/metrics?${query}`)).status).toBe(422);
    },
  );

  test('[CMP-01] the period moves the trend and the comparison, never the cards, and folding moves nothing', async () => {
    const before = await metrics(`?organization=${String(site.id)}&period=7d`);
    expect(before.trend).toMatchObject({ points: [{ day: today(), overdueCount: 2 }], change: null });
    await foldFigures(server.services.db);
    await fillMissingDays(server.services.db);
    const week = await metrics(`?organization=${String(site.id)}&period=7d`);
    expect({ ...week, trend: null }).toEqual({ ...before, trend: null });
    expect(week.trend.points.map(({ day, overdueCount }) => [day, overdueCount])).toEqual(
      [-7, -6, -5, -4, -3, -2, -1, 0].map((days) => [
        addDays(today(), days),
        days >= 0 ? 2 : days === -1 ? 1 : 0,
      ]),
    );
    expect(week.trend.change).toEqual({
      since: addDays(today(), -7),
      complianceRate: -66.7,
      overdueCount: 2,
    });
    const month = await metrics(`?organization=${String(site.id)}`);
    expect({ ...month, trend: null }).toEqual({ ...week, trend: null });
    // The people came 30 days ago, so the first day that began with them is the one after.
    expect(month.trend.points).toHaveLength(30);
    expect(month.trend.points[0]).toMatchObject({ complianceRate: null, completionRate: null });
    expect(month.trend.change).toBeNull();
  });
});

describe('the people behind a figure', () => {
  test('[CMP-01] are as many as the figure says, in each state, place and role', async () => {
    const { overall } = await metrics();
    expect(await people('state=overdue')).toEqual({
      names: ['=late Aa', expect.stringContaining('Cc')],
      total: overall.overdue,
    });
    expect((await people('state=pending')).names).toHaveLength(overall.pending);
    expect((await people('state=compliant')).total).toBe(overall.compliantUsers);
    expect((await people('state=all')).names).toHaveLength(overall.totalUsers);
    const inWard = `organization=${String(site.id)}&departmentId=${String(ward.id)}`;
    expect((await people(inWard)).total).toBe(2);
    expect((await people('organization=none&role=learner')).total).toBe(2);
    expect((await people('role=admin')).total).toBe(1);
    expect((await people('state=overdue&limit=1&offset=1')).names).toHaveLength(1);
  });

  test('[CMP-01] are the same before and after a fold', async () => {
    const states = [...listedStates];
    await asFixture(server.services, async (tx) => {
      await sql`update training_assignments set progress = 0, status = 'in_progress', started_at = app_now()
        where status = 'not_started'`.execute(tx.db);
    });
    const before = await Promise.all(states.map((state) => people(`state=${state}`)));
    await foldFigures(server.services.db);
    expect(await Promise.all(states.map((state) => people(`state=${state}`)))).toEqual(before);
  });
});

test('[CMP-01] [AUD-01] the export holds what is shown, safe from formulas, and the trail knows of it first', async () => {
  const answer = await admin.fetch('GET', `/api/compliance/export?organization=${String(site.id)}&period=7d`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="compliance-${today()}.csv"`);
  const text = Buffer.from(await answer.arrayBuffer()).toString('utf8');
  expect(text.startsWith('\uFEFFkind,organization,department,role,name,email,day,')).toBe(true);
  const lines = text.trimEnd().split('\r\n');
  // The figure of the tier is named: a group has one of its completion rate too.
  expect(lines[0]).toContain('compliance_rate,completion_rate,compliance_tier,');
  expect(lines).toContain('overall,,,,,,,5,4,2,2,1,1,0,1,3,,33.3,30,critical,');
  expect(lines).toContain('organization,Alpha Site,,,,,,5,4,2,2,1,1,0,1,3,,33.3,30,critical,');
  expect(lines.filter((line) => line.startsWith('department,Alpha Site,Ward,'))).toHaveLength(1);
  expect(
    lines.some((line) => line.startsWith(`person,Alpha Site,Ward,learner,'=late Aa,${late.email},`)),
  ).toBe(true);
  const { rows } = await db.admin.query<{ count: number }>(
    `select count(*)::int as count from audit.events where action = 'report.exported' and object_id = 'compliance'
     and outcome = 'ok'`,
  );
  expect(rows).toEqual([{ count: 1 }]);
});

test('[CMP-03] 400 new hires whose due dates lie ahead move neither rate nor tier, and have neither of their own', async () => {
  const { services } = server;
  const organization = await createOrganization(services, { name: 'Growing Site' });
  const old = await createUsers(
    services,
    Array.from({ length: 100 }, () => ({ organizationId: organization.id })),
  );
  const [module = 0] = await createTextModules(services, 1);
  const assign = (ids: readonly string[], dueInDays: number, completed: boolean) =>
    asFixture(services, (tx) =>
      sql`
        insert into training_assignments (user_id, module_id, due_date, status, completed_at)
        select u, ${module}, ${addDays(today(), dueInDays)}::date, ${completed ? 'completed' : 'not_started'},
          ${completed ? sql`app_now()` : null} from unnest(${[...ids]}::text[]) u`.execute(tx.db),
    );
  const ids = old.map(({ id }) => id);
  await assign(ids.slice(0, 41), -10, true);
  await assign(ids.slice(41), -10, false);
  const shown = async () => {
    const { overall, byOrganization } = await metrics(`?organization=${String(organization.id)}`);
    expect(byOrganization[0]).toMatchObject({ complianceRate: overall.complianceRate, tier: overall.tier });
    return overall;
  };
  const rated = { complianceRate: 41, tier: 'critical', duePeople: 100, overdueCount: 59 };
  expect(await shown()).toMatchObject({ ...rated, activeUsers: 100 });
  const hires = await createUsers(
    services,
    Array.from({ length: 400 }, () => ({ organizationId: organization.id, role: 'manager' as const })),
  );
  await assign(
    hires.map(({ id }) => id),
    30,
    false,
  );
  for (const fold of [false, true]) {
    if (fold) await foldFigures(services.db);
    expect(await shown()).toMatchObject({
      ...rated,
      activeUsers: 500,
      pendingCount: 441,
      neverSignedIn: 441,
    });
  }
  const { byRole } = await metrics(`?organization=${String(organization.id)}`);
  expect(byRole.find(({ role }) => role === 'manager')).toMatchObject({
    totalUsers: 400,
    duePeople: 0,
    complianceRate: 0,
    tier: null,
    hasData: true,
  });
});
