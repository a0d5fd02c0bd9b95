import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { signedCv, signer, uploadCv } from '#tests/harness/hr-world.ts';
import { readPdf } from '#tests/harness/read-pdf.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  assignTo,
  completeText,
  createTextModules,
  createTrainingWorld,
  type TrainingWorld,
} from '#tests/harness/training-world.ts';
import { createUser, signIn } from '#tests/harness/world.ts';
import { calendarDay } from './requested-scope.ts';

let db: TestDatabase;
let server: TestServer;
let world: TrainingWorld;
let owner: Awaited<ReturnType<typeof signer>>;
let modules: readonly number[];

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

async function bytesOf(client: TestClient, path: string): Promise<Buffer> {
  const answer = await client.fetch('GET', path);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(answer.status, `${path} ${bytes.toString('utf8', 0, 300)}`).toBe(200);
  return bytes;
}

/** Everything that a training file prints and that can change later. */
async function changeEverything(): Promise<void> {
  const { adminUser } = world;
  const second = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
  const self = await second.put(`/api/users/${adminUser.id}/name`, {
    firstName: 'Other',
    lastName: 'Administrator',
    reason: 'Marriage',
  });
  expect(self.status, JSON.stringify(self.body)).toBeLessThan(300);
  const { user, client } = owner;
  const [first = 0, next = 0, third = 0] = modules;
  const { body } = await world.admin.get<{ id: number; moduleId: number }[]>(
    `/api/employee/${user.id}/assignments`,
  );
  const of = (moduleId: number) => body.find((row) => row.moduleId === moduleId)?.id ?? 0;
  await completeText(client, of(next), user);
  await assignTo(world.admin, user.id, first, { retrain: true, reason: 'After an audit' });
  const due = await world.admin.post('/api/training-assignments/due-dates', {
    assignmentIds: [of(third)],
    dueDate: '2031-01-31',
    reason: 'Parental leave',
  });
  expect(due.status, JSON.stringify(due.body)).toBeLessThan(300);
  await world.admin.del('/api/training-assignments/bulk', {
    assignmentIds: [of(first)],
    reason: 'Meant for somebody else',
  });
  const renamed = await world.admin.put(`/api/users/${user.id}/name`, {
    firstName: 'Renamed',
    lastName: 'Person',
    reason: 'Marriage',
  });
  expect(renamed.status).toBeLessThan(300);
  const { id: organizationId } = world.organization;
  const boss = await createUser(server.services, { role: 'manager', organizationId, lastName: 'Newboss' });
  const moved = await world.admin.patch(`/api/users/${user.id}`, {
    jobTitle: 'Something else',
    managerId: boss.id,
    reason: 'New team',
  });
  expect(moved.status, JSON.stringify(moved.body)).toBeLessThan(300);
  const called = await world.admin.patch(`/api/organizations/${String(organizationId)}`, {
    name: 'Another name',
  });
  expect(called.status, JSON.stringify(called.body)).toBeLessThan(300);
  await uploadCv(client, 'newer-cv.pdf');
}

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  world = await createTrainingWorld(server, 0);
  const { id: organizationId } = world.organization;
  const manager = await createUser(server.services, { role: 'manager', organizationId, lastName: 'Oldboss' });
  owner = await signer(server, { organizationId, managerId: manager.id, lastName: 'Vita' });
  await signedCv(owner);
  modules = await createTextModules(server.services, 3);
  for (const id of modules) await assignTo(world.admin, owner.user.id, id);
  const { body } = await world.admin.get<{ id: number; moduleId: number }[]>(
    `/api/employee/${owner.user.id}/assignments`,
  );
  await completeText(owner.client, body.find((row) => row.moduleId === modules[0])?.id ?? 0, owner.user);
  const due = await world.admin.post('/api/training-assignments/due-dates', {
    assignmentIds: [body.find((row) => row.moduleId === modules[1])?.id],
    dueDate: '2031-05-31',
    reason: 'A long project',
  });
  if (due.status >= 300) throw new Error(JSON.stringify(due.body));
});

afterAll(async () => {
  await db.moveClock({});
  await server.close();
  await db.drop();
});

/** The instant that an export says of itself. */
async function exported(
  client: TestClient,
  path: string,
): Promise<{ readonly bytes: Buffer; readonly asOf: string }> {
  const answer = await client.fetch('GET', path);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(answer.status, `${path} ${bytes.toString('utf8', 0, 300)}`).toBe(200);
  const about = JSON.parse(decodeURIComponent(answer.headers.get('export-about') ?? '{}')) as Record<
    string,
    string
  >;
  return { bytes, asOf: about['As of']?.split(' · ').at(-1) ?? 'nothing' };
}

const exportsAsked = [
  ['people', 'csv', 'user_id,last_name,organization,job_title,manager,assigned,completed,overdue'],
  ['assignments', 'csv', 'assignment_id,last_name,module,status,due_date,due_moved_reason,completed_at'],
  ['completions', 'csv', 'record_id,last_name,module,version,status,certificate,signer_name,signature_valid'],
  ['report', 'pdf', 'last_name,module,status,due_date,completed_at,signer_name'],
  ['report', 'xlsx', 'last_name,module,status,due_date,completed_at,signer_name'],
  ['matrix', 'csv', 'matrix,organization,module,required'],
  ['training', 'csv', 'module,version,effective_version,last_name,status,due_date,due_moved_by,completed_at'],
  ['training', 'pdf', 'module,last_name,status,due_date'],
  ['audit', 'csv', 'at,done,about,record_name,changed,reason'],
  ['audit', 'pdf', 'at,done,changed,reason'],
  ['audit', 'csv', 'event_id,at_utc,action,record,record_key,organization,changes'],
] as const;

/** The instant that a PDF prints. */
async function instantOf(bytes: Buffer): Promise<string> {
  return /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/.exec((await readPdf(bytes)).text)?.[0] ?? 'nothing';
}

/** The papers about one record that the world has: a certificate and an answer about a qualification, of a day that has not ended. */
async function singlePapers(): Promise<readonly string[]> {
  const { user } = owner;
  const { body } = await world.admin.get<{ number: string }[]>(`/api/certificates?userId=${user.id}`);
  const today = calendarDay(server.services.clock.now(), 'America/New_York');
  return [
    `/api/certificates/${body[0]?.number ?? ''}/pdf?timeZone=Europe/Berlin`,
    ...[0, 1].map(
      (at) =>
        `/api/qualified/answer.pdf?person=${user.id}&module=${String(modules[at])}&day=${today}&timeZone=Europe/Berlin`,
    ),
  ];
}

test('[INS-03] a training file as of its instant has the same bytes weeks later, on another server, after everything changed', async () => {
  const path = `/api/employee/${owner.user.id}/training-file.pdf`;
  const first = await bytesOf(world.admin, path);
  const { text } = await readPdf(first);
  const asOf = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/.exec(text)?.[0] ?? 'nothing';
  expect(text).toContain('Oldboss');
  const before: (readonly [path: string, bytes: Buffer, asOf: string])[] = [];
  for (const [dataSet, format, columns] of exportsAsked) {
    const of = `/api/exports/download?dataSet=${dataSet}&format=${format}&columns=${columns}`;
    const { bytes, asOf: then } = await exported(world.admin, of);
    before.push([of, bytes, then]);
    if (format !== 'pdf') continue;
    const { text: said } = await readPdf(bytes);
    for (const part of [/Page 1 of \d+/, 'Certified copy', 'Requested by', 'Reach', /As of: .+ UTC · .+Z/])
      expect(said.replaceAll(/\s+/g, ' '), of).toMatch(part);
  }

  const singles: (readonly [path: string, bytes: Buffer, asOf: string])[] = [];
  for (const of of await singlePapers()) {
    const bytes = await bytesOf(world.admin, of);
    singles.push([of, bytes, await instantOf(bytes)]);
    const { text: said } = await readPdf(bytes);
    for (const part of ['Page 1 of 1', 'Certified copy', 'Requested by', 'Scope', '(Europe/Berlin)'])
      expect(said, of).toContain(part);
  }

  const report = '/api/reports/completion/export?format=';
  const [reportPdf, reportCsv] = [
    await bytesOf(world.admin, `${report}pdf`),
    await bytesOf(world.admin, `${report}csv`),
  ];

  await changeEverything();
  await db.moveClock({ days: 40 });
  const other = await startTestServer({ db });
  try {
    await other.services.clock.synchronize();
    const admin = await signIn(other.client(), world.adminUser);
    const again = await bytesOf(admin, `${path}?asOf=${asOf}`);
    expect((await readPdf(again)).text).toBe(text);
    expect(sha256(again)).toBe(sha256(first));

    for (const [of, bytes, then] of before) {
      const same = await exported(admin, `${of}&asOf=${then}`);
      expect(same.asOf, of).toBe(then);
      if (of.includes('csv')) expect(same.bytes.toString('utf8'), of).toBe(bytes.toString('utf8'));
      expect(sha256(same.bytes), of).toBe(sha256(bytes));
      const today = await exported(admin, of);
      if (!of.includes('matrix')) expect(sha256(today.bytes), of).not.toBe(sha256(bytes));
    }

    // Two servers of an installation have one public address, which a certificate prints.
    other.services.config.publicUrl.port = new URL(server.url).port;
    for (const [of, bytes, then] of singles) {
      const same = await bytesOf(admin, `${of}&asOf=${then}`);
      expect((await readPdf(same)).text, of).toBe((await readPdf(bytes)).text);
      expect(sha256(same), of).toBe(sha256(bytes));
      expect(sha256(await bytesOf(admin, of)), of).not.toBe(sha256(bytes));
      const { body } = await other.client().get<{ asOf: string }[]>(`/api/papers/${sha256(bytes)}`);
      expect(body, of).toMatchObject([{ asOf: then }]);
    }

    other.services.config.publicUrl.port = new URL(other.url).port;

    for (const [format, bytes] of [['pdf', reportPdf] as const, ['csv', reportCsv] as const]) {
      const { body } = await other.client().get<{ asOf: string }[]>(`/api/papers/${sha256(bytes)}`);
      const same = await bytesOf(admin, `${report}${format}&asOf=${body[0]?.asOf ?? ''}`);
      expect(sha256(same), format).toBe(sha256(bytes));
      expect(sha256(await bytesOf(admin, `${report}${format}`)), format).not.toBe(sha256(bytes));
    }

    const now = (await readPdf(await bytesOf(admin, path))).text;
    for (const changed of ['Renamed Person', 'Newboss', 'Another name', 'Something else', 'Parental leave'])
      expect(now).toContain(changed);

    // The same for another reader is another file: it says for whom it is.
    const own = await signIn(other.client(), owner.user);
    const theirs = await bytesOf(own, `${path}?asOf=${asOf}`);
    expect(sha256(theirs)).not.toBe(sha256(first));
    const papers = await other
      .client()
      .get<{ issuedTo: string; asOf: string }[]>(`/api/papers/${sha256(again)}`);
    expect(papers.body).toHaveLength(1);
    expect(papers.body[0]?.asOf).toBe(asOf);
  } finally {
    await db.moveClock({});
    await server.services.clock.synchronize();
    await other.close();
  }
}, 300_000);

test.each([
  ['2019-01-01T00:00:00Z', 'before_first_record'],
  ['2199-01-01T00:00:00Z', 'date_in_future'],
  ['yesterday', 'not_an_instant'],
])('[INS-03] there is no file as of %s', async (asOf, reason) => {
  const answer = await world.admin.get(`/api/employee/${owner.user.id}/training-file.pdf?asOf=${asOf}`);
  expect(answer.status).toBe(422);
  expect(answer.body).toMatchObject({ errors: [{ path: 'asOf', reason }] });
});
