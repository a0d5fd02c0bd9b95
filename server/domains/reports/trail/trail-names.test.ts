import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NamedKind } from '#shared/domain/audit/trail.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  assignTo,
  completeText,
  createMatrix,
  createTextModules,
  createTrainingWorld,
  readyToSign,
} from '#tests/harness/training-world.ts';
import { asFixture } from '#tests/harness/world.ts';
import { readNames } from './trail-names.queries.ts';

let db: TestDatabase;
let server: TestServer;

/** The table of each kind, whose ids are asked for. */
const tables: Readonly<Record<NamedKind, string>> = {
  person: 'users',
  organization: 'organizations',
  department: 'departments',
  module: 'training_modules',
  version: 'module_versions',
  matrix: 'training_matrices',
  category: 'module_categories',
  document: 'hr_documents',
  documentVersion: 'hr_document_versions',
  agreement: 'hr_agreements',
  registration: 'hr_registrations',
  inspection: 'inspections',
  review: 'access_reviews',
  assignment: 'training_assignments',
  completion: 'training_records',
  certificate: 'certificates',
  matrixModule: 'training_matrix',
  member: 'matrix_members',
  attempt: 'quiz_attempts',
  acknowledgement: 'hr_acknowledgements',
};
const kinds = Object.keys(tables) as NamedKind[];

/** What everything is called, by kind and id. */
async function allNames(ids: ReadonlyMap<NamedKind, readonly string[]>, at?: Date) {
  const nameOf = await readNames(db.db, ids, at);
  return Object.fromEntries(
    [...ids].flatMap(([kind, of]) => of.map((id) => [`${kind} ${id}`, nameOf(kind, id)] as const)),
  );
}

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
});

afterAll(async () => {
  await server?.close();
  await db?.drop();
});

test('[INS-03] [AUD-03] every kind of record is called as of an instant as it was then, after a new name, a removal and a move', async () => {
  const world = await createTrainingWorld(server, 1);
  const [learner] = world.learners;
  if (!learner) throw new Error('the world has a learner');
  const [moduleId = 0] = await createTextModules(server.services, 1, { title: 'First title' });
  const { id } = await assignTo(world.admin, learner.id, moduleId);
  await createMatrix(world, [moduleId]);
  await completeText(await readyToSign(server, learner), id, learner);
  const ids = new Map<NamedKind, readonly string[]>();
  for (const kind of kinds) {
    const { rows } = await sql<{ id: string }>`select id::text from ${sql.table(tables[kind])}`.execute(
      db.db,
    );
    ids.set(kind, [...rows.map((row) => row.id), 'no-number', '999999999']);
  }
  const before = await allNames(ids);
  for (const kind of [
    'person',
    'module',
    'version',
    'matrix',
    'matrixModule',
    'assignment',
    'completion',
    'certificate',
  ] as const)
    expect(before[`${kind} ${ids.get(kind)?.[0] ?? ''}`], kind).toEqual(expect.any(String));
  const at = server.services.clock.now();
  expect(await allNames(ids, at)).toEqual(before);
  await asFixture(server.services, async (tx) => {
    for (const statement of [
      sql`update organizations set name = 'Renamed'`,
      sql`update departments set name = 'Renamed'`,
      sql`update training_modules set title = 'Second title'`,
      sql`update training_matrices set name = 'Another name'`,
      sql`delete from training_matrix`,
      sql`update users set first_name = 'Somebody', last_name = 'Else', email = id || '@else.example'`,
    ])
      await statement.execute(tx.db);
  });
  expect(await allNames(ids)).not.toEqual(before);
  expect(await allNames(ids, at)).toEqual(before);
});
