import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { Problem } from '#shared/contract/errors.ts';
import { hrRegistrationsContract as contract } from '#shared/contract/hr-registrations.ts';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { registrationState } from '#shared/domain/hr/registrations.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { hrTests } from '#tests/harness/hr-tests.ts';
import { accessesOf, foreignHr, formWith, ownPdf } from '#tests/harness/hr-world.ts';
import { asFixture, createOrganization } from '#tests/harness/world.ts';
import { expiringDocuments } from '#tests/harness/expiring-documents.ts';

const tests = hrTests();

type Registration = ResponseOf<typeof contract.get>;
const today = new Date().toISOString().slice(0, 10);
const license = {
  name: 'Clinical laboratory license',
  number: 'LAB-0042',
  authority: 'Health Agency',
  country: 'Norway',
};

async function create(fields: Record<string, unknown> = {}): Promise<Registration> {
  const body = { organizationId: tests.world.organization.id, ...license, ...fields };
  const answer = await tests.world.hr.client.call(contract.create, { body });
  expect(answer.status).toBe(201);
  return answer.body;
}

const base = (id: number) => `/api/hr/registrations/${String(id)}`;
const addDocument = async (
  id: number,
  { client = tests.world.hr.client, title = 'Certificate' }: { client?: TestClient; title?: string } = {},
) =>
  client.post<Registration & Problem>(
    `${base(id)}/documents`,
    formWith(['certificate.pdf', await ownPdf('Certificate')], { title }),
  );
const listed = async (query: Record<string, string> = {}) =>
  (await tests.world.hr.client.call(contract.list, { query })).body.map(({ id }) => id);

test('[HR-01] a registration has number, authority, country, address, contact, last day and state', async () => {
  const full = {
    address: 'Storgata 1\n0155 Oslo',
    contactName: 'Kari Nordmann',
    contactEmail: 'kari@agency.example',
    contactPhone: '+47 22 00 00 00',
    validUntil: addDays(today, 30),
  };
  const made = await create(full);
  expect(made).toMatchObject({ ...license, ...full, state: 'expiring', endsInDays: 30, documents: [] });
  const read = await tests.world.hr.client.call(contract.get, { params: { id: String(made.id) } });
  expect(read.body).toEqual(made);
  expect((await accessesOf(tests.server.services, 'registration.read')).at(-1)?.actor).toBe(
    tests.world.hr.user.id,
  );
  const { body } = await tests.world.hr.client.call(contract.change, {
    params: { id: String(made.id) },
    body: { validUntil: addDays(today, -1), contactPhone: '', address: null },
  });
  expect(body).toMatchObject({ state: 'expired', endsInDays: -1, contactPhone: null, address: null });
  expect(body.contactName).toBe('Kari Nordmann');
});

test('[HR-01] registrations are found by state, text and organization, and sorted; retired ones only where asked for', async () => {
  const past = await create({ validUntil: addDays(today, -3), name: 'Archive permit' });
  const soon = await create({ validUntil: addDays(today, 60), name: 'Blood bank permit' });
  const open = await create({ name: 'Company register', number: 'HRB 7' });
  expect(await listed({ sort: 'name' })).toEqual([past.id, soon.id, open.id]);
  expect(await listed({ state: 'expired' })).toEqual([past.id]);
  expect(await listed({ state: 'expiring' })).toEqual([soon.id]);
  expect(await listed({ state: 'valid' })).toEqual([open.id]);
  expect(await listed({ q: 'hrb' })).toEqual([open.id]);
  expect(await listed({ sort: '-validUntil' })).toHaveLength(3);
  const params = { id: String(past.id) };
  const blank = await tests.world.hr.client.post<Problem>(`${base(past.id)}/retire`, { reason: ' ' });
  expect(blank.body.errors?.[0]?.message).toBe('Enter a reason.');
  const retired = await tests.world.hr.client.call(contract.retire, {
    params,
    body: { reason: 'Renewed as LAB-2' },
  });
  expect(retired.body).toMatchObject({
    state: 'retired',
    retiredReason: 'Renewed as LAB-2',
    retiredAt: expect.any(String) as string,
  });
  expect(await listed({ sort: 'name' })).toEqual([soon.id, open.id]);
  expect(await listed({ state: 'retired' })).toEqual([past.id]);
  const other = await createOrganization(tests.server.services);
  expect(await listed({ organizationId: String(other.id) })).toEqual([]);
  const all = await tests.world.admin.client.call(contract.list, {
    query: { organizationId: String(tests.world.organization.id) },
  });
  expect(all.body).toHaveLength(2);
});

test('[HR-01] a retired registration is changed by nobody until it is restored', async () => {
  const { id } = await create();
  const params = { id: String(id) };
  expect((await tests.world.hr.client.call(contract.restore, { params })).status).toBe(409);
  await tests.world.hr.client.call(contract.retire, { params, body: { reason: 'It ended' } });
  expect(
    (await tests.world.hr.client.call(contract.change, { params, body: { name: 'Other' } })).status,
  ).toBe(409);
  expect(
    (await tests.world.hr.client.call(contract.retire, { params, body: { reason: 'Twice' } })).status,
  ).toBe(409);
  expect((await addDocument(id)).status).toBe(409);
  expect((await tests.world.hr.client.call(contract.restore, { params })).body).toMatchObject({
    state: 'valid',
    retiredReason: null,
    retiredBy: null,
  });
  expect(
    (await tests.world.hr.client.call(contract.change, { params, body: { name: 'Other' } })).status,
  ).toBe(200);
});

test('[HR-01] who changes an older registration is shown the newer one', async () => {
  const { id, revision } = await create();
  const change = (name: string) =>
    tests.world.hr.client.call(contract.change, {
      params: { id: String(id) },
      body: { name },
      headers: { 'if-match': `"${String(revision)}"` },
    });
  expect((await change('First')).status).toBe(200);
  const stale = await change('Second');
  expect([stale.status, (stale.body as unknown as Problem).code]).toEqual([409, 'STALE']);
  expect((stale.body as unknown as { current: Registration }).current.name).toBe('First');
});

test('[HR-01] who retires or restores another registration than was seen is shown the newer one, and nothing changes', async () => {
  const { id, revision } = await create();
  const params = { id: String(id) };
  const seen = (number: number) => ({ 'if-match': `"${String(number)}"` });
  const { body: newer } = await tests.world.hr.client.call(contract.change, {
    params,
    body: { name: 'Newer' },
  });
  const retire = (number: number) =>
    tests.world.hr.client.call(contract.retire, {
      params,
      body: { reason: 'It ended' },
      headers: seen(number),
    });
  const restore = (number: number) =>
    tests.world.hr.client.call(contract.restore, { params, headers: seen(number) });
  const stale = await retire(revision);
  expect([stale.status, stale.body]).toMatchObject([
    409,
    { code: 'STALE', current: { name: 'Newer', state: 'valid' }, submitted: { reason: 'It ended' } },
  ]);
  const retired = await retire(newer.revision);
  expect([retired.status, retired.headers.get('etag')]).toEqual([200, `"${String(retired.body.revision)}"`]);
  expect([await restore(newer.revision)]).toMatchObject([
    { status: 409, body: { code: 'STALE', current: { state: 'retired' } } },
  ]);
  expect((await restore(retired.body.revision)).body.state).toBe('valid');
  const wrong = await tests.world.hr.client.call(contract.restore, {
    params,
    headers: { 'if-match': 'newest' },
  });
  expect(wrong.status).toBe(422);
});

test('[HR-01] [HR-05] documents are uploaded in versions, opened by hr alone, and each opening is recorded', async () => {
  const { id } = await create();
  const first = await addDocument(id);
  expect(first.status).toBe(201);
  const [document] = first.body.documents;
  const documentId = document?.id ?? 0;
  const versions = `${base(id)}/documents/${String(documentId)}/versions`;
  const second = await tests.world.hr.client.post<Registration>(
    versions,
    formWith(['certificate-2.pdf', await ownPdf('Certificate')], { note: 'Renewed' }),
  );
  expect(second.body.documents[0]?.versions.map(({ number, note }) => [number, note])).toEqual([
    [2, 'Renewed'],
    [1, null],
  ]);
  const url = second.body.documents[0]?.versions[0]?.file.url ?? '';
  const opened = await tests.world.hr.client.get(url);
  expect([opened.status, opened.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(
    (await tests.world.hr.client.get(`${url}?download=true`)).headers.get('content-disposition'),
  ).toContain('certificate-2.pdf');
  expect((await accessesOf(tests.server.services, 'hr.document_opened')).at(-1)?.actor).toBe(
    tests.world.hr.user.id,
  );
  const other = await foreignHr(tests.server);
  for (const client of [other, tests.world.member.client]) expect((await client.get(url)).status).toBe(404);
  const archive = (isArchived: boolean) =>
    tests.world.hr.client.call(contract.changeDocument, {
      params: { id: String(id), documentId: String(documentId) },
      body: { isArchived },
    });
  expect((await archive(true)).body).toMatchObject({ documentCount: 0, documents: [{ isArchived: true }] });
  const late = await tests.world.hr.client.post(versions, formWith(['late.pdf', await ownPdf()]));
  expect(late.status).toBe(409);
  expect((await archive(false)).body.documentCount).toBe(1);
  const strange = await create({ name: 'Another' });
  const wrong = await tests.world.hr.client.call(contract.changeDocument, {
    params: { id: String(strange.id), documentId: String(documentId) },
    body: { title: 'Moved' },
  });
  expect(wrong.status).toBe(404);
});

test('[HR-01] [SEC-01] what is wrong in a form is said at its field, and nothing is written', async () => {
  const before = await listed();
  const { status, body } = await tests.world.hr.client.post<Problem>('/api/hr/registrations', {
    organizationId: tests.world.organization.id,
    name: ' ',
    number: '',
    authority: 'x',
    country: 'x',
    contactEmail: 'nobody',
    validUntil: '2026-02-30',
  });
  expect(status).toBe(422);
  expect(new Set(body.errors?.map(({ path }) => path))).toEqual(
    new Set(['name', 'number', 'contactEmail', 'validUntil']),
  );
  const { id } = await create();
  const empty = await tests.world.hr.client.post<Problem>(
    `${base(id)}/documents`,
    formWith(['a.pdf', Buffer.from('no pdf')], { title: 'A' }),
  );
  expect([empty.status, empty.body.code]).toEqual([422, 'FILE_REFUSED']);
  expect((await listed()).length).toBe(before.length + 1);
});

test('[HR-05] hr of another organization finds no registration, and makes none there', async () => {
  const { id } = await create();
  const other = await foreignHr(tests.server);
  const params = { id: String(id) };
  expect((await other.call(contract.get, { params })).status).toBe(404);
  expect((await other.call(contract.change, { params, body: { name: 'Theirs' } })).status).toBe(404);
  expect((await other.call(contract.retire, { params, body: { reason: 'Theirs' } })).status).toBe(404);
  expect((await addDocument(id, { client: other })).status).toBe(404);
  const body = { organizationId: tests.world.organization.id, ...license };
  expect((await other.call(contract.create, { body })).status).toBe(404);
  expect((await other.call(contract.list)).body).toEqual([]);
  expect((await tests.world.member.client.call(contract.list)).status).toBe(404);
});

test('[HR-01] the end of a registration is told for reminders, of a retired one it is not', async () => {
  const day = addDays(today, 71);
  const { id } = await create({ validUntil: day });
  const retired = await create({ validUntil: day });
  await tests.world.hr.client.call(contract.retire, {
    params: { id: String(retired.id) },
    body: { reason: 'Twice' },
  });
  const found = (await expiringDocuments(tests.database.db, day, day)).filter(
    ({ kind }) => kind === 'registration',
  );
  expect(found).toEqual([
    {
      kind: 'registration',
      id,
      day,
      organizationId: tests.world.organization.id,
      personId: null,
      title: license.name,
    },
  ]);
});

test('[HR-01] the database finds the same states as the rule', async () => {
  const offsets = [null, -400, -1, 0, 1, 59, 60, 61, 400];
  const { organization } = tests.world;
  await asFixture(tests.server.services, async (tx) => {
    for (const [index, offset] of offsets.entries()) {
      for (const retired of [true, false]) {
        await sql`
          insert into hr_registrations (organization_id, name, number, authority, country, valid_until, retired_at, retired_reason)
          values (${organization.id}, ${String(index)}, '1', 'A', 'B', today_in(${organization.timeZone}) + ${offset}::int,
            ${retired ? sql`app_now()` : null}, ${retired ? 'x' : null})`.execute(tx.db);
      }
    }
  });
  const { rows } = await sql<{ today: string }>`select today_in(${organization.timeZone}) as today`.execute(
    tests.database.db,
  );
  const day = rows[0]?.today ?? '';
  const shown = new Map<string, number>();
  for (const state of ['expired', 'expiring', 'valid', 'retired'] as const) {
    const { body } = await tests.world.hr.client.call(contract.list, { query: { state } });
    for (const row of body) {
      expect(row.state, `${String(row.validUntil)} by SQL is ${state}`).toBe(state);
      expect(registrationState({ validUntil: row.validUntil, isRetired: state === 'retired' }, day)).toBe(
        state,
      );
    }
    shown.set(state, body.length);
  }
  expect([...shown.values()].reduce((one, other) => one + other, 0)).toBe(offsets.length * 2);
});
