import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DataSetName } from '#shared/domain/reports/data-sets.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { createReachWorld, type ReachWorld } from '#tests/harness/reach-world.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { assignTo, completeText, createTextModules, readyToSign } from '#tests/harness/training-world.ts';
import { asFixture, signIn } from '#tests/harness/world.ts';

let database: TestDatabase;
let server: TestServer;
let world: ReachWorld;
let admin: TestClient;
let manager: TestClient;

const nurse = () => world.organizations[0].learners[0];
const outside = () => world.organizations[1].learners[0];

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
  world = await createReachWorld(server.services);
  admin = await signIn(server.client(), world.admin);
  manager = await signIn(server.client(), world.organizations[0].leads[0]);
  const [module = 0, other = 0] = await createTextModules(server.services, 2);
  const { organization } = world.organizations[0];
  await asFixture(server.services, async (tx) => {
    await tx.db.updateTable('users').set({ jobTitle: 'Night Nurse' }).where('id', '=', nurse().id).execute();
    for (const [name, jobTitle] of [
      ['Of nurses', 'Night Nurse'],
      ['Of everybody', null],
    ] as const) {
      const { id: matrixId } = await tx.db
        .insertInto('trainingMatrices')
        .values({ name, jobTitle, organizationId: organization.id })
        .returning('id')
        .executeTakeFirstOrThrow();
      await tx.db.insertInto('trainingMatrix').values({ matrixId, moduleId: other }).execute();
    }
  });
  for (const person of [nurse(), outside()]) {
    const { id } = await assignTo(admin, person.id, module);
    await completeText(await readyToSign(server, person), id, person);
    await assignTo(admin, person.id, other);
  }
  await asFixture(server.services, (tx) =>
    tx.db
      .updateTable('trainingAssignments')
      .set({ dueDate: '2031-05-10' })
      .where('moduleId', '=', other)
      .where('userId', '=', nurse().id)
      .execute(),
  );
});

afterAll(async () => {
  await server.close();
  await database.drop();
});

/** The lines of an export; the count that is shown before says the same. */
async function linesOf(
  client: TestClient,
  dataSet: DataSetName,
  column: string,
  filters: object,
): Promise<readonly string[]> {
  const query = new URLSearchParams({ dataSet, format: 'csv', columns: column, ...filters }).toString();
  const count = await client.get<{ rows: number }>(`/api/exports/count?${query}`);
  const answer = await client.get<string>(`/api/exports/download?${query}`);
  expect(answer.status).toBe(200);
  const rows: string[][] = parse(answer.body, { bom: true });
  expect(count.body.rows, query).toBe(rows.length - 1);
  return rows.slice(1).map(([value = '']) => value);
}

test('[RPT-03] every data set of people is narrowed to one person and to a job title', async () => {
  const { email } = nurse();
  for (const [dataSet, lines] of [
    ['people', 1],
    ['assignments', 2],
    ['completions', 1],
    ['report', 2],
  ] as const) {
    const own = Array.from({ length: lines }, () => email);
    expect(await linesOf(admin, dataSet, 'email', { userId: nurse().id }), dataSet).toEqual(own);
    expect(await linesOf(admin, dataSet, 'email', { jobTitle: 'night nurse' }), dataSet).toEqual(own);
    const spaced = { jobTitle: ' Night\u00A0 nurse\u200B' };
    expect(await linesOf(admin, dataSet, 'email', spaced), dataSet).toEqual(own);
    expect(await linesOf(admin, dataSet, 'email', { jobTitle: 'Nobody' }), dataSet).toEqual([]);
  }
  const training = await linesOf(admin, 'training', 'email', { userId: nurse().id });
  expect(new Set(training)).toEqual(new Set([email]));
});

test('[RPT-03] [AUTH-13] a person out of reach gives no rows, and the file does not name them', async () => {
  const query = new URLSearchParams({
    dataSet: 'people',
    format: 'csv',
    columns: 'email',
    userId: outside().id,
  });
  const answer = await manager.get<string>(`/api/exports/download?${query.toString()}`);
  expect(answer.body.trim().split('\n')).toHaveLength(1);
  const about = decodeURIComponent(answer.headers.get('export-about') ?? '');
  expect(about).toContain(`Person: ${outside().id}`);
  query.set('userId', nurse().id);
  const within = await admin.get<string>(`/api/exports/download?${query.toString()}`);
  expect(decodeURIComponent(within.headers.get('export-about') ?? '')).not.toContain(`Person: ${nurse().id}`);
});

test('[RPT-03] assignments by due date, completions by status, matrices by job title', async () => {
  const may = { from: '2031-05-10', to: '2031-05-10' };
  expect(await linesOf(admin, 'assignments', 'email', may)).toEqual([nurse().email]);
  expect(await linesOf(admin, 'assignments', 'email', { ...may, status: 'completed' })).toEqual([]);
  expect(await linesOf(admin, 'assignments', 'email', { from: '2031-05-11' })).toEqual([]);
  expect(await linesOf(admin, 'completions', 'status', { status: 'completed' })).toEqual([
    'completed',
    'completed',
  ]);
  expect(await linesOf(admin, 'completions', 'status', { status: 'expired' })).toEqual([]);
  expect(await linesOf(admin, 'matrix', 'matrix', { jobTitle: 'Night nurse' })).toEqual(['Of nurses']);
  expect(await linesOf(admin, 'matrix', 'matrix', { departmentId: 'none' })).toEqual([
    'Of everybody',
    'Of nurses',
  ]);
});
