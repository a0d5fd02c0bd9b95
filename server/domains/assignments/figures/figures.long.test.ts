import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { noReach, type Reach, type Role } from '#shared/domain/access/permissions.ts';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import {
  addSums,
  countAssignments,
  figuresOfSums,
  type ComplianceRow,
  type PersonFigures,
} from '#shared/domain/compliance/figures.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { faultsOf } from '#tests/harness/figure-faults.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  assignTo,
  completeText,
  createTextModules,
  createTrainingWorld,
  readyToSign,
} from '#tests/harness/training-world.ts';
import { asFixture, createDepartment, createOrganizations, createUsers } from '#tests/harness/world.ts';
import { groupFigures } from '#tests/models/group-figures.ts';
import {
  wrongGroupFigures,
  wrongGroupModuleFigures,
  wrongPersonFigures,
  wrongPersonModuleFigures,
} from './check-figures.ts';
import { currentPeople, figureCtes, figuresBy, type FigureScope } from './figures.queries.ts';
import { stateConditions } from './figures-sql.ts';
import { foldFigures } from './fold.ts';
import { peoplePage } from './people-page.ts';

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

const everybody: FigureScope = { reach: { ...noReach, all: true }, org: 'all' };

interface Person extends PersonFigures {
  readonly userId: string;
  readonly organizationId: number | null;
  readonly departmentId: number | null;
  readonly role: Role;
}

/** Everybody as the pure rule counts them from the bare rows. */
async function peopleByRule(moduleId?: number): Promise<readonly Person[]> {
  const ofModule = moduleId === undefined ? sql`true` : sql`a.module_id = ${moduleId}`;
  const { rows } = await sql<
    Omit<Person, keyof PersonFigures> & {
      isActive: boolean;
      hasSignedIn: boolean;
      today: string;
      rows: ComplianceRow[];
    }
  >`
    select u.id as user_id, u.organization_id, u.department_id, u.role, u.is_active, u.last_sign_in_at is not null as has_signed_in,
      today_in(coalesce(o.time_zone, 'UTC')) as today, coalesce((select json_agg(json_build_object('status', a.status,
        'dueDate', a.due_date, 'moduleId', a.module_id, 'cycle', a.cycle, 'nextRenewalDate', a.next_renewal_date, 'isRequired', a.is_required))
      from training_assignments a where a.user_id = u.id and ${ofModule}), '[]') as rows
    from users u left join organizations o on o.id = u.organization_id where u.erased_at is null`.execute(
    db.db,
  );
  return rows
    .map(({ rows: assignments, today, ...person }) => ({
      ...person,
      ...countAssignments(assignments, today),
    }))
    .filter(({ total }) => moduleId === undefined || total > 0);
}

const placeOf = (row: { organizationId: number | null; departmentId: number | null; role: string | null }) =>
  [row.organizationId, row.departmentId, row.role].map(String).join(' ');

function byRule(people: readonly Person[]): Record<string, unknown> {
  const groups = Map.groupBy(people, placeOf);
  return Object.fromEntries([...groups].map(([place, members]) => [place, groupFigures(members)]));
}

async function bySums(scope: FigureScope): Promise<Record<string, unknown>> {
  const rows = await figuresBy(db.db, scope, ['organization', 'department', 'role']);
  return Object.fromEntries(rows.map((row) => [placeOf(row), figuresOfSums(row)]));
}

async function currentOf(scope: FigureScope) {
  const { rows } = await sql<{ userId: string; completed: number; overdue: number; expired: number }>`
    with ${figureCtes} select user_id, completed, overdue, expired from (${currentPeople(scope)}) p`.execute(
    db.db,
  );
  return rows;
}

/** Everything that shows figures is what the rule says. */
async function expectExact(managerId: string, modules: readonly number[]): Promise<void> {
  const people = await peopleByRule();
  const checks = [wrongPersonFigures, wrongGroupFigures, wrongPersonModuleFigures, wrongGroupModuleFigures];
  expect(await faultsOf(db.db, checks)).toEqual([]);
  expect(await bySums(everybody)).toEqual(byRule(people));
  const total = addSums(await figuresBy(db.db, everybody, []));
  expect(figuresOfSums(total)).toEqual(groupFigures(people));
  const organizationId = people.find((person) => person.organizationId !== null)?.organizationId ?? 0;
  const inside: Reach = { ...noReach, organizationIds: [organizationId] };
  expect(await bySums({ reach: inside, org: 'all' })).toEqual(
    byRule(people.filter((person) => person.organizationId === organizationId)),
  );
  expect(await bySums({ ...everybody, org: organizationId, role: 'learner' })).toEqual(
    byRule(people.filter((person) => person.organizationId === organizationId && person.role === 'learner')),
  );
  const { rows } = await sql<{ id: string }>`select reports_of(${managerId}) as id`.execute(db.db);
  const team = new Set(rows.map(({ id }) => id));
  const ofTeam: FigureScope = { reach: { ...noReach, reportsOf: managerId }, org: 'all' };
  const members = people.filter(({ userId }) => team.has(userId));
  expect(await bySums(ofTeam)).toEqual(byRule(members));
  const found = await currentOf(ofTeam);
  expect(new Map(found.map(({ userId, overdue }) => [userId, overdue]))).toEqual(
    new Map(members.map(({ userId, overdue }) => [userId, overdue])),
  );
  for (const moduleId of modules.slice(0, 2)) await expectExactOf(moduleId, team, ofTeam);
}

/** What is shown of one module is what the rule says of the people who have it. */
async function expectExactOf(
  moduleId: number,
  team: ReadonlySet<string>,
  ofTeam: FigureScope,
): Promise<void> {
  const people = await peopleByRule(moduleId);
  expect(await bySums({ ...everybody, moduleId })).toEqual(byRule(people));
  expect(await bySums({ ...ofTeam, moduleId })).toEqual(
    byRule(people.filter(({ userId }) => team.has(userId))),
  );
  const late = people.filter(({ isActive, requiredLate }) => isActive && requiredLate > 0);
  const page = peoplePage({
    moduleId,
    where: sql`true`,
    condition: stateConditions.overdue,
    isLate: true,
    order: sql`user_id`,
    limit: 20,
    offset: 0,
  });
  const { rows } = await sql<{ userId: string }>`
    with ${figureCtes}
    select user_id from (${page}) p order by user_id`.execute(db.db);
  expect(rows.map(({ userId }) => userId)).toEqual(late.map(({ userId }) => userId).toSorted());
}

/** One random change: whose, what, and numbers for its details. */
const steps = fc.array(
  fc.record({
    what: fc.constantFrom(
      'assign',
      'assign',
      'assign',
      'start',
      'complete',
      'complete',
      'void',
      'move due date',
      'require no longer',
      'move person',
      'switch active',
      'sign in',
      'issue password',
      'change role',
      'change zone',
      'erase',
      'wait',
      'wait',
      'fold',
      'fold',
    ),
    who: fc.nat({ max: 8 }),
    number: fc.nat({ max: 11 }),
  }),
  { minLength: 15, maxLength: 30 },
);

describe('figures', () => {
  const zones = ['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles', 'Asia/Kathmandu'];
  let people: readonly { readonly id: string }[];
  let places: readonly (readonly [number | null, number | null])[];
  let modules: readonly number[];
  let hours = 0;

  beforeEach(async () => {
    // What earlier tests left in this database stays in the figures, so it is compared too.
    const { services } = server;
    const organizations = await createOrganizations(services, [
      { timeZone: zones[1] ?? '' },
      { timeZone: zones[2] ?? '' },
    ]);
    const departments = await Promise.all(
      organizations.map(({ id }) => createDepartment(services, { organizationId: id })),
    );
    places = [
      [null, null],
      ...organizations.map(({ id }) => [id, null] as const),
      ...departments.map(({ id, organizationId }) => [organizationId, id] as const),
    ];
    const [manager] = await createUsers(services, [
      { role: 'manager', organizationId: organizations[0]?.id ?? null },
    ]);
    people = [
      ...(manager ? [manager] : []),
      ...(await createUsers(
        services,
        Array.from({ length: 8 }, (_, index) => ({
          organizationId: places[index % places.length]?.[0] ?? null,
          departmentId: places[index % places.length]?.[1] ?? null,
          managerId: index % 3 === 0 ? (manager?.id ?? null) : null,
        })),
      )),
    ];
    modules = await createTextModules(services, 4);
  });

  async function take(what: string, userId: string, number: number): Promise<void> {
    const at = sql`today_in('UTC')`;
    const run = (statement: ReturnType<typeof sql>) =>
      asFixture(server.services, async (tx) => void (await statement.execute(tx.db)));
    const [organizationId, departmentId] = places[number % places.length] ?? [null, null];
    if (what === 'assign')
      return run(sql`
        insert into training_assignments (user_id, module_id, due_date, cycle)
        select ${userId}, m, case when ${number} <> 11 then ${at} + ${number - 5}::int end,
          1 + (select coalesce(max(cycle), 0) from training_assignments a where a.user_id = ${userId} and a.module_id = m)
        from unnest(${modules.slice(number % 3)}::int[]) m on conflict do nothing`);
    if (what === 'start')
      return run(sql`update training_assignments set status = 'in_progress', started_at = app_now()
        where user_id = ${userId} and status = 'not_started'`);
    if (what === 'complete')
      return run(sql`update training_assignments set status = 'completed', completed_at = app_now(),
          next_renewal_date = case when ${number} <> 11 then ${at} + ${number - 5}::int end
        where user_id = ${userId} and status in ('not_started', 'in_progress') and id % 2 = ${number % 2}`);
    if (what === 'void')
      return run(sql`update training_assignments set status = 'voided', voided_at = app_now()
        where user_id = ${userId} and status <> 'voided' and id % 3 = ${number % 3}`);
    if (what === 'move due date')
      return run(sql`update training_assignments set due_date = ${at} + ${number - 5}::int
        where user_id = ${userId} and status in ('not_started', 'in_progress')`);
    if (what === 'require no longer')
      return run(
        sql`update training_assignments set is_required = not is_required where user_id = ${userId} and id % 3 = ${number % 3}`,
      );
    if (what === 'move person')
      return run(
        sql`update users set organization_id = ${organizationId}, department_id = ${departmentId} where id = ${userId}`,
      );
    if (what === 'switch active')
      return run(sql`update users set is_active = not is_active where id = ${userId}`);
    if (what === 'sign in')
      return run(sql`update users set last_sign_in_at = app_now() where id = ${userId}`);
    if (what === 'issue password')
      return run(sql`update users set must_change_password = not must_change_password where id = ${userId}`);
    if (what === 'change role')
      return run(
        sql`update users set role = ${number % 2 === 0 ? 'manager' : 'learner'} where id = ${userId}`,
      );
    if (what === 'change zone')
      return run(
        sql`update organizations set time_zone = ${zones[number % zones.length]} where id = ${places[1]?.[0]}`,
      );
    if (what === 'erase')
      return number === 0 ? run(sql`update users set erased_at = app_now() where id = ${userId}`) : undefined;
    if (what === 'wait') {
      hours += 1 + number * 5;
      return db.moveClock({ hours });
    }
    return foldFigures(server.services.db, { atOnce: 1 + number });
  }

  test('[CMP-03] stay those of the pure rule whatever happens, with folds and without, over days and in several zones', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        for (const { what, who, number } of list) {
          const userId = people[who % people.length]?.id ?? '';
          await take(what, userId, number);
          await expectExact(people[0]?.id ?? '', modules);
        }
        await foldFigures(server.services.db);
        await expectExact(people[0]?.id ?? '', modules);
        // After a fold nothing is left to be counted at a look.
        const { rows } = await db.admin.query('select 1 from figure_changes');
        expect(rows).toEqual([]);
      }),
      { numRuns: 8 },
    );
    hours = 0;
  });
});

test('[CMP-03] follow real commands at once, and a fold changes nothing that is shown', async () => {
  const world = await createTrainingWorld(server, 2);
  const [learner] = world.learners;
  if (!learner) throw new Error('there is no learner');
  const [module = 0, other = 0] = await createTextModules(server.services, 2);
  const scope: FigureScope = { ...everybody, org: world.organization.id };
  const shown = async () => figuresOfSums(addSums(await figuresBy(db.db, scope, ['organization'])));
  expect(await shown()).toMatchObject({ totalUsers: 2, pendingUsers: 2, neverSignedIn: 2, hasData: false });
  const { id } = await assignTo(world.admin, learner.id, module);
  await assignTo(world.admin, learner.id, other, {
    dueDate: addDays(new Date().toISOString().slice(0, 10), 2),
  });
  await foldFigures(db.db);
  expect(await shown()).toMatchObject({ totalAssignments: 2, completedAssignments: 0, overdueUsers: 0 });
  await completeText(await readyToSign(server, learner), id, learner);
  const done = await shown();
  expect(done).toMatchObject({
    totalAssignments: 2,
    completedAssignments: 1,
    pendingUsers: 2,
    duePeople: 0,
    complianceRate: 0,
  });
  await foldFigures(db.db);
  expect(await shown()).toEqual(done);
  // The day alone makes it overdue, before any fold.
  await db.moveClock({ days: 4 });
  expect(await shown()).toMatchObject({
    overdueUsers: 1,
    overdueAssignments: 1,
    duePeople: 1,
    complianceRate: 0,
  });
});

test('[CMP-03] [OPS-03] two servers fold in turns, and changes that commit meanwhile are not lost', async () => {
  const world = await createTrainingWorld(server, 30);
  const [module = 0] = await createTextModules(server.services, 1);
  const scope: FigureScope = { ...everybody, org: world.organization.id };
  await Promise.all([
    ...world.learners.map((learner) => assignTo(world.admin, learner.id, module)),
    ...[server, second, server, second].map(({ services }) => foldFigures(services.db, { atOnce: 3 })),
  ]);
  const sums = async () => addSums(await figuresBy(db.db, scope, []));
  expect(await sums()).toMatchObject({ people: 30, total: 30 });
  await foldFigures(server.services.db);
  expect(await sums()).toMatchObject({ people: 30, total: 30 });
  const { rows } = await db.admin.query<{ total: number }>(
    'select sum(total)::int as total from group_figures where organization_id = $1',
    [world.organization.id],
  );
  expect(rows).toEqual([{ total: 30 }]);
});

test('[PERF-01] writers leave a mark of each person in a statement and wait for nobody; progress leaves none', async () => {
  const world = await createTrainingWorld(server, 2);
  const [module = 0] = await createTextModules(server.services, 1);
  const ids = world.learners.map(({ id }) => id);
  await foldFigures(db.db);
  const marks = async () =>
    (await db.admin.query<{ user_id: string }>('select user_id from figure_changes order by id')).rows.map(
      ({ user_id }) => user_id,
    );
  await asFixture(server.services, async (tx) => {
    await sql`insert into training_assignments (user_id, module_id) select id, ${module} from users where id = any(${ids})`.execute(
      tx.db,
    );
    // Another writer of the same people is not held up by the one that is still open.
    await asFixture(second.services, async (other) => {
      await sql`set local lock_timeout = '2s'`.execute(other.db);
      await sql`update users set is_active = false where id = any(${ids})`.execute(other.db);
    });
  });
  expect((await marks()).toSorted()).toEqual([...ids, ...ids].toSorted());
  await foldFigures(db.db);
  await asFixture(server.services, async (tx) => {
    await sql`update training_assignments set progress = 50 where user_id = any(${ids})`.execute(tx.db);
    await sql`update users set last_name = 'Renamed' where id = any(${ids})`.execute(tx.db);
  });
  expect(await marks()).toEqual([]);
});
