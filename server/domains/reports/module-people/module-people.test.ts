import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { modulePeopleContract } from '#shared/contract/module-people.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { trainingStates } from '#shared/domain/reports/training-states.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  assignTo,
  completeText,
  createMatrix,
  createTextModules,
  createTrainingWorld,
  putStatus,
  readyToSign,
  type TrainingWorld,
} from '#tests/harness/training-world.ts';
import { asFixture, createUser, createUsers, signIn, type FixtureUser } from '#tests/harness/world.ts';

type Figures = ResponseOf<typeof modulePeopleContract.figures>;
type People = ResponseOf<typeof modulePeopleContract.list>;

let db: TestDatabase;
let server: TestServer;
let world: TrainingWorld;
let moduleId: number;
let matrixId: number;
let people: Readonly<Record<'expired' | 'done' | 'late' | 'begun' | 'open' | 'needs', FixtureUser>>;
let lead: FixtureUser;

const path = (what: 'people' | 'people-figures', query = '', id = moduleId) =>
  `/api/training-modules/${String(id)}/${what}${query}`;
const figures = async (client: TestClient, query = '') =>
  (await client.get<Figures>(path('people-figures', query))).body;
const list = async (client: TestClient, query = '') => client.get<People>(path('people', query));
const states = ({ groups }: Figures) => Object.fromEntries(groups.map((one) => [one.status, one.people]));

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  world = await createTrainingWorld(server, 0);
  const { organization, department, admin } = world;
  const place = { organizationId: organization.id, departmentId: department.id };
  lead = await createUser(server.services, { role: 'manager', ...place, jobTitle: 'Lead' });
  const six = await createUsers(
    server.services,
    Array.from({ length: 6 }, (_, index) => ({
      ...place,
      jobTitle: 'Nurse',
      ...(index < 2 ? { managerId: lead.id } : {}),
    })),
  );
  const [expired, done, late, begun, open, needs] = six;
  if (!expired || !done || !late || !begun || !open || !needs) throw new Error('the world has people');
  people = { expired, done, late, begun, open, needs };
  [moduleId = 0] = await createTextModules(server.services, 1);
  for (const person of [expired, done, begun, open]) await assignTo(admin, person.id, moduleId);
  await assignTo(admin, late.id, moduleId, { dueDate: '2020-01-31' });
  const idOf = async (person: FixtureUser) =>
    (await list(admin)).body.find(({ id }) => id === person.id)?.assignmentId ?? 0;
  for (const person of [expired, done])
    await completeText(await readyToSign(server, person), await idOf(person), person);
  await putStatus(await signIn(server.client(), begun), await idOf(begun), { status: 'in_progress' });
  matrixId = await createMatrix(world, [moduleId], { jobTitle: 'Nurse' });
  await asFixture(server.services, async (tx) => {
    await sql`update training_assignments set next_renewal_date = '2021-03-31'
      where user_id = ${expired.id} and module_id = ${moduleId}`.execute(tx.db);
  });
});
afterAll(async () => {
  await server.close();
  await db.drop();
});

describe('[MTX-09] the people of a module', () => {
  test('everybody who has it or needs it is in one group, and the groups add up', async () => {
    const found = await figures(world.admin);
    expect(found).toMatchObject({
      module: { id: moduleId, version: 1, hasContent: true, isActive: true, isRetired: false },
      people: 6,
      matrices: [{ id: matrixId, organizationName: world.organization.name, isRequired: true }],
    });
    expect(states(found)).toEqual({
      overdue: 1,
      expired: 1,
      not_assigned: 1,
      not_started: 1,
      in_progress: 1,
      completed: 1,
    });
    expect(found.groups.find(({ status }) => status === 'not_assigned')).toMatchObject({ version: null });
    expect(found.groups.reduce((sum, one) => sum + one.people, 0)).toBe(found.people);
  });

  test('each group is the list behind it, by status and version', async () => {
    const found = await figures(world.admin);
    for (const { status, version, people: many } of found.groups) {
      const answer = await list(world.admin, `?status=${status}&version=${String(version ?? 'none')}`);
      expect(answer.headers.get('x-total-count')).toBe(String(many));
      expect(answer.body.map((one) => [one.status, one.version])).toEqual(
        Array.from({ length: many }, () => [status, version]),
      );
    }
  });

  test('[PERF-03] the maintained figures give the people that their trainings give, and the rows of an export', async () => {
    for (const status of [undefined, ...trainingStates]) {
      const narrowed = status === undefined ? '' : `&status=${status}`;
      const [kept, read] = [
        await list(world.admin, `?sort=name${narrowed}`),
        await list(world.admin, `?sort=-name${narrowed}`),
      ];
      expect(kept.body.length).toBeGreaterThan(0);
      expect(kept.body.map(({ id }) => id).toSorted()).toEqual(read.body.map(({ id }) => id).toSorted());
      const total = kept.headers.get('x-total-count');
      expect([total, total]).toEqual([String(kept.body.length), read.headers.get('x-total-count')]);
      const counted = await world.admin.get<{ rows: number }>(
        `/api/exports/count?dataSet=training&format=csv&moduleId=${String(moduleId)}${narrowed}`,
      );
      expect(counted.body.rows).toBe(kept.body.length);
      const [, second] = kept.body;
      if (!second) continue;
      const page = await list(world.admin, `?limit=1&offset=1${narrowed}`);
      expect([page.body, page.headers.get('x-total-count')]).toEqual([[second], total]);
    }
  });

  test('pages, sorts, searches and narrows on the server', async () => {
    const byUrgency = await list(world.admin, '?sort=status');
    expect(byUrgency.body.map(({ status }) => status)).toEqual([
      'overdue',
      'expired',
      'not_assigned',
      'not_started',
      'in_progress',
      'completed',
    ]);
    const second = await list(world.admin, '?sort=status&limit=2&offset=2');
    expect(second.body.map(({ status }) => status)).toEqual(['not_assigned', 'not_started']);
    expect(second.headers.get('x-total-count')).toBe('6');
    const past = await list(world.admin, '?limit=2&offset=60');
    expect([past.body, past.headers.get('x-total-count')]).toEqual([[], '6']);
    const { email, id } = people.late;
    expect((await list(world.admin, `?q=${encodeURIComponent(email)}`)).body.map((one) => one.id)).toEqual([
      id,
    ]);
    expect((await list(world.admin, `?departmentId=none`)).body).toEqual([]);
    expect((await list(world.admin, `?org=${String(world.organization.id)}`)).body).toHaveLength(6);
    expect((await list(world.admin, '?status=nonsense')).status).toBe(422);
  });

  test('a new version: who has not started learns it, who completed stays with theirs until the next cycle', async () => {
    const person = await createUser(server.services, { organizationId: world.organization.id });
    const [own = 0] = await createTextModules(server.services, 1);
    const { id } = await assignTo(world.admin, person.id, own);
    await completeText(await readyToSign(server, person), id, person);
    await assignTo(world.admin, person.id, own, { retrain: true, reason: 'After a deviation' });
    const [row] = (await world.admin.get<People>(path('people', '', own))).body;
    expect(row).toMatchObject({
      status: 'not_started',
      version: 1,
      completedAt: null,
      before: { version: 1, expired: false },
    });
  });

  test('[CMP-03] [MOD-01] an expired completion is expired while its renewal is open, as compliance counts it', async () => {
    const site = await createTrainingWorld(server, 3);
    const [own = 0] = await createTextModules(server.services, 1);
    const [begun, late, early] = site.learners;
    if (!begun || !late || !early) throw new Error('the world has learners');
    for (const person of [begun, late, early]) {
      const { id } = await assignTo(site.admin, person.id, own);
      await completeText(await readyToSign(server, person), id, person);
      const renewal = await assignTo(site.admin, person.id, own, { retrain: true, reason: 'Renewal' });
      await asFixture(server.services, async (tx) => {
        if (person === early) return;
        await sql`update training_assignments set next_renewal_date = '2021-03-31' where id = ${id}`.execute(
          tx.db,
        );
        if (person === begun)
          await sql`update training_assignments set status = 'in_progress' where id = ${renewal.id}`.execute(
            tx.db,
          );
        if (person === late)
          await sql`update training_assignments set due_date = '2021-04-30' where id = ${renewal.id}`.execute(
            tx.db,
          );
      });
    }
    const rows = (await site.admin.get<People>(path('people', '', own))).body;
    const rowOf = ({ id }: FixtureUser) => rows.find((row) => row.id === id);
    expect(rowOf(begun)).toMatchObject({
      status: 'expired',
      openStatus: 'in_progress',
      completedAt: null,
      validUntil: '2021-03-31',
      before: { version: 1, expired: true },
    });
    expect(rowOf(late)).toMatchObject({
      status: 'overdue',
      openStatus: 'not_started',
      before: { expired: true },
    });
    expect(rowOf(early)).toMatchObject({ status: 'not_started', before: { expired: false } });
    const found = (await site.admin.get<Figures>(path('people-figures', '', own))).body;
    expect(states(found)).toEqual({ expired: 1, overdue: 1, not_started: 1 });
    const table = await site.admin.get<{ id: number }[]>('/api/module-table?limit=1000');
    expect(table.body.find(({ id }) => id === own)).toMatchObject({
      assigned: 3,
      completed: 0,
      expired: 1,
      overdue: 1,
    });
    const behind = await site.admin.get<{ id: string }[]>(
      `/api/compliance/people?moduleId=${String(own)}&state=overdue`,
    );
    expect(behind.body.map(({ id }) => id).toSorted()).toEqual([begun.id, late.id].toSorted());
    const file = await site.admin.get<string>(
      `/api/exports/download?dataSet=training&format=csv&columns=email,status&moduleId=${String(own)}&status=expired`,
    );
    expect(file.body.trim().split('\r\n').slice(1)).toEqual([`${begun.email},expired`]);
  });

  test('[LRN-01] the completion that is valid longest decides, not the one that was recorded last', async () => {
    const person = await createUser(server.services, { organizationId: world.organization.id });
    const [own = 0] = await createTextModules(server.services, 1);
    const { id } = await assignTo(world.admin, person.id, own);
    await completeText(await readyToSign(server, person), id, person);
    const again = await assignTo(world.admin, person.id, own, { retrain: true, reason: 'From the archive' });
    await world.admin.post(`/api/training-assignments/${String(again.id)}/record-completion`, {
      completedOn: '2020-01-31',
      reason: 'Signed on paper',
    });
    await asFixture(server.services, (tx) =>
      sql`update training_assignments set next_renewal_date = '2021-01-31' where id = ${again.id}`.execute(
        tx.db,
      ),
    );
    const [row] = (await world.admin.get<People>(path('people', '', own))).body;
    expect(row).toMatchObject({ status: 'completed' });
    const line = (await world.admin.get<{ id: number }[]>('/api/module-table?limit=1000')).body;
    expect(line.find((one) => one.id === own)).toMatchObject({ completed: 1, expired: 0 });
  });

  test('managers see their people, inspectors their organizations, and nobody a module that is not there', async () => {
    const manager = await signIn(server.client(), lead);
    const own = await figures(manager);
    expect(own).toMatchObject({ people: 2, matrices: [] });
    expect((await list(manager)).body.map((one) => one.id).toSorted()).toEqual(
      [people.expired.id, people.done.id].toSorted(),
    );
    const elsewhere = await createTrainingWorld(server, 1);
    const [foreign = 0] = await createTextModules(server.services, 1);
    await assignTo(elsewhere.admin, elsewhere.learners[0]?.id ?? '', foreign);
    expect((await manager.get<Figures>(path('people-figures', '', foreign))).body).toMatchObject({
      people: 0,
    });
    const [retired = 0] = await createTextModules(server.services, 1, { isActive: false });
    expect((await manager.get(path('people', '', retired))).status).toBe(404);
    expect((await world.admin.get(path('people', '', 2_000_000_000))).status).toBe(404);
    const inspector = await createUser(server.services, {
      grants: [{ kind: 'inspector', organizationId: world.organization.id }],
    });
    const visitor = await signIn(server.client(), inspector);
    expect(await figures(visitor)).toMatchObject({ people: 6, matrices: [{ id: matrixId }] });
    expect((await visitor.get(path('people', '', foreign))).status).toBe(404);
  });
});

describe('[RPT-01] [CMP-01] [REM-01] [RPT-03] one module', () => {
  test('[RPT-01] the completion report counts this module alone, and only who has it', async () => {
    const [other = 0] = await createTextModules(server.services, 1);
    await assignTo(world.admin, people.done.id, other);
    const { body } = await world.admin.get<{
      reportMetadata: object;
      organizationSummary: object[];
      userDetails: { userId: string; assignments: { moduleId: number }[] }[];
    }>(`/api/reports/completion?include=assignments&moduleId=${String(moduleId)}&limit=200`);
    expect(body.reportMetadata).toMatchObject({ totalUsers: 5, totalAssignments: 5 });
    expect(body.organizationSummary).toMatchObject([{ orgId: world.organization.id, totalAssignments: 5 }]);
    expect(body.userDetails.flatMap((one) => one.assignments.map((row) => row.moduleId))).toEqual(
      Array.from({ length: 5 }, () => moduleId),
    );
    const csv = await world.admin.get<string>(
      `/api/reports/completion/export?format=csv&moduleId=${String(moduleId)}`,
    );
    expect(csv.body.trim().split('\r\n')).toHaveLength(6);
  });

  test('[CMP-01] compliance of one module is that of the people who have it', async () => {
    const { body } = await world.admin.get<{ overall: object; trend: { points: object[] } }>(
      `/api/compliance/metrics?moduleId=${String(moduleId)}`,
    );
    expect(body.overall).toMatchObject({ totalUsers: 5, overdueCount: 2 });
    expect(body.trend.points).toEqual([]);
    const overdue = await world.admin.get<{ id: string }[]>(
      `/api/compliance/people?moduleId=${String(moduleId)}&state=overdue`,
    );
    expect(overdue.body.map(({ id }) => id).toSorted()).toEqual(
      [people.late.id, people.expired.id].toSorted(),
    );
    expect(overdue.headers.get('x-total-count')).toBe('2');
  });

  test('[REM-01] reminders are offered to who has the module open or expired', async () => {
    const { body } = await world.admin.get<{ id: string }[]>(
      `/api/users/reminder-info?moduleIds=${String(moduleId)}&limit=200`,
    );
    const { expired, late, begun, open } = people;
    expect(body.map(({ id }) => id).toSorted()).toEqual(
      [expired, late, begun, open].map(({ id }) => id).toSorted(),
    );
    // Of several modules: whoever has one of them, once.
    const [otherId = 0] = await createTextModules(server.services, 1);
    await assignTo(world.admin, people.needs.id, otherId);
    const both = await world.admin.get<{ id: string }[]>(
      `/api/users/reminder-info?moduleIds=${String(moduleId)},${String(otherId)}&limit=200`,
    );
    expect(both.body.map(({ id }) => id).toSorted()).toEqual(
      [...body.map(({ id }) => id), people.needs.id].toSorted(),
    );
    const tooMany = Array.from({ length: 21 }, (_, at) => at + 1).join(',');
    const refused = await world.admin.get<object>(`/api/users/reminder-info?moduleIds=${tooMany}`);
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'moduleIds', message: 'At most 20 modules at once' }] },
    });
  });

  test('[RPT-03] the export of a module has a line for each person of its page, with the same filters', async () => {
    const ask = async (query: string) => {
      const { body, status } = await world.admin.get<string>(
        `/api/exports/download?dataSet=training&format=csv&columns=module,email,status,version&${query}`,
      );
      expect(status).toBe(200);
      return body.trim().split('\r\n').slice(1);
    };
    const all = await ask(`moduleId=${String(moduleId)}`);
    expect(all).toHaveLength(6);
    expect(all.every((line) => line.startsWith('Module 1 of 1,'))).toBe(true);
    const late = await ask(`moduleId=${String(moduleId)}&status=overdue&version=1`);
    expect(late).toEqual([`Module 1 of 1,${people.late.email},overdue,1`]);
    expect(await ask(`moduleId=${String(moduleId)}&version=none`)).toEqual([
      `Module 1 of 1,${people.needs.email},not_assigned,`,
    ]);
    const completions = await world.admin.get<string>(
      `/api/exports/download?dataSet=completions&format=csv&columns=email&moduleId=${String(moduleId)}`,
    );
    expect(completions.body.trim().split('\r\n')).toHaveLength(3);
  });
});
