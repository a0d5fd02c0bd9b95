import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { modulePeopleContract } from '#shared/contract/module-people.ts';
import type { qualifiedContract } from '#shared/contract/qualified.ts';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { makeVersionsEffectiveJob } from '#server/domains/modules/modules.jobs.ts';
import { attachedTo, readPdf } from '#tests/harness/read-pdf.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { load } from '#tests/harness/module-world.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  assignTo,
  completeText,
  createTextModules,
  createTrainingWorld,
  putStatus,
  readText,
  readyToSign,
  sign,
  type TrainingWorld,
} from '#tests/harness/training-world.ts';
import { asFixture, createOrganization, createUser, signIn, type FixtureUser } from '#tests/harness/world.ts';
import { calendarDay } from './requested-scope.ts';

type Answer = ResponseOf<typeof qualifiedContract.answer>;
type People = ResponseOf<typeof qualifiedContract.list>;
type Late = ResponseOf<typeof modulePeopleContract.lateCompletions>;

let db: TestDatabase;
let server: TestServer;
let world: TrainingWorld;
let moduleId: number;
let today: string;
/** Completed version 1 before and after version 2 became effective, and version 2. */
let people: Readonly<Record<'early' | 'late' | 'newest' | 'elsewhere', FixtureUser>>;
let manager: FixtureUser;
let visitor: FixtureUser;
let inspector: TestClient;

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  world = await createTrainingWorld(server, 0);
  const { organization, admin } = world;
  const other = await createOrganization(server.services, { timeZone: 'America/New_York' });
  manager = await createUser(server.services, { role: 'manager', organizationId: organization.id });
  const make = (organizationId: number, managerId?: string) =>
    createUser(server.services, { organizationId, ...(managerId && { managerId }) });
  const [early, late, newest, elsewhere] = [
    await make(organization.id, manager.id),
    await make(organization.id),
    await make(organization.id),
    await make(other.id),
  ];
  people = { early, late, newest, elsewhere };
  [moduleId = 0] = await createTextModules(server.services, 1);
  const idOf = async ({ id }: FixtureUser) => (await assignTo(admin, id, moduleId)).id;
  const begin = async (person: FixtureUser) => {
    const [client, id] = [await readyToSign(server, person), await idOf(person)];
    await putStatus(client, id, { status: 'in_progress' });
    await readText(client, id);
    return async () => {
      const { status, body } = await sign(client, id, person);
      expect(status, JSON.stringify(body)).toBe(200);
    };
  };
  await completeText(await readyToSign(server, early), await idOf(early), early);
  const [finishLate, finishElsewhere] = [await begin(late), await begin(elsewhere)];
  const content = { contentData: 'The second version says more.', publish: 'draft' };
  const { versions } = (await load(admin, moduleId, [], content)).body;
  const draft = versions.find(({ state }) => state === 'draft');
  const publish = `/api/training-modules/${String(moduleId)}/versions/${String(draft?.id)}/publish`;
  const effectiveFrom = addDays(calendarDay(server.services.clock.now(), 'UTC'), 3);
  const published = await admin.post(publish, { changeNote: 'Section 4 is new', effectiveFrom });
  if (published.status >= 300) throw new Error(JSON.stringify(published.body));
  // Its day comes while two people are in progress on version 1: they finish that one.
  await asFixture(server.services, async (tx) => {
    await sql`update module_versions set effective_from = app_now() where id = ${draft?.id}`.execute(tx.db);
  });
  await makeVersionsEffectiveJob.run(server.services, {});
  await finishLate();
  await finishElsewhere();
  await completeText(await readyToSign(server, newest), await idOf(newest), newest);
  visitor = await createUser(server.services, {
    grants: [{ kind: 'inspector', organizationId: organization.id }],
  });
  inspector = await signIn(server.client(), visitor);
  today = calendarDay(server.services.clock.now(), organization.timeZone);
});

afterAll(async () => {
  await server?.close();
  await db?.drop();
});

const ask = (client: TestClient, query: Record<string, string>, path = '') =>
  client.get<Answer & People & { errors?: { path: string; reason: string }[] }>(
    `/api/qualified${path}?${new URLSearchParams({ day: today, module: String(moduleId), ...query }).toString()}`,
  );

test('[INS-01] [INS-02] the answer says about one version: effective or replaced, completed or not', async () => {
  const about = async (person: FixtureUser, version: number) =>
    (await ask(inspector, { person: person.id, version: String(version) })).body.versionAsked;
  expect(await about(people.early, 1)).toMatchObject({
    number: 1,
    standing: 'replaced',
    replacedBy: { number: 2 },
    asKnownThen: { completion: 'counts', why: null, completedTimeZone: 'America/New_York' },
    differs: false,
  });
  expect(await about(people.early, 2)).toMatchObject({
    standing: 'effective',
    replacedBy: null,
    asKnownThen: { completion: 'none', completedAt: null, assignmentId: null },
  });
  expect((await about(people.newest, 2))?.asKnownNow.completion).toBe('counts');
  expect((await ask(inspector, { person: people.early.id })).body.versionAsked).toBeNull();
});

test('[INS-02] a version that does not exist, or is only a draft or planned, is not there for anybody', async () => {
  await load(world.admin, moduleId, [], { contentData: 'The third text', publish: 'draft' });
  for (const version of ['3', '9'])
    for (const [query, path] of [
      [{ person: people.early.id, version }, ''],
      [{ version }, '/people'],
    ] as const) {
      const { status, body } = await ask(inspector, query, path);
      expect([status, body.errors]).toMatchObject([404, [{ path: 'version', reason: 'version_not_found' }]]);
    }
  expect((await ask(inspector, { person: people.early.id, version: 'two' })).status).toBe(422);
  // Who may not see the person hears nothing of versions.
  const { status, body } = await ask(inspector, { person: people.elsewhere.id, version: '9' });
  expect([status, body.errors?.[0]?.path]).toEqual([404, 'person']);
});

test('[INS-02] the list says about one version, and narrows to the team that a manager had', async () => {
  const list = await ask(inspector, { version: '1' }, '/people');
  const said = new Map(
    list.body.rows.map(({ person, versionAsked }) => [person.id, versionAsked?.asKnownNow.completion]),
  );
  expect(said.get(people.early.id)).toBe('counts');
  expect(said.get(people.late.id)).toBe('counts');
  expect(said.get(people.newest.id)).toBe('none');
  expect(said.has(people.elsewhere.id)).toBe(false);
  const team = await ask(inspector, { manager: manager.id }, '/people');
  expect(team.body.rows.map(({ person }) => person.id)).toEqual([people.early.id]);
  // A person of another organization is not there, whether a manager or not.
  const unknown = await ask(inspector, { manager: people.elsewhere.id }, '/people');
  expect([unknown.status, unknown.body.errors]).toMatchObject([
    404,
    [{ path: 'manager', reason: 'user_not_found' }],
  ]);
  const nobody = await ask(inspector, { manager: 'u_nobody' }, '/people');
  expect([nobody.status, nobody.body.errors]).toEqual([unknown.status, unknown.body.errors]);
});

test('[INS-02] a day that has begun elsewhere only lists the people for whom it has begun', async () => {
  // Noon in UTC: tomorrow has begun in Kiribati, and nowhere in America.
  const day = addDays(calendarDay(new Date(), 'UTC'), 1);
  await db.moveClock({ milliseconds: Date.parse(`${day}T12:00:00Z`) - Date.now() });
  await server.services.clock.synchronize();
  try {
    const client = await signIn(server.client(), visitor);
    const list = async (asked: string) => ask(client, { day: asked }, '/people');
    expect((await list(day)).body.rows.map(({ person }) => person.id)).toContain(people.early.id);
    const tomorrow = await list(addDays(day, 1));
    expect([tomorrow.status, tomorrow.body.rows]).toEqual([200, []]);
    expect((await list(addDays(day, 2))).status).toBe(422);
    const one = await ask(client, { person: people.early.id, day: addDays(day, 1) });
    expect([one.status, one.body.errors]).toMatchObject([422, [{ path: 'day', reason: 'date_in_future' }]]);
  } finally {
    await db.moveClock({});
    await server.services.clock.synchronize();
  }
});

test('[INS-02] the PDF asks about the version, and its signed file has the answer', async () => {
  const query = new URLSearchParams({
    person: people.late.id,
    module: String(moduleId),
    day: today,
    version: '1',
  });
  const { status, body } = await inspector.get<Buffer>(`/api/qualified/answer.pdf?${query.toString()}`);
  expect(status).toBe(200);
  const { text } = await readPdf(body);
  for (const part of [
    ', version 1, on',
    'A newer version was effective on that day.',
    'Replaced by version 2',
  ])
    expect(text).toContain(part);
  const [attached] = await attachedTo(body);
  const file = JSON.parse(attached?.toString() ?? '') as Answer;
  expect(file.versionAsked).toMatchObject({ number: 1, asKnownThen: { completion: 'counts' } });
});

test('[INS-01] who completed a version after the next one became effective, within the reach, page after page', async () => {
  const list = async (client: TestClient, query = '') =>
    client.get<Late>(`/api/training-modules/${String(moduleId)}/late-completions${query}`);
  const all = (await list(world.admin)).body;
  expect(all.rows.map(({ person, version, replacedBy }) => [person.id, version, replacedBy])).toEqual([
    [people.elsewhere.id, 1, 2],
    [people.late.id, 1, 2],
  ]);
  for (const row of all.rows) expect(row.completedAt >= row.replacedAt).toBe(true);
  expect((await list(inspector)).body.rows.map(({ person }) => person.id)).toEqual([people.late.id]);
  const first = (await list(world.admin, '?limit=1')).body;
  const second = (await list(world.admin, `?limit=1&after=${first.next ?? ''}`)).body;
  expect([...first.rows, ...second.rows]).toEqual(all.rows);
  expect(second.next).toBeNull();
  for (const after of ['x', Buffer.from('[1,"2031-01-01",3]').toString('base64url')])
    expect((await list(world.admin, `?after=${after}`)).status).toBe(422);
  const [unseen = 0] = await createTextModules(server.services, 1);
  expect((await inspector.get(`/api/training-modules/${String(unseen)}/late-completions`)).status).toBe(404);
});

test('[INS-01] [INS-03] a certified copy of one record: only that record, of nobody else', async () => {
  const completions = async (id: string) =>
    (await world.admin.get<{ recordId: number }[]>(`/api/employee/${id}/completions`)).body;
  const [mine] = await completions(people.early.id);
  const [foreign] = await completions(people.late.id);
  const path = `/api/employee/${people.early.id}/training-file.pdf`;
  const copy = await inspector.get<Buffer>(`${path}?record=${String(mine?.recordId)}`);
  expect(copy.status).toBe(200);
  expect(copy.headers.get('content-disposition')).toContain('training-record-');
  const { text } = await readPdf(copy.body);
  expect(text).toContain('Training record: ');
  expect(text).toContain('This is a certified copy of this electronic training record');
  expect(text).not.toContain('Not completed');
  for (const record of [String(foreign?.recordId), '999999'])
    expect((await inspector.get(`${path}?record=${record}`)).status).toBe(404);
  const before = new Date(server.services.clock.now().getTime() - 86_400_000 * 400).toISOString();
  expect((await inspector.get(`${path}?record=${String(mine?.recordId)}&asOf=${before}`)).status).toBe(404);
  const { rows } = await sql<{ scope: Record<string, unknown> }>`
    select scope from issued_papers where kind = 'training_file' order by id desc limit 1`.execute(db.db);
  expect(rows[0]?.scope).toMatchObject({ userId: people.early.id, recordId: mine?.recordId });
});

test('[INS-01] [INS-03] the training file as of the end of a day, where the person was', async () => {
  const path = `/api/employee/${people.early.id}/training-file.pdf`;
  const status = async (asOf: string) => (await inspector.get(`${path}?asOf=${asOf}`)).status;
  expect(await status(today)).toBe(200);
  const refused = await inspector.get<{ errors: unknown }>(`${path}?asOf=${addDays(today, 1)}`);
  expect([refused.status, refused.body.errors]).toMatchObject([
    422,
    [{ path: 'asOf', reason: 'date_in_future' }],
  ]);
  const early = await inspector.get<{ errors: unknown }>(`${path}?asOf=${addDays(today, -30)}`);
  expect([early.status, early.body.errors]).toMatchObject([
    422,
    [{ path: 'asOf', reason: 'before_first_record' }],
  ]);
});

test('[INS-02] a question without a day is about today where the person is, and the answer names the day', async () => {
  const { status, body } = await inspector.get<Answer>(
    `/api/qualified?person=${people.early.id}&module=${String(moduleId)}`,
  );
  expect([status, body.day]).toEqual([200, today]);
  for (const person of [people.elsewhere.id, 'u_nobody'])
    expect((await inspector.get(`/api/qualified?person=${person}&module=${String(moduleId)}`)).status).toBe(
      404,
    );
});
