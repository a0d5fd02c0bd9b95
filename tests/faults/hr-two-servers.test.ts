import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hrAgreementsContract } from '#shared/contract/hr-agreements.ts';
import { hrCvsContract } from '#shared/contract/hr-cvs.ts';
import type { Answer, TestClient } from '#tests/harness/client.ts';
import {
  createHrWorld,
  formWith,
  ownPdf,
  readVersion,
  signatureWith,
  signedCv,
  uploadCv,
  type HrWorld,
} from '#tests/harness/hr-world.ts';
import { atServer, createObservedPlace, type ObservedPlace } from '#tests/harness/observed-place.ts';
import type { RunningServer } from '#tests/harness/product.ts';
import type { TestServer } from '#tests/harness/server.ts';
import { whileLocked } from '#tests/harness/while-locked.ts';

let place: ObservedPlace;
let here: TestServer;
/** A process of its own over the same database and folder. */
let there: RunningServer;
let world: HrWorld;

beforeAll(async () => {
  place = await createObservedPlace();
  here = place.observer;
  there = await place.start();
  world = await createHrWorld(here);
});
afterAll(async () => {
  there?.kill('SIGTERM');
  await there?.ended;
  await place?.close();
});

const cvOf = (client: TestClient) =>
  client.call(hrCvsContract.ofPerson, { params: { userId: world.member.user.id } });

/** A drafted agreement with the member, with its document. */
async function drafted(title: string): Promise<number> {
  const { hr, member, organization } = world;
  const { body } = await hr.client.call(hrAgreementsContract.create, {
    body: {
      organizationId: organization.id,
      title,
      kind: 'consulting',
      partyUserId: member.user.id,
      partyName: null,
      partyEmail: null,
      startsOn: '2026-01-01',
      endsOn: null,
      noticeDays: 30,
    },
  });
  const pdf = formWith(['agreement.pdf', await ownPdf('Agreement')]);
  expect((await hr.client.post(`/api/hr/agreements/${String(body.id)}/versions`, pdf)).status).toBe(201);
  return body.id;
}

const view = (client: TestClient, id: number) =>
  client.call(hrAgreementsContract.get, { params: { id: String(id) } });

/** Both calls wait for the agreement, one at each server, and are then let go. */
const atOnce = (id: number, calls: readonly (() => Promise<Answer>)[]) =>
  whileLocked<Answer>(place.database, sql`select 1 from hr_agreements where id = ${id} for update`, calls);

/** Answers the one that won, and what the other one was told. */
function oneWins(answers: readonly Answer[]): { readonly code: string; readonly detail: string } {
  const lost = answers.filter(({ status }) => status === 409);
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  return lost[0]?.body as { code: string; detail: string };
}

test('[HR-02] [OPS-03] a CV that is uploaded at one server and signed at the other is seen whole at both', async () => {
  const { member, hr } = world;
  const [mine, theirs] = [atServer(there, member.client), atServer(there, hr.client)];
  const bytes = await ownPdf('CV');
  expect((await uploadCv(member.client, 'cv.pdf', bytes)).status).toBe(201);
  expect((await cvOf(mine)).body).toMatchObject({ state: 'waiting', validUntil: null });

  const signed = await signedCv({ user: member.user, client: mine });
  const seen = (await cvOf(hr.client)).body;
  expect(seen).toMatchObject({ state: 'current', validUntil: signed.validUntil });
  // The signature that the other process made holds here as well: both have the same secret and the same records.
  expect(seen.versions.map(({ number, signature }) => [number, signature?.valid])).toEqual([
    [2, true],
    [1, undefined],
  ]);
  const listed = await theirs.call(hrCvsContract.list, { query: { q: member.user.email } });
  expect(listed.body.map(({ state, version }) => [state, version])).toEqual([['current', 2]]);
  const served = await theirs.fetch('GET', seen.versions[1]?.file.url ?? '');
  expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true);
});

test('[HR-03] [OPS-03] each move of an agreement at one server is seen at the other', async () => {
  const { hr, member } = world;
  const [ours, theirs] = [atServer(there, hr.client), atServer(there, member.client)];
  const id = await drafted('Advice on the move');
  const base = `/api/hr/agreements/${String(id)}`;
  expect((await ours.post(`${base}/send`)).status).toBe(200);
  expect((await view(hr.client, id)).body).toMatchObject({ state: 'out_for_signature' });
  const params = { id: String(id) };
  const { versionId } = (await view(hr.client, id)).body;
  for (const person of [hr, member]) await readVersion(here.services, person, versionId);
  const byOrganization = { signature: signatureWith(hr.user, 'agreed_for_organization') };
  const byParty = { signature: signatureWith(member.user, 'agreed_as_party') };
  expect((await hr.client.call(hrAgreementsContract.sign, { params, body: byOrganization })).status).toBe(
    200,
  );
  expect((await view(theirs, id)).body.signatures.map(({ side }) => side)).toEqual(['organization']);
  expect((await theirs.call(hrAgreementsContract.sign, { params, body: byParty })).status).toBe(200);
  const active = (await view(hr.client, id)).body;
  expect(active.state).toBe('active');
  expect(active.signatures.every(({ valid }) => valid)).toBe(true);
  expect((await hr.client.post(`${base}/terminate`, { reason: 'The work is done' })).status).toBe(200);
  expect((await view(ours, id)).body).toMatchObject({
    state: 'terminated',
    terminatedReason: 'The work is done',
  });
});

test('[HR-03] [OPS-03] of two sendings of one draft through two servers one is made, with one mail; the other says that the step is not possible', async () => {
  const { hr } = world;
  const id = await drafted('Sent twice');
  const send = (client: TestClient) => () => client.post(`/api/hr/agreements/${String(id)}/send`);
  const answers = await atOnce(id, [send(hr.client), send(atServer(there, hr.client))]);
  expect(oneWins(answers)).toMatchObject({
    code: 'ILLEGAL_STEP',
    detail: 'This step is not possible from the current status.',
  });
  const { rows } = await sql<{ mails: number }>`
    select count(*)::int as mails from mail_outbox where cause = ${`agreement.sent hr_agreements ${String(id)}`}
  `.execute(place.database.db);
  expect(rows[0]?.mails).toBe(1);
});

test('[HR-03] [OPS-03] of two who saw the same draft and act at two servers the second is told that somebody was faster', async () => {
  const { hr } = world;
  const id = await drafted('Changed and ended');
  const seen = (await view(hr.client, id)).body;
  const headers = { 'if-match': `"${String(seen.revision)}"` };
  const base = `/api/hr/agreements/${String(id)}`;
  const answers = await atOnce(id, [
    () => atServer(there, hr.client).post(`${base}/terminate`, { reason: 'Not needed' }, { headers }),
    () => hr.client.post(`${base}/send`, undefined, { headers }),
  ]);
  expect(answers[0]?.status).toBe(200);
  expect(oneWins(answers)).toMatchObject({ code: 'STALE', current: { state: 'terminated' } });
  expect((await view(hr.client, id)).body.state).toBe('terminated');
});

test.each([
  { side: 'organization', code: 'agreed_for_organization', status: 409, told: 'ILLEGAL_STEP' },
  // What was taken back is a draft again, which its party does not see.
  { side: 'party', code: 'agreed_as_party', status: 404, told: 'NOT_FOUND' },
] as const)(
  '[HR-03] [SIG-01] [OPS-03] an agreement that is taken back at one server while the $side signs at the other is not signed',
  async ({ side, code, status, told }) => {
    const { hr, member } = world;
    const id = await drafted(`Taken back or signed by the ${side}`);
    const params = { id: String(id) };
    expect((await hr.client.post(`/api/hr/agreements/${String(id)}/send`)).status).toBe(200);
    const signer = side === 'party' ? member : hr;
    const body = { signature: signatureWith(signer.user, code) };
    const answers = await atOnce(id, [
      () => hr.client.call(hrAgreementsContract.withdraw, { params }),
      () => atServer(there, signer.client).call(hrAgreementsContract.sign, { params, body }),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([200, status]);
    expect(answers[1]?.body).toMatchObject({ code: told });
    const { rows } = await sql<{ signatures: number }>`
      select count(*)::int as signatures from signatures where record_type = 'hr_agreements' and record_id = ${id}
    `.execute(place.database.db);
    expect(rows[0]?.signatures).toBe(0);
    expect((await view(hr.client, id)).body.state).toBe('draft');
  },
);
