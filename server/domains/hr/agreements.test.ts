import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Problem } from '#shared/contract/errors.ts';
import { hrAgreementsContract as contract } from '#shared/contract/hr-agreements.ts';
import { hrOwnContract } from '#shared/contract/hr-own.ts';
import type { BodyInput } from '#shared/contract/endpoint.ts';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { agreementSteps, hrTests, type Agreement } from '#tests/harness/hr-tests.ts';
import {
  accessesOf,
  foreignHr,
  formWith,
  ownPdf,
  readVersion,
  signatureWith,
  signer,
  type HrPerson,
} from '#tests/harness/hr-world.ts';
import { verifyAll } from '#tests/harness/verify-all.ts';
import { createUser, signIn } from '#tests/harness/world.ts';

const tests = hrTests();

const today = new Date().toISOString().slice(0, 10);
const { draft, upload, step, sent, sign } = agreementSteps(tests);

test('[HR-03] an agreement becomes active with the signatures of both sides, each shown as valid', async () => {
  const { hr, member } = tests.world;
  const agreement = await sent();
  expect(agreement).toMatchObject({
    state: 'out_for_signature',
    signsFor: 'organization',
    partyName: 'Mia Member',
  });
  const seen = await member.client.call(contract.get, { params: { id: String(agreement.id) } });
  expect(seen.body).toMatchObject({ signsFor: 'party', moves: ['sign', 'decline'] });
  const first = await sign(member, agreement.id, 'agreed_as_party');
  expect(first.body).toMatchObject({ state: 'out_for_signature', signed: ['party'], signsFor: null });
  expect((await sign(member, agreement.id, 'agreed_as_party')).status).toBe(409);
  const second = await sign(hr, agreement.id, 'agreed_for_organization');
  expect(second.body).toMatchObject({ state: 'active', signed: ['organization', 'party'] });
  expect(second.body.signatures.map(({ side, valid }) => [side, valid])).toEqual([
    ['party', true],
    ['organization', true],
  ]);
});

test('[HR-03] a party without an account has signed the attached copy: the organization signs alone', async () => {
  const agreement = await sent({
    partyUserId: null,
    partyName: 'Dr. Outside',
    partyEmail: 'out@side.example',
  });
  const signed = await sign(tests.world.hr, agreement.id, 'agreed_countersigned');
  expect(signed.body).toMatchObject({ state: 'active', partyName: 'Dr. Outside', signed: ['organization'] });
});

test('[HR-03] every move that the status does not allow is refused with 409, and nothing changes', async () => {
  const { hr, member } = tests.world;
  const { id } = await draft();
  const detail = async () => (await hr.client.call(contract.get, { params: { id: String(id) } })).body;
  expect((await step(hr, 'send', id)).body.code).toBe('ILLEGAL_STEP');
  expect((await sign(hr, id, 'agreed_for_organization')).status).toBe(409);
  expect((await step(hr, 'withdraw', id)).status).toBe(409);
  expect((await detail()).state).toBe('draft');
  await upload(id);
  await step(hr, 'send', id);
  expect((await upload(id)).status).toBe(409);
  const changed = await hr.client.call(contract.change, {
    params: { id: String(id) },
    body: { noticeDays: 1 },
  });
  expect(changed.status).toBe(409);
  expect((await step(hr, 'withdraw', id)).body.state).toBe('draft');
  await step(hr, 'send', id);
  await sign(member, id, 'agreed_as_party');
  expect((await step(hr, 'withdraw', id)).status).toBe(409);
  const end = (reason: string) =>
    hr.client.call(contract.terminate, { params: { id: String(id) }, body: { reason } });
  expect((await end(' ')).status).toBe(422);
  expect((await end('The project was stopped')).body).toMatchObject({
    state: 'terminated',
    terminatedReason: 'The project was stopped',
    moves: [],
  });
  expect((await end('Again')).status).toBe(409);
});

test('[HR-03] is expiring as long before its end as notice takes, then expired, in the list and on its page', async () => {
  const { hr, member, organization } = tests.world;
  const { id } = await sent({ endsOn: addDays(today, 200), noticeDays: 90 });
  await sign(member, id, 'agreed_as_party');
  await sign(hr, id, 'agreed_for_organization');
  for (const [days, state, tab] of [
    [109, 'active', 'open'],
    [110, 'expiring', 'open'],
    [200, 'expiring', 'open'],
    [201, 'expired', 'ended'],
  ] as const) {
    await tests.database.moveClock({ days });
    const client = await signIn(tests.server.client(), hr.user);
    const { body } = await client.call(contract.get, { params: { id: String(id) } });
    expect([days, body.state]).toEqual([days, state]);
    const listed = await client.call(contract.list, {
      query: { state, tab, organizationId: String(organization.id) },
    });
    expect(listed.body.map((row) => [row.id, row.state])).toEqual([[id, state]]);
  }
});

test('[HR-03] what has ended is neither sent nor signed, and waits for nobody', async () => {
  const { hr, member } = tests.world;
  const { id } = await sent({ endsOn: addDays(today, 3) });
  const other = await draft({ endsOn: addDays(today, 3) });
  await upload(other.id);
  await tests.database.moveClock({ days: 5 });
  const [hrLater, memberLater] = [
    { ...hr, client: await signIn(tests.server.client(), hr.user) },
    { ...member, client: await signIn(tests.server.client(), member.user) },
  ];
  const refused = await step(hrLater, 'send', other.id);
  expect([refused.status, refused.body.code]).toEqual([409, 'ILLEGAL_STEP']);
  expect((await sign(memberLater, id, 'agreed_as_party')).status).toBe(409);
  const seen = await memberLater.client.call(contract.get, { params: { id: String(id) } });
  expect(seen.body).toMatchObject({ state: 'out_for_signature', moves: [], signsFor: null });
  expect((await memberLater.client.call(hrOwnContract.open)).body.agreements).toBe(0);
  expect((await step(hrLater, 'withdraw', id)).body).toMatchObject({ moves: ['edit', 'terminate'] });
});

test('[HR-03] [AUD-01] whatever an administrator does with an agreement is in the trail of its organization', async () => {
  const { admin, member, organization } = tests.world;
  const { id } = await draft();
  const params = { id: String(id) };
  await admin.client.call(contract.change, { params, body: { noticeDays: 60 } });
  const form = formWith(['agreement.pdf', await ownPdf('Agreement')]);
  await admin.client.post(`/api/hr/agreements/${params.id}/versions`, form);
  await step(admin, 'send', id);
  await step(admin, 'withdraw', id);
  await step(admin, 'send', id);
  await sign(admin, id, 'agreed_for_organization');
  await sign(member, id, 'agreed_as_party');
  await admin.client.call(contract.terminate, { params, body: { reason: 'Over' } });
  const { rows } = await sql<{ action: string; organizationId: number | null }>`
    select distinct e.action, e.organization_id from audit.events e
    where e.kind = 'command' and e.action like 'agreement.%' and e.actor_id = any(${[admin.user.id, member.user.id]}::text[])
  `.execute(tests.database.db);
  expect(new Set(rows.map(({ action }) => action.split('.')[1]))).toEqual(
    new Set(['changed', 'uploaded', 'sent', 'withdrawn', 'signed', 'terminated']),
  );
  expect(new Set(rows.map((row) => row.organizationId))).toEqual(new Set([organization.id]));
});

test('[HR-03] terms are checked: the end, the party, who can be chosen', async () => {
  const post = (changes: Record<string, unknown>) =>
    tests.world.hr.client.post<Problem>('/api/hr/agreements', {
      organizationId: tests.world.organization.id,
      title: 'T',
      kind: 'consulting',
      partyUserId: null,
      partyName: 'X',
      partyEmail: null,
      startsOn: today,
      endsOn: null,
      noticeDays: 30,
      ...changes,
    });
  const path = async (changes: Record<string, unknown>) => {
    const { status, body } = await post(changes);
    return [status, body.errors?.[0]?.path];
  };
  expect(await path({ endsOn: addDays(today, -1) })).toEqual([422, 'endsOn']);
  expect(await path({ partyName: null })).toEqual([422, 'partyName']);
  expect(await path({ partyUserId: 'u_nobody' })).toEqual([422, 'partyUserId']);
  expect(await path({ title: ' ' })).toEqual([422, 'title']);
  const other = await (
    await foreignHr(tests.server)
  ).post('/api/hr/agreements', {
    organizationId: tests.world.organization.id,
    title: 'T',
    kind: 'consulting',
    partyUserId: null,
    partyName: 'X',
    partyEmail: null,
    startsOn: today,
    endsOn: null,
    noticeDays: 30,
  });
  expect(other.status).toBe(404);
});

test('[HR-05] the party sees it once it was sent, others never, and every reading is in the trail', async () => {
  const { hr, member, admin } = tests.world;
  const { id } = await draft();
  const get = (person: { client: HrPerson['client'] }) =>
    person.client.call(contract.get, { params: { id: String(id) } });
  expect((await get(member)).status).toBe(404);
  const uploaded = await upload(id);
  const url = uploaded.body.versions[0]?.file.url ?? '';
  expect((await member.client.get(url)).status).toBe(404);
  await step(hr, 'send', id);
  expect([(await get(member)).status, (await member.client.get(url)).status]).toEqual([200, 200]);
  expect((await get(admin)).status).toBe(200);
  const inspector = await createUser(tests.server.services, {
    grants: [{ kind: 'inspector', organizationId: tests.world.organization.id }],
  });
  for (const client of [
    await foreignHr(tests.server),
    (await signer(tests.server)).client,
    await signIn(tests.server.client(), inspector),
  ]) {
    expect([(await get({ client })).status, (await client.get(url)).status]).toEqual([404, 404]);
  }
  expect(await accessesOf(tests.server.services, 'agreement.read')).toContainEqual({
    actor: admin.user.id,
    subject: member.user.id,
  });
});

test('[HR-03] [SIG-04] terms or file that were changed past the product void the signatures, and verify names it', async () => {
  const { hr, member } = tests.world;
  const { id } = await sent();
  await sign(member, id, 'agreed_as_party');
  await sign(hr, id, 'agreed_for_organization');
  await tests.database.admin.query(
    `begin; set local session_replication_role = replica; update hr_agreements set ends_on = ends_on + 365 where id = ${String(id)}; commit`,
  );
  const { body } = await hr.client.call(contract.get, { params: { id: String(id) } });
  expect(body.signatures.map(({ reasonCode }) => reasonCode)).toEqual(['record_changed', 'record_changed']);
  const { findings } = await verifyAll(tests.server.services);
  expect(findings.map(({ object }) => object)).toContain(`hr_agreements ${String(id)}`);
});

test('[HR-03] the party finds it under its own documents, counted while it waits, and is told by mail', async () => {
  const { member } = tests.world;
  const { id } = await sent();
  const before = await member.client.call(hrOwnContract.documents);
  expect(before.body).toMatchObject({ open: 1, agreements: [{ id, state: 'out_for_signature' }] });
  const { rows } = await sql`
    select 1 from mail_outbox where user_id = ${member.user.id} and template = 'hr.agreement'`.execute(
    tests.database.db,
  );
  expect(rows).toHaveLength(1);
  await sign(member, id, 'agreed_as_party');
  expect((await member.client.call(hrOwnContract.open)).body).toMatchObject({ open: 0, agreements: 0 });
});

test('[HR-03] what was not seen is neither changed, sent, withdrawn, signed nor ended: 409 STALE with what is stored', async () => {
  const { hr, member } = tests.world;
  const { id, revision } = await draft();
  const stale = `"${String(revision)}"`;
  const params = { id: String(id) };
  await upload(id);
  const refused = async (answer: Promise<{ readonly status: number; readonly body: unknown }>) => {
    const { status, body } = await answer;
    const { code, current } = body as Problem & { readonly current: Agreement };
    return [status, code, current.state, current.versionNumber];
  };
  const path = `/api/hr/agreements/${String(id)}`;
  const headers = { 'if-match': stale };
  const body = { title: 'Other advice' };
  const of = (state: string) => [409, 'STALE', state, 1];
  expect(await refused(hr.client.patch(path, body, { headers }))).toEqual(of('draft'));
  expect(await refused(hr.client.post(`${path}/send`, undefined, { headers }))).toEqual(of('draft'));
  await step(hr, 'send', id);
  expect(await refused(hr.client.post(`${path}/withdraw`, undefined, { headers }))).toEqual(
    of('out_for_signature'),
  );
  const signing = { signature: signatureWith(member.user, 'agreed_as_party') };
  expect(await refused(member.client.post(`${path}/sign`, signing, { headers }))).toEqual(
    of('out_for_signature'),
  );
  expect(await refused(hr.client.post(`${path}/terminate`, { reason: 'It ends' }, { headers }))).toEqual(
    of('out_for_signature'),
  );
  const seen = await hr.client.call(contract.get, { params });
  const current = { headers: { 'if-match': seen.headers.get('etag') ?? '' } };
  for (const person of [hr, member]) await readVersion(tests.server.services, person, seen.body.versionId);
  // The signature of one side changes nothing that the other has seen.
  expect((await member.client.post(`${path}/sign`, signing, current)).status).toBe(200);
  const ours = { signature: signatureWith(hr.user, 'agreed_for_organization') };
  expect((await hr.client.post<Agreement>(`${path}/sign`, ours, current)).body.state).toBe('active');
});

test('[HR-03] the history tells every step with who did it, to the area alone', async () => {
  const { hr, member } = tests.world;
  const { id } = await draft();
  await hr.client.call(contract.change, {
    params: { id: String(id) },
    body: { title: 'Better advice', noticeDays: 60, partyUserId: null, partyName: 'Dr. Outside' },
  });
  await hr.client.call(contract.change, {
    params: { id: String(id) },
    body: { partyUserId: member.user.id },
  });
  await upload(id);
  await step(hr, 'send', id);
  await step(hr, 'withdraw', id);
  await step(hr, 'send', id);
  await sign(member, id, 'agreed_as_party');
  await sign(hr, id, 'agreed_for_organization');
  await hr.client.call(contract.terminate, { params: { id: String(id) }, body: { reason: 'It ends' } });
  const { body } = await hr.client.call(contract.get, { params: { id: String(id) } });
  const ours = `${hr.user.firstName} ${hr.user.lastName}`;
  expect(body.history.map(({ event, by }) => [event, by])).toEqual([
    ['terminated', ours],
    ['signed', ours],
    ['signed', 'Mia Member'],
    ['sent', ours],
    ['withdrawn', ours],
    ['sent', ours],
    ['uploaded', ours],
    ['changed', ours],
    ['changed', ours],
    ['created', ours],
  ]);
  expect(body.history.map(({ versionNumber }) => versionNumber)).toEqual([
    ...Array.from({ length: 6 }, () => null),
    1,
    null,
    null,
    null,
  ]);
  expect(body.history.map(({ changed }) => changed.toSorted())).toEqual([
    ...Array.from({ length: 7 }, () => []),
    ['party'],
    ['noticeDays', 'party', 'title'],
    [],
  ]);
  const own = await member.client.call(contract.get, { params: { id: String(id) } });
  expect(own.body.history).toEqual([]);
});

test('[HR-03] only people of the reach become the other party, and nobody is sent what they could not sign', async () => {
  const { hr, admin, member } = tests.world;
  const elsewhere = await signer(tests.server);
  const answer = await hr.client.post<Problem>('/api/hr/agreements', {
    organizationId: tests.world.organization.id,
    title: 'T',
    kind: 'consulting',
    partyUserId: elsewhere.user.id,
    partyName: null,
    partyEmail: null,
    startsOn: today,
    endsOn: null,
    noticeDays: 30,
  });
  expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([422, 'partyUserId']);
  const { id } = await draft();
  const change = (person: HrPerson, body: BodyInput<typeof contract.change>) =>
    person.client.call(contract.change, { params: { id: String(id) }, body });
  expect((await change(admin, { partyUserId: elsewhere.user.id })).status).toBe(200);
  // Whoever was chosen by an administrator stays while hr changes the rest.
  expect((await change(hr, { title: 'Their advice' })).status).toBe(200);
  expect((await change(hr, { partyUserId: member.user.id })).status).toBe(200);
  await upload(id);
  await admin.client.patch(`/api/users/${member.user.id}`, { isActive: false });
  const refused = await step(hr, 'send', id);
  expect([refused.status, refused.body.code]).toEqual([409, 'ILLEGAL_STEP']);
  expect(refused.body.detail).toBe('The other party can no longer sign in. Choose another party.');
});

test('[HR-03] the figures count each state, narrowed as the list is', async () => {
  const { hr } = tests.world;
  await draft();
  await draft({ kind: 'advisory' });
  await sent();
  const figures = async (query: Record<string, string>) =>
    (await hr.client.call(contract.figures, { query })).body;
  expect(await figures({})).toMatchObject({
    total: 3,
    states: { draft: 2, out_for_signature: 1, active: 0 },
  });
  expect(await figures({ kind: 'advisory' })).toMatchObject({ total: 1, states: { draft: 1 } });
  const listed = await hr.client.call(contract.list, { query: { kind: 'advisory' } });
  expect(listed.body.map(({ kind }) => kind)).toEqual(['advisory']);
  const foreign = await (await foreignHr(tests.server)).call(contract.figures);
  expect(foreign.body.total).toBe(0);
});
