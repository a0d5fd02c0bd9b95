import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { hrAgreementsContract } from '#shared/contract/hr-agreements.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { Problem } from '#shared/contract/errors.ts';
import type { InspectionSight } from '#shared/domain/access/permissions.ts';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { createAccessWorld, type AccessWorld } from '#tests/access/access-world.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { assign, load, moduleWith, type Module } from '#tests/harness/module-world.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createUser, signIn, type FixtureUser } from '#tests/harness/world.ts';

let database: TestDatabase;
let server: TestServer;
let world: AccessWorld;
let admin: TestClient;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
  world = await createAccessWorld(server);
  admin = await world.client('admin');
});

afterAll(async () => {
  await server.close();
  await database.drop();
});

interface Room {
  readonly id: number;
  readonly person: FixtureUser;
  readonly client: TestClient;
  readonly see: (sees: readonly InspectionSight[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** An inspection of the first organization with one inspector. */
async function inspection(sees: readonly InspectionSight[] = []): Promise<Room> {
  const person = await createUser(server.services, { firstName: 'Ines', lastName: 'Inspector' });
  const client = await signIn(server.client(), person);
  const today = server.services.clock.now().toISOString().slice(0, 10);
  const toDay = addDays(today, 4);
  const made = await admin.post<{ id: number }>('/api/inspections', {
    title: 'Routine',
    purpose: 'Routine',
    organizationIds: [world.reach.organizations[0].organization.id],
    fromDay: today,
    toDay,
    userIds: [person.id],
    sees,
  });
  expect(made.status).toBe(201);
  const { id } = made.body;
  const path = `/api/inspections/${String(id)}`;
  const see = async (chosen: readonly InspectionSight[]) => {
    const body = { toDay, userIds: [person.id], sees: chosen, reason: 'Asked for by the authority' };
    expect((await admin.put(path, body)).status).toBe(200);
  };
  const close = async () => {
    expect((await admin.post(`${path}/close`, { reason: 'It is over' })).status).toBe(200);
  };
  return { id, person, client, see, close };
}

/** Every way to a CV, agreement or document of an organization: how it is asked, and what it answers with access. */
function doors(organization: 0 | 1) {
  const { organization: place, learners } = world.reach.organizations[organization];
  const [learner] = learners;
  const { cvVersionId } = world.materialOf(learner);
  const { agreementId } = world.hrOf(place.id);
  return {
    cvs: [
      `/api/hr/people/${learner.id}/cv`,
      `/api/hr/files/${String(cvVersionId)}`,
      `/api/hr/files/${String(cvVersionId)}?download=true`,
    ],
    agreements: [`/api/hr/agreements/${String(agreementId)}`],
    documents: [
      `/api/hr/organizations/${world.hrOf(place.id).slug}/documents`,
      `/api/hr/documents/${String(world.hrOf(place.id).documentId)}`,
    ],
    others: [
      `/api/hr/cvs`,
      `/api/hr/dashboard`,
      `/api/hr/organizations/${world.hrOf(place.id).slug}`,
      `/api/hr/documents/${String(world.hrOf(place.id).documentId)}/readers`,
      `/api/hr/documents/${String(world.hrOf(place.id).documentId)}/readers.csv`,
      `/api/hr/registrations/${String(world.hrOf(place.id).registrationId)}`,
    ],
  };
}

const statuses = (client: TestClient, paths: readonly string[]) =>
  Promise.all(paths.map(async (path) => (await client.get(path)).status));
const each = (paths: readonly string[], status: number) => paths.map(() => status);

const fileOf = async (kind: 'agreement' | 'organization', organizationId: number) => {
  const { rows } = await sql<{ id: number }>`
    select v.id from hr_document_versions v join hr_documents d on d.id = v.document_id
    where d.kind = ${kind} and d.organization_id = ${organizationId} order by v.id limit 1`.execute(
    server.services.db,
  );
  return `/api/hr/files/${String(rows[0]?.id)}`;
};

test('[INS-01] [HR-05] an inspector finds no CV, no agreement and no document of an organization unless the inspection includes them, each by itself', async () => {
  const room = await inspection();
  const here = doors(0);
  const there = doors(1);
  const [alpha, beta] = world.reach.organizations;
  here.agreements.push(await fileOf('agreement', alpha.organization.id));
  there.agreements.push(await fileOf('agreement', beta.organization.id));
  here.documents.push(await fileOf('organization', alpha.organization.id));
  there.documents.push(await fileOf('organization', beta.organization.id));
  const list = async () => room.client.get<Problem>('/api/hr/agreements');
  const check = async (cvs: number, agreements: number, documents: number) => {
    expect(await statuses(room.client, here.cvs)).toEqual(each(here.cvs, cvs));
    expect(await statuses(room.client, here.agreements)).toEqual(each(here.agreements, agreements));
    expect((await list()).status).toBe(agreements);
    expect(await statuses(room.client, here.documents)).toEqual(each(here.documents, documents));
    for (const paths of [there.cvs, there.agreements, there.documents, here.others, there.others])
      expect(await statuses(room.client, paths)).toEqual(each(paths, 404));
  };
  await check(404, 404, 404);
  await room.see(['cvs']);
  await check(200, 404, 404);
  await room.see(['documents']);
  await check(404, 404, 200);
  await room.see(['agreements']);
  await check(404, 200, 404);
  await room.see(['agreements', 'cvs']);
  await check(200, 200, 404);
  const { body } = await room.client.get<ResponseOf<typeof hrAgreementsContract.list>>('/api/hr/agreements');
  expect(new Set(body.map((row) => row.organizationId))).toEqual(new Set([alpha.organization.id]));
  await room.see(['documents']);
  await room.close();
  await check(404, 404, 404);
});

test('[INS-01] [AUD-01] an inspector whose inspection includes documents of the organization changes none, and each read is recorded', async () => {
  const room = await inspection(['documents']);
  const { slug, documentId } = world.hrOf(world.reach.organizations[0].organization.id);
  const path = `/api/hr/documents/${String(documentId)}`;
  const changes = await Promise.all([
    room.client.patch(path, { title: 'Mine' }),
    room.client.patch(path, { isArchived: true }),
    room.client.post(`${path}/ask`, { everybody: true }),
    room.client.post(`${path}/versions`),
    room.client.get(`${path}/audience?everybody=true`),
  ]);
  expect(changes.map(({ status }) => status)).toEqual(changes.map(() => 404));
  expect((await room.client.get(`/api/hr/organizations/${slug}/documents`)).status).toBe(200);
  expect((await room.client.get(path)).status).toBe(200);
  const file = await fileOf('organization', world.reach.organizations[0].organization.id);
  expect((await room.client.get(file)).status).toBe(200);
  const opened = await admin.get<{ rows: { action: string }[] }>(
    `/api/inspections/${String(room.id)}/opened`,
  );
  expect(opened.body.rows.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['inspection.documentsListed', 'inspection.documentViewed', 'hr.document_opened']),
  );
});

test('[INS-01] an inspector whose inspection includes CVs signs, uploads and asks for nothing', async () => {
  const room = await inspection(['cvs', 'agreements']);
  const { agreementId } = world.hrOf(world.reach.organizations[0].organization.id);
  const path = `/api/hr/agreements/${String(agreementId)}`;
  const changes = await Promise.all([
    room.client.patch(path, { title: 'Mine' }),
    room.client.post(`${path}/send`),
    room.client.post(`${path}/withdraw`),
    room.client.post(`${path}/decline`, { reason: 'No' }),
    room.client.post('/api/hr/cvs/request', { userIds: [world.reach.organizations[0].learners[0].id] }),
  ]);
  expect(changes.map(({ status }) => status)).toEqual(changes.map(() => 404));
});

test('[INS-01] the training file of an inspector has the CV only where the inspection includes it, and the trail says so', async () => {
  const room = await inspection();
  const [learner] = world.reach.organizations[0].learners;
  const papers = async () => {
    const file = await room.client.get<Buffer>(`/api/employee/${learner.id}/training-file.pdf`);
    expect(file.status).toBe(200);
    const { rows } = await sql<{ cv: string }>`
      select coalesce(payload, residual)::jsonb #>> '{facts,cv}' as cv from audit.events
      where action = 'training_file.exported' and actor_id = ${room.person.id} order by id desc limit 1`.execute(
      server.services.db,
    );
    return rows[0]?.cv;
  };
  expect(await papers()).toBe('false');
  await room.see(['cvs']);
  expect(await papers()).toBe('true');
});

test('[INS-01] an export that was requested before the closing is not handed out after it', async () => {
  const room = await inspection();
  const requested = await room.client.post<{ id: number }>('/api/exports', {
    dataSet: 'people',
    format: 'csv',
    columns: ['user_id'],
    filters: {},
  });
  expect(requested).toMatchObject({ status: 201 });
  await room.close();
  const file = `/api/exports/${String(requested.body.id)}/file`;
  for (const path of [file, '/api/exports']) expect((await room.client.get(path)).status).toBe(403);
});

test('[INS-01] [AUD-01] a CV that an inspector opened is in the list of what was opened, of the host and the own one', async () => {
  const room = await inspection(['cvs']);
  const [path = ''] = doors(0).cvs;
  expect((await room.client.get(path)).status).toBe(200);
  for (const client of [admin, room.client]) {
    const opened = await client.get<{ rows: { action: string }[] }>(
      `/api/inspections/${String(room.id)}/opened`,
    );
    expect(opened.body.rows.map(({ action }) => action)).toContain('cv.read');
  }
  const trail = await room.client.get('/api/audit?limit=200');
  expect(JSON.stringify(trail.body)).not.toContain('cv.read');
});

test('[INS-01] an inspector reads what each published version said, also one that nobody has any more, and no draft', async () => {
  const [alpha, beta] = world.reach.organizations;
  const module = await moduleWith(admin, [['first.txt', 'what version 1 said']], { title: 'Two versions' });
  // Somebody elsewhere has started version 1: from then on it stays as it is.
  await assign(server.services, beta.learners[0].id, module);
  const draft = { contentData: 'what version 2 says', publish: 'draft' };
  const { versions } = (await load<Module>(admin, module.id, [], draft)).body;
  const second = versions.find(({ state }) => state === 'draft');
  const path = `/api/training-modules/${String(module.id)}`;
  const published = await admin.post(`${path}/versions/${String(second?.id)}/publish`, { changeNote: 'New' });
  expect(published.status).toBe(200);
  await load<Module>(admin, module.id, [], { contentData: 'a draft', publish: 'draft' });
  const of = { id: module.id, versionId: second?.id ?? 0 };
  const room = await inspection();
  // Of a module that nobody in the scope has, there is nothing, whatever others have.
  expect((await room.client.get(path)).status).toBe(404);
  await assign(server.services, alpha.learners[0].id, of);
  const { body } = await room.client.get<Module>(path);
  expect(body.versions.map(({ number }) => number)).toEqual([2, 1]);
  const first = await room.client.get<Module>(`${path}?version=${String(module.versionId)}`);
  expect(first.body.versionNumber).toBe(1);
  const file = await room.client.get<string>(first.body.files[0]?.url ?? '');
  expect([file.status, file.body]).toEqual([200, 'what version 1 said']);
  // A learner reads the version of the own training alone.
  const learner = await signIn(server.client(), alpha.learners[0]);
  expect((await learner.get(`${path}?version=${String(module.versionId)}`)).status).toBe(404);
  const hr = await world.client('hr');
  expect((await hr.get(path)).status).toBe(404);
});
