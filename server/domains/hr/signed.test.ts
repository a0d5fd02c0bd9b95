import { afterAll, beforeAll, expect, test } from 'vitest';
import { hrAgreementsContract as contract } from '#shared/contract/hr-agreements.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import {
  createHrWorld,
  formWith,
  ownPdf,
  readVersion,
  signatureWith,
  signedCv,
  signer,
  type HrWorld,
} from '#tests/harness/hr-world.ts';
import { openMailbox, type Mailbox } from '#tests/harness/mailbox.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createOrganization, createUser } from '#tests/harness/world.ts';

let db: TestDatabase;
let server: TestServer;
let mailbox: Mailbox;
let world: HrWorld;

beforeAll(async () => {
  mailbox = await openMailbox();
  db = await createTestDatabase();
  server = await startTestServer({ db });
  mailbox.connect(server.services);
  world = await createHrWorld(server);
});

afterAll(async () => {
  await mailbox.close();
  await server.close();
  await db.drop();
});

const toHr = () => mailbox.deliver('hr.cvSigned', 'hr.agreementSigned', 'hr.agreementDeclined');

test('[NOT-06] [HR-02] HR of the organization learns of a signed CV; other HR, administrators and who signed do not', async () => {
  const organizationId = world.organization.id;
  const other = await createOrganization(server.services);
  await createUser(server.services, { grants: [{ kind: 'hr', organizationId: other.id }] });
  const spanish = await createUser(server.services, {
    organizationId,
    grants: [{ kind: 'hr', organizationId }],
    settings: { language: 'es' },
  });
  await createUser(server.services, {
    organizationId,
    grants: [{ kind: 'hr', organizationId }],
    settings: { emailNotifications: false },
  });
  await signedCv(world.member);
  const mails = await toHr();
  expect(new Set(mails.map(({ to }) => to[0]))).toEqual(new Set([world.hr.user.email, spanish.email]));
  expect(mails).toHaveLength(2);
  const mail = mails.find(({ to }) => to.includes(world.hr.user.email));
  expect(mail?.subject).toBe('Mia Member signed a CV');
  expect(mail?.text).toMatch(/It is valid until [A-Z][a-z]+ \d+, \d{4}\./);
  expect(mail?.text).toContain('/hr-cv-repository');
  expect(mails.find(({ to }) => to.includes(spanish.email))?.subject).toBe('Mia Member firmó un CV');
  await signedCv(world.hr);
  expect((await toHr()).map(({ to }) => to[0])).toEqual([spanish.email]);
  await signedCv(await signer(server, { organizationId: other.id }));
  expect(await toHr()).toHaveLength(1);
});

async function sentAgreement(title: string): Promise<{ readonly id: number; readonly path: string }> {
  const { hr, member } = world;
  const made = await hr.client.call(contract.create, {
    body: {
      organizationId: world.organization.id,
      title,
      kind: 'consulting',
      partyUserId: member.user.id,
      partyName: null,
      partyEmail: null,
      startsOn: new Date().toISOString().slice(0, 10),
      endsOn: null,
      noticeDays: 0,
    },
  });
  const { id } = made.body;
  const path = `/api/hr/agreements/${String(id)}`;
  await hr.client.post(`${path}/versions`, formWith(['agreement.pdf', await ownPdf('Agreement')]));
  expect((await hr.client.post(`${path}/send`)).status).toBe(200);
  return { id, path };
}

test('[NOT-06] [HR-03] HR learns of each signature of an agreement, and whether it is complete', async () => {
  const { hr, member } = world;
  const { id } = await sentAgreement('Medical advice');
  const params = { id: String(id) };
  const { versionId } = (await hr.client.call(contract.get, { params })).body;
  for (const person of [hr, member]) await readVersion(server.services, person, versionId);
  const first = await member.client.call(contract.sign, {
    params,
    body: { signature: signatureWith(member.user, 'agreed_as_party') },
  });
  expect(first.status, JSON.stringify(first.body)).toBe(200);
  const toHrUser = async () => (await toHr()).filter(({ to }) => to.includes(hr.user.email));
  const [mail, ...others] = await toHrUser();
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('Mia Member signed: Medical advice');
  expect(mail?.text).toContain('The other side has not signed yet.');
  await hr.client.call(contract.sign, {
    params,
    body: { signature: signatureWith(hr.user, 'agreed_for_organization') },
  });
  // The one who signed for the organization knows it.
  expect(await toHrUser()).toEqual([]);
});

test('[NOT-06] [HR-03] HR learns that the other party declined an agreement, and why, each time', async () => {
  const { hr, member } = world;
  const { id, path } = await sentAgreement('Statistics for the trial');
  const decline = async (reason: string) => {
    const params = { id: String(id) };
    const answer = await member.client.call(contract.decline, { params, body: { reason } });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const mails = await toHr();
    expect(mails.flatMap(({ to }) => to)).not.toContain(member.user.email);
    return mails.filter(({ to }) => to.includes(hr.user.email));
  };
  const [mail, ...others] = await decline('The fee is missing');
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('Mia Member declined to sign: Statistics for the trial');
  expect(mail?.text).toContain('Reason: The fee is missing');
  expect(mail?.text).toContain('/hr-consulting-agreements');
  expect((await hr.client.post(`${path}/withdraw`)).status).toBe(200);
  expect((await hr.client.post(`${path}/send`)).status).toBe(200);
  expect((await decline('It still is')).map(({ text }) => text)).toEqual([
    expect.stringContaining('Reason: It still is'),
  ]);
});
