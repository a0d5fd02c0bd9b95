import { expect, test } from 'vitest';
import type { Problem } from '#shared/contract/errors.ts';
import { hrAgreementsContract as contract } from '#shared/contract/hr-agreements.ts';
import { hrDashboardContract } from '#shared/contract/hr-dashboard.ts';
import { hrViewingContract as viewing } from '#shared/contract/hr-viewing.ts';
import { hrOwnContract } from '#shared/contract/hr-own.ts';
import type { BodyInput } from '#shared/contract/endpoint.ts';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { expiringDocuments } from '#tests/harness/expiring-documents.ts';
import { agreementSteps, hrTests, type Agreement } from '#tests/harness/hr-tests.ts';
import { foreignHr, formWith, signatureWith, type HrPerson } from '#tests/harness/hr-world.ts';
import { attachedTo, readPdf } from '#tests/harness/read-pdf.ts';
import { samplePng } from '#tests/harness/sample-files.ts';
import { signIn } from '#tests/harness/world.ts';

const tests = hrTests();

const today = new Date().toISOString().slice(0, 10);
const { draft, step, sent, sign, upload } = agreementSteps(tests);

test('[HR-03] nobody signs an agreement before all of its pages were seen in a session of the server', async () => {
  const { hr, member } = tests.world;
  const { id, versionId } = await sent();
  const params = { id: String(id) };
  const signing = ({ client, user }: HrPerson, code: 'agreed_as_party' | 'agreed_for_organization') =>
    client.call(contract.sign, { params, body: { signature: signatureWith(user, code) } });
  for (const refused of [
    await signing(member, 'agreed_as_party'),
    await signing(hr, 'agreed_for_organization'),
  ])
    expect([refused.status, (refused.body as unknown as Problem).code]).toEqual([409, 'CONTENT_NOT_SEEN']);
  const version = { params: { versionId: String(versionId) } };
  const opened = (await member.client.call(viewing.open, version)).body;
  expect(opened).toMatchObject({ pages: 1, seenPages: [], contentSeen: false });
  const report = () =>
    member.client.call(viewing.progress, {
      ...version,
      body: { viewSessionId: opened.viewSessionId, pages: [1, 2] },
    });
  const fetch = async ({ client }: HrPerson) =>
    (await client.fetch('GET', `/api/hr/files/${String(versionId)}`)).arrayBuffer();
  // Nothing of a file that somebody else has fetched.
  await fetch(hr);
  await tests.database.moveClock({ milliseconds: 60_000 });
  expect((await report()).body).toMatchObject({ seenPages: [], contentSeen: false });
  await fetch(member);
  const again = (await member.client.call(viewing.open, version)).body;
  opened.viewSessionId = again.viewSessionId;
  // Nor of one that was fetched before the session.
  await tests.database.moveClock({ milliseconds: 120_000 });
  expect((await report()).body).toMatchObject({ seenPages: [], contentSeen: false });
  opened.viewSessionId = (await member.client.call(viewing.open, version)).body.viewSessionId;
  await fetch(member);
  // Not faster than a page a second, and no page that the file does not have.
  expect((await report()).body).toMatchObject({ seenPages: [], contentSeen: false });
  await tests.database.moveClock({ milliseconds: 122_000 });
  expect((await report()).body).toMatchObject({ seenPages: [1], contentSeen: true });
  expect((await member.client.call(viewing.sight, version)).body.contentSeen).toBe(true);
  expect((await signing(member, 'agreed_as_party')).status).toBe(200);
  // What one side has read, the other one has not.
  expect((await signing(hr, 'agreed_for_organization')).status).toBe(409);
});

test('[HR-03] an agreement whose pages cannot be counted is signed once it was downloaded', async () => {
  const { hr, member } = tests.world;
  const { id } = await draft();
  const form = formWith(['agreement.png', samplePng]);
  await hr.client.post(`/api/hr/agreements/${String(id)}/versions`, form);
  const { versionId } = (await step(hr, 'send', id)).body;
  const params = { id: String(id) };
  const signing = () =>
    member.client.call(contract.sign, {
      params,
      body: { signature: signatureWith(member.user, 'agreed_as_party') },
    });
  expect((await signing()).status).toBe(409);
  const path = `/api/hr/files/${String(versionId)}?download=true`;
  expect((await hr.client.fetch('GET', path)).status).toBe(200);
  expect((await member.client.fetch('HEAD', path)).status).toBe(200);
  expect((await signing()).status).toBe(409);
  const file = await member.client.fetch('GET', path);
  expect([file.status, Buffer.from(await file.arrayBuffer())]).toEqual([200, Buffer.from(samplePng)]);
  const version = { params: { versionId: String(versionId) } };
  expect((await member.client.call(viewing.sight, version)).body).toMatchObject({
    pages: null,
    downloaded: true,
    contentSeen: true,
  });
  expect((await signing()).status).toBe(200);
});

test('[HR-03] [VIEW-04] no part and no tag of the file stands for the whole agreement', async () => {
  const { hr, member } = tests.world;
  const requested: readonly Readonly<Record<string, string>>[] = [
    { range: 'bytes=-1' },
    { 'if-none-match': '*' },
  ];
  for (const headers of requested) {
    const { id } = await draft();
    const form = formWith(['agreement.png', samplePng]);
    await hr.client.post(`/api/hr/agreements/${String(id)}/versions`, form);
    const { versionId } = (await step(hr, 'send', id)).body;
    const version = { params: { versionId: String(versionId) } };
    const fetched = () =>
      member.client.fetch('GET', `/api/hr/files/${String(versionId)}`, undefined, { headers });
    const first = await fetched();
    expect([first.status, Buffer.from(await first.arrayBuffer())]).toEqual([200, Buffer.from(samplePng)]);
    expect((await member.client.call(viewing.sight, version)).body.contentSeen).toBe(true);
    expect((await fetched()).status).toBeOneOf([206, 304]);
    expect((await hr.client.call(viewing.sight, version)).body.contentSeen).toBe(false);
  }
});

const get = async ({ client }: HrPerson, id: number): Promise<Agreement> =>
  (await client.call(contract.get, { params: { id: String(id) } })).body;

/** An agreement that both sides have signed. */
async function signedByBoth(changes: Partial<BodyInput<typeof contract.create>> = {}): Promise<Agreement> {
  const { id } = await sent(changes);
  expect((await sign(tests.world.member, id, 'agreed_as_party')).status).toBe(200);
  const answer = await sign(tests.world.hr, id, 'agreed_for_organization');
  expect(answer.status).toBe(200);
  return answer.body;
}

/** A person who signs in again: sessions do not last for days. */
const again = async ({ user }: HrPerson): Promise<HrPerson> => ({
  user,
  client: await signIn(tests.server.client(), user),
});

const listed = async (query: Record<string, string> = {}) =>
  (await tests.world.hr.client.call(contract.list, { query })).body.map(({ id }) => id);

test('[HR-03] signed by both sides an agreement is active from its start date only, in lists, figures and dashboard', async () => {
  const { hr } = tests.world;
  const { id, state, startsInDays } = await signedByBoth({ startsOn: addDays(today, 10), noticeDays: 0 });
  expect([state, startsInDays]).toEqual(['starting', 10]);
  expect(await listed({ state: 'starting' })).toEqual([id]);
  expect(await listed({ state: 'active' })).toEqual([]);
  const figures = async () => (await tests.world.hr.client.call(contract.figures)).body.states;
  expect(await figures()).toMatchObject({ starting: 1, active: 0 });
  const dashboard = (await hr.client.call(hrDashboardContract.figures)).body;
  expect(dashboard.agreements).toMatchObject({ starting: 1, active: 0 });
  await tests.database.moveClock({ days: 11 });
  tests.world = { ...tests.world, hr: await again(hr) };
  expect(await figures()).toMatchObject({ starting: 0, active: 1 });
});

test('[HR-03] a terminated agreement ends on the day of its termination, in the drawer and in the list', async () => {
  const { hr } = tests.world;
  const { id } = await signedByBoth({ endsOn: addDays(today, 200) });
  const ended = await hr.client.call(contract.terminate, {
    params: { id: String(id) },
    body: { reason: 'The project was stopped' },
  });
  const end = { state: 'terminated', terminatedOn: today, endsInDays: 0, moves: [] };
  expect(ended.body).toMatchObject(end);
  expect(await get(hr, id)).toMatchObject(end);
  expect((await get(hr, id)).history[0]).toMatchObject({ event: 'terminated' });
  expect(await listed({ state: 'terminated', tab: 'ended' })).toContain(id);
});

test('[HR-03] an agreement that has expired is not terminated', async () => {
  const { id } = await signedByBoth({ endsOn: addDays(today, 1) });
  await tests.database.moveClock({ days: 3 });
  tests.world = { ...tests.world, hr: await again(tests.world.hr) };
  expect(await get(tests.world.hr, id)).toMatchObject({ state: 'expired', moves: [] });
  const refused = await tests.world.hr.client.call(contract.terminate, {
    params: { id: String(id) },
    body: { reason: 'Late' },
  });
  expect(refused.body).toMatchObject({ code: 'ILLEGAL_STEP', detail: 'This agreement has already ended.' });
});

test('[HR-03] [NOT-04] notice names a last day: until then the agreement is ending, afterwards it is terminated', async () => {
  const { hr } = tests.world;
  const { id } = await signedByBoth({ endsOn: null });
  const give = (lastDay: string) =>
    tests.world.hr.client.call(contract.terminate, {
      params: { id: String(id) },
      body: { reason: 'The budget ends', lastDay },
    });
  expect((await give(addDays(today, -1))).body).toMatchObject({ errors: [{ path: 'lastDay' }] });
  const lastDay = addDays(today, 40);
  expect((await give(lastDay)).body).toMatchObject({
    state: 'ending',
    endsOn: null,
    terminatesOn: lastDay,
    endsInDays: 40,
    noticeReason: 'The budget ends',
    terminatedAt: null,
  });
  const view = await get(hr, id);
  expect(view.history[0]).toMatchObject({ event: 'notice_given', reason: 'The budget ends' });
  expect(view.signatures.every(({ valid }) => valid)).toBe(true);
  expect(await listed({ state: 'ending', tab: 'open' })).toEqual([id]);
  const days = await expiringDocuments(tests.server.services.db, today, addDays(today, 400));
  expect(
    days.filter((one) => one.id === id && one.kind !== 'review').map(({ kind, day }) => [kind, day]),
  ).toEqual([['agreement', lastDay]]);
  await tests.database.moveClock({ days: 41 });
  tests.world = { ...tests.world, hr: await again(hr) };
  expect((await get(tests.world.hr, id)).state).toBe('terminated');
  expect(await listed({ tab: 'ended' })).toEqual([id]);
  expect((await give(addDays(today, 60))).body).toMatchObject({ code: 'ILLEGAL_STEP' });
});

test('[HR-03] notice ends nothing that is not signed, and nothing later than its agreed end', async () => {
  const { hr } = tests.world;
  const give = (id: number, lastDay: string) =>
    hr.client.call(contract.terminate, { params: { id: String(id) }, body: { reason: 'Early', lastDay } });
  expect((await give((await sent()).id, today)).status).toBe(409);
  const { id } = await signedByBoth({ endsOn: addDays(today, 100) });
  expect((await give(id, addDays(today, 101))).status).toBe(422);
  const later = await signedByBoth({ startsOn: addDays(today, 20), endsOn: null });
  expect((await give(later.id, addDays(today, 19))).status).toBe(422);
});

test('[HR-03] the other party declines with a reason; hr sees it, changes the draft and sends it again', async () => {
  const { hr, member, admin } = tests.world;
  const { id } = await sent();
  const decline = ({ client }: HrPerson, reason: string) =>
    client.call(contract.decline, { params: { id: String(id) }, body: { reason } });
  expect((await decline(member, ' ')).status).toBe(422);
  expect((await decline(hr, 'Not mine to decline')).status).toBe(409);
  expect((await decline(admin, 'Not mine to decline')).status).toBe(409);
  expect((await decline(member, 'The fee is missing')).body).toMatchObject({
    state: 'declined',
    declinedReason: 'The fee is missing',
    moves: [],
  });
  expect((await sign(member, id, 'agreed_as_party')).status).toBe(409);
  const view = await get(hr, id);
  expect(view).toMatchObject({ state: 'declined', moves: ['withdraw', 'terminate'] });
  expect(view.history[0]).toMatchObject({
    event: 'declined',
    by: 'Mia Member',
    reason: 'The fee is missing',
  });
  expect(await listed({ state: 'declined', tab: 'open' })).toEqual([id]);
  const own = (await member.client.call(hrOwnContract.documents)).body;
  expect(own.agreements[0]?.state).toBe('declined');
  expect((await member.client.call(hrOwnContract.open)).body.agreements).toBe(0);
  expect((await step(hr, 'withdraw', id)).body).toMatchObject({ state: 'draft', declinedReason: null });
  expect((await step(hr, 'send', id)).body.state).toBe('out_for_signature');
  expect((await get(hr, id)).history.map(({ event }) => event)).toContain('declined');
});

test('[HR-03] who has signed cannot decline any more, and what the organization has signed is not taken back after it was declined', async () => {
  const { hr, member } = tests.world;
  const decline = (id: number) =>
    member.client.call(contract.decline, { params: { id: String(id) }, body: { reason: 'Changed my mind' } });
  const one = await sent();
  await sign(member, one.id, 'agreed_as_party');
  expect((await decline(one.id)).status).toBe(409);
  const other = await sent();
  await sign(hr, other.id, 'agreed_for_organization');
  expect((await decline(other.id)).body.state).toBe('declined');
  expect((await step(hr, 'withdraw', other.id)).body.code).toBe('ILLEGAL_STEP');
  const ended = await hr.client.call(contract.terminate, {
    params: { id: String(other.id) },
    body: { reason: 'The party declined' },
  });
  expect(ended.body).toMatchObject({ state: 'terminated', terminatedReason: 'The party declined' });
  const { history } = await get(hr, other.id);
  expect(history.find(({ event }) => event === 'declined')?.reason).toBe('Changed my mind');
});

test('[INS-03] [HR-03] the signed copy as of its instant has the same bytes after a notice and new names, for the same person', async () => {
  const { hr, member, admin } = tests.world;
  const { signedCopyUrl, id } = await signedByBoth({ title: 'Medical advice 2027' });
  const bytesOf = async ({ client }: HrPerson, asked: string) => {
    const answer = await client.fetch('GET', `${signedCopyUrl ?? ''}?timeZone=Asia/Tokyo${asked}`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.status, bytes.toString('utf8', 0, 300)).toBe(200);
    return bytes;
  };
  const first = await bytesOf(hr, '');
  const { text, pages } = await readPdf(first, 2);
  expect(pages).toBe(2);
  for (const part of [
    'Page 2 of 2',
    'Certified copy',
    'Requested by',
    'Scope: Medical advice 2027',
    '(Asia/Tokyo)',
  ])
    expect(text).toContain(part);
  const asOf = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/.exec(text)?.[0] ?? '';
  const renamed = await admin.client.put(`/api/users/${member.user.id}/name`, {
    firstName: 'Renamed',
    lastName: 'Party',
    reason: 'Marriage',
  });
  expect(renamed.status, JSON.stringify(renamed.body)).toBeLessThan(300);
  const notice = await hr.client.call(contract.terminate, {
    params: { id: String(id) },
    body: { lastDay: addDays(today, 60), reason: 'The study ends' },
  });
  expect(notice.status, JSON.stringify(notice.body)).toBe(200);
  expect((await bytesOf(hr, `&asOf=${asOf}`)).equals(first)).toBe(true);
  const later = await readPdf(await bytesOf(hr, ''), 2);
  for (const part of ['Renamed Party', 'Ends by notice on']) expect(later.text).toContain(part);
  expect((await bytesOf(member, `&asOf=${asOf}`)).equals(first)).toBe(false);
  const early = await hr.client.get(`${signedCopyUrl ?? ''}?asOf=2020-01-01T00:00:00Z`);
  expect(early).toMatchObject({ status: 422, body: { errors: [{ reason: 'before_first_record' }] } });
});

test('[HR-03] both sides download the countersigned PDF: the pages, a page of signatures, and the signed bytes attached', async () => {
  const { hr, member, admin } = tests.world;
  const waiting = await sent();
  expect(waiting.signedCopyUrl).toBeNull();
  const early = await hr.client.fetch('GET', `/api/hr/agreements/${String(waiting.id)}/signed-copy`);
  expect(early.status).toBe(404);
  const { signedCopyUrl, versions, signatures } = await signedByBoth({ title: 'Medical advice 2026' });
  for (const person of [hr, member, admin]) {
    const answer = await person.client.fetch('GET', signedCopyUrl ?? '');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const first = await readPdf(bytes, 1);
    expect(first.pages).toBe(2);
    expect(first.text).toContain('Agreement');
    const { text } = await readPdf(bytes, 2);
    for (const said of ['Medical advice 2026', 'Mia Member', versions[0]?.file.sha256 ?? '', ' UTC'])
      expect(text).toContain(said);
    for (const { printedName, meaning } of signatures) {
      expect(text).toContain(printedName);
      expect(text).toContain(meaning);
    }
    expect(text).not.toContain('not valid');
    const signed = await person.client.fetch('GET', versions[0]?.file.url ?? '');
    expect(await attachedTo(bytes)).toEqual([Buffer.from(await signed.arrayBuffer())]);
  }
  const stranger = await foreignHr(tests.server);
  expect((await stranger.fetch('GET', signedCopyUrl ?? '')).status).toBe(404);
});

test('[HR-03] a document without pages is in the signed copy as a picture, or attached to it', async () => {
  const { id } = await draft();
  const form = formWith(['agreement.png', samplePng]);
  await tests.world.hr.client.post(`/api/hr/agreements/${String(id)}/versions`, form);
  const { versionId } = (await step(tests.world.hr, 'send', id)).body;
  for (const [person, code] of [
    [tests.world.member, 'agreed_as_party'],
    [tests.world.hr, 'agreed_for_organization'],
  ] as const) {
    await person.client.fetch('GET', `/api/hr/files/${String(versionId)}`);
    expect((await sign(person, id, code)).status).toBe(200);
  }
  const answer = await tests.world.hr.client.fetch('GET', `/api/hr/agreements/${String(id)}/signed-copy`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect((await readPdf(bytes, 2)).pages).toBe(2);
  expect(await attachedTo(bytes)).toEqual([samplePng]);
});

test('[HR-03] [HR-05] the party opens the sent file: not before it is sent, no earlier one, and nothing after it is withdrawn', async () => {
  const { hr, member } = tests.world;
  const { id } = await draft();
  const files = [(await upload(id)).body.versionId, (await upload(id)).body.versionId];
  const opened = ({ client }: HrPerson) =>
    Promise.all(
      files.map(async (file) => (await client.fetch('GET', `/api/hr/files/${String(file)}`)).status),
    );
  expect(await opened(member)).toEqual([404, 404]);
  expect((await step(hr, 'send', id)).status).toBe(200);
  expect(await opened(member)).toEqual([404, 200]);
  expect((await step(hr, 'withdraw', id)).status).toBe(200);
  expect([await opened(member), await opened(hr)]).toEqual([
    [404, 404],
    [200, 200],
  ]);
});
