import { buffer } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { gridColors } from '#shared/domain/reports/grid-colors.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { readPdf } from '#tests/harness/read-pdf.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  assignTo,
  createMatrix,
  createTextModules,
  createTrainingWorld,
  type TrainingWorld,
} from '#tests/harness/training-world.ts';
import { createUser, createUsers, signIn } from '#tests/harness/world.ts';
import { writeExport } from '../exports/write-export.ts';

let db: TestDatabase;
let server: TestServer;
let world: TrainingWorld;
let modules: readonly number[];
let matrixId: number;

const columns = 'last_name,first_name,job_title';
const query = (fields: Readonly<Record<string, string>>) => {
  const org = String(world.organization.id);
  const asked = { dataSet: 'training', grid: 'true', columns, org, ...fields };
  return `/api/exports/download?${new URLSearchParams(asked).toString()}`;
};
const download = <Body>(fields: Readonly<Record<string, string>>, client: TestClient = world.admin) =>
  client.get<Body>(query(fields));

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  world = await createTrainingWorld(server, 0);
  const place = { organizationId: world.organization.id, departmentId: world.department.id };
  const [late, open, needs] = await createUsers(
    server.services,
    ['Abel', 'Baker', 'Cohen'].map((lastName) => ({
      ...place,
      firstName: 'Ann',
      lastName,
      jobTitle: 'Nurse',
    })),
  );
  if (!late || !open || !needs) throw new Error('the world has people');
  modules = await createTextModules(server.services, 60);
  const [first = 0] = modules;
  await assignTo(world.admin, late.id, first, { dueDate: '2020-01-31' });
  await assignTo(world.admin, open.id, first);
  matrixId = await createMatrix(world, modules, { jobTitle: 'Nurse' });
});
afterAll(async () => {
  await server?.close();
  await db?.drop();
});

/** The parts of a ZIP by their names. */
async function unzip(bytes: Buffer): Promise<ReadonlyMap<string, string>> {
  const parts = new Map<string, string>();
  const zip = await fromBufferPromise(bytes);
  for await (const entry of zip.eachEntry())
    parts.set(entry.fileName, (await buffer(await zip.openReadStreamPromise(entry))).toString());
  return parts;
}

test('[MTX-09] [RPT-03] the CSV has a column per module and the states of the grid', async () => {
  const asked = modules.slice(0, 2).join(',');
  const { status, body } = await download<string>({ format: 'csv', modules: asked });
  expect(status).toBe(200);
  expect(parse(body, { bom: true })).toEqual([
    ['last_name', 'first_name', 'job_title', 'Module 1 of 60', 'Module 2 of 60'],
    ['Abel', 'Ann', 'Nurse', 'overdue', 'not_assigned'],
    ['Baker', 'Ann', 'Nurse', 'not_started', 'not_assigned'],
    ['Cohen', 'Ann', 'Nurse', 'not_assigned', 'not_assigned'],
  ]);
  const narrowed = await download<string>({ format: 'csv', matrixId: String(matrixId), status: 'overdue' });
  expect(parse(narrowed.body, { bom: true })).toHaveLength(2);
  expect(narrowed.body.split('\r\n')[0]?.split(',')).toHaveLength(63);
});

test('[MTX-09] the XLSX looks like the grid: letters in their colors, names and titles stay in view', async () => {
  const { body } = await download<Buffer>({ format: 'xlsx', modules: String(modules[0]) });
  const parts = await unzip(body);
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? '';
  expect(sheet).toContain(
    '<pane xSplit="3" ySplit="1" topLeftCell="D2" activePane="bottomRight" state="frozen"/>',
  );
  const marks = [...sheet.matchAll(/<c s="(\d+)" t="inlineStr"><is><t xml:space="preserve">([A-Z])<\/t>/g)];
  expect(marks.map(([, , letter]) => letter)).toEqual(['O', 'N', 'R']);
  const styles = parts.get('xl/styles.xml') ?? '';
  const fills = [...styles.matchAll(/<fgColor rgb="FF([0-9A-F]{6})"\/>/g)].map(
    ([, rgb]) => `#${(rgb ?? '').toLowerCase()}`,
  );
  const { expired, completed } = gridColors;
  // Completions from a source have the color of their state.
  const looks = [...Object.values(gridColors), expired, completed];
  expect(fills).toEqual(looks.map(({ tint }) => tint));
  expect(Number(marks[0]?.[1])).toBe(5);
  const xfs = /<cellXfs count="(\d+)">(.*)<\/cellXfs>/.exec(styles);
  expect([...(xfs?.[2] ?? '').matchAll(/<xf\b/g)]).toHaveLength(Number(xfs?.[1]));
  expect(parts.get('xl/worksheets/sheet2.xml')).toContain('O Overdue · E Expired');
  expect(parts.get('xl/worksheets/sheet2.xml')).toContain('* Recorded from source, not signed');
});

test('[MTX-09] the PDF has all modules beside each other on its pages, with the names on each', async () => {
  const { body } = await download<Buffer>({ format: 'pdf', matrixId: String(matrixId) });
  const [first, second] = [await readPdf(body), await readPdf(body, 2)];
  // The grid starts below what the file says about itself.
  expect(first.pages).toBe(2);
  expect(first.text).toContain('O Overdue');
  expect(first.text).toContain('Training matrix: ');
  for (const { text } of [first, second]) {
    expect(text).toContain('Abel · Ann · Nurse');
    expect(text).toContain('Cohen · Ann · Nurse');
  }
  expect(first.text).toContain('Module 1 of 60');
  expect(first.text).not.toContain('Module 60 of 60');
  const both = `${first.text} ${second.text}`;
  expect([...both.matchAll(/ R(?= )/g)].length).toBeGreaterThanOrEqual(170);
});

test('[MTX-09] [RPT-03] a grid is written in the background too, within the reach of that moment', async () => {
  const filters = { grid: true, org: world.organization.id, modules: String(modules[0]) };
  const answer = await world.admin.post<{ id: number }>('/api/exports', {
    dataSet: 'training',
    format: 'csv',
    columns: columns.split(','),
    filters,
  });
  expect(answer.status).toBe(201);
  await writeExport(server.services, answer.body.id);
  const file = await world.admin.get<string>(`/api/exports/${String(answer.body.id)}/file`);
  expect(file.status).toBe(200);
  expect(parse(file.body, { bom: true })).toHaveLength(4);
});

test('[MTX-09] [AUTH-13] what only a grid knows is refused without it, and a matrix out of reach is not found', async () => {
  const wrong: readonly Readonly<Record<string, string>>[] = [
    { grid: 'false', matrixId: String(matrixId) },
    { moduleId: '1' },
    { columns: 'module' },
    { modules: 'one' },
  ];
  for (const fields of wrong) expect((await download({ format: 'csv', ...fields })).status).toBe(422);
  const manager = await createUser(server.services, {
    role: 'manager',
    organizationId: world.organization.id,
  });
  const client = await signIn(server.client(), manager);
  expect((await download({ format: 'csv', matrixId: String(matrixId) }, client)).status).toBe(404);
  const own = await download<string>({ format: 'csv' }, client);
  expect([own.status, parse(own.body, { bom: true })]).toEqual([200, [columns.split(',')]]);
});
