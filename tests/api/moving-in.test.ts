/** The samples of docs/moving-in.md, as a new user copies them. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { checkedPast, pastRowsOf, type Beside } from '#tests/harness/past-import.ts';
import { importPeople } from '#tests/harness/people-import.ts';
import { makePdf } from '#tests/harness/sample-files.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createTextModules, createTrainingWorld, type TrainingWorld } from '#tests/harness/training-world.ts';

const page = readFileSync(new URL('../../docs/moving-in.md', import.meta.url), 'utf8');
/** The tables of the page, each without the indent of its list. */
const samples = [...page.matchAll(/^( *)```csv\n(.*?)^ *```$/gms)].map(([, indent = '', text = '']) =>
  text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
);

let db: TestDatabase;
let server: TestServer;
let world: TrainingWorld;
let admin: TestClient;

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  world = await createTrainingWorld(server, 0);
  ({ admin } = world);
  for (const reference of ['SOP-7', 'GCP-1'])
    await createTextModules(server.services, 1, { reference, title: `About ${reference}` });
});
afterAll(async () => {
  await server.close();
  await db.drop();
});

test('[USR-06] [USR-09] the samples of the guide are imported with the proposed columns', async () => {
  const [people = '', spreadsheet = '', report = '', query = '', binder = '', ...others] = samples;
  expect(others).toEqual([]);
  const options = { organizationId: world.organization.id, createDepartments: true };
  expect((await importPeople(server.services, admin, people, options)).figures).toMatchObject({
    created: 2,
    newManagers: 1,
    newDepartments: 2,
  });
  const daysOf = async (text: string, files: readonly Beside[] = []) => {
    const { id } = await checkedPast(server.services, admin, text, {}, files);
    return (await pastRowsOf(admin, id)).map(({ readAs, problems }) => readAs?.completedOn ?? problems);
  };
  expect(await daysOf(spreadsheet)).toEqual(['2024-06-30', '2024-07-01', '2025-03-01']);
  expect(await daysOf(report)).toEqual(['2024-06-03']);
  expect(await daysOf(query)).toEqual(['2024-06-03']);
  expect(await daysOf(binder)).toMatchObject([[{ column: 'certificate_file' }]]);
  const scan = { name: 'E-1042 SOP-7.pdf', bytes: await makePdf(1) };
  expect(await daysOf(binder, [scan])).toEqual(['2023-05-04']);
});
