import { createPublicKey, verify } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { qualifiedContract } from '#shared/contract/qualified.ts';
import { wholeReach } from '#shared/domain/access/permissions.ts';
import type { TrailEntry } from '#shared/domain/audit/trail.ts';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { installationSigningKey } from '#server/platform/crypto/signing-key.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { attachedTo, readPdf } from '#tests/harness/read-pdf.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { statementsDuring } from '#tests/harness/statements.ts';
import {
  assignTo,
  completeText,
  createMatrix,
  createTextModules,
  createTrainingWorld,
  readyToSign,
  type TrainingWorld,
} from '#tests/harness/training-world.ts';
import { createUser, createUsers, signIn, type FixtureUser } from '#tests/harness/world.ts';
import { calendarDay } from '../requested-scope.ts';
import { readAnswer } from './answer.queries.ts';

type Answer = ResponseOf<typeof qualifiedContract.answer>;
type Page = ResponseOf<typeof qualifiedContract.list>;
interface Refusal {
  readonly code: string;
  readonly errors: readonly { readonly path: string; readonly reason: string }[];
}

let db: TestDatabase;
let server: TestServer;
let world: TrainingWorld;
let manager: FixtureUser;
let person: FixtureUser;
let moduleId: number;
let other: number;
let matrixId: number;
let today: string;

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  world = await createTrainingWorld(server, 3);
  const { organization, department } = world;
  manager = await createUser(server.services, { role: 'manager', organizationId: organization.id });
  person = await createUser(server.services, {
    organizationId: organization.id,
    departmentId: department.id,
    managerId: manager.id,
    firstName: 'Zoë',
    lastName: 'Ångström',
  });
  [moduleId = 0, other = 0] = await createTextModules(server.services, 2);
  matrixId = await createMatrix(world, [moduleId, other], { assignNow: true });
  const { body } = await world.admin.get<{ id: number; moduleId: number }[]>(
    `/api/employee/${person.id}/assignments`,
  );
  const open = body.find((row) => row.moduleId === moduleId);
  await completeText(await readyToSign(server, person), open?.id ?? 0, person);
  today = calendarDay(server.services.clock.now(), organization.timeZone);
});

afterAll(async () => {
  await server?.close();
  await db?.drop();
});

const pathOf = (query: Record<string, string>, path = '') =>
  `/api/qualified${path}?${new URLSearchParams(query).toString()}`;
const mine = () => ({ person: person.id, module: String(moduleId), day: today });

async function refusal(client: TestClient, query: Record<string, string>, path = '') {
  const { status, body } = await client.get<Refusal>(pathOf(query, path));
  return [status, body.errors?.map((error) => `${error.path}: ${error.reason}`).join()];
}

test('[INS-02] the answer has each piece of evidence', async () => {
  const { status, body } = await world.admin.get<Answer>(pathOf(mine()));
  expect(status).toBe(200);
  expect(body).toMatchObject({
    day: today,
    timeZone: 'America/New_York',
    person: { id: person.id, lastName: 'Ångström' },
    module: { id: moduleId, isRetired: false },
    versionInForce: { number: 1 },
    matrices: [{ id: matrixId, since: today }],
    assignments: [{ cycle: 1, isRequired: true, isOpen: false }],
    asKnownThen: {
      answer: 'yes',
      reason: 'valid',
      isRequired: true,
      version: 1,
      completedTimeZone: 'America/New_York',
    },
    asKnownNow: { answer: 'yes', reason: 'valid' },
    differs: false,
  });
  const [completion] = body.completions;
  expect(completion).toMatchObject({
    version: 1,
    completionKind: 'completion',
    asideThen: null,
    asideNow: null,
  });
  expect(completion?.signature).toMatchObject({ valid: true, printedName: 'Zoë Ångström' });
  const missing = await world.admin.get<Answer>(pathOf({ ...mine(), module: String(other) }));
  expect(missing.body.asKnownThen).toMatchObject({
    answer: 'no',
    reason: 'never_completed',
    since: today,
    missingVersion: 1,
  });
});

test('[INS-02] bad input has its own code at its field, and nothing is inferred', async () => {
  const { admin } = world;
  const tomorrow = addDays(today, 1);
  expect(await refusal(admin, { ...mine(), day: addDays(today, 2) })).toEqual([422, 'day: date_in_future']);
  expect(await refusal(admin, { ...mine(), day: tomorrow })).toEqual([422, 'day: date_in_future']);
  expect(await refusal(admin, { ...mine(), day: addDays(today, -1) })).toEqual([
    422,
    'day: before_first_record',
  ]);
  expect(await refusal(admin, { ...mine(), day: '2026-02-30' })).toEqual([422, 'day: not_a_date']);
  expect(await refusal(admin, { ...mine(), person: 'u_nobody' })).toEqual([404, 'person: user_not_found']);
  expect(await refusal(admin, { ...mine(), module: '999999' })).toEqual([404, 'module: module_not_found']);
  const list = (query: Record<string, string>) => refusal(admin, query, '/people');
  expect(await list({ day: today })).toEqual([422, 'module: module_or_matrix_needed']);
  expect(await list({ day: today, matrix: '999999' })).toEqual([404, 'matrix: matrix_unknown']);
  expect(await list({ day: addDays(today, 2), matrix: String(matrixId) })).toEqual([
    422,
    'day: date_in_future',
  ]);
  expect(await list({ day: '2001-01-01', matrix: String(matrixId) })).toEqual([
    422,
    'day: before_first_record',
  ]);
  for (const after of [
    'x',
    Buffer.from('[1]').toString('base64url'),
    Buffer.from('["\\u0000","","","",1]').toString('base64url'),
  ])
    expect(await list({ day: today, matrix: String(matrixId), after })).toEqual([422, 'after: wrong_format']);
});

test('[INS-02] [AUTH-13] who may open the training file may ask; a learner hears of no module but the own ones', async () => {
  const { id: organizationId } = world.organization;
  const inspector = await createUser(server.services, { grants: [{ kind: 'inspector', organizationId }] });
  const stranger = await createUser(server.services, { role: 'manager', organizationId });
  const status = async (user: FixtureUser, query: Record<string, string>) =>
    (await (await signIn(server.client(), user)).get(pathOf(query))).status;
  expect([
    await status(manager, mine()),
    await status(inspector, mine()),
    await status(person, mine()),
  ]).toEqual([200, 200, 200]);
  expect(await status(stranger, mine())).toBe(404);
  const [unseen = 0] = await createTextModules(server.services, 1);
  expect(await status(person, { ...mine(), module: String(unseen) })).toBe(404);
  expect(await status(manager, { ...mine(), module: String(unseen) })).toBe(200);
  // What is refused says nothing of whether the module exists, and since when.
  const byPerson = await signIn(server.client(), person);
  const refused = async (module: number, day: string) => {
    const { status, body } = await byPerson.get(pathOf({ ...mine(), module: String(module), day }));
    return { status, body: { ...(body as object), instance: null, requestId: null } };
  };
  const unknown = await refused(999_999, today);
  for (const day of [today, addDays(today, -1), '2001-01-01']) {
    expect(await refused(unseen, day)).toEqual(unknown);
    expect(await refused(999_999, day)).toEqual(unknown);
  }
  const listed = async (user: FixtureUser) => {
    const client = await signIn(server.client(), user);
    const { body } = await client.get<Page>(pathOf({ day: today, module: String(moduleId) }, '/people'));
    return body.rows.map((row) => row.person.id);
  };
  expect(await listed(manager)).toEqual([person.id]);
  expect(await listed(stranger)).toEqual([]);
  expect(await listed(inspector)).toContain(person.id);
  const byManager = await signIn(server.client(), manager);
  expect(await refusal(byManager, { day: today, matrix: String(matrixId) }, '/people')).toEqual([
    404,
    'matrix: matrix_unknown',
  ]);
});

test('[INS-02] a matrix and a day: every member with every module, by answer, in as many statements for many people as for few', async () => {
  const list = async (query: Record<string, string>) =>
    (await world.admin.get<Page>(pathOf({ day: today, matrix: String(matrixId), ...query }, '/people'))).body;
  const all = await list({});
  // Three learners and the person, two modules each.
  expect(all.rows).toHaveLength(8);
  const yes = await list({ answer: 'yes' });
  expect(yes.rows.map((row) => [row.person.id, row.module.id])).toEqual([[person.id, moduleId]]);
  expect((await list({ answer: 'no', limit: '5' })).rows).toHaveLength(5);
  const few = await statementsDuring(async () => void (await list({ limit: '8' })));
  await createUsers(
    server.services,
    Array.from({ length: 60 }, () => ({
      organizationId: world.organization.id,
      departmentId: world.department.id,
    })),
  );
  const many = await statementsDuring(async () => void (await list({ limit: '1000' })));
  expect((await list({ limit: '1000' })).rows).toHaveLength(8 + 120);
  // Without what the server does in the background meanwhile.
  const ofList = (sent: typeof few) =>
    sent.filter(({ text }) => /organizations_then|named (?:assignments|qualified)\./.test(text)).length;
  expect(ofList(few)).toBe(6);
  expect(ofList(many)).toBe(6);
  const one = await statementsDuring(async () => void (await world.admin.get(pathOf(mine()))));
  // Session, the facts with everything that decides about them, and the reading in the trail.
  expect(one.length, one.map(({ text }) => text.slice(0, 80)).join('\n')).toBeLessThanOrEqual(3);
});

test('[INS-02] the PDF says it in the language of the reader, with the signed answer attached', async () => {
  const answer = await world.admin.get<Buffer>(pathOf(mine(), '/answer.pdf'));
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="qualified-Zoe-Angstrom-${today}.pdf"`,
  );
  const { text } = await readPdf(answer.body);
  for (const part of [
    'Was Zoë Ångström qualified for',
    'Yes, qualified',
    'As known on that day',
    'America/New_York',
    'Page 1 of 1',
    'by ',
  ])
    expect(text).toContain(part);
  expect(text).not.toContain('(America/New_York) (America/New_York)');
  const [attached] = await attachedTo(answer.body);
  const file = JSON.parse(attached?.toString() ?? '') as Answer & { keyId: string; signature: string };
  const { keyId, signature, ...said } = file;
  expect(said).toMatchObject({ format: 'traintrail-qualified-1', asKnownThen: { answer: 'yes' } });
  const key = installationSigningKey(server.services.config);
  expect(keyId).toBe(key.id);
  const signed = Buffer.from(`traintrail-qualified-1\n${JSON.stringify(said, null, 2)}`);
  const keyObject = createPublicKey({
    key: Buffer.from(key.publicKey, 'base64'),
    format: 'der',
    type: 'spki',
  });
  expect(verify(null, signed, keyObject, Buffer.from(signature, 'base64'))).toBe(true);
  await world.admin.patch('/api/users/settings', { language: 'de' });
  const german = await world.admin.get<Buffer>(pathOf(mine(), '/answer.pdf'));
  await world.admin.patch('/api/users/settings', { language: 'en' });
  const read = await readPdf(german.body);
  expect(read.language).toBe('de');
  expect(read.text).toContain('Ja, qualifiziert');
  if (process.env['SHOW'] === '1') await writeFile('test-results/qualified-de.pdf', german.body);
});

test('[INS-02] [AUD-01] reading and printing the answer about another person is in the trail', async () => {
  const count = async (action: string) => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from audit.events
      where kind = 'access' and action = ${action} and subject_id = ${person.id}`.execute(db.db);
    return rows[0]?.count ?? 0;
  };
  const [read, printed] = [await count('qualified.read'), await count('qualified.exported')];
  await world.admin.get(pathOf(mine()));
  await world.admin.get(pathOf(mine(), '/answer.pdf'));
  expect([await count('qualified.read'), await count('qualified.exported')]).toEqual([read + 1, printed + 1]);
  // The trail says who was asked about, and what.
  const { body } = await world.admin.get<{ rows: TrailEntry[] }>('/api/audit?limit=10');
  const [asked] = body.rows.filter(({ action }) => action === 'qualified.read');
  expect(asked).toMatchObject({
    people: [{ id: person.id }],
    record: { type: 'training_modules', name: expect.any(String) },
  });
  // Nothing is answered about a version that does not exist, so nothing was read.
  expect((await world.admin.get(pathOf({ ...mine(), version: '9' }))).status).toBe(404);
  expect(await count('qualified.read')).toBe(read + 1);
});

test('[INS-02] [PERF-03] the statement about one person is planned for a few calls, and no more', async () => {
  const scope = { reach: wholeReach, org: 'all', userId: person.id, asOf: today } as const;
  const asked = { scope, moduleIds: [moduleId], withInactive: true };
  // New statistics within the calls would change what the plans cost.
  await db.admin.query('analyze');
  const plans = await server.services.db.connection().execute(async (one) => {
    const counts = async () =>
      (
        await sql<{ name: string; generic: number; all: number }>`
          select name, generic_plans::int as generic, (generic_plans + custom_plans)::int as all
          from pg_prepared_statements where name like 'qualified.%'`.execute(one)
      ).rows;
    // Tests before this one may have used the connection.
    const before = new Map((await counts()).map((plan) => [plan.name, plan.all]));
    for (let call = 0; call < 7; call += 1) expect((await readAnswer(one, asked))?.moduleId).toBe(moduleId);
    return (await counts()).filter((plan) => plan.all - (before.get(plan.name) ?? 0) === 7);
  });
  expect(plans).toHaveLength(1);
  for (const { name, generic } of plans) expect(generic, name).toBeGreaterThan(0);
});

test('[INS-02] [PERF-03] the pages of a list are the list, also where a page ends within one person', async () => {
  type Listed = Page & { readonly next: string | null };
  const list = async (query: Record<string, string>) =>
    (await world.admin.get<Listed>(pathOf({ day: today, matrix: String(matrixId), ...query }, '/people')))
      .body;
  const places = ({ rows }: Page) => rows.map((row) => [row.person.id, row.module.id]);
  const lists: readonly Readonly<Record<string, string>>[] = [{}, { answer: 'no' }];
  for (const only of lists) {
    const whole = places(await list({ ...only, limit: '1000' }));
    const paged: typeof whole = [];
    let after: string | null = null;
    do {
      const page: Listed = await list({ ...only, limit: '3', ...(after === null ? {} : { after }) });
      paged.push(...places(page));
      after = page.next;
    } while (after !== null);
    expect(whole.length).toBeGreaterThan(6);
    expect(paged).toEqual(whole);
  }
});

test('[INS-02] [SIG-04] a record that somebody changed in the database is no evidence, on no day', async () => {
  const victim = world.learners[0];
  if (!victim) throw new Error('the world has learners');
  const [changed = 0] = await createTextModules(server.services, 1);
  const { id } = await assignTo(world.admin, victim.id, changed);
  await completeText(await readyToSign(server, victim), id, victim);
  const query = { person: victim.id, module: String(changed), day: today };
  expect((await world.admin.get<Answer>(pathOf(query))).body.asKnownThen.answer).toBe('yes');
  const attacker = await db.admin.connect();
  await attacker.query('set session_replication_role = replica');
  await attacker.query('update training_records set version_number = 7 where assignment_id = $1', [id]);
  await attacker.query('set session_replication_role = origin');
  attacker.release();
  const { body } = await world.admin.get<Answer>(pathOf(query));
  expect(body.asKnownThen).toMatchObject({ answer: 'no', reason: 'evidence_not_valid', since: today });
  expect(body.completions[0]).toMatchObject({
    asideThen: 'evidence_not_valid',
    signature: { reasonCode: 'record_changed' },
  });
});
