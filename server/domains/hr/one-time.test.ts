import { expect, test } from 'vitest';
import { hrAgreementsContract } from '#shared/contract/hr-agreements.ts';
import { hrCvsContract } from '#shared/contract/hr-cvs.ts';
import { hrDocumentsContract } from '#shared/contract/hr-documents.ts';
import { hrOwnContract } from '#shared/contract/hr-own.ts';
import { agreementSteps, hrTests } from '#tests/harness/hr-tests.ts';
import { formWith, ownPdf, readVersion, signatureWith, signedCv } from '#tests/harness/hr-world.ts';

const tests = hrTests();
const { sent, sign } = agreementSteps(tests);

/** Moves the organization to another zone; who signed before did so in the former one. */
async function moveTo(timeZone: string): Promise<void> {
  const { organization, admin } = tests.world;
  const answer = await admin.client.patch(`/api/organizations/${String(organization.id)}`, { timeZone });
  expect(answer.status).toBe(200);
}

test('[RPT-05] [HR-02] a signed CV keeps the zone of its signature in the list', async () => {
  const { hr, member } = tests.world;
  await moveTo('America/New_York');
  await signedCv(member);
  await moveTo('Asia/Tokyo');
  const { body } = await hr.client.call(hrCvsContract.list, { query: { q: member.user.email } });
  expect(body.map(({ signedTimeZone }) => signedTimeZone)).toEqual(['America/New_York']);
});

test('[RPT-05] [HR-03] the history of an agreement shows each entry in the zone in which it was made', async () => {
  const { hr, member } = tests.world;
  await moveTo('America/New_York');
  const { id } = await sent();
  await moveTo('Europe/Berlin');
  expect((await sign(member, id, 'agreed_as_party')).status).toBe(200);
  await moveTo('Asia/Tokyo');
  const { body } = await hr.client.call(hrAgreementsContract.get, { params: { id: String(id) } });
  expect(body.history.map(({ event, timeZone }) => [event, timeZone])).toEqual([
    ['signed', 'Europe/Berlin'],
    ['sent', 'America/New_York'],
    ['uploaded', 'America/New_York'],
    ['created', 'America/New_York'],
  ]);
});

test('[RPT-05] [HR-04] an acknowledgement keeps the zone of its signature, for its reader, in the report and in the CSV', async () => {
  const { hr, member, organization } = tests.world;
  await moveTo('America/New_York');
  const form = formWith(['policy.pdf', await ownPdf('Policy')], {
    organizationId: String(organization.id),
    title: 'Policy',
    category: 'policy',
  });
  const { body: made } = await hr.client.post<{ id: number }>('/api/hr/documents', form);
  const path = `/api/hr/documents/${String(made.id)}`;
  await hr.client.post(`${path}/ask`, { userIds: [member.user.id] });
  const [open] = (await member.client.call(hrOwnContract.documents)).body.documents;
  await readVersion(tests.server.services, member, open?.versionId);
  const signed = await member.client.call(hrDocumentsContract.acknowledge, {
    params: { id: String(open?.id) },
    body: { signature: signatureWith(member.user, 'document_acknowledged') },
  });
  expect(signed.status).toBe(200);
  await moveTo('Asia/Tokyo');
  const [own] = (await member.client.call(hrOwnContract.documents)).body.documents;
  expect(own?.acknowledgedTimeZone).toBe('America/New_York');
  const { body: readers } = await hr.client.call(hrDocumentsContract.readers, {
    params: { id: String(made.id) },
    query: {},
  });
  expect(readers.map(({ signature }) => signature?.timeZone)).toEqual(['America/New_York']);
  const { body: csv } = await hr.client.get<string>(`${path}/readers.csv?show=done`);
  expect(csv).toMatch(/T[\d:]+-0[45]:00,America\/New_York,/);
  expect(csv).not.toContain('Asia/Tokyo');
});
