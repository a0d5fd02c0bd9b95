import { afterAll, beforeAll, expect, test } from 'vitest';
import { hrAgreementsContract } from '#shared/contract/hr-agreements.ts';
import { hrCvsContract } from '#shared/contract/hr-cvs.ts';
import { hrRegistrationsContract } from '#shared/contract/hr-registrations.ts';
import { peopleContract } from '#shared/contract/people.ts';
import { removeOrphans } from '#server/platform/files/file-jobs.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import {
  createHrWorld,
  formWith,
  ownPdf,
  readVersion,
  signatureWith,
  signer,
  uploadCv,
  type HrWorld,
} from '#tests/harness/hr-world.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { verifyAll } from '#tests/harness/verify-all.ts';

let database: TestDatabase;
let server: TestServer;
let world: HrWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
  world = await createHrWorld(server);
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

const erase = async (userId: string, what: 'cvs' | 'agreements' = 'cvs') => {
  const answer = await world.admin.client.call(peopleContract.erase, {
    params: { userId },
    body: { reason: 'Asked for it' },
  });
  return answer.body.kept.find(({ kind }) => kind === what);
};
const versionsOf = async (userId: string) => {
  const { body } = await world.admin.client.call(hrCvsContract.ofPerson, { params: { userId } });
  return body;
};
const bytesIn = async (sha256: string) => {
  await removeOrphans(server.services, -1000);
  for await (const stored of server.services.files.list()) if (stored.sha256 === sha256) return true;
  return false;
};

test('[USR-08] [HR-02] an erasure keeps signed CVs with their signatures, deletes unsigned ones with their files, and says so', async () => {
  const { client, user } = await signer(server, {
    organizationId: world.organization.id,
    firstName: 'Quentin',
    lastName: 'Zwiebel',
  });
  const first = await uploadCv(client, 'Quentin Zwiebel.pdf', await ownPdf('Signed'));
  const signedId = first.body.versions[0]?.id ?? 0;
  await client.call(hrCvsContract.sign, {
    body: { versionId: signedId, signature: signatureWith(user, 'cv_is_mine') },
  });
  const second = await uploadCv(client, 'newer of Zwiebel.pdf', await ownPdf('Not signed'));
  const unsigned = second.body.versions[0];
  const kept = await erase(user.id);
  expect(kept).toMatchObject({
    count: 1,
    why: 'kept_cvs',
  });
  const cv = await versionsOf(user.id);
  expect(cv.versions).toMatchObject([
    { id: signedId, signature: { valid: true, printedName: 'Quentin Zwiebel' } },
  ]);
  expect(cv.versions[0]?.file.name).toBe(`Erased person ${user.id.slice(-8)}.pdf`);
  expect(await bytesIn(cv.versions[0]?.file.sha256 ?? '')).toBe(true);
  expect((await world.admin.client.get(unsigned?.file.url ?? '')).status).toBe(404);
  expect(await bytesIn(unsigned?.file.sha256 ?? '')).toBe(false);
  const { rows } = await database.admin.query(
    `select 1 from audit.events where payload ilike '%zwiebel%' union all select 1 from hr_document_versions v where v::text ilike '%zwiebel%'`,
  );
  expect(rows).toEqual([]);
  expect((await verifyAll(server.services)).findings).toEqual([]);
});

test('[USR-08] a CV that was never signed goes as a whole, but not the same file of somebody else', async () => {
  const organizationId = world.organization.id;
  const bytes = await ownPdf('Shared');
  const person = await signer(server, { organizationId });
  const other = await signer(server, { organizationId });
  const uploaded = await uploadCv(person.client, 'cv.pdf', bytes);
  await uploadCv(other.client, 'cv.pdf', bytes);
  expect(await erase(person.user.id)).toMatchObject({ count: 0 });
  expect(await versionsOf(person.user.id)).toMatchObject({ state: 'missing', versions: [] });
  expect(await bytesIn(uploaded.body.versions[0]?.file.sha256 ?? '')).toBe(true);
  expect((await versionsOf(other.user.id)).versions).toHaveLength(1);
});

test('[USR-08] [HR-03] unsigned agreements lose the name, the address and the file of an erased party, signed ones are kept and told', async () => {
  const { hr, admin, organization } = world;
  const { user } = await signer(server, {
    organizationId: organization.id,
    firstName: 'Balthasar',
    lastName: 'Ypsilon',
  });
  const send = async (party: { partyUserId: string } | { partyName: string; partyEmail: string | null }) => {
    const { body } = await hr.client.call(hrAgreementsContract.create, {
      body: {
        organizationId: organization.id,
        title: 'Advice',
        kind: 'consulting',
        partyUserId: null,
        partyName: null,
        partyEmail: null,
        startsOn: '2026-01-01',
        endsOn: null,
        noticeDays: 30,
        ...party,
      },
    });
    const path = `/api/hr/agreements/${String(body.id)}`;
    const form = formWith(['Balthasar Ypsilon.pdf', await ownPdf('Agreement')]);
    const uploaded = await hr.client.post<{ versions: { id: number; file: { sha256: string } }[] }>(
      `${path}/versions`,
      form,
    );
    expect((await hr.client.post(`${path}/send`)).status).toBe(200);
    await readVersion(server.services, hr, uploaded.body.versions[0]?.id);
    return { id: body.id, sha256: uploaded.body.versions[0]?.file.sha256 ?? '' };
  };
  const byAccount = await send({ partyUserId: user.id });
  const byName = await send({ partyName: 'Dr. Balthasar Ypsilon', partyEmail: null });
  const byEmail = await send({ partyName: 'The adviser', partyEmail: user.email.toUpperCase() });
  const ofOther = await send({ partyName: 'Somebody else', partyEmail: 'else@people.example' });
  const signed = await send({ partyName: 'Balthasar Ypsilon', partyEmail: user.email });
  await hr.client.call(hrAgreementsContract.sign, {
    params: { id: String(signed.id) },
    body: { signature: signatureWith(hr.user, 'agreed_countersigned') },
  });
  const kept = await erase(user.id, 'agreements');
  expect(kept).toMatchObject({ count: 1, why: 'kept_agreements' });
  const pseudonym = `Erased person ${user.id.slice(-8)}`;
  const viewOf = async (id: number) =>
    (await admin.client.call(hrAgreementsContract.get, { params: { id: String(id) } })).body;
  const gone = { state: 'draft', sentAt: null, partyName: pseudonym, versions: [] };
  for (const { id, sha256 } of [byName, byEmail]) {
    expect(await viewOf(id)).toMatchObject({ ...gone, partyEmail: null });
    expect(await bytesIn(sha256)).toBe(false);
  }
  expect(await viewOf(byAccount.id)).toMatchObject(gone);
  expect(await bytesIn(byAccount.sha256)).toBe(false);
  expect(await viewOf(ofOther.id)).toMatchObject({
    state: 'out_for_signature',
    partyName: 'Somebody else',
    partyEmail: 'else@people.example',
  });
  expect(await viewOf(signed.id)).toMatchObject({
    state: 'active',
    partyName: 'Balthasar Ypsilon',
    signatures: [{ valid: true }],
  });
  expect(await bytesIn(signed.sha256)).toBe(true);
  expect((await verifyAll(server.services)).findings).toEqual([]);
});

test('[USR-08] [HR-01] the phone number of a contact goes with the name or the address of the person, and no other', async () => {
  const { hr, organization } = world;
  const person = { firstName: 'Casimir', lastName: 'Xylander' };
  const { user } = await signer(server, { organizationId: organization.id, ...person });
  const register = async (contactName: string, contactEmail: string) => {
    const { body } = await hr.client.call(hrRegistrationsContract.create, {
      body: {
        organizationId: organization.id,
        name: 'License',
        number: 'L-1',
        authority: 'Agency',
        country: 'Norway',
        validUntil: null,
        contactName,
        contactEmail,
        contactPhone: '+47 22 33 44 55',
      },
    });
    return body.id;
  };
  const ids = [
    await register('Casimir Xylander', 'office@people.example'),
    await register('The office', user.email),
    await register('Somebody else', 'else@people.example'),
  ];
  await erase(user.id);
  const { rows } = await database.admin.query(
    'select contact_phone as phone from hr_registrations where id = any($1) order by id',
    [ids],
  );
  expect(rows).toEqual([{ phone: null }, { phone: null }, { phone: '+47 22 33 44 55' }]);
});
