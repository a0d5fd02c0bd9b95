import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Problem } from '#shared/contract/errors.ts';
import { hrDocumentsContract as contract } from '#shared/contract/hr-documents.ts';
import { hrOwnContract } from '#shared/contract/hr-own.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import {
  createHrWorld,
  formWith,
  ownPdf,
  readVersion,
  signatureWith,
  type HrPerson,
  type HrWorld,
} from '#tests/harness/hr-world.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { signIn } from '#tests/harness/world.ts';
import { expiringDocuments } from './index.ts';

let database: TestDatabase;
let server: TestServer;
let world: HrWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
});
beforeEach(async () => {
  world = await createHrWorld(server);
});
afterEach(() => database.moveClock({}));
afterAll(async () => {
  await server.close();
  await database.drop();
});

type Document = ResponseOf<typeof contract.get>;
const today = new Date().toISOString().slice(0, 10);

async function create(): Promise<Document> {
  const form = formWith(['policy.pdf', await ownPdf('Policy')], {
    organizationId: String(world.organization.id),
    title: 'Data protection policy',
    category: 'policy',
  });
  return (await world.hr.client.post<Document>('/api/hr/documents', form)).body;
}

const ask = (id: number, body: Record<string, unknown> = {}) =>
  world.hr.client.post<{ asked: number } & Problem>(`/api/hr/documents/${String(id)}/ask`, {
    userIds: [world.member.user.id],
    ...body,
  });

const own = async ({ client }: HrPerson) => (await client.call(hrOwnContract.documents)).body.documents;

const readers = async (id: number, query: Record<string, string> = {}) =>
  (await world.hr.client.call(contract.readers, { params: { id: String(id) }, query })).body;

test('[HR-04] reading is due in 14 days unless another day is chosen, which lies not in the past', async () => {
  const document = await create();
  expect((await ask(document.id, { dueOn: addDays(today, -1) })).body).toMatchObject({
    errors: [{ path: 'dueOn' }],
  });
  expect((await ask(document.id)).status).toBe(200);
  const [waiting] = await own(world.member);
  expect(waiting).toMatchObject({ dueOn: addDays(today, 14), dueInDays: 14 });
  const other = await create();
  await ask(other.id, { dueOn: today });
  expect((await own(world.member)).map(({ dueInDays }) => dueInDays)).toEqual([0, 14]);
  const form = formWith(['policy.pdf', await ownPdf('Policy')], {
    askAgain: 'true',
    dueOn: addDays(today, 5),
  });
  await world.hr.client.post(`/api/hr/documents/${String(other.id)}/versions`, form);
  expect((await own(world.member))[0]).toMatchObject({ versionNumber: 2, dueInDays: 5 });
});

test('[HR-04] [NOT-04] past its due date reading is overdue for the reader, in the report, its figures and the schedule', async () => {
  const { hr, member } = world;
  const { id } = await create();
  await ask(id, { userIds: [member.user.id, hr.user.id], dueOn: addDays(today, 3) });
  const days = await expiringDocuments(server.services.db, today, addDays(today, 30));
  expect(days.filter(({ kind }) => kind === 'reading').map(({ personId, day }) => [personId, day])).toEqual(
    expect.arrayContaining([[member.user.id, addDays(today, 3)]]),
  );
  expect(await readers(id, { show: 'overdue' })).toEqual([]);
  await database.moveClock({ days: 4 });
  const later = {
    hr: { user: hr.user, client: await signIn(server.client(), hr.user) },
    member: { user: member.user, client: await signIn(server.client(), member.user) },
  };
  world = { ...world, ...later };
  expect((await own(later.member))[0]).toMatchObject({ dueInDays: -1 });
  const params = { id: String(id) };
  expect((await later.hr.client.call(contract.get, { params })).body).toMatchObject({
    asked: 2,
    acknowledged: 0,
    overdue: 2,
    versions: [{ overdue: 2 }],
  });
  const [waiting] = await own(later.member);
  await readVersion(server.services, later.member, waiting?.versionId);
  const signed = await later.member.client.call(contract.acknowledge, {
    params: { id: String(waiting?.id) },
    body: { signature: signatureWith(member.user, 'document_acknowledged') },
  });
  expect(signed.status).toBe(200);
  const overdue = await readers(id, { show: 'overdue' });
  expect(overdue.map((one) => [one.person.id, one.isOverdue])).toEqual([[hr.user.id, true]]);
  const csv = await later.hr.client.get<string>(`/api/hr/documents/${String(id)}/readers.csv`);
  expect(csv.body).toContain(`${addDays(today, 3)},yes`);
});

test('[HR-04] nobody acknowledges a document before all of it was seen', async () => {
  const { id } = await create();
  await ask(id);
  const [waiting] = await own(world.member);
  const acknowledge = () =>
    world.member.client.call(contract.acknowledge, {
      params: { id: String(waiting?.id) },
      body: { signature: signatureWith(world.member.user, 'document_acknowledged') },
    });
  const early = await acknowledge();
  expect([early.status, (early.body as unknown as Problem).code]).toEqual([409, 'CONTENT_NOT_SEEN']);
  await readVersion(server.services, world.member, waiting?.versionId);
  expect((await acknowledge()).status).toBe(200);
});
