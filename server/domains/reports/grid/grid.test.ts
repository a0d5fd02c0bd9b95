import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { qualifiedContract } from '#shared/contract/qualified.ts';
import type { trainingGridContract } from '#shared/contract/training-grid.ts';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { stateOfCode } from '#shared/domain/reports/grid-cells.ts';
import { trainingStates } from '#shared/domain/reports/training-states.ts';
import type { TestClient } from '#tests/harness/client.ts';
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
import { calendarDay } from '../requested-scope.ts';

type Outline = ResponseOf<typeof trainingGridContract.outline>;
type Page = ResponseOf<typeof trainingGridContract.people>;
interface Report {
  readonly userDetails: readonly {
    readonly userId: string;
    readonly isActive: boolean;
    readonly assignments: readonly { readonly moduleId: number; readonly status: string }[];
  }[];
}

const day = 86_400_000;
let db: TestDatabase;
let server: TestServer;
let world: TrainingWorld;
let admin: TestClient;
let nurses: readonly FixtureUser[];
let lead: FixtureUser;
let modules: readonly number[];
let matrixId: number;
let days: readonly string[];

const nurse = (index: number): FixtureUser => {
  const found = nurses[index];
  if (!found) throw new Error('the world has nurses');
  return found;
};
const query = (fields: Readonly<Record<string, string>>) => new URLSearchParams(fields).toString();
const own = (fields: Readonly<Record<string, string>> = {}) => ({
  org: String(world.organization.id),
  ...fields,
});
const outline = async (fields: Readonly<Record<string, string>>, client = admin) =>
  (await client.get<Outline>(`/api/training-grid?${query(fields)}`)).body;
const page = async (fields: Readonly<Record<string, string>>, client = admin) =>
  (await client.get<Page>(`/api/training-grid/people?${query(fields)}`)).body;

/** Everything that the grid shows, as 'person module state'. */
async function cells(fields: Readonly<Record<string, string>>, client = admin): Promise<string[]> {
  const { modules: columns } = await outline(fields, client);
  if (columns.length === 0) return [];
  const { rows } = await page({ ...fields, modules: columns.map(({ id }) => id).join(',') }, client);
  return rows
    .flatMap((row) =>
      columns.map(({ id }, at) => [row.id, id, stateOfCode(row.cells[at] ?? '') ?? ''].join(' ')),
    )
    .filter((line) => !line.endsWith(' '))
    .toSorted();
}

/** The same from the completion report and from the answers of qualification, which the grid shares no statement with. */
async function known(asOf: string): Promise<string[]> {
  const ofDay = { org: String(world.organization.id), asOf };
  const { body } = await admin.get<Report>(
    `/api/reports/completion?${query({ ...ofDay, include: 'assignments', limit: '200' })}`,
  );
  const lines: string[] = [];
  for (const { userId, assignments } of body.userDetails.filter(({ isActive }) => isActive))
    for (const [id, held] of Map.groupBy(assignments, (one) => one.moduleId)) {
      const state = trainingStates.find((wanted) => held.some(({ status }) => status === wanted));
      lines.push([userId, id, state].join(' '));
    }
  for (const id of modules) {
    const asked = {
      day: asOf,
      module: String(id),
      organization: String(world.organization.id),
      limit: '500',
    };
    const answer = await admin.get<ResponseOf<typeof qualifiedContract.list>>(
      `/api/qualified/people?${query(asked)}`,
    );
    for (const { person, asKnownThen } of answer.body.rows)
      if (asKnownThen.isRequired && !lines.some((line) => line.startsWith(`${person.id} ${String(id)} `)))
        lines.push([person.id, id, 'not_assigned'].join(' '));
  }
  return lines.toSorted();
}

const assignmentOf = async (person: FixtureUser, moduleId: number) => {
  const { body } = await admin.get<{ id: number; moduleId: number }[]>(
    `/api/employee/${person.id}/assignments`,
  );
  return body.find((row) => row.moduleId === moduleId)?.id ?? 0;
};
const complete = async (person: FixtureUser, moduleId: number) =>
  completeText(await readyToSign(server, person), await assignmentOf(person, moduleId), person);
const pass = async (count: number) => {
  await db.moveClock({ milliseconds: count * day });
  admin = await signIn(server.client(), world.adminUser);
  world = { ...world, admin };
};

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  world = await createTrainingWorld(server, 0);
  ({ admin } = world);
  const place = { organizationId: world.organization.id, departmentId: world.department.id };
  lead = await createUser(server.services, { role: 'manager', ...place, jobTitle: 'Lead' });
  nurses = await createUsers(
    server.services,
    Array.from({ length: 6 }, (_, index) => ({
      ...place,
      jobTitle: 'Nurse',
      lastName: `N${String(index)}`,
      ...(index < 2 ? { managerId: lead.id } : {}),
    })),
  );
  modules = await createTextModules(server.services, 4);
  const [first = 0, second = 0, third = 0, fourth = 0] = modules;
  matrixId = await createMatrix(world, [first, second], { jobTitle: 'Nurse', assignNow: true });
  await asFixture(server.services, (tx) =>
    sql`update training_assignments set renewal_frequency = 1 where module_id = ${first}`.execute(tx.db),
  );
  const begun = calendarDay(server.services.clock.now(), 'America/New_York');
  await complete(nurse(0), second);
  await putStatus(await signIn(server.client(), nurse(1)), await assignmentOf(nurse(1), second), {
    status: 'in_progress',
  });
  await assignTo(admin, nurse(2).id, third, { dueDate: addDays(begun, 1) });
  await pass(3);
  await complete(nurse(0), first);
  for (const at of [1, 2]) await complete(nurse(at), second);
  const retrained = { retrain: true, reason: 'After a deviation' };
  await assignTo(admin, nurse(0).id, second, retrained);
  await createMatrix(world, [fourth], { jobTitle: 'Nurse', matrixName: 'Later' });
  await asFixture(server.services, (tx) =>
    sql`update training_modules set title = 'Renamed' where id = ${third}`.execute(tx.db),
  );
  const later = calendarDay(server.services.clock.now(), 'America/New_York');
  await pass(45);
  await complete(nurse(3), first);
  await asFixture(server.services, async (tx) => {
    await sql`update users set job_title = 'Doctor' where id = ${nurse(4).id}`.execute(tx.db);
    await sql`update users set is_active = false where id = ${nurse(5).id}`.execute(tx.db);
  });
  const today = calendarDay(server.services.clock.now(), 'America/New_York');
  days = [begun, addDays(begun, 1), addDays(begun, 2), later, addDays(later, 20), addDays(today, -1), today];
});
afterAll(async () => {
  await server?.close();
  await db?.drop();
});

describe('[MTX-09] the cells of the grid', () => {
  test('[CMP-03] [RPT-04] are those of the reports, today and at the end of each past day', async () => {
    const seen = new Set<string>();
    for (const asOf of days) {
      const shown = await cells(own({ asOf }));
      expect(shown, asOf).toEqual(await known(asOf));
      for (const line of shown) seen.add(line.split(' ')[2] ?? '');
    }
    expect([...seen].toSorted()).toEqual([...trainingStates].toSorted());
    expect(await cells(own())).toEqual(await cells(own({ asOf: days.at(-1) ?? '' })));
  });

  test('are those of the page of each module, and its figures', async () => {
    const shown = await cells(own());
    for (const id of modules) {
      const { body } = await admin.get<{ groups: { status: string; people: number }[] }>(
        `/api/training-modules/${String(id)}/people-figures?${query(own())}`,
      );
      for (const state of trainingStates) {
        const there = body.groups.filter((one) => one.status === state);
        const here = shown.filter((line) => line.endsWith(` ${String(id)} ${state}`));
        expect([id, state, here.length]).toEqual([
          id,
          state,
          there.reduce((sum, one) => sum + one.people, 0),
        ]);
      }
    }
  });

  test('narrowing to a status shows the people who have it, and all of their cells', async () => {
    for (const asOf of ['', ...days.slice(1, 5)]) {
      const ofDay = own(asOf === '' ? {} : { asOf });
      const all = await cells(ofDay);
      for (const status of trainingStates) {
        const people = new Set(
          all.filter((line) => line.endsWith(` ${status}`)).map((line) => line.split(' ')[0]),
        );
        const shown = await cells({ ...ofDay, status });
        expect([asOf, status, shown]).toEqual([
          asOf,
          status,
          all.filter((line) => people.has(line.split(' ')[0] ?? '')),
        ]);
        expect((await outline({ ...ofDay, status })).people).toBe(people.size);
      }
    }
  });
});

describe('[MTX-09] the people and modules of the grid', () => {
  test('a matrix shows its people and modules, on a past day those of that day', async () => {
    const matrix = own({ matrixId: String(matrixId) });
    const now = await outline(matrix);
    expect(now.modules.map(({ id }) => id)).toEqual(modules.slice(0, 2));
    expect(now.people).toBe(4);
    expect(await outline({ ...matrix, asOf: days[3] ?? '' })).toMatchObject({ people: 6 });
  });

  test('modules have the titles of the day, and a job title and a search narrow the people', async () => {
    const titles = async (fields: Readonly<Record<string, string>>) =>
      (await outline(own(fields))).modules.map(({ title }) => title);
    expect(await titles({})).toContain('Renamed');
    expect(await titles({ asOf: days[0] ?? '' })).toContain('Module 3 of 4');
    expect(await titles({ modules: String(modules[3] ?? 0) })).toEqual(['Module 4 of 4']);
    expect((await outline(own({ jobTitle: 'doctor' }))).people).toBe(1);
    expect((await outline(own({ jobTitle: 'nurse', asOf: days[0] ?? '' }))).people).toBe(6);
    expect((await outline(own({ q: nurse(2).email }))).people).toBe(1);
    expect((await outline(own({ departmentId: 'none' }))).people).toBe(0);
  });

  test('pages follow one another, and each starts where the outline says', async () => {
    const asked = own({ modules: modules.join(',') });
    const whole = await page(asked);
    expect(whole.next).toBeNull();
    expect(whole.rows.map(({ lastName }) => lastName)).toEqual(
      whole.rows.map(({ lastName }) => lastName).toSorted((one, other) => (one < other ? -1 : 1)),
    );
    const found: Page['rows'][number][] = [];
    let from: string | null = null;
    do {
      const part: Page = await page({ ...asked, limit: '2', ...(from === null ? {} : { from }) });
      found.push(...part.rows);
      from = part.next;
    } while (from !== null);
    expect(found).toEqual(whole.rows);
    const { starts } = await outline(asked);
    expect(starts).toHaveLength(1);
    const second = (await page({ ...asked, limit: '3' })).next ?? '';
    for (const asOf of ['', days[2] ?? '']) {
      const ofDay = asOf === '' ? asked : { ...asked, asOf };
      const all = (await page(ofDay)).rows.map(({ id }) => id);
      const before = (await page({ ...ofDay, from: starts[0] ?? '', before: second })).rows.map(
        ({ id }) => id,
      );
      const after = (await page({ ...ofDay, from: second })).rows.map(({ id }) => id);
      expect([before, after]).toEqual([all.slice(0, 3), all.slice(3)]);
    }
    expect(
      (await admin.get(`/api/training-grid/people?${query({ ...asked, from: 'nonsense' })}`)).status,
    ).toBe(422);
  });

  test('[AUTH-13] managers see their reports, inspectors their organizations, and neither a matrix out of reach', async () => {
    const manager = await signIn(server.client(), lead);
    const mine = new Set((await cells({}, manager)).map((line) => line.split(' ')[0]));
    expect(mine).toEqual(new Set([nurse(0).id, nurse(1).id]));
    const asOf = days[1] ?? '';
    expect(await cells({ asOf }, manager)).toEqual(
      (await cells(own({ asOf }))).filter((line) => mine.has(line.split(' ')[0])),
    );
    const elsewhere = await createTrainingWorld(server, 1);
    const [foreign = 0] = await createTextModules(server.services, 1);
    const foreignMatrix = await createMatrix(elsewhere, [foreign], { assignNow: true });
    const inspector = await createUser(server.services, {
      grants: [
        {
          kind: 'inspector',
          organizationId: world.organization.id,
          validUntil: new Date(Date.now() + 90 * day),
        },
      ],
    });
    const visitor = await signIn(server.client(), inspector);
    expect(await cells({}, visitor)).toEqual(await cells(own()));
    for (const [client, matrix] of [
      [manager, matrixId],
      [visitor, foreignMatrix],
      [admin, 2_000_000_000],
    ] as const) {
      const path = `/api/training-grid?${query({ matrixId: String(matrix) })}`;
      expect((await client.get(path)).status).toBe(404);
    }
    expect((await visitor.get(`/api/training-grid?matrixId=${String(matrixId)}`)).status).toBe(200);
    for (const client of [manager, visitor]) {
      expect((await outline({ modules: String(foreign) }, client)).modules).toEqual([]);
      expect(
        (await page({ modules: String(foreign) }, client)).rows.every(({ cells: row }) => row === '-'),
      ).toBe(true);
    }
    expect((await outline({ org: String(elsewhere.organization.id) }, visitor)).people).toBe(0);
    const tomorrow = addDays(days.at(-1) ?? '', 2);
    expect((await admin.get(`/api/training-grid?asOf=${tomorrow}`)).status).toBe(422);
  });
});
