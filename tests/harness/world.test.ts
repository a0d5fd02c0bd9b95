import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { createReachWorld } from './reach-world.ts';
import { startTestServer, type TestServer } from './server.ts';
import { createDepartment, createOrganization, createUser, createUsers, FIXTURE_PASSWORD } from './world.ts';

let database: TestDatabase;
let server: TestServer;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

test('fixtures are inserted by the role of the application, in audited commands', async () => {
  const organization = await createOrganization(server.services, { timeZone: 'Europe/Berlin' });
  const department = await createDepartment(server.services, { organizationId: organization.id });
  const manager = await createUser(server.services, { role: 'manager', organizationId: organization.id });
  const learner = await createUser(server.services, {
    organizationId: organization.id,
    departmentId: department.id,
    managerId: manager.id,
    grants: [{ kind: 'inspector', organizationId: organization.id }],
  });
  const { rows } = await database.admin.query<{ actions: string[] }>(
    `select array_agg(distinct action) as actions from audit.events where object_id = any ($1) and object_type = 'users'`,
    [[manager.id, learner.id]],
  );
  expect(rows[0]?.actions).toEqual(['test.fixture']);
  expect(learner.password).toBe(FIXTURE_PASSWORD);
});

test('a thousand people take one command', async () => {
  const before = await database.admin.query<{ count: string }>(
    `select count(*) from audit.events where kind = 'command'`,
  );
  const people = await createUsers(
    server.services,
    Array.from({ length: 1000 }, () => ({})),
  );
  const after = await database.admin.query<{ count: string }>(
    `select count(*) from audit.events where kind = 'command'`,
  );
  expect(new Set(people.map((one) => one.id)).size).toBe(1000);
  expect(Number(after.rows[0]?.count) - Number(before.rows[0]?.count)).toBe(1);
});

test('[AUTH-13] the world of the access tests has three organizations with three levels of managers', async () => {
  const world = await createReachWorld(server.services);
  expect(world.organizations).toHaveLength(3);
  for (const { director, leads, supervisor, learners } of world.organizations) {
    expect(leads[0].managerId).toBe(director.id);
    expect(supervisor.managerId).toBe(leads[0].id);
    expect(learners[0].managerId).toBe(supervisor.id);
  }
  const [alpha] = world.organizations;
  const { rows } = await sql<{ id: string }>`select reports_of(${alpha.director.id}) as id`.execute(
    database.db,
  );
  expect(rows.map((row) => row.id)).toContain(world.crossReport.id);
  expect(rows.map((row) => row.id)).toContain(alpha.learners[1].id);
  expect(rows.map((row) => row.id)).not.toContain(alpha.loneLearner.id);
});
