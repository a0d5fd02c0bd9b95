import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogue } from '#shared/contract/catalogue.ts';
import type { inspectionsContract as contract } from '#shared/contract/inspections.ts';
import type { BodyInput, ResponseOf } from '#shared/contract/endpoint.ts';
import type { Problem } from '#shared/contract/errors.ts';
import { resolveReach } from '#shared/domain/access/permissions.ts';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  asFixture,
  createOrganization,
  createUser,
  createUsers,
  signIn,
  type FixtureUser,
} from '#tests/harness/world.ts';

type Inspection = ResponseOf<typeof contract.get>;
type Opened = ResponseOf<typeof contract.opened>;
type Requests = ResponseOf<typeof contract.requests>;

let database: TestDatabase;
let server: TestServer;
let admin: TestClient;
let boss: FixtureUser;
let here: number;
let there: number;
let worker: FixtureUser;
let stranger: FixtureUser;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
  const { services } = server;
  boss = await createUser(services, { role: 'admin', firstName: 'Bo', lastName: 'Zander' });
  admin = await signIn(server.client(), boss);
  here = (await createOrganization(services, { timeZone: 'UTC' })).id;
  there = (await createOrganization(services, { timeZone: 'UTC' })).id;
  [worker, stranger] = (await createUsers(services, [
    { organizationId: here, firstName: 'Wilma', lastName: 'Worker' },
    { organizationId: there, firstName: 'Sid', lastName: 'Stranger' },
  ])) as [FixtureUser, FixtureUser];
});

afterAll(async () => {
  await server.close();
  await database.drop();
});

const today = () => server.services.clock.now().toISOString().slice(0, 10);
const path = (id: number, part = '') => `/api/inspections/${String(id)}${part}`;

/** Somebody of an authority, without an organization. */
const visitor = async (): Promise<readonly [FixtureUser, TestClient]> => {
  const person = await createUser(server.services, { firstName: 'Ines', lastName: 'Inspector' });
  return [person, await signIn(server.client(), person)];
};

const openFor = async (
  people: readonly FixtureUser[],
  more: Partial<BodyInput<typeof contract.open>> = {},
): Promise<number> => {
  const answer = await admin.post<{ id: number }>('/api/inspections', {
    title: 'Routine inspection',
    purpose: 'Training records of the last two years',
    organizationIds: [here],
    fromDay: today(),
    toDay: addDays(today(), 4),
    userIds: people.map(({ id }) => id),
    ...more,
  });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body.id;
};

const viewOf = async (id: number, client = admin) => (await client.get<Inspection>(path(id))).body;
const change = (id: number, toDay: string, people: readonly FixtureUser[], sees: readonly string[] = []) =>
  admin.put(path(id), { toDay, userIds: people.map((one) => one.id), sees, reason: 'The host agreed' });

test('[INS-01] an inspection admits its inspectors to its organizations alone, and closing it ends the access on the next call', async () => {
  const [ines, inspector] = await visitor();
  expect((await inspector.get('/api/users')).status).toBe(403);
  const id = await openFor([ines]);
  const seen = await inspector.get<readonly { id: string }[]>('/api/users');
  expect(seen.body.map((row) => row.id)).toEqual([worker.id]);
  expect(seen.headers.get('x-total-count')).toBe('1');
  expect((await inspector.get(`/api/employee/${worker.id}/details`)).status).toBe(200);
  expect((await inspector.get(`/api/employee/${stranger.id}/details`)).status).toBe(404);
  expect((await admin.post(path(id, '/close'), { reason: 'The inspection is over' })).status).toBe(200);
  expect((await inspector.get('/api/users')).status).toBe(403);
  expect((await inspector.get(`/api/employee/${worker.id}/details`)).status).toBe(404);
  for (const part of ['', '/requests', '/opened']) {
    expect((await inspector.get(path(id, part))).status).toBe(403);
  }
  expect(await viewOf(id)).toMatchObject({
    state: 'closed',
    closedByName: 'Bo Zander',
    closingReason: 'The inspection is over',
    inspectors: [{ id: ines.id, isAdmitted: false }],
  });
});

test('[INS-01] a closed inspection stays as it is, also for who writes to the database', async () => {
  const [ines, inspector] = await visitor();
  const id = await openFor([ines]);
  const put = await inspector.post<{ id: number }>(path(id, '/requests'), { request: 'The floor plan' });
  expect((await admin.post(path(id, '/close'), { reason: 'Over' })).status).toBe(200);
  const again = [
    await admin.post<Problem>(path(id, '/close'), { reason: 'Over' }),
    (await change(id, addDays(today(), 9), [ines])) as { status: number; body: Problem },
    await admin.put<Problem>(path(id, `/requests/${String(put.body.id)}/answer`), { answer: 'Here it is' }),
  ];
  for (const { status, body } of again) expect([status, body.code]).toEqual([409, 'ILLEGAL_STEP']);
  for (const edit of [
    sql`update inspections set to_day = to_day + 1 where id = ${id}`,
    sql`delete from inspections where id = ${id}`,
  ])
    await expect(asFixture(server.services, (tx) => edit.execute(tx.db))).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:TT003|42501)$/),
    });
});

test('[INS-01] who opens or changes an inspection cannot admit themselves, and administrators are no inspectors', async () => {
  const [ines] = await visitor();
  const other = await createUser(server.services, { role: 'admin' });
  const gone = await createUser(server.services, { isActive: false });
  const refused = async (userIds: readonly string[], reason: string) => {
    const { status, body } = await admin.post<Problem>('/api/inspections', {
      title: 'Mine',
      purpose: 'Mine',
      organizationIds: [here],
      fromDay: today(),
      toDay: today(),
      userIds,
    });
    expect([status, body.errors]).toEqual([422, [expect.objectContaining({ path: 'userIds', reason })]]);
  };
  await refused([boss.id], 'inspection_own_account');
  await refused([ines.id, other.id], 'inspection_not_inspector');
  await refused([gone.id], 'inspection_not_inspector');
  await refused(['u_nobody'], 'inspection_not_inspector');
  const id = await openFor([ines]);
  expect((await change(id, addDays(today(), 4), [ines, boss])).status).toBe(422);
  expect((await viewOf(id)).inspectors.map((one) => one.id)).toEqual([ines.id]);
});

test('[INS-01] days: not before today, not in the wrong order, not longer than 24 months; the field says so', async () => {
  const [ines] = await visitor();
  const form = { title: 'T', purpose: 'P', organizationIds: [here], userIds: [ines.id] };
  const refusals: readonly (readonly [string, string, string, string])[] = [
    [addDays(today(), -1), addDays(today(), 1), 'fromDay', 'day_over'],
    [addDays(today(), 2), addDays(today(), 1), 'toDay', 'inspection_days_order'],
    [today(), addDays(today(), 800), 'toDay', 'inspector_too_long'],
  ];
  for (const [fromDay, toDay, field, reason] of refusals) {
    const { status, body } = await admin.post<Problem>('/api/inspections', { ...form, fromDay, toDay });
    expect([status, body.errors]).toEqual([422, [expect.objectContaining({ path: field, reason })]]);
  }
  const unknown = { ...form, organizationIds: [here, 2_000_000_000], fromDay: today(), toDay: today() };
  expect((await admin.post('/api/inspections', unknown)).status).toBe(422);
});

test('[INS-01] a planned inspection admits nobody, and after the last day the access ends without anybody doing anything', async () => {
  const [ines, inspector] = await visitor();
  const id = await openFor([ines], { fromDay: addDays(today(), 2), toDay: addDays(today(), 3) });
  expect((await viewOf(id)).state).toBe('planned');
  expect((await inspector.get(path(id))).status).toBe(403);
  try {
    await database.moveClock({ days: 2 });
    const fresh = await signIn(server.client(), ines);
    expect((await fresh.get<Inspection>(path(id))).body.state).toBe('open');
    expect((await fresh.get('/api/users')).status).toBe(200);
    await database.moveClock({ days: 4 });
    const later = await signIn(server.client(), ines);
    expect((await later.get('/api/users')).status).toBe(403);
    const host = await signIn(server.client(), boss);
    expect((await viewOf(id, host)).state).toBe('ended');
  } finally {
    await database.moveClock({});
  }
});

test('[INS-01] an inspector sends a request, administrators are notified and answer it once, and the inspector is notified', async () => {
  const [ines, inspector] = await visitor();
  const [, otherInspector] = await visitor();
  const id = await openFor([ines]);
  const put = await inspector.post<{ id: number }>(path(id, '/requests'), {
    request: 'The training plan of 2025',
  });
  expect(put.status).toBe(201);
  expect((await otherInspector.post(path(id, '/requests'), { request: 'Mine' })).status).toBe(403);
  expect((await admin.post(path(id, '/requests'), { request: 'Mine' })).status).toBe(403);
  const bell = await admin.get<{ notifications: { type: string; path: string }[] }>('/api/notifications');
  expect(bell.body.notifications[0]).toMatchObject({ type: 'inspection_requested', path: '/inspections' });
  expect((await viewOf(id)).openRequests).toBe(1);
  const answer = (body: unknown) =>
    admin.put<Problem>(path(id, `/requests/${String(put.body.id)}/answer`), body);
  for (const wrong of ['https://elsewhere.example/', '//elsewhere.example', '/\\elsewhere.example']) {
    expect((await answer({ answer: 'Here', path: wrong })).status).toBe(422);
  }
  expect((await answer({ answer: 'See the matrices', path: '/qualified' })).status).toBe(200);
  expect((await answer({ answer: 'Something else' })).body.code).toBe('ILLEGAL_STEP');
  const requests = await inspector.get<Requests>(path(id, '/requests'));
  expect(requests.body.rows).toMatchObject([
    {
      request: 'The training plan of 2025',
      requestedBy: { id: ines.id, name: 'Ines Inspector' },
      answer: 'See the matrices',
      answerPath: '/qualified',
      answeredByName: 'Bo Zander',
    },
  ]);
  const mails = await server.services.db
    .selectFrom('mailOutbox')
    .select(['template', 'toAddress'])
    .where('userId', '=', ines.id)
    .execute();
  expect(mails).toEqual([{ template: 'people.inspectionAnswered', toAddress: ines.email }]);
});

test('[INS-01] what was opened and taken is the trail: of administrators all of its inspectors, of an inspector the own part', async () => {
  const [ines, inspector] = await visitor();
  const [ivo, second] = await visitor();
  const id = await openFor([ines, ivo]);
  await inspector.get(`/api/employee/${worker.id}/assignments`);
  await inspector.get(`/api/employee/${worker.id}/training-file.pdf`);
  await second.get(`/api/employee/${worker.id}/details`);
  const actionsOf = async (client: TestClient) =>
    (await client.get<Opened>(path(id, '/opened'))).body.rows.map(({ actor, action }) => [actor?.id, action]);
  await inspector.get('/api/users?limit=5');
  expect(await actionsOf(inspector)).toEqual([
    [ines.id, 'inspection.peopleListed'],
    [ines.id, 'paper.issued'],
    [ines.id, 'training_file.exported'],
    [ines.id, 'training_file.read'],
  ]);
  expect(await actionsOf(second)).toEqual([[ivo.id, 'person.viewed']]);
  const all = await actionsOf(admin);
  expect(all.map(([actor]) => actor)).toEqual(expect.arrayContaining([ines.id, ivo.id]));
  expect(all.some(([actor]) => actor === boss.id)).toBe(false);
});

test('[INS-01] another inspection of the same organization, and its requests, are not in the trail of an inspector', async () => {
  const [ines, inspector] = await visitor();
  const [ivo, second] = await visitor();
  const mine = await openFor([ines]);
  const theirs = await openFor([ivo], { title: 'A secret inspection' });
  expect((await second.post(path(theirs, '/requests'), { request: 'A secret request' })).status).toBe(201);
  for (const part of ['', '/requests', '/opened']) {
    expect((await inspector.get(path(theirs, part))).status).toBe(404);
  }
  expect((await inspector.post(path(theirs, '/requests'), { request: 'Mine' })).status).toBe(404);
  const list = await inspector.get<{ id: number }[]>('/api/inspections');
  expect(list.body.map((row) => row.id)).toEqual([mine]);
  expect(list.headers.get('x-total-count')).toBe('1');
  const trail = await inspector.get<string>('/api/audit?limit=200');
  expect(JSON.stringify(trail.body)).not.toContain('secret');
  expect(JSON.stringify(trail.body)).not.toContain('inspection');
});

test('[INS-01] a change needs a reason, is in the trail with it, and who is left out loses the access at once', async () => {
  const [ines, inspector] = await visitor();
  const [ivo, second] = await visitor();
  const id = await openFor([ines]);
  const body = { toDay: addDays(today(), 6), userIds: [ivo.id], sees: ['cvs'] };
  expect((await admin.put(path(id), body)).status).toBe(422);
  expect((await admin.put(path(id), { ...body, reason: 'Ivo takes over' })).status).toBe(200);
  expect((await inspector.get('/api/users')).status).toBe(403);
  expect((await second.get('/api/users')).status).toBe(200);
  const { rows } = (await admin.get<Opened>('/api/audit?limit=20')).body;
  const event = rows.find(({ action }) => action === 'inspection.changed');
  expect(event).toMatchObject({ reason: 'Ivo takes over', actor: { id: boss.id } });
  expect(await viewOf(id)).toMatchObject({
    toDay: body.toDay,
    sees: ['cvs'],
    inspectors: expect.arrayContaining([
      expect.objectContaining({ id: ines.id, isAdmitted: false }),
      expect.objectContaining({ id: ivo.id, isAdmitted: true }),
    ]),
  });
});

/** Calls without a record of training, of which the trail keeps nothing, also by an inspector. */
const unrecorded = [
  'trainingGrid.outline',
  'trailReviews.list',
  'trailReviews.next',
  'organizations.list',
  'organizations.get',
  'departments.list',
  'modules.categories',
  'accessReviews.schedules',
  'accessReviews.list',
  'accessReviews.get',
  'integrityChecks.list',
  'recordProtection.get',
  'people.stats',
  'people.picture',
  'modulePeople.figures',
  'dashboard.stats',
  'dashboard.organizations',
  'exports.count',
  'exports.list',
  'savedExports.list',
  'curricula.templates',
  'inspections.list',
  'inspections.get',
  'inspections.requests',
  'inspections.opened',
];

test('[INS-01] [AUD-01] every read that an inspector can do is kept in the trail, but for names, figures and the own inspection', () => {
  const subject = { id: 'u', role: 'learner', organizationId: null } as const;
  const grants = [
    { kind: 'inspector', organizationId: 1, sees: ['cvs', 'agreements', 'documents'] },
  ] as const;
  const reads = catalogue.filter(
    ({ method, access }) =>
      method === 'GET' &&
      'permission' in access &&
      (resolveReach({ ...subject, grants }, access.permission)?.organizationIds.length ?? 0) > 0,
  );
  const silent = reads.filter(({ audit }) => 'none' in audit && !audit.inspected).map((call) => call.id);
  expect(silent.toSorted()).toEqual(unrecorded.toSorted());
  expect(reads.length - silent.length).toBeGreaterThan(25);
});
