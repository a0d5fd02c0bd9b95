import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { assignmentsContract } from '#shared/contract/assignments.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { modulePeopleContract } from '#shared/contract/module-people.ts';
import type { reportsContract } from '#shared/contract/reports.ts';
import { fullName } from '#shared/domain/people/names.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { createPublishingWorld, type PublishingWorld, type Scene } from '#tests/harness/publishing-world.ts';
import { readPdf } from '#tests/harness/read-pdf.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createUser, signIn } from '#tests/harness/world.ts';

type Report = ResponseOf<typeof reportsContract.completion>;
type People = ResponseOf<typeof modulePeopleContract.list>;
type Completions = ResponseOf<typeof assignmentsContract.employeeCompletions>;
type Assignments = ResponseOf<typeof assignmentsContract.employeeAssignments>;

const reasons = ['Parental leave until June', 'Long illness, =agreed'] as const;

let database: TestDatabase;
let server: TestServer;
let world: PublishingWorld;
let scene: Scene;
let firstDue: string | null;

const day = 86_400_000;
const plain = (text: string) => text.replaceAll(/\s+/gu, ' ');
const org = () => `org=${String(world.organization.id)}`;
const admin = () => fullName(world.adminUser);

async function reported(
  client: TestClient,
  query = '',
): Promise<NonNullable<Report['userDetails'][number]['assignments']>> {
  const { body } = await client.get<Report>(`/api/reports/completion?include=assignments&${org()}${query}`);
  return body.userDetails.flatMap(({ assignments }) => assignments ?? []);
}

const find = <Row extends { readonly id: number }>(rows: readonly Row[], id: number): Row => {
  const found = rows.find((row) => row.id === id);
  if (!found) throw new Error(`no assignment ${String(id)}`);
  return found;
};

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
  await database.moveClock({ milliseconds: -3 * day });
  world = await createPublishingWorld(database, server);
  scene = await world.scene();
  firstDue = find(await reported(world.admin), scene.untouchedId).dueDate;
  await database.moveClock({});
  await signIn(world.admin, world.adminUser);
  const published = await world.publish(scene, { retraining: 'none' });
  if (published.status !== 200) throw new Error(JSON.stringify(published.body));
  for (const [index, reason] of reasons.entries()) {
    const path = `/api/training-assignments/${String(scene.untouchedId)}`;
    const body = { dueDate: `2027-0${String(index + 1)}-15`, reason };
    const moved = await world.admin.patch(path, body);
    if (moved.status !== 200) throw new Error(JSON.stringify(moved.body));
  }
});

afterAll(async () => {
  await server.close();
  await database.drop();
});

test('[RPT-01] [RPT-05] the report says which version was completed, which one is effective, and how a due date was moved', async () => {
  const rows = await reported(world.admin);
  expect(find(rows, scene.doneId)).toMatchObject({
    versionCompleted: 1,
    effectiveVersion: 2,
    dueDateMoved: null,
  });
  expect(find(rows, scene.untouchedId)).toMatchObject({
    versionCompleted: null,
    effectiveVersion: 2,
    dueDate: '2027-02-15',
    dueDateMoved: { firstDueDate: firstDue, by: admin(), reason: reasons[1] },
  });
  // As the records stood before.
  const before = new Date(Date.now() - 2 * day).toISOString().slice(0, 10);
  const then = await reported(world.admin, `&asOf=${before}`);
  expect(find(then, scene.doneId)).toMatchObject({ versionCompleted: 1, effectiveVersion: 1 });
  expect(find(then, scene.untouchedId)).toMatchObject({ dueDate: firstDue, dueDateMoved: null });
});

test('[RPT-05] [RPT-02] so do CSV, exports and PDF', async () => {
  for (const path of [
    `/api/reports/completion/export?format=csv&${org()}`,
    `/api/exports/download?dataSet=assignments&format=csv&columns=email,version,effective_version,due_date,first_due_date,due_moved_at,due_moved_by,due_moved_reason&${org()}`,
    `/api/exports/download?dataSet=training&format=csv&columns=email,version,effective_version,due_date,first_due_date,due_moved_at,due_moved_by,due_moved_reason&moduleId=${String(scene.moduleId)}`,
  ]) {
    const { body } = await world.admin.get<string>(path);
    const rows: Record<string, string>[] = parse(body, { bom: true, columns: true });
    expect(rows.find(({ email }) => email === scene.done.email)).toMatchObject({
      version: '1',
      effective_version: '2',
      first_due_date: '',
      due_moved_reason: '',
    });
    const moved = rows.find(({ email }) => email === scene.untouched.email);
    expect(moved).toMatchObject({
      due_date: '2027-02-15',
      first_due_date: firstDue ?? '',
      due_moved_by: admin(),
      due_moved_reason: reasons[1],
    });
    // The reader belongs to no organization.
    expect(moved?.['due_moved_at']).toMatch(/T.*\+00:00$/);
  }
  const pdf = await world.admin.get<Buffer>(`/api/reports/completion/export?format=pdf&${org()}`);
  const text = plain((await readPdf(pdf.body)).text);
  expect(text).toContain('1 (effective: 2)');
  expect(text).toContain(`moved by ${admin()}: ${reasons[1]}`);
});

test('[RPT-05] [EMP-02] so do the person’s page and the training file', async () => {
  const { body: completions } = await world.admin.get<Completions>(
    `/api/employee/${scene.done.id}/completions`,
  );
  expect(completions).toEqual([expect.objectContaining({ versionNumber: 1, effectiveVersion: 2 })]);
  const { body: assignments } = await world.admin.get<Assignments>(
    `/api/employee/${scene.untouched.id}/assignments`,
  );
  expect(find(assignments, scene.untouchedId).dueDateMoved).toMatchObject({
    firstDueDate: firstDue,
    by: admin(),
    reason: reasons[1],
  });
  const fileOf = async (personId: string) =>
    plain(
      (await readPdf((await world.admin.get<Buffer>(`/api/employee/${personId}/training-file.pdf`)).body))
        .text,
    );
  expect(await fileOf(scene.done.id)).toContain('1 (effective: 2)');
  expect(await fileOf(scene.untouched.id)).toContain(`moved by ${admin()}: ${reasons[1]}`);
});

test('[RPT-05] [MTX-09] so do the people of a module', async () => {
  const { body } = await world.admin.get<People>(`/api/training-modules/${String(scene.moduleId)}/people`);
  const ofPerson = (person: { readonly id: string }) => body.find(({ id }) => id === person.id);
  expect(ofPerson(scene.done)).toMatchObject({ version: 1, dueDateMoved: null });
  expect(ofPerson(scene.untouched)).toMatchObject({
    version: 2,
    dueDate: '2027-02-15',
    dueDateMoved: { firstDueDate: firstDue, by: admin(), reason: reasons[1] },
  });
});

test('[RPT-05] [AUTH-13] nobody reads of a move outside their reach', async () => {
  const stranger = await createUser(server.services, {
    role: 'manager',
    organizationId: world.organization.id,
  });
  expect(await reported(await signIn(server.client(), stranger))).toEqual([]);
});
