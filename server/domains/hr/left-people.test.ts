import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { hrCvsContract } from '#shared/contract/hr-cvs.ts';
import { hrTests } from '#tests/harness/hr-tests.ts';
import { ownPdf, signer, type HrPerson } from '#tests/harness/hr-world.ts';
import { partOfMigration } from '#tests/harness/part-of-migration.ts';
import { asFixture, createOrganization } from '#tests/harness/world.ts';

const tests = hrTests();

const ask = ({ client }: HrPerson, id: string) =>
  client.call(hrCvsContract.request, { body: { userIds: [id] } });
const change = (id: string, body: Record<string, unknown>) =>
  tests.world.admin.client.patch(`/api/users/${id}`, body);
const isAsked = async ({ user }: HrPerson) => {
  const { body } = await tests.world.admin.client.call(hrCvsContract.ofPerson, {
    params: { userId: user.id },
  });
  return body.requestedAt !== null;
};

test('[HR-02] nobody waits for the CV of a person who moved or was switched off, and who moved can be asked anew', async () => {
  const { hr, member, organization, admin } = tests.world;
  const other = await signer(tests.server, { organizationId: organization.id });
  const elsewhere = await createOrganization(tests.server.services);
  for (const { user } of [member, other]) expect((await ask(hr, user.id)).status).toBe(200);
  expect((await change(member.user.id, { firstName: 'Renamed' })).status).toBe(200);
  expect(await isAsked(member)).toBe(true);
  expect((await change(member.user.id, { organizationId: elsewhere.id })).status).toBe(200);
  expect(await isAsked(member)).toBe(false);
  expect((await change(other.user.id, { isActive: false })).status).toBe(200);
  expect((await change(other.user.id, { isActive: true })).status).toBe(200);
  expect(await isAsked(other)).toBe(false);
  expect((await ask(admin, member.user.id)).body).toEqual({ requested: 1, skipped: 0 });
  expect(await isAsked(member)).toBe(true);
});

test('[HR-02] [HR-04] what people left open before leaving withdrew it is withdrawn by the migration, and nothing else', async () => {
  const { member, organization } = tests.world;
  const elsewhere = await createOrganization(tests.server.services);
  const [off, moved] = await Promise.all([
    signer(tests.server, { organizationId: organization.id }),
    signer(tests.server, { organizationId: organization.id }),
  ]);
  const people = [member, off, moved].map(({ user }) => user.id);
  const documents = `/api/hr/documents`;
  const form = new FormData();
  form.append('organizationId', String(organization.id));
  form.append('title', 'Policy');
  form.append('category', 'policy');
  form.append('file', new Blob([new Uint8Array(await ownPdf())]), 'policy.pdf');
  const made = await tests.world.hr.client.post<{ id: number }>(documents, form);
  await tests.world.hr.client.post(`${documents}/${String(made.body.id)}/ask`, { userIds: people });
  for (const id of people) await ask(tests.world.hr, id);
  // As it stood before: they left, and nothing reacted.
  await tests.database.admin.query(`begin; set local session_replication_role = replica;
    update users set is_active = false where id = '${off.user.id}';
    update users set organization_id = ${String(elsewhere.id)} where id = '${moved.user.id}'; commit`);
  await asFixture(tests.server.services, (tx) =>
    sql.raw(partOfMigration('0040-left-people', 'update hr_acknowledgements')).execute(tx.db),
  );
  const open = async (table: string) => {
    const { rows } = await tests.database.admin.query<{ user_id: string }>(
      `select user_id from ${table} where withdrawn_at is null and user_id = any($1)`,
      [people],
    );
    return rows.map((row) => row.user_id).toSorted();
  };
  expect(await open('hr_acknowledgements')).toEqual([member.user.id]);
  expect(await open('hr_cv_requests')).toEqual([member.user.id, moved.user.id].toSorted());
});
