import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { hrAgreementsContract } from '#shared/contract/hr-agreements.ts';
import { hrCvsContract } from '#shared/contract/hr-cvs.ts';
import { hrTests } from '#tests/harness/hr-tests.ts';
import {
  formWith,
  ownPdf,
  readVersion,
  signatureWith,
  uploadCv,
  type HrPerson,
} from '#tests/harness/hr-world.ts';
import { whileLocked } from '#tests/harness/while-locked.ts';

const tests = hrTests();

const sign = ({ client, user }: HrPerson, versionId: number) =>
  client.call(hrCvsContract.sign, {
    body: { versionId, signature: signatureWith(user, 'cv_is_mine') },
  });
const signaturesUnder = async (type: string, id: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from signatures where record_type = ${type} and record_id = ${id}`.execute(
    tests.database.db,
  );
  return rows[0]?.count ?? 0;
};
const statuses = (answers: readonly { readonly status: number }[]) =>
  answers.map(({ status }) => status).toSorted((one, other) => one - other);

test('[HR-02] [SIG-01] of two signatures of one version of a CV at once one is made', async () => {
  const { member } = tests.world;
  const uploaded = await uploadCv(member.client);
  const versionId = uploaded.body.versions[0]?.id ?? 0;
  const answers = await whileLocked<{ readonly status: number }>(
    tests.database,
    sql`select 1 from hr_documents where person_id = ${member.user.id} for update`,
    [() => sign(member, versionId), () => sign(member, versionId)],
  );
  expect(statuses(answers)).toEqual([200, 409]);
  expect(await signaturesUnder('hr_document_versions', versionId)).toBe(1);
});

test('[HR-02] a version that is uploaded while the former one is signed is not signed by that', async () => {
  const { member } = tests.world;
  const first = await uploadCv(member.client);
  const versionId = first.body.versions[0]?.id ?? 0;
  const [uploaded, signed] = await whileLocked<{ readonly status: number }>(
    tests.database,
    sql`select 1 from hr_documents where person_id = ${member.user.id} for update`,
    [() => uploadCv(member.client), () => sign(member, versionId)],
  );
  expect(uploaded?.status).toBe(201);
  // Signed before the upload, or refused after it: never the version that nobody has seen.
  expect([200, 409]).toContain(signed?.status);
  const { body } = await member.client.call(hrCvsContract.ofPerson, { params: { userId: member.user.id } });
  expect(body.versions.map(({ number, signature }) => [number, signature !== null])).toEqual([
    [2, false],
    [1, signed?.status === 200],
  ]);
});

test('[HR-02] [SIG-04] of two uploads of one file at once each is a version with the next number, and the newest one counts', async () => {
  const { member } = tests.world;
  await uploadCv(member.client);
  const bytes = await ownPdf('CV');
  const answers = await whileLocked<{ readonly status: number }>(
    tests.database,
    sql`select 1 from hr_documents where person_id = ${member.user.id} for update`,
    [() => uploadCv(member.client, 'cv.pdf', bytes), () => uploadCv(member.client, 'cv.pdf', bytes)],
  );
  expect(statuses(answers)).toEqual([201, 201]);
  const { rows } = await sql<{ numbers: number[]; newest: number; files: number }>`
    select array_agg(v.number order by v.number) as numbers, max(v.number) filter (where v.id = d.current_version_id) as newest,
      count(distinct v.file_id) filter (where v.number > 1)::int as files
    from hr_documents d join hr_document_versions v on v.document_id = d.id where d.person_id = ${member.user.id}
  `.execute(tests.database.db);
  expect(rows).toEqual([{ numbers: [1, 2, 3], newest: 3, files: 1 }]);
});

test('[HR-03] [SIG-01] an agreement that is terminated while its party signs is one of both, never active after its end', async () => {
  const { hr, member, organization } = tests.world;
  const drafted = await hr.client.call(hrAgreementsContract.create, {
    body: {
      organizationId: organization.id,
      title: 'Advice',
      kind: 'consulting',
      partyUserId: member.user.id,
      partyName: null,
      partyEmail: null,
      startsOn: '2026-01-01',
      endsOn: null,
      noticeDays: 30,
    },
  });
  const { id } = drafted.body;
  const base = `/api/hr/agreements/${String(id)}`;
  await hr.client.post(`${base}/versions`, formWith(['agreement.pdf', await ownPdf('Agreement')]));
  await hr.client.post(`${base}/send`);
  const params = { id: String(id) };
  const { versionId } = (await hr.client.call(hrAgreementsContract.get, { params })).body;
  for (const person of [hr, member]) await readVersion(tests.server.services, person, versionId);
  const signAs = ({ client, user }: HrPerson, code: 'agreed_for_organization' | 'agreed_as_party') =>
    client.call(hrAgreementsContract.sign, { params, body: { signature: signatureWith(user, code) } });
  expect((await signAs(hr, 'agreed_for_organization')).status).toBe(200);
  const [ended, signed] = await whileLocked<{ readonly status: number }>(
    tests.database,
    sql`select 1 from hr_agreements where id = ${id} for update`,
    [
      () => hr.client.call(hrAgreementsContract.terminate, { params, body: { reason: 'It is over' } }),
      () => signAs(member, 'agreed_as_party'),
    ],
  );
  expect(ended?.status).toBe(200);
  expect([200, 409]).toContain(signed?.status);
  const { body } = await hr.client.call(hrAgreementsContract.get, { params });
  expect(body.state).toBe('terminated');
  expect(await signaturesUnder('hr_agreements', id)).toBe(signed?.status === 200 ? 2 : 1);
});
