import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hrAgreementsContract } from '#shared/contract/hr-agreements.ts';
import { hrDocumentsContract } from '#shared/contract/hr-documents.ts';
import { hrOwnContract } from '#shared/contract/hr-own.ts';
import { integrityChecksContract } from '#shared/contract/integrity-checks.ts';
import { peopleContract } from '#shared/contract/people.ts';
import { proofsContract } from '#shared/contract/proofs.ts';
import { statementFor } from '#shared/domain/signatures/statements.ts';
import { startInstallation } from '#server/domains/audit/index.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import { installationSigningKey } from '#server/platform/crypto/signing-key.ts';
import type { Answer, TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import {
  createHrWorld,
  foreignHr,
  formWith,
  ownPdf,
  readVersion,
  signatureWith,
  signedCv,
  signer,
  type HrPerson,
  type HrWorld,
} from '#tests/harness/hr-world.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { tamper } from '#tests/harness/trail-world.ts';
import {
  assignTo,
  completeText,
  createTextModules,
  meaning,
  readyToSign,
} from '#tests/harness/training-world.ts';
import { verifyAll } from '#tests/harness/verify-all.ts';
import { createOrganization, createUser, signIn } from '#tests/harness/world.ts';
import { verifierFile } from '../export-bundle.ts';
import { requestCheck } from '../runs/request-check.ts';
import { runCheck } from '../runs/run-check.ts';

interface Verdict {
  readonly valid: boolean;
  readonly reason: string | null;
  readonly facts: {
    readonly name: string | null;
    readonly status: string | null;
    readonly records: readonly { readonly kind: string; readonly fields: Record<string, unknown> }[];
    readonly signatures: readonly { readonly afterwards: boolean; readonly seal: object | null }[];
  };
}

const { verifyProof } = (await import(pathToFileURL(verifierFile).href)) as {
  verifyProof: (text: string, key?: string) => Verdict;
};

let db: TestDatabase;
let server: TestServer;
let world: HrWorld;
let learner: HrPerson;
let done: { readonly id: number; readonly code: string };

/** Completes a training of a person; answers its assignment and the code on its certificate. */
async function complete({ client, user }: HrPerson, moduleId: number, signs = true): Promise<typeof done> {
  const { id } = await assignTo(world.admin.client, user.id, moduleId);
  if (signs) await completeText(client, id, user);
  else
    await world.admin.client.post(`/api/training-assignments/${String(id)}/record-completion`, {
      completedOn: '2026-02-03',
      reason: 'Took place before',
    });
  const { rows } = await db.admin.query<{ code: string }>(
    'select c.code from certificates c join training_records r on r.id = c.training_record_id where r.assignment_id = $1',
    [id],
  );
  return { id, code: rows[0]?.code ?? '' };
}

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  await startInstallation(server.services);
  world = await createHrWorld(server);
  learner = await signer(server, {
    organizationId: world.organization.id,
    firstName: 'Ludmila',
    lastName: 'Learner',
  });
  const [moduleId = 0] = await createTextModules(server.services, 1, { title: 'Fire safety' });
  done = await complete(learner, moduleId);
});
afterAll(async () => {
  await server.close();
  await db.drop();
});

const read = (client: TestClient, path: string): Promise<Answer<string>> =>
  client.get<string>(path, { headers: { accept: 'application/json' } });
/** A proof file to the byte, as a browser saves it. */
async function fileOf(client: TestClient, path: string): Promise<string> {
  const answer = await client.get<unknown>(path);
  expect(answer.status, path).toBe(200);
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="?proof-[\w-]+\.json/);
  // The client of the tests has parsed it; the file is written in one way only.
  return `${JSON.stringify(answer.body, null, 2)}\n`;
}
const fingerprint = (): string => installationSigningKey(server.services.config).id;
const proofOf = (id: number) => `/api/training-assignments/${String(id)}/proof`;

test('[SIG-04] [LRN-05] a completion can be checked offline right after it was signed, with record, signature and certificate', async () => {
  const { valid, facts } = verifyProof(await fileOf(learner.client, proofOf(done.id)), fingerprint());
  expect(valid).toBe(true);
  expect(facts).toMatchObject({ name: 'Ludmila Learner', status: 'valid' });
  expect(facts.records.map(({ kind }) => kind)).toEqual(['certificate', 'trainingRecord', 'signature']);
  const [certificate, record, signature] = facts.records;
  expect(certificate?.fields).toMatchObject({ name: 'Ludmila Learner', moduleTitle: 'Fire safety', meaning });
  expect(record?.fields).toMatchObject({ userId: learner.user.id, assignmentId: done.id });
  expect(signature?.fields).toMatchObject({ signerId: learner.user.id, meaning });
  expect(facts.signatures).toMatchObject([{ afterwards: false, seal: null }]);
});

test('[SIG-04] [AUD-02] once the trail is sealed, the proof shows since when it cannot have been dated back', async () => {
  await verifyAll(server.services);
  const { valid, facts } = verifyProof(await fileOf(learner.client, proofOf(done.id)), fingerprint());
  expect(valid).toBe(true);
  expect(facts.signatures[0]?.seal).toMatchObject({ number: expect.any(Number), head: expect.any(String) });
});

test('[LRN-05] [SIG-04] the code on the paper gives a proof to anybody, which says no more than the paper', async () => {
  const file = await fileOf(server.client(), `/api/verify/${done.code}/proof`);
  const { valid, facts } = verifyProof(file, fingerprint());
  expect(valid).toBe(true);
  expect(facts.records.map(({ kind }) => kind)).toEqual(['certificate']);
  for (const secret of [learner.user.id, learner.user.email, 'organizationId', 'signerId'])
    expect(file).not.toContain(secret);
  expect((await read(server.client(), `/api/verify/${'x'.repeat(24)}/proof`)).status).toBe(404);
});

test('[SIG-04] [AUTH-13] [AUD-03] a proof is for people who may see the record; opening that of somebody else is in the trail', async () => {
  const { id: organizationId } = await createOrganization(server.services);
  const stranger = await signIn(server.client(), await createUser(server.services, { organizationId }));
  const inspector = await signIn(
    server.client(),
    await createUser(server.services, {
      grants: [{ kind: 'inspector', organizationId: world.organization.id }],
    }),
  );
  expect((await read(stranger, proofOf(done.id))).status).toBe(404);
  expect((await read(server.client(), proofOf(done.id))).status).toBe(401);
  expect((await read(inspector, proofOf(done.id))).status).toBe(200);
  const { rows } = await db.admin.query(
    `select organization_id as organization from audit.events where action = 'proof.downloaded' and subject_id = $1`,
    [learner.user.id],
  );
  expect(rows).toEqual([{ organization: world.organization.id }]);
});

test('[SIG-02] [SIG-04] a completion that nobody signed has a proof too, in which the installation names the person', async () => {
  const [moduleId = 0] = await createTextModules(server.services, 1);
  const past = await complete(learner, moduleId, false);
  const { valid, facts } = verifyProof(await fileOf(learner.client, proofOf(past.id)), fingerprint());
  expect(valid).toBe(true);
  expect(facts.name).toBe('Ludmila Learner');
  expect(facts.records.map(({ kind, fields }) => [kind, fields['name'] ?? null])).toEqual([
    ['certificate', null],
    ['trainingRecord', null],
  ]);
});

test('[SIG-04] [LRN-06] a revoked certificate says so in its proof; of what was tampered with there is none', async () => {
  const modules = await createTextModules(server.services, 2);
  const revoked = await complete(learner, modules[0] ?? 0);
  await world.admin.client.del('/api/training-assignments/bulk', {
    assignmentIds: [revoked.id],
    reason: 'Not theirs',
  });
  const { facts } = verifyProof(await fileOf(learner.client, proofOf(revoked.id)), fingerprint());
  expect(facts.status).toBe('revoked');
  const wrong = await complete(learner, modules[1] ?? 0);
  const row = `record_id = (select id from training_records where assignment_id = ${String(wrong.id)})`;
  const { rows } = await db.admin.query<{ name: string }>(
    `select printed_name as name from signatures where ${row}`,
  );
  await tamper(db.admin, `update signatures set printed_name = 'Somebody Else' where ${row}`);
  const refused = await learner.client.get<{ code: string }>(proofOf(wrong.id));
  expect([refused.status, refused.body.code]).toEqual([409, 'PROOF_REFUSED']);
  await tamper(db.admin, `update signatures set printed_name = '${rows[0]?.name ?? ''}' where ${row}`);
  expect((await read(learner.client, proofOf(wrong.id))).status).toBe(200);
});

test('[HR-02] [SIG-04] a signed CV has a proof for its owner and HR; one that is not signed has none', async () => {
  const cv = await signedCv(world.member);
  const path = `/api/hr/files/${String(cv.versions[0]?.id)}/proof`;
  for (const client of [world.member.client, world.hr.client]) {
    const { valid, facts } = verifyProof(await fileOf(client, path), fingerprint());
    expect(valid).toBe(true);
    expect(facts.records.map(({ kind }) => kind)).toEqual(['signature', 'cv']);
  }
  expect((await read(learner.client, path)).status).toBe(404);
});

test('[HR-03] [SIG-04] an agreement has a proof with the signatures of both sides', async () => {
  const { hr, member, organization } = world;
  const drafted = await hr.client.call(hrAgreementsContract.create, {
    body: {
      title: 'Advice',
      kind: 'consulting',
      organizationId: organization.id,
      partyUserId: member.user.id,
      partyName: null,
      partyEmail: null,
      startsOn: '2026-01-01',
      endsOn: null,
      noticeDays: 30,
    },
  });
  const id = String(drafted.body.id);
  const uploaded = await hr.client.post<{ versions: { id: number }[] }>(
    `/api/hr/agreements/${id}/versions`,
    formWith(['agreement.pdf', await ownPdf()]),
  );
  await hr.client.call(hrAgreementsContract.send, { params: { id } });
  for (const [person, code] of [
    [member, 'agreed_as_party'],
    [hr, 'agreed_for_organization'],
  ] as const) {
    await readVersion(server.services, person, uploaded.body.versions[0]?.id);
    const signed = await person.client.call(hrAgreementsContract.sign, {
      params: { id },
      body: { signature: signatureWith(person.user, code) },
    });
    expect(signed.status, JSON.stringify(signed.body)).toBe(200);
  }
  const { valid, facts } = verifyProof(
    await fileOf(member.client, `/api/hr/agreements/${id}/proof`),
    fingerprint(),
  );
  expect(valid).toBe(true);
  expect(facts.records.map(({ kind }) => kind)).toEqual(['signature', 'signature', 'agreement']);
  expect(facts.signatures).toHaveLength(2);
  expect((await read(learner.client, `/api/hr/agreements/${id}/proof`)).status).toBe(404);
});

test('[HR-04] [SIG-04] an acknowledged document has a proof for its reader and HR; one that was only requested has none', async () => {
  const { hr, member, organization } = world;
  const document = await hr.client.post<{ id: number }>(
    '/api/hr/documents',
    formWith(['policy.pdf', await ownPdf()], {
      organizationId: String(organization.id),
      title: 'Data protection policy',
      category: 'policy',
    }),
  );
  await hr.client.call(hrDocumentsContract.ask, {
    params: { id: String(document.body.id) },
    body: { userIds: [member.user.id] },
  });
  const { body: own } = await member.client.call(hrOwnContract.documents);
  const [asked] = own.documents;
  const path = `/api/hr/acknowledgements/${String(asked?.id)}/proof`;
  expect((await read(member.client, path)).status).toBe(404);
  await readVersion(server.services, member, asked?.versionId);
  const signed = await member.client.call(hrDocumentsContract.acknowledge, {
    params: { id: String(asked?.id) },
    body: { signature: signatureWith(member.user, 'document_acknowledged') },
  });
  expect(signed.status, JSON.stringify(signed.body)).toBe(200);
  for (const client of [member.client, hr.client]) {
    const { valid, facts } = verifyProof(await fileOf(client, path), fingerprint());
    expect(valid).toBe(true);
    expect(facts.records.map(({ kind }) => kind)).toEqual(['signature', 'acknowledgement']);
    expect(facts.records[1]?.fields).toMatchObject({ userId: member.user.id, versionId: asked?.versionId });
  }
  const { rows: opened } = await db.admin.query(
    `select organization_id as organization, subject_id as subject from audit.events
     where action = 'proof.downloaded' and object_type = 'hr_acknowledgements'`,
  );
  expect(opened).toEqual([1, 2].map(() => ({ organization: organization.id, subject: member.user.id })));
  expect((await read(learner.client, path)).status).toBe(404);
  expect((await read(await foreignHr(server), path)).status).toBe(404);
  const move = (by: string) =>
    tamper(
      db.admin,
      `update hr_acknowledgements set requested_at = requested_at ${by} interval '1 day' where id = ${String(asked?.id)}`,
    );
  await move('-');
  const refused = await member.client.get<{ code: string }>(path);
  expect([refused.status, refused.body.code]).toEqual([409, 'PROOF_REFUSED']);
  await move('+');
});

test('[AUD-04] [SIG-04] what an administrator signed about findings has a proof for those who oversee the records', async () => {
  const boss = await createUser(server.services, { role: 'admin' });
  const admin = await readyToSign(server, boss);
  const inspector = await signIn(
    server.client(),
    await createUser(server.services, {
      grants: [{ kind: 'inspector', organizationId: world.organization.id }],
    }),
  );
  const rename = (name: string) =>
    tamper(db.admin, `update users set first_name = '${name}' where id = '${learner.user.id}'`);
  await rename('Forged');
  const run = await runCommand(server.services, { actorId: null, action: 'test.write' }, (tx) =>
    requestCheck(tx, { kind: 'nightly', withFiles: false }),
  );
  await runCheck(server.services, run);
  await rename('Ludmila');
  const { body: standing } = await admin.call(integrityChecksContract.standing);
  const handled = statementFor('findings_handled').text;
  const signed = await admin.call(integrityChecksContract.sign, {
    body: {
      findingsHash: standing.findingsHash,
      reason: 'Restored the name',
      signature: { password: boss.password, meaning: handled },
    },
  });
  expect(signed.status, JSON.stringify(signed.body)).toBe(200);
  const { body: checks } = await admin.call(integrityChecksContract.list);
  const id = checks[0]?.acknowledgements[0]?.id;
  const path = `/api/integrity-checks/acknowledgements/${String(id)}/proof`;
  for (const client of [admin, inspector]) {
    const { valid, facts } = verifyProof(await fileOf(client, path), fingerprint());
    expect(valid).toBe(true);
    expect(facts.records.map(({ kind }) => kind)).toEqual(['signature', 'findings']);
    expect(facts.records[1]?.fields).toMatchObject({
      findingsHash: standing.findingsHash,
      reason: 'Restored the name',
      signedBy: boss.id,
    });
  }
  expect((await read(learner.client, path)).status).toBe(403);
  const say = (reason: string) => tamper(db.admin, `update verify_acknowledgements set reason = '${reason}'`);
  await say('Nothing was wrong');
  const refused = await admin.get<{ code: string }>(path);
  expect([refused.status, refused.body.code]).toEqual([409, 'PROOF_REFUSED']);
  await say('Restored the name');
});

test('[USR-08] [SIG-04] after an erasure the proof still holds, with the printed name of the signature, and verify is clean', async () => {
  const person = await signer(server, {
    organizationId: world.organization.id,
    firstName: 'Quirin',
    lastName: 'Zander',
  });
  const modules = await createTextModules(server.services, 2);
  const signed = await complete(person, modules[0] ?? 0);
  const past = await complete(person, modules[1] ?? 0, false);
  const erased = await world.admin.client.call(peopleContract.erase, {
    params: { userId: person.user.id },
    body: { reason: 'Asked for it' },
  });
  expect(erased.status).toBe(200);
  const proofs = await Promise.all(
    [signed, past].map(async ({ id }) => fileOf(world.admin.client, proofOf(id))),
  );
  expect(proofs.map((file) => verifyProof(file, fingerprint()).valid)).toEqual([true, true]);
  expect(proofs.map((file) => file.includes('Zander'))).toEqual([true, false]);
  expect((await verifyAll(server.services)).findings).toEqual([]);
});

test('[SIG-04] [AUD-02] everybody gets the public keys and the program that checks', async () => {
  const { body } = await server.client().call(proofsContract.keys);
  const key = installationSigningKey(server.services.config);
  expect(body).toMatchObject([
    { fingerprint: key.id, publicKey: key.publicKey, retiredAt: null, handOver: null },
  ]);
  const program = await server.client().get<string>('/api/public-keys/verifier');
  expect(program.headers.get('content-disposition')).toContain('verify.mjs');
  expect(program.body).toContain('export function verifyProof');
});
