/** A past completion beside a signed one, at every place that shows completions (USR-09). */
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayIn } from '#shared/domain/assignments/past/past-lookup.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { importPast } from '#tests/harness/past-import.ts';
import { readPdf } from '#tests/harness/read-pdf.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  assignTo,
  completeText,
  createMatrix,
  createTextModules,
  createTrainingWorld,
  readyToSign,
  type TrainingWorld,
} from '#tests/harness/training-world.ts';
import { createUser, signIn, type FixtureUser } from '#tests/harness/world.ts';

let db: TestDatabase;
let server: TestServer;
let world: TrainingWorld;
let admin: TestClient;
let person: FixtureUser;
/** A completion from a source; one that was signed later; one from a source that has expired. */
let modules: { readonly sourced: number; readonly signed: number; readonly expired: number };

const today = () => dayIn(server.services.clock.now(), world.organization.timeZone);

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  world = await createTrainingWorld(server, 0);
  ({ admin } = world);
  person = await createUser(server.services, {
    organizationId: world.organization.id,
    departmentId: world.department.id,
    jobTitle: 'Nurse',
  });
  const named = async (title: string) => {
    const [id = 0] = await createTextModules(server.services, 1, { title, reference: title });
    return id;
  };
  modules = {
    sourced: await named('Sourced'),
    signed: await named('Signed'),
    expired: await named('Expired'),
  };
  await createMatrix(world, [modules.expired], { renewalPeriod: 12, jobTitle: 'Nurse', daysToDue: 300 });
  const lines = ['Sourced,2024-03-01', 'Signed,2024-03-02', 'Expired,2024-03-03'].map(
    (line) => `${person.email},${line}`,
  );
  await importPast(server.services, admin, `email,module,completed_on\n${lines.join('\n')}\n`);
  const { id } = await assignTo(admin, person.id, modules.signed, {
    retrain: true,
    reason: 'A new signature.',
  });
  await completeText(await readyToSign(server, person), id, person);
});
afterAll(async () => {
  await server.close();
  await db.drop();
});

/** The records of an export by their columns. */
async function exported(dataSet: string, columns: string, more = ''): Promise<readonly string[][]> {
  const { status, body } = await admin.get<string>(
    `/api/exports/download?dataSet=${dataSet}&format=csv&columns=${columns}&userId=${person.id}${more}`,
  );
  expect(status, body).toBe(200);
  const rows: readonly string[][] = parse(body, { bom: true });
  return rows.slice(1).toSorted((one, other) => (one.join() < other.join() ? -1 : 1));
}

/** The text of all pages of a PDF. */
async function paper(path: string): Promise<string> {
  const { status, body } = await admin.get<Buffer>(path);
  expect(status, path).toBe(200);
  const { pages } = await readPdf(body);
  const texts = await Promise.all(
    Array.from({ length: pages }, async (_, at) => (await readPdf(body, at + 1)).text),
  );
  return texts.join(' ');
}

test('[USR-09] [RPT-03] files for machines have the kind of each completion', async () => {
  const kinds = [
    ['Expired', 'from_source'],
    ['Signed', 'completion'],
    ['Signed', 'from_source'],
    ['Sourced', 'from_source'],
  ];
  const completed = async (dataSet: string) =>
    (await exported(dataSet, 'module,completion_kind')).filter(([, kind]) => kind !== '');
  expect(await completed('assignments')).toEqual(kinds);
  expect(await exported('completions', 'module,kind')).toEqual(kinds);
  // The current cycle of each module.
  expect(await completed('training')).toEqual([
    ['Signed', 'completion'],
    ['Sourced', 'from_source'],
  ]);
  const words = await exported('report', 'module,signature_valid');
  expect(words.filter(([, word]) => word !== '')).toEqual([
    ['Expired', 'recorded from source'],
    ['Signed', 'recorded from source'],
    ['Signed', 'valid'],
    ['Sourced', 'recorded from source'],
  ]);
});

test('[USR-09] [MTX-09] the grid marks completions from a source, on screen and in files, now and as of a day', async () => {
  const ids = Object.values(modules).join(',');
  const cells = async (more = '') =>
    (
      await admin.get<{ rows: { id: string; cells: string }[] }>(
        `/api/training-grid/people?modules=${ids}&org=${String(world.organization.id)}${more}`,
      )
    ).body.rows.find(({ id }) => id === person.id)?.cells;
  expect(await cells()).toBe('CcE');
  expect(await cells(`&asOf=${today()}`)).toBe('CcE');
  const grid = `&grid=true&modules=${ids}&org=${String(world.organization.id)}`;
  expect(await exported('training', 'last_name', grid)).toEqual([
    [expect.any(String), 'expired_from_source', 'completed', 'completed_from_source'],
  ]);
  const pdf = await paper(
    `/api/exports/download?dataSet=training&format=pdf&columns=last_name&userId=${person.id}${grid}`,
  );
  expect(pdf).toContain('* Recorded from source, not signed');
  expect(pdf.match(/[CE]\*/g)).toEqual(['E*', 'C*']);
});

test('[USR-09] [DASH-01] the recent activity says which completions are from a source', async () => {
  const { body } = await admin.get<{ description: string; type: string }[]>('/api/dashboard/recent-activity');
  const said = body.filter(({ type }) => type === 'completion').map(({ description }) => description);
  const name = `${person.firstName} ${person.lastName}`;
  expect(said).toEqual([
    `${name} completed Signed`,
    `${name} completed Expired (recorded from source)`,
    `${name} completed Signed (recorded from source)`,
    `${name} completed Sourced (recorded from source)`,
  ]);
});

test('[USR-09] [EMP-02] [INS-02] papers say that a completion is from a source, and have its file', async () => {
  const of = `person=${person.id}&module=${String(modules.sourced)}&day=${today()}`;
  for (const path of [
    `/api/employee/${person.id}/training-file.pdf`,
    `/api/qualified/answer.pdf?${of}`,
    `/api/reports/completion/export?format=pdf&userId=${person.id}`,
  ]) {
    const text = await paper(path);
    expect(text, path).toContain('Recorded from source, not signed');
    // The report has one line per training, and no room for the file.
    if (path.includes('/reports/')) continue;
    expect(text, path).toContain('Recorded from source, not signed: Moodle');
    expect(text, path).toContain('completions.csv, SHA-256');
  }
});

test('[USR-09] [INS-02] a question about a day before the move points to completions from a source', async () => {
  const asked = async (module: number, day: string) =>
    (
      await admin.get<{ errors: unknown }>(
        `/api/qualified?person=${person.id}&module=${String(module)}&day=${day}`,
      )
    ).body.errors;
  expect(await asked(modules.sourced, '2024-03-01')).toMatchObject([{ reason: 'before_moving_in' }]);
  expect(await asked(modules.sourced, '2024-02-29')).toMatchObject([{ reason: 'before_first_record' }]);
});

test('[USR-09] [LRN-04] no certificate exists for a completion from a source', async () => {
  const own = await signIn(server.client(), person);
  const { body } = await own.get<{ moduleTitle: string }[]>('/api/certificates');
  expect(body.map(({ moduleTitle }) => moduleTitle)).toEqual(['Signed']);
});
