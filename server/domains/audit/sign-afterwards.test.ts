import { afterAll, beforeAll, expect, test } from 'vitest';
import type pg from 'pg';
import { installationSigningKey } from '#server/platform/crypto/signing-key.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { createHrWorld, signedCv, signer, type HrPerson, type HrWorld } from '#tests/harness/hr-world.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { tamper } from '#tests/harness/trail-world.ts';
import { assignTo, completeText, createTextModules } from '#tests/harness/training-world.ts';
import { verifyAll } from '#tests/harness/verify-all.ts';
import { startInstallation } from './commands/start-installation.ts';
import { signRecordsJob } from './sign-afterwards.ts';

let db: TestDatabase;
let server: TestServer;
let world: HrWorld;
let learner: HrPerson;
/** Assignments: signed, signed and then tampered with, recorded afterwards, and forged as if recorded afterwards. */
let assignments: { readonly whole: number; readonly changed: number; readonly past: number };

/** Makes the database as one of before: nothing in it has a public-key signature, and nothing says that anything had. */
async function age(admin: pg.Pool): Promise<void> {
  await tamper(
    admin,
    'delete from public_signatures',
    `delete from audit.events where object_type = 'public_signatures'`,
  );
}

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  world = await createHrWorld(server);
  learner = await signer(server, { organizationId: world.organization.id });
  const [one = 0, other = 0, third = 0] = await createTextModules(server.services, 3);
  const ids = await Promise.all(
    [one, other, third].map(
      async (moduleId) => (await assignTo(world.admin.client, learner.user.id, moduleId)).id,
    ),
  );
  assignments = { whole: ids[0] ?? 0, changed: ids[1] ?? 0, past: ids[2] ?? 0 };
  await completeText(learner.client, assignments.whole, learner.user);
  await completeText(learner.client, assignments.changed, learner.user);
  await world.admin.client.post(`/api/training-assignments/${String(assignments.past)}/record-completion`, {
    completedOn: '2026-02-03',
    reason: 'Took place before',
  });
  await signedCv(world.member);
  await age(db.admin);
  await startInstallation(server.services);
});
afterAll(async () => {
  await server.close();
  await db.drop();
});

const marked = async (): Promise<boolean> =>
  (await db.admin.query<{ done: boolean }>('select records_signed_at is not null as done from installation'))
    .rows[0]?.done === true;
const signedOf = async (assignmentId: number) =>
  (
    await db.admin.query<{ occasion: string; keyId: string }>(
      `select p.occasion, p.key_id as "keyId" from public_signatures p join certificates c on c.id = p.certificate_id
       join training_records r on r.id = c.training_record_id where r.assignment_id = $1`,
      [assignmentId],
    )
  ).rows;
const proof = (id: number) =>
  learner.client.get<{ code?: string; signatures?: { statement: string }[] }>(
    `/api/training-assignments/${String(id)}/proof`,
  );
const run = (stopping?: AbortSignal) => signRecordsJob.run(server.services, {}, stopping);

test('[SIG-04] records of before have no proof until they are signed, and verify does not blame them for it', async () => {
  expect(await marked()).toBe(false);
  const answer = await proof(assignments.whole);
  expect([answer.status, answer.body.code]).toEqual([409, 'PROOF_PENDING']);
  const { findings } = await verifyAll(server.services);
  expect(findings.filter(({ kind }) => kind === 'signature_invalid')).toEqual([]);
});

test('[SIG-04] a server that stops leaves the rest for later', async () => {
  await run(AbortSignal.abort());
  expect(await signedOf(assignments.whole)).toEqual([]);
  expect(await marked()).toBe(false);
});

test('[SIG-04] [AUD-02] what the MAC proves is signed, marked as signed afterwards; what it does not prove never is', async () => {
  const row = `record_id = (select id from training_records where assignment_id = ${String(assignments.changed)})`;
  await tamper(db.admin, `update signatures set printed_name = 'Somebody Else' where ${row}`);
  // As if it had been recorded: the trail knows nothing of it.
  await tamper(
    db.admin,
    `delete from audit.events where object_type = 'training_records' and object_id =
       (select id::text from training_records where assignment_id = ${String(assignments.past)})`,
  );
  await run();
  await run();
  const keyId = installationSigningKey(server.services.config).id;
  expect(await signedOf(assignments.whole)).toEqual([{ occasion: 'afterwards', keyId }]);
  expect(await signedOf(assignments.changed)).toEqual([]);
  expect(await signedOf(assignments.past)).toEqual([]);
  const { rows } = await db.admin.query(
    `select 1 from public_signatures where signature_id is not null and occasion = 'afterwards'`,
  );
  expect(rows).toHaveLength(1);
  expect(await marked()).toBe(true);
  const { body, status } = await proof(assignments.whole);
  expect(status).toBe(200);
  expect(body.signatures?.[0]?.statement).toContain('occasion=s10:afterwards');
});

test('[SIG-04] [AUD-02] once all are signed, a missing one is a finding', async () => {
  const { findings } = await verifyAll(server.services);
  const { rows } = await db.admin.query<{ certificate: number; signature: number }>(
    `select c.id as certificate, s.id as signature from certificates c join training_records r on r.id = c.training_record_id
     left join signatures s on s.training_record_id = r.id where r.assignment_id = any($1::int[]) order by array_position($1::int[], r.assignment_id)`,
    [[assignments.changed, assignments.past]],
  );
  expect(
    findings.filter(({ kind }) => kind === 'signature_invalid').map(({ object, detail }) => [object, detail]),
  ).toEqual(
    expect.arrayContaining([
      [`signatures ${String(rows[0]?.signature)}`, expect.stringContaining('signature')],
      [`certificates ${String(rows[1]?.certificate)}`, expect.stringContaining('missing')],
    ]),
  );
});
