import { writeFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { assignmentsContract } from '#shared/contract/assignments.ts';
import { trainingFileName } from '#shared/domain/reports/export-name.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { signedCv, signer, uploadCv } from '#tests/harness/hr-world.ts';
import { readPdf } from '#tests/harness/read-pdf.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  assignTo,
  completeText,
  countRows,
  createTextModules,
  createTrainingWorld,
  readyToSign,
  type TrainingWorld,
} from '#tests/harness/training-world.ts';
import { asFixture, createUser, signIn, type FixtureUser } from '#tests/harness/world.ts';

let db: TestDatabase;
let server: TestServer;
let world: TrainingWorld;
let person: FixtureUser;
let manager: FixtureUser;

type Completions = ResponseOf<typeof assignmentsContract.employeeCompletions>;

const pathOf = (id: string) => `/api/employee/${id}/training-file.pdf`;
const longTitle = `${'Sicherheitsdatenblattaktualisierungsverfahren '.repeat(4)}for Every Ward`;

/** Signed, retrained, recorded afterwards, removed with and without completion. */
async function createHistory(): Promise<void> {
  const [signed = 0, past = 0, removed = 0, revoked = 0] = await createTextModules(server.services, 4, {
    title: longTitle,
  });
  const client = await readyToSign(server, person);
  const first = await assignTo(world.admin, person.id, signed);
  await completeText(client, first.id, person);
  await assignTo(world.admin, person.id, signed, { retrain: true, reason: 'After an audit' });
  const paper = await assignTo(world.admin, person.id, past);
  await world.admin.post(`/api/training-assignments/${String(paper.id)}/record-completion`, {
    completedOn: '2024-01-31',
    score: 87.5,
    reason: 'Attendance list of the site',
  });
  const [open, done] = [
    await assignTo(world.admin, person.id, removed),
    await assignTo(world.admin, person.id, revoked),
  ];
  await completeText(client, done.id, person);
  await world.admin.del('/api/training-assignments/bulk', {
    assignmentIds: [open.id, done.id],
    reason: 'Meant for somebody else',
  });
  await asFixture(server.services, (tx) =>
    sql`insert into training_assignments (user_id, module_id, module_version_id, cycle, status, voided_at, voided_code)
      select ${person.id}, id, current_version_id, 2, 'voided', app_now(), 'removed_from_matrix'
      from training_modules where id = ${removed}`.execute(tx.db),
  );
}

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  world = await createTrainingWorld(server, 0);
  const { id: organizationId } = world.organization;
  manager = await createUser(server.services, { role: 'manager', organizationId, lastName: 'Höfer' });
  person = await createUser(server.services, {
    organizationId,
    managerId: manager.id,
    firstName: 'Zoë',
    lastName: 'Ångström',
    jobTitle: 'Clinical Research',
  });
  await createHistory();
});

afterAll(async () => {
  await server.close();
  await db.drop();
});

async function textOf(pdf: Buffer): Promise<string> {
  const { pages } = await readPdf(pdf);
  const texts = [];
  for (let number = 1; number <= pages; number += 1) texts.push((await readPdf(pdf, number)).text);
  return texts.join(' ').replaceAll(/\s+/g, ' ');
}

test('[EMP-02] [SIG-04] the history holds every completion with version and signature, cycles and removed ones with their reason', async () => {
  const { body } = await world.admin.get<Completions>(
    `/api/employee/${person.id}/completions?sort=completedAt`,
  );
  const [paper, first, gone] = body;
  expect(body).toHaveLength(3);
  expect(paper).toMatchObject({
    kind: 'backdated',
    score: 87.5,
    reason: 'Attendance list of the site',
    voidedAt: null,
  });
  expect(first).toMatchObject({
    cycle: 1,
    versionNumber: 1,
    timeZone: 'America/New_York',
    status: 'completed',
  });
  expect(first?.signature).toMatchObject({ valid: true, printedName: 'Zoë Ångström' });
  expect(first?.certificateUrl).toContain(first?.certificateNumber ?? '-');
  expect(gone).toMatchObject({ status: 'voided', voidedReason: 'Meant for somebody else' });
  expect(gone?.voidedAt).not.toBeNull();
});

test('[EMP-02] [SIG-04] the training file says all of it in the language of the reader, and who made it when', async () => {
  const answer = await world.admin.get<Buffer>(pathOf(person.id));
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="training-file-Zoe-Angstrom-\d{4}-\d\d-\d\d\.pdf"$/,
  );
  const english = await textOf(answer.body);
  for (const text of [
    'Training File: Zoë Ångström',
    person.email,
    'Clinical Research',
    'Höfer',
    `Requested by: ${world.adminUser.firstName} ${world.adminUser.lastName}`,
    'As of: ',
    'Certified copy: This is a certified copy of the electronic training records of this person',
    'Scope: Zoë Ångström',
    'America/New_York',
    'Recorded afterwards, not signed by the learner',
    'Attendance list of the site',
    '87.5%',
    'REMOVED',
    'Meant for somebody else',
    'The module was removed from the training matrix.',
    'Revoked',
    'Page 1 of ',
  ]) {
    expect(english).toContain(text);
  }
  const { body } = await world.admin.get<Completions>(`/api/employee/${person.id}/completions`);
  const squeezed = english.replaceAll(' ', '');
  for (const { versionHash, certificateNumber, signature } of body) {
    expect(squeezed).toContain(versionHash);
    expect(squeezed).toContain(certificateNumber);
    if (signature.meaning !== null) expect(squeezed).toContain(signature.meaning.replaceAll(' ', ''));
  }
  // Nothing is cut off, the long title neither.
  expect(english).not.toContain('…');
  expect(squeezed).toContain(longTitle.replaceAll(' ', ''));
  await world.admin.patch('/api/users/settings', { language: 'de' });
  const german = await world.admin.get<Buffer>(pathOf(person.id));
  await world.admin.patch('/api/users/settings', { language: 'en' });
  expect((await readPdf(german.body)).language).toBe('de');
  const said = await textOf(german.body);
  for (const text of [
    'Schulungsakte',
    'Abschlüsse',
    'Nachträglich erfasst',
    'ENTFERNT',
    'aus der Schulungsmatrix entfernt.',
  ]) {
    expect(said).toContain(text);
  }
  if (process.env.SHOW === '1') await writeFile('test-results/training-file-de.pdf', german.body);
});

test('[EMP-02] [HR-02] [HR-05] the versions of the CV with their signatures stand in the file of who may see them, and in nobody else’s', async () => {
  const { id: organizationId } = world.organization;
  const owner = await signer(server, { organizationId, managerId: manager.id, lastName: 'Vita' });
  const [version] = (await signedCv(owner)).versions;
  await uploadCv(owner.client, 'newer-cv.pdf');
  const fileFor = async (client: TestClient) =>
    textOf((await client.get<Buffer>(pathOf(owner.user.id))).body);
  const hr = await createUser(server.services, { organizationId, grants: [{ kind: 'hr', organizationId }] });
  const readers = [world.admin, owner.client, await signIn(server.client(), hr)];
  for (const reader of readers) {
    const text = await fileFor(reader);
    expect(text).toContain('CV versions');
    expect(text).toContain('Waits for the owner’s signature');
    expect(text).toContain('newer-cv.pdf');
    expect(text.replaceAll(' ', '')).toContain(version?.file.sha256);
    expect(text.replaceAll(' ', '')).toContain(version?.signature?.meaning?.replaceAll(' ', ''));
  }
  expect(await fileFor(await signIn(server.client(), manager))).not.toMatch(/CV versions|cv\.pdf/);
  const { rows } = await sql<{
    payload: string;
  }>`select header || coalesce(payload, '') as payload from audit.events
    where action = 'training_file.exported' and subject_id = ${owner.user.id} order by id`.execute(db.db);
  const told = rows.map(({ payload }) => /"cv": ?(true|false)/.exec(payload)?.[1]);
  expect(told).toEqual(['true', 'true', 'true', 'false']);
});

test('[EMP-02] [INS-03] a file has as many pages as it needs, each with its number and the number of all', async () => {
  const [moduleId = 0] = await createTextModules(server.services, 1);
  await asFixture(server.services, (tx) =>
    sql`insert into training_assignments (user_id, module_id, module_version_id, due_date, cycle, status, voided_at)
      select ${person.id}, t.id, t.current_version_id, date '2026-01-01', n, 'voided', app_now()
      from training_modules t cross join generate_series(1, 450) n where t.id = ${moduleId}`.execute(tx.db),
  );
  const { body } = await world.admin.get<Buffer>(pathOf(person.id));
  const { pages } = await readPdf(body);
  expect(pages).toBeGreaterThan(8);
  for (const page of [1, 2, pages])
    expect((await readPdf(body, page)).text).toContain(`Page ${String(page)} of ${String(pages)}`);
  const rows = (await textOf(body)).split(`Module 1 of 1`).length - 1;
  expect(rows).toBe(450);
});

test('[EMP-02] [INS-03] the training file has one row per completion, and each statement once at the end', async () => {
  const { body } = await world.admin.get<Buffer>(pathOf(person.id));
  const text = await textOf(body);
  const { body: completions } = await world.admin.get<Completions>(`/api/employee/${person.id}/completions`);
  for (const { certificateNumber } of completions)
    expect(text.replaceAll(' ', '').split(certificateNumber ?? '-').length - 1).toBe(1);
  const meaning = completions.find(({ signature }) => signature.meaning)?.signature.meaning ?? '-';
  expect(text.split(meaning).length - 1).toBe(1);
  expect(text.split('After an audit').length - 1).toBeLessThan(2);
});

test('[EMP-02] [AUTH-13] [AUD-01] only who may see the person gets the file, and each export is in the trail', async () => {
  const { id: organizationId } = world.organization;
  const stranger = await createUser(server.services, { role: 'manager', organizationId });
  const colleague = await createUser(server.services, { organizationId });
  const hr = await createUser(server.services, { organizationId, grants: [{ kind: 'hr', organizationId }] });
  const exported = sql`select 1 from audit.events where kind = 'access' and action = 'training_file.exported'
    and subject_id = ${person.id}`;
  const before = await countRows(server.services, exported);
  const status = async (user: FixtureUser) =>
    (await (await signIn(server.client(), user)).get(pathOf(person.id))).status;
  expect([await status(person), await status(hr)]).toEqual([200, 200]);
  expect([await status(stranger), await status(colleague)]).toEqual([404, 404]);
  expect((await world.admin.get(pathOf('u_nobody'))).status).toBe(404);
  expect((await server.client().get(pathOf(person.id))).status).toBe(401);
  expect((await countRows(server.services, exported)) - before).toBe(2);
});

test.each([
  ['Zoë Ångström', 'training-file-Zoe-Angstrom-2026-03-05.pdf'],
  ['../a"b;c', 'training-file-a-b-c-2026-03-05.pdf'],
  ['王伟', 'training-file-2026-03-05.pdf'],
])('[EMP-02] the file of %s is called %s', (name, file) => {
  expect(trainingFileName(name, '2026-03-05')).toBe(file);
});
