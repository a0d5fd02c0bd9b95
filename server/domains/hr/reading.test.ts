import { expect, test } from 'vitest';
import type { Problem } from '#shared/contract/errors.ts';
import { hrDocumentsContract as contract } from '#shared/contract/hr-documents.ts';
import { hrOwnContract } from '#shared/contract/hr-own.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { hrTests } from '#tests/harness/hr-tests.ts';
import { formWith, ownPdf, readVersion, signatureWith, type HrPerson } from '#tests/harness/hr-world.ts';
import { signIn } from '#tests/harness/world.ts';
import { expiringDocuments } from '#tests/harness/expiring-documents.ts';

const tests = hrTests();

type Document = ResponseOf<typeof contract.get>;
const today = new Date().toISOString().slice(0, 10);

async function create(): Promise<Document> {
  const form = formWith(['policy.pdf', await ownPdf('Policy')], {
    organizationId: String(tests.world.organization.id),
    title: 'Data protection policy',
    category: 'policy',
  });
  return (await tests.world.hr.client.post<Document>('/api/hr/documents', form)).body;
}

const ask = (id: number, body: Record<string, unknown> = {}) =>
  tests.world.hr.client.post<{ asked: number } & Problem>(`/api/hr/documents/${String(id)}/ask`, {
    userIds: [tests.world.member.user.id],
    ...body,
  });

const own = async ({ client }: HrPerson) => (await client.call(hrOwnContract.documents)).body.documents;

const readers = async (id: number, query: Record<string, string> = {}) =>
  (await tests.world.hr.client.call(contract.readers, { params: { id: String(id) }, query })).body;

test('[HR-04] reading is due in 14 days unless another day is chosen, which lies not in the past', async () => {
  const document = await create();
  expect((await ask(document.id, { dueOn: addDays(today, -1) })).body).toMatchObject({
    errors: [{ path: 'dueOn' }],
  });
  expect((await ask(document.id)).status).toBe(200);
  const [waiting] = await own(tests.world.member);
  expect(waiting).toMatchObject({ dueOn: addDays(today, 14), dueInDays: 14 });
  const other = await create();
  await ask(other.id, { dueOn: today });
  expect((await own(tests.world.member)).map(({ dueInDays }) => dueInDays)).toEqual([0, 14]);
  const form = formWith(['policy.pdf', await ownPdf('Policy')], {
    askAgain: 'true',
    dueOn: addDays(today, 5),
  });
  await tests.world.hr.client.post(`/api/hr/documents/${String(other.id)}/versions`, form);
  expect((await own(tests.world.member))[0]).toMatchObject({ versionNumber: 2, dueInDays: 5 });
});

test('[HR-04] [NOT-04] past its due date reading is overdue for the reader, in the report, its figures and the schedule', async () => {
  const { hr, member } = tests.world;
  const { id } = await create();
  await ask(id, { userIds: [member.user.id, hr.user.id], dueOn: addDays(today, 3) });
  const days = await expiringDocuments(tests.server.services.db, today, addDays(today, 30));
  expect(days.filter(({ kind }) => kind === 'reading').map(({ personId, day }) => [personId, day])).toEqual(
    expect.arrayContaining([[member.user.id, addDays(today, 3)]]),
  );
  expect(await readers(id, { show: 'overdue' })).toEqual([]);
  await tests.database.moveClock({ days: 4 });
  const later = {
    hr: { user: hr.user, client: await signIn(tests.server.client(), hr.user) },
    member: { user: member.user, client: await signIn(tests.server.client(), member.user) },
  };
  tests.world = { ...tests.world, ...later };
  expect((await own(later.member))[0]).toMatchObject({ dueInDays: -1 });
  const params = { id: String(id) };
  expect((await later.hr.client.call(contract.get, { params })).body).toMatchObject({
    asked: 2,
    acknowledged: 0,
    overdue: 2,
    versions: [{ overdue: 2 }],
  });
  const [waiting] = await own(later.member);
  await readVersion(tests.server.services, later.member, waiting?.versionId);
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
  const [waiting] = await own(tests.world.member);
  const acknowledge = () =>
    tests.world.member.client.call(contract.acknowledge, {
      params: { id: String(waiting?.id) },
      body: { signature: signatureWith(tests.world.member.user, 'document_acknowledged') },
    });
  const early = await acknowledge();
  expect([early.status, (early.body as unknown as Problem).code]).toEqual([409, 'CONTENT_NOT_SEEN']);
  await readVersion(tests.server.services, tests.world.member, waiting?.versionId);
  expect((await acknowledge()).status).toBe(200);
});
