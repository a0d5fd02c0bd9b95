import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Problem } from '#shared/contract/errors.ts';
import { hrDocumentsContract as contract } from '#shared/contract/hr-documents.ts';
import { hrDashboardContract } from '#shared/contract/hr-dashboard.ts';
import { hrOwnContract } from '#shared/contract/hr-own.ts';
import { peopleContract } from '#shared/contract/people.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { nearness, REVIEW_SOON_DAYS } from '#shared/domain/hr/documents.ts';
import { hrTests } from '#tests/harness/hr-tests.ts';
import {
  accessesOf,
  foreignHr,
  formWith,
  ownPdf,
  readVersion,
  signatureWith,
  signedCv,
  signer,
  type HrPerson,
} from '#tests/harness/hr-world.ts';
import { verifyAll } from '#tests/harness/verify-all.ts';
import { expiringDocuments } from '#tests/harness/expiring-documents.ts';
import { whileLocked } from '#tests/harness/while-locked.ts';
import { createDepartment, createOrganization, createUser } from '#tests/harness/world.ts';

const tests = hrTests();

type Document = ResponseOf<typeof contract.get>;
const today = new Date().toISOString().slice(0, 10);

async function create(fields: Record<string, string> = {}): Promise<Document> {
  const form = formWith(['policy.pdf', await ownPdf('Policy')], {
    organizationId: String(tests.world.organization.id),
    title: 'Data protection policy',
    category: 'policy',
    ...fields,
  });
  const answer = await tests.world.hr.client.post<Document>('/api/hr/documents', form);
  expect(answer.status).toBe(201);
  return answer.body;
}

const newVersion = async (id: number, fields: Record<string, string> = {}) =>
  tests.world.hr.client.post<Document>(
    `/api/hr/documents/${String(id)}/versions`,
    formWith(['policy.pdf', await ownPdf('Policy')], fields),
  );

const ask = (id: number, body: Record<string, unknown>) =>
  tests.world.hr.client.post<{ asked: number } & Problem>(`/api/hr/documents/${String(id)}/ask`, body);

const waiting = async ({ client }: HrPerson) =>
  (await client.call(hrOwnContract.documents)).body.documents.filter((one) => one.acknowledgedAt === null);

async function acknowledge(person: HrPerson, id: number) {
  const { documents } = (await person.client.call(hrOwnContract.documents)).body;
  await readVersion(tests.server.services, person, documents.find((one) => one.id === id)?.versionId);
  return person.client.call(contract.acknowledge, {
    params: { id: String(id) },
    body: { signature: signatureWith(person.user, 'document_acknowledged') },
  });
}

const readers = async (id: number, query: Record<string, string> = {}) =>
  (await tests.world.hr.client.call(contract.readers, { params: { id: String(id) }, query })).body;

test('[HR-04] a document has category, owner, versions with their dates, and stands under its organization', async () => {
  const document = await create({ effectiveOn: today, reviewOn: addDays(today, 30), note: 'First' });
  expect(document).toMatchObject({
    category: 'policy',
    ownerId: tests.world.hr.user.id,
    reviewInDays: 30,
    version: { number: 1, effectiveOn: today, note: 'First' },
  });
  const second = await newVersion(document.id, { reviewOn: '' });
  expect(second.body).toMatchObject({ reviewInDays: null, version: { number: 2 } });
  expect(second.body.versions.map(({ number }) => number)).toEqual([2, 1]);
  const { slug } = tests.world.organization;
  const list = await tests.world.hr.client.call(contract.list, {
    params: { slug },
    query: { category: 'policy' },
  });
  expect(list.body.map(({ id, version }) => [id, version.number])).toEqual([[document.id, 2]]);
  const none = await tests.world.hr.client.call(contract.list, {
    params: { slug },
    query: { category: 'form' },
  });
  expect(none.body).toEqual([]);
  const change = { params: { id: String(document.id) }, body: { isArchived: true } } as const;
  expect((await tests.world.hr.client.call(contract.change, change)).body.isArchived).toBe(true);
  expect((await tests.world.hr.client.call(contract.list, { params: { slug } })).body).toEqual([]);
  expect((await ask(document.id, { everybody: true })).status).toBe(409);
});

test('[HR-04] figures and filters of reviews say the same as the rule, and an organization out of reach is not found', async () => {
  const days = [-1, 0, 1, REVIEW_SOON_DAYS, REVIEW_SOON_DAYS + 1];
  for (const day of days)
    await create({ reviewOn: addDays(today, day), category: day < 0 ? 'form' : 'policy' });
  await create({ category: 'license' });
  const { slug } = tests.world.organization;
  const figures = (await tests.world.hr.client.call(contract.organization, { params: { slug } })).body;
  expect(figures).toMatchObject({ name: tests.world.organization.name, total: 6, archived: 0 });
  expect(figures.categories).toMatchObject({ policy: 4, form: 1, license: 1, handbook: 0 });
  for (const near of ['soon', 'past'] as const) {
    const expected = days.filter((day) => nearness(addDays(figures.today, day), figures.today) === near);
    const { body } = await tests.world.hr.client.call(contract.list, {
      params: { slug },
      query: { review: near, sort: 'reviewOn' },
    });
    expect(body.map(({ reviewInDays }) => reviewInDays)).toEqual(expected);
    expect(figures.reviews[near]).toBe(expected.length);
  }
  const due = { params: { slug }, query: { review: 'due', sort: 'reviewOn' } } as const;
  const { body: listed } = await tests.world.hr.client.call(contract.list, due);
  expect(listed.map(({ reviewInDays }) => reviewInDays)).toEqual([-1, 0, 1, REVIEW_SOON_DAYS]);
  const other = await foreignHr(tests.server);
  expect((await other.call(contract.organization, { params: { slug } })).status).toBe(404);
  const unknown = await tests.world.admin.client.call(contract.organization, { params: { slug: 'nobody' } });
  expect(unknown.status).toBe(404);
});

test('[HR-04] pages do not overlap, stand in the order of the categories, and know the total beyond their end', async () => {
  const { slug } = tests.world.organization;
  for (const category of ['other', 'policy', 'handbook', 'procedure']) await create({ category });
  const page = (offset: string) =>
    tests.world.hr.client.call(contract.list, { params: { slug }, query: { limit: '3', offset } });
  const [first, second, beyond] = [await page('0'), await page('3'), await page('30')];
  expect([...first.body, ...second.body].map(({ category }) => category)).toEqual([
    'policy',
    'procedure',
    'handbook',
    'other',
  ]);
  expect(beyond.body).toEqual([]);
  expect(beyond.headers.get('x-total-count')).toBe('4');
});

test('[HR-04] a change of an older record is refused with the stored one', async () => {
  const { id, revision } = await create();
  await newVersion(id);
  const change = (ifMatch: number, title: string) =>
    tests.world.hr.client.patch<Document & Problem & { current: Document }>(
      `/api/hr/documents/${String(id)}`,
      { title },
      { headers: { 'if-match': `"${String(ifMatch)}"` } },
    );
  const refused = await change(revision, 'Mine');
  expect([refused.status, refused.body.code]).toEqual([409, 'STALE']);
  expect(refused.body.current).toMatchObject({ title: 'Data protection policy', version: { number: 2 } });
  const changed = await change(refused.body.current.revision, 'Mine');
  expect([changed.status, changed.body.title]).toEqual([200, 'Mine']);
});

test('[HR-04] how many would be asked is told before, and what is archived is not asked for any more', async () => {
  const organizationId = tests.world.organization.id;
  const department = await createDepartment(tests.server.services, { organizationId });
  const colleague = await createUser(tests.server.services, { organizationId, departmentId: department.id });
  const { id } = await create();
  const params = { id: String(id) };
  const audience = async (query: Record<string, string>) =>
    (await tests.world.hr.client.call(contract.audience, { params, query })).body;
  expect(await audience({})).toEqual({ people: 0, toAsk: 0 });
  expect(await audience({ userIds: `${colleague.id},${tests.world.member.user.id}` })).toEqual({
    people: 2,
    toAsk: 2,
  });
  await ask(id, { departmentIds: [department.id] });
  expect(await audience({ departmentIds: String(department.id) })).toEqual({ people: 1, toAsk: 0 });
  expect(await audience({ everybody: 'true' })).toEqual({ people: 3, toAsk: 2 });
  await ask(id, { everybody: true });
  const open = async () => (await tests.world.member.client.call(hrOwnContract.open)).body;
  expect(await open()).toMatchObject({ documents: 1, agreements: 0 });
  const archive = (isArchived: boolean) =>
    tests.world.hr.client.call(contract.change, { params, body: { isArchived } });
  expect((await archive(true)).body).toMatchObject({ asked: 0, acknowledged: 0 });
  expect(await open()).toMatchObject({ documents: 0 });
  expect((await newVersion(id)).status).toBe(409);
  await archive(false);
  expect((await ask(id, { everybody: true })).body).toEqual({ asked: 3 });
  const { rows } = await tests.database.admin.query<{ mails: number }>(
    `select count(*)::int as mails from mail_outbox where template = 'hr.acknowledgement' and user_id = '${tests.world.member.user.id}'`,
  );
  expect(rows).toEqual([{ mails: 2 }]);
});

test('[HR-04] [AUD-01] the report of readers is a CSV too, with signatures as they hold now, and its export is recorded', async () => {
  const { id } = await create();
  await ask(id, { everybody: true });
  const [open] = await waiting(tests.world.member);
  await acknowledge(tests.world.member, open?.id ?? 0);
  const answer = await tests.world.hr.client.get<string>(
    `/api/hr/documents/${String(id)}/readers.csv?show=done`,
  );
  expect(answer.status).toBe(200);
  const lines = answer.body.replace('\uFEFF', '').trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^name,email,department,version,asked_at,acknowledged_at/);
  expect(lines[1]).toContain(`Mia Member,${tests.world.member.user.email},`);
  expect(lines[1]).toMatch(/,valid,$/);
  const [exported] = (await accessesOf(tests.server.services, 'hr_document.readers_exported')).toReversed();
  expect(exported?.actor).toBe(tests.world.hr.user.id);
});

test('[HR-04] people, departments or everybody are asked once, by mail, and acknowledge by signature', async () => {
  const organizationId = tests.world.organization.id;
  const department = await createDepartment(tests.server.services, { organizationId });
  const colleague = await signer(tests.server, { organizationId, departmentId: department.id });
  await createUser(tests.server.services, { organizationId, isActive: false });
  const stranger = await createUser(tests.server.services);
  const { id } = await create();
  expect((await ask(id, {})).status).toBe(422);
  expect((await ask(id, { userIds: [tests.world.member.user.id, stranger.id] })).body).toEqual({ asked: 1 });
  expect((await ask(id, { departmentIds: [department.id] })).body).toEqual({ asked: 1 });
  expect((await ask(id, { everybody: true })).body).toEqual({ asked: 1 });
  const [open] = await waiting(tests.world.member);
  expect(open).toMatchObject({ title: 'Data protection policy', versionNumber: 1 });
  expect((await tests.world.member.client.get(open?.file.url ?? '')).status).toBe(200);
  expect((await acknowledge(colleague, open?.id ?? 0)).status).toBe(404);
  expect((await acknowledge(tests.world.member, open?.id ?? 0)).status).toBe(200);
  expect((await acknowledge(tests.world.member, open?.id ?? 0)).status).toBe(409);
  const done = await readers(id, { show: 'done' });
  expect(done).toMatchObject([
    {
      person: { id: tests.world.member.user.id },
      acknowledgedAt: expect.any(String) as string,
      signature: { valid: true },
    },
  ]);
  const left = await readers(id, { show: 'open' });
  expect(new Set(left.map(({ person }) => person.id))).toEqual(
    new Set([colleague.user.id, tests.world.hr.user.id]),
  );
  expect((await tests.world.hr.client.call(contract.get, { params: { id: String(id) } })).body).toMatchObject(
    {
      asked: 3,
      acknowledged: 1,
    },
  );
});

test('[HR-04] a new version asks again where that is chosen, and the former one is not asked for any more', async () => {
  const { id } = await create();
  await ask(id, { everybody: true });
  const [first] = await waiting(tests.world.member);
  await acknowledge(tests.world.member, first?.id ?? 0);
  await newVersion(id);
  expect(await waiting(tests.world.member)).toEqual([]);
  expect(await waiting(tests.world.hr)).toEqual([]);
  await ask(id, { userIds: [tests.world.member.user.id, tests.world.hr.user.id] });
  await newVersion(id, { askAgain: 'true' });
  expect((await waiting(tests.world.member)).map(({ versionNumber }) => versionNumber)).toEqual([3]);
  expect((await waiting(tests.world.hr)).map(({ versionNumber }) => versionNumber)).toEqual([3]);
  const kept = await readers(id, { version: '1' });
  expect(kept.map(({ person, signature }) => [person.id, signature?.valid])).toEqual([
    [tests.world.member.user.id, true],
  ]);
});

test('[HR-04] nobody waits for people who were switched off, erased or moved to another organization', async () => {
  const organizationId = tests.world.organization.id;
  const [off, erased, moved, renamed] = await Promise.all(
    [1, 2, 3, 4].map(() => createUser(tests.server.services, { organizationId })),
  );
  if (!off || !erased || !moved || !renamed) throw new Error('nobody was made');
  const elsewhere = await createOrganization(tests.server.services);
  const { id } = await create();
  expect((await ask(id, { everybody: true })).body).toEqual({ asked: 6 });
  const open = async () => {
    const { body } = await tests.world.hr.client.call(hrDashboardContract.figures);
    const { asked } = (await tests.world.hr.client.call(contract.get, { params: { id: String(id) } })).body;
    const report = await readers(id, { show: 'open' });
    return [body.openAcknowledgements, body.peopleToAcknowledge, asked, report.length];
  };
  const [waits] = await waiting(tests.world.member);
  await acknowledge(tests.world.member, waits?.id ?? 0);
  expect(await open()).toEqual([5, 5, 6, 5]);
  const change = (userId: string, body: Record<string, unknown>) =>
    tests.world.admin.client.patch(`/api/users/${userId}`, body);
  expect((await change(renamed.id, { firstName: 'Renamed' })).status).toBe(200);
  expect(await open()).toEqual([5, 5, 6, 5]);
  expect((await change(off.id, { isActive: false })).status).toBe(200);
  expect(await open()).toEqual([4, 4, 5, 4]);
  expect((await change(moved.id, { organizationId: elsewhere.id })).status).toBe(200);
  expect(await open()).toEqual([3, 3, 4, 3]);
  const erasure = { params: { userId: erased.id }, body: { reason: 'Asked for it' } };
  expect((await tests.world.admin.client.call(peopleContract.erase, erasure)).status).toBe(200);
  expect(await open()).toEqual([2, 2, 3, 2]);
  // What was acknowledged stays, wherever its person goes.
  expect((await change(tests.world.member.user.id, { isActive: false })).status).toBe(200);
  expect(await open()).toEqual([2, 2, 3, 2]);
});

test('[HR-04] whoever is asked while a new version is uploaded is told of its number', async () => {
  const { id } = await create();
  const [uploaded, asked] = await whileLocked<{ readonly status: number; readonly body: unknown }>(
    tests.database,
    sql`select 1 from hr_documents where id = ${id} for update`,
    [() => newVersion(id), () => ask(id, { userIds: [tests.world.member.user.id] })],
  );
  expect([uploaded?.status, asked?.status, asked?.body]).toEqual([201, 200, { asked: 1 }]);
  const { rows } = await tests.database.admin.query<{ version: string }>(
    `select payload ->> 'version' as version from mail_outbox where template = 'hr.acknowledgement' and user_id = $1`,
    [tests.world.member.user.id],
  );
  expect(rows).toEqual([{ version: '2' }]);
});

test('[HR-04] [AUD-01] whatever an administrator does with a document is in the trail of its organization', async () => {
  const { admin, organization } = tests.world;
  const { id } = await create();
  const params = { id: String(id) };
  await admin.client.call(contract.change, { params, body: { title: 'Another' } });
  const form = formWith(['policy.pdf', await ownPdf('Policy')]);
  await admin.client.post(`/api/hr/documents/${params.id}/versions`, form);
  await admin.client.call(contract.ask, { params, body: { everybody: true } });
  const { rows } = await tests.database.admin.query(
    `select action, organization_id from audit.events where kind = 'command' and action like 'hr_document.%' and actor_id = $1 order by id`,
    [admin.user.id],
  );
  expect(rows).toEqual(
    ['changed', 'uploaded', 'asked'].map((what) => ({
      action: `hr_document.${what}`,
      organization_id: organization.id,
    })),
  );
});

test('[HR-04] [SIG-04] an acknowledgement that was moved in time past the product is not valid, and verify names it', async () => {
  const { id } = await create();
  await ask(id, { userIds: [tests.world.member.user.id] });
  const [open] = await waiting(tests.world.member);
  await acknowledge(tests.world.member, open?.id ?? 0);
  await tests.database.admin.query(
    `begin; set local session_replication_role = replica; update hr_acknowledgements set acknowledged_at = acknowledged_at - interval '9 days' where id = ${String(open?.id)}; commit`,
  );
  expect((await readers(id))[0]?.signature?.reasonCode).toBe('record_changed');
  const { findings } = await verifyAll(tests.server.services);
  expect(findings.map(({ object }) => object)).toContain(`hr_acknowledgements ${String(open?.id)}`);
});

test('[HR-04] [SIG-04] a signature too many under an acknowledgement spoils it in the report, whichever came first', async () => {
  const { id } = await create();
  await ask(id, { userIds: [tests.world.member.user.id] });
  const [open] = await waiting(tests.world.member);
  await acknowledge(tests.world.member, open?.id ?? 0);
  const shown = async () => {
    const csv = await tests.world.hr.client.get<string>(
      `/api/hr/documents/${String(id)}/readers.csv?show=done`,
    );
    return [(await readers(id))[0]?.signature?.valid, /,not valid,/.test(csv.body)];
  };
  expect(await shown()).toEqual([true, false]);
  const { rows } = await tests.database.admin.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = 'signatures' and is_generated = 'NEVER' and is_identity = 'NO' and column_name <> 'id'`,
  );
  const names = rows.map(({ name }) => name);
  const copied = names.map((name) => (name === 'meaning_code' ? `'cv_is_mine'` : name)).join(', ');
  await tests.database.admin.query(
    `begin; set local session_replication_role = replica;
     insert into signatures (${names.join(', ')}) select ${copied} from signatures
     where record_type = 'hr_acknowledgements' and record_id = ${String(open?.id)}; commit`,
  );
  expect(await shown()).toEqual([false, true]);
});

test('[HR-05] a request to read opens the file until it is withdrawn; what was acknowledged stays open', async () => {
  const { member, organization } = tests.world;
  const reader = await signer(tests.server, { organizationId: organization.id });
  const [acknowledged, open] = [await create(), await create()];
  for (const { id } of [acknowledged, open]) await ask(id, { userIds: [reader.user.id] });
  const request = (await waiting(reader)).find(({ versionId }) => versionId === acknowledged.version.id);
  expect((await acknowledge(reader, request?.id ?? 0)).status).toBe(200);
  const opened = () =>
    Promise.all(
      [acknowledged, open].map(async ({ version }) => (await reader.client.get(version.file.url)).status),
    );
  expect(await opened()).toEqual([200, 200]);
  for (const { version } of [acknowledged, open])
    expect((await member.client.get(version.file.url)).status, 'a request of somebody else').toBe(404);
  const { id: organizationId } = await createOrganization(tests.server.services);
  const { status } = await tests.world.admin.client.patch(`/api/users/${reader.user.id}`, { organizationId });
  expect(status).toBe(200);
  expect(await opened()).toEqual([200, 404]);
});

test('[HR-05] hr of another organization and people who are not asked get 404', async () => {
  const document = await create();
  const url = document.version.file.url;
  const other = await foreignHr(tests.server);
  const params = { id: String(document.id) };
  expect((await other.call(contract.get, { params })).status).toBe(404);
  expect((await other.call(contract.readers, { params })).status).toBe(404);
  expect((await other.call(contract.list, { params: { slug: tests.world.organization.slug } })).status).toBe(
    404,
  );
  expect((await other.post(`/api/hr/documents/${params.id}/ask`, { everybody: true })).status).toBe(404);
  const form = formWith(['a.pdf', await ownPdf()], {
    organizationId: String(tests.world.organization.id),
    title: 'Theirs',
    category: 'form',
  });
  expect((await other.post('/api/hr/documents', form)).status).toBe(404);
  for (const client of [other, tests.world.member.client]) expect((await client.get(url)).status).toBe(404);
});

test('[HR-04] [HR-05] who looks after a document finds it with its review and opens the version in force, as long as that holds', async () => {
  const { member, hr } = tests.world;
  const reviewOn = addDays(today, 14);
  const document = await create({ ownerId: member.user.id, reviewOn });
  const newer = (await newVersion(document.id, { reviewOn })).body;
  const listed = async ({ client }: HrPerson) =>
    (await client.call(hrOwnContract.documents)).body.lookedAfter.map(({ id }) => id);
  const opens = async (url: string) => (await member.client.get(url)).status;
  const { body } = await member.client.call(hrOwnContract.documents);
  expect(body.lookedAfter).toMatchObject([
    {
      title: 'Data protection policy',
      organizationName: tests.world.organization.name,
      versionNumber: 2,
      reviewOn,
    },
  ]);
  expect(await opens(body.lookedAfter[0]?.file.url ?? '')).toBe(200);
  expect(await opens(document.version.file.url)).toBe(404);
  expect(await listed(hr)).toEqual([]);

  const change = (changes: { isArchived?: boolean; ownerId?: string }) =>
    hr.client.call(contract.change, { params: { id: String(document.id) }, body: changes });
  await change({ isArchived: true });
  expect([await listed(member), await opens(newer.version.file.url)]).toEqual([[], 404]);
  await change({ isArchived: false });
  expect([await listed(member), await opens(newer.version.file.url)]).toEqual([[document.id], 200]);
  await change({ ownerId: tests.world.admin.user.id });
  expect([await listed(member), await opens(newer.version.file.url)]).toEqual([[], 404]);
  expect(await listed(tests.world.admin)).toEqual([document.id]);

  await change({ ownerId: member.user.id });
  const elsewhere = await createOrganization(tests.server.services);
  await tests.database.admin.query(
    `begin; set local session_replication_role = replica; update users set organization_id = ${String(elsewhere.id)} where id = '${member.user.id}'; commit`,
  );
  expect([await listed(member), await opens(newer.version.file.url)]).toEqual([[], 404]);
});

test('[HR-03] [HR-04] what ends or is to be reviewed between two days is told for reminders, archived ones are not', async () => {
  const day = addDays(today, 40);
  const document = await create({ reviewOn: day });
  const archived = await create({ reviewOn: day });
  await tests.world.hr.client.call(contract.change, {
    params: { id: String(archived.id) },
    body: { isArchived: true },
  });
  const found = async (from: string, to: string) =>
    (await expiringDocuments(tests.database.db, from, to)).filter(
      ({ organizationId }) => organizationId === tests.world.organization.id,
    );
  expect(await found(day, day)).toEqual([
    {
      kind: 'review',
      id: document.id,
      day,
      organizationId: tests.world.organization.id,
      personId: tests.world.hr.user.id,
      title: 'Data protection policy',
    },
  ]);
  expect(await found(addDays(day, 1), addDays(day, 9))).toEqual([]);
  const cv = await signedCv(tests.world.member);
  const end = cv.validUntil ?? '';
  expect(await found(end, end)).toMatchObject([
    { kind: 'cv', personId: tests.world.member.user.id, day: end },
  ]);
});
