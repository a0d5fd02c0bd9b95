import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pastImportsContract as contract } from '#shared/contract/past-imports.ts';
import { peopleContract } from '#shared/contract/people.ts';
import { addDays, addMonths } from '#shared/domain/calendar/calendar.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import {
  addCertificate,
  checkedPast,
  confirmPast,
  importPast,
  pastRowsOf,
  readPast,
  uploadPast,
} from '#tests/harness/past-import.ts';
import { samplePng } from '#tests/harness/sample-files.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  assignTo,
  countRows,
  createMatrix,
  createTextModules,
  createTrainingWorld,
  type TrainingWorld,
} from '#tests/harness/training-world.ts';
import { whileLocked } from '#tests/harness/while-locked.ts';
import { verifyAll } from '#tests/harness/verify-all.ts';
import { asFixture, createUser, type FixtureUser } from '#tests/harness/world.ts';
import { openRenewals } from '../commands/open-renewals.ts';
import { carryOutPast } from './carry-out-past.ts';
import { reversePast } from './reverse-past.ts';

let db: TestDatabase;
let server: TestServer;
let world: TrainingWorld;
let admin: TestClient;
let today: string;

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  world = await createTrainingWorld(server, 1);
  ({ admin } = world);
  const { rows } = await sql<{ today: string }>`select today_in('America/New_York')::text as today`.execute(
    db.db,
  );
  today = rows[0]?.today ?? '';
});
afterAll(async () => {
  await server.close();
  await db.drop();
});

const head = 'email,module,version,completed_on,source,certificate_file';
const fileOf = (...lines: string[]) => [head, ...lines].join('\n');
const newPerson = () =>
  createUser(server.services, { organizationId: world.organization.id, departmentId: world.department.id });
const newModule = async (): Promise<{ readonly id: number; readonly code: string }> => {
  const reference = `SOP-${String(Math.random()).slice(2, 10)}`;
  const [id = 0] = await createTextModules(server.services, 1, { reference, title: `About ${reference}` });
  return { id, code: reference };
};
const run = (...asked: [string, ...unknown[]]) => importPast(server.services, admin, ...(asked as [string]));

interface Kept {
  readonly kind: string;
  readonly source: string | null;
  readonly completedOn: string;
  readonly expiresOn: string | null;
  readonly version: number;
  readonly status: string;
  readonly cycle: number;
  readonly assignmentType: string;
}

const trainingsOf = async ({ id }: FixtureUser): Promise<readonly Kept[]> => {
  const { rows } = await sql<Kept>`
    select r.kind, r.source, (a.completed_at at time zone 'America/New_York')::date::text as completed_on,
      a.next_renewal_date::text as expires_on, r.version_number as version, a.status, a.cycle, a.assignment_type
    from training_assignments a left join training_records r on r.assignment_id = a.id
    where a.user_id = ${id} order by a.module_id, a.cycle`.execute(db.db);
  return rows;
};
const reverse = (id: number, reason = 'The wrong file.') =>
  admin.call(contract.reverse, { params: { id: String(id) }, body: { reason } });

test('[USR-09] a file is uploaded, checked, confirmed and recorded: no signature, no certificate; the same file again changes nothing', async () => {
  const [ann, module] = [await newPerson(), await newModule()];
  const file = fileOf(
    `${ann.email},${module.code},1,2024-03-01,Binder 3,`,
    `${ann.email},${module.code.toLowerCase()},,1.3.2025,,`,
  );
  const checked = await checkedPast(server.services, admin, file);
  expect(checked).toMatchObject({ state: 'checked', rowCount: 2, reliance: null, progress: null });
  const read = { module: `About ${module.code}`, version: 1 };
  // Before anybody confirms, the check says how it read each cell.
  expect(await pastRowsOf(admin, checked.id, 'recorded')).toMatchObject([
    { completedOn: '2024-03-01', readAs: { ...read, completedOn: '2024-03-01', source: 'Binder 3' } },
    { completedOn: '1.3.2025', readAs: { ...read, completedOn: '2025-03-01', source: 'Moodle' } },
  ]);
  expect(checked.figures).toEqual({
    bad: 0,
    recorded: 2,
    completes: 0,
    unchanged: 0,
    people: 1,
    modules: 1,
    withFile: 0,
    ended: 0,
    renewals: 0,
    retrainings: 0,
  });
  expect(await trainingsOf(ann)).toEqual([]);
  expect((await confirmPast(admin, checked)).status).toBe(200);
  await carryOutPast(server.services, checked.id);
  expect(await readPast(admin, checked.id)).toMatchObject({ state: 'done', samples: [], reliance: [] });
  expect((await pastRowsOf(admin, checked.id)).map(({ readAs }) => readAs)).toEqual([null, null]);
  expect(await trainingsOf(ann)).toMatchObject([
    {
      kind: 'from_source',
      source: 'Binder 3',
      completedOn: '2024-03-01',
      status: 'completed',
      cycle: 1,
      version: 1,
    },
    { kind: 'from_source', source: 'Moodle', completedOn: '2025-03-01', status: 'completed', cycle: 2 },
  ]);
  const signed = await countRows(
    server.services,
    sql`select from signatures s join training_records r on r.id = s.training_record_id where r.user_id = ${ann.id}`,
  );
  const certificates = await countRows(
    server.services,
    sql`select from certificates c join training_records r on r.id = c.training_record_id where r.user_id = ${ann.id}`,
  );
  expect([signed, certificates]).toEqual([0, 0]);
  const again = await checkedPast(server.services, admin, file);
  expect(again.figures).toMatchObject({ unchanged: 2, recorded: 0, completes: 0, people: 0 });
  const { findings } = await verifyAll(server.services);
  expect(findings).toEqual([]);
});

test('[USR-09] [AUD-01] the trail has the file with its hash, who imported it and why, and one event per completion', async () => {
  const [ann, module] = [await newPerson(), await newModule()];
  const done = await run(fileOf(`${ann.email},${module.code},,2024-03-01,,`));
  const { rows } = await sql<{ action: string; reason: string | null; actor: string; inserts: number }>`
    select c.action, coalesce(c.payload, c.residual)::jsonb ->> 'reason' as reason, c.actor_id as actor, (select count(*)::int from audit.events e
      where e.command_id = c.id and e.object_type = 'training_records' and e.kind = 'insert') as inserts
    from audit.events c where c.action = 'completions.imported' and c.kind = 'command' order by c.id desc limit 1`.execute(
    db.db,
  );
  expect(rows).toMatchObject([{ reason: 'We move in.', actor: world.adminUser.id, inserts: 1 }]);
  expect(done.fileSha256).toMatch(/^[0-9a-f]{64}$/);
});

test('[USR-09] [MTX-08] the latest completion completes the open training; one that has ended leaves it open', async () => {
  const [ann, ben, module] = [await newPerson(), await newPerson(), await newModule()];
  await createMatrix(world, [module.id], { renewalPeriod: 12 });
  for (const { id } of [ann, ben]) await assignTo(admin, id, module.id);
  const recent = addDays(today, -40);
  const old = addMonths(today, -30);
  const done = await run(
    fileOf(`${ann.email},${module.code},,${recent},,`, `${ben.email},${module.code},,${old},,`),
  );
  expect(done.figures).toMatchObject({ completes: 1, recorded: 1 });
  expect(await trainingsOf(ann)).toMatchObject([
    { status: 'completed', kind: 'from_source', completedOn: recent },
  ]);
  expect(await trainingsOf(ben)).toMatchObject([
    { status: 'completed', completedOn: old },
    { status: 'not_started', kind: null },
  ]);
});

test('[USR-09] rows with errors are listed and prevent the import as a whole', async () => {
  const [ann, module] = [await newPerson(), await newModule()];
  const checked = await checkedPast(
    server.services,
    admin,
    fileOf(
      `${ann.email},${module.code},,2024-03-01,,`,
      `nobody@past.example,${module.code},,2024-03-01,,`,
      `${ann.email},${module.code},9,soon,,ann.pdf`,
    ),
  );
  expect(checked.figures).toMatchObject({ bad: 2, recorded: 1 });
  expect(await pastRowsOf(admin, checked.id, 'bad')).toMatchObject([
    { line: 3, problems: [{ column: 'email', reason: 'past_person_unknown', value: 'nobody@past.example' }] },
    {
      line: 4,
      name: expect.any(String) as string,
      problems: [{ reason: 'past_day_unclear' }, { reason: 'past_file_missing' }],
    },
  ]);
  const csv = await admin.get<string>(`/api/completion-imports/${String(checked.id)}/problems.csv`);
  expect(csv.body).toContain('past_day_unclear');
  const refused = await confirmPast(admin, checked);
  expect(refused).toMatchObject({ status: 409, body: { code: 'ILLEGAL_STEP', reason: 'import_rows_bad' } });
  expect(await trainingsOf(ann)).toEqual([]);
});

test('[USR-09] if trainings change after the confirmation, nothing is recorded and the new effect is shown', async () => {
  const [ann, module] = [await newPerson(), await newModule()];
  const checked = await checkedPast(
    server.services,
    admin,
    fileOf(`${ann.email},${module.code},,2024-03-01,,`),
  );
  await confirmPast(admin, checked);
  await assignTo(admin, ann.id, module.id);
  await carryOutPast(server.services, checked.id);
  expect(await readPast(admin, checked.id)).toMatchObject({ state: 'checking', changedSince: true });
  expect(await trainingsOf(ann)).toMatchObject([{ status: 'not_started' }]);
});

test('[USR-09] certificate files are added beside the table, found by their names, and go with a cancelled import', async () => {
  const [ann, module] = [await newPerson(), await newModule()];
  const line = `${ann.email},${module.code},,2024-03-01,,Ann.PNG`;
  const done = await run(fileOf(line), {}, [{ name: 'ann.png', bytes: samplePng }]);
  expect(done).toMatchObject({ files: 0, figures: { withFile: 1 } });
  const linked = await countRows(
    server.services,
    sql`select from training_records r join files f on f.id = r.source_file_id where r.user_id = ${ann.id}`,
  );
  expect(linked).toBe(1);
  const { body: other } = await uploadPast(admin, fileOf(line));
  const bytes = Buffer.concat([samplePng, Buffer.from('x')]);
  const added = await addCertificate(admin, other.id, { name: 'other.png', bytes });
  expect(added.status).toBe(201);
  const stored = () => countRows(server.services, sql`select from files where sha256 = ${added.body.sha256}`);
  expect(await stored()).toBe(1);
  const wrong = await addCertificate(admin, other.id, {
    name: 'run.pdf',
    bytes: Buffer.from('MZ not a PDF'),
  });
  expect(wrong.status).toBe(422);
  await admin.call(contract.cancel, { params: { id: String(other.id) } });
  expect(await stored()).toBe(0);
});

test('[USR-09] [USR-08] an erasure keeps the files of past completions as evidence, and says so', async () => {
  const [ann, module] = [await newPerson(), await newModule()];
  const line = `${ann.email},${module.code},,2024-03-01,Course of ${ann.firstName} ${ann.lastName},ann.png`;
  await run(fileOf(line), {}, [{ name: 'ann.png', bytes: Buffer.concat([samplePng, Buffer.from(ann.id)]) }]);
  const erased = await admin.call(peopleContract.erase, {
    params: { userId: ann.id },
    body: { reason: 'Asked for it' },
  });
  expect(erased.status).toBe(200);
  expect(erased.body.kept.find(({ kind }) => kind === 'certificateFiles')).toMatchObject({
    count: 1,
    why: 'kept_certificate_files',
  });
  // The source names the person, as a reason may.
  expect(erased.body.kept.find(({ kind }) => kind === 'reasons')?.count).toBe(1);
});

test('[USR-09] an import is reversed as one batch: its completions are void, and what it completed is open again', async () => {
  const [ann, module] = [await newPerson(), await newModule()];
  await assignTo(admin, ann.id, module.id, { dueDate: addDays(today, 9) });
  const recent = addDays(today, -40);
  const file = fileOf(
    `${ann.email},${module.code},,2024-03-01,,`,
    `${ann.email},${module.code},,${recent},,`,
  );
  const done = await run(file);
  expect(await trainingsOf(ann)).toMatchObject([
    { cycle: 2, status: 'completed', completedOn: '2024-03-01' },
    { cycle: 3, status: 'completed', completedOn: recent },
  ]);
  expect((await reverse(done.id)).status).toBe(200);
  await reversePast(server.services, done.id);
  expect(await readPast(admin, done.id)).toMatchObject({
    state: 'reversed',
    reversal: { reason: 'The wrong file.', by: { id: world.adminUser.id } },
  });
  const after = await trainingsOf(ann);
  expect(after.map(({ status }) => status)).toEqual(['voided', 'voided', 'not_started']);
  const open = await countRows(
    server.services,
    sql`select from training_assignments where user_id = ${ann.id} and due_date = ${addDays(today, 9)} and status = 'not_started'`,
  );
  expect(open).toBe(1);
  expect((await reverse(done.id)).body).toMatchObject({ reason: 'import_ended' });
  expect((await run(file)).figures).toMatchObject({ completes: 1, recorded: 1 });
  const { findings } = await verifyAll(server.services);
  expect(findings).toEqual([]);
});

test('[USR-09] a reversal that runs can be cancelled: nothing of it remains, and it can be started again', async () => {
  const [ann, module] = [await newPerson(), await newModule()];
  const done = await run(fileOf(`${ann.email},${module.code},,2024-03-01,,`));
  await reverse(done.id);
  const [, cancelled] = await whileLocked<unknown>(
    db,
    sql`select from users where id = ${ann.id} for update`,
    [() => reversePast(server.services, done.id)],
    () => admin.call(contract.cancel, { params: { id: String(done.id) } }),
  );
  expect(cancelled).toMatchObject({ status: 200, body: { state: 'done', problem: null, reversal: null } });
  expect(await readPast(admin, done.id)).toMatchObject({ state: 'done', progress: null, reliance: [] });
  expect((await trainingsOf(ann)).map(({ status }) => status)).toEqual(['completed']);
  expect((await reverse(done.id)).status).toBe(200);
  await reversePast(server.services, done.id);
  expect(await readPast(admin, done.id)).toMatchObject({ state: 'reversed' });
});

test('[USR-09] [MTX-06] after a reversal the matrices assign what they require', async () => {
  const [ann, module] = [await newPerson(), await newModule()];
  const done = await run(fileOf(`${ann.email},${module.code},,2024-03-01,,`));
  await createMatrix(world, [module.id]);
  expect(await trainingsOf(ann)).toHaveLength(1);
  await reverse(done.id);
  await reversePast(server.services, done.id);
  expect((await trainingsOf(ann)).map(({ status }) => status)).toEqual(['voided', 'not_started']);
});

test('[USR-09] once somebody relies on an import it is not reversed: a later training, or a paper', async () => {
  const [ann, ben, module] = [await newPerson(), await newPerson(), await newModule()];
  const later = await run(fileOf(`${ann.email},${module.code},,2024-03-01,,`));
  const training = await assignTo(admin, ann.id, module.id, { retrain: true, reason: 'Again' });
  await admin.post(`/api/training-assignments/${String(training.id)}/record-completion`, {
    completedOn: today,
    reason: 'On paper',
  });
  expect(await readPast(admin, later.id)).toMatchObject({ reliance: [{ kind: 'later_training', count: 1 }] });
  expect((await reverse(later.id)).body).toMatchObject({ code: 'ILLEGAL_STEP', reason: 'import_relied_on' });
  const shown = await run(fileOf(`${ben.email},${module.code},,2024-03-01,,`));
  const reversing = await reverse(shown.id);
  expect(reversing.status).toBe(200);
  const paper = await admin.get(`/api/employee/${ben.id}/training-file.pdf`);
  expect(paper.status).toBe(200);
  // The job looks again: the paper came between.
  await reversePast(server.services, shown.id);
  expect(await readPast(admin, shown.id)).toMatchObject({
    state: 'done',
    problem: 'import_relied_on',
    reliance: [{ kind: 'paper', count: 1 }],
    reversal: null,
  });
  expect((await trainingsOf(ben)).map(({ status }) => status)).toEqual(['completed']);
});

test('[USR-09] [MOD-11] [MTX-08] a reversal leaves what a manager assigned, and own completions are renewed after it', async () => {
  const [ann, ben, module] = [await newPerson(), await newPerson(), await newModule()];
  await createMatrix(world, [module.id], { renewalPeriod: 12, renewalWindow: 30 });
  for (const { id } of [ann, ben]) {
    const own = await assignTo(admin, id, module.id);
    const completed = await admin.post(`/api/training-assignments/${String(own.id)}/record-completion`, {
      completedOn: addDays(today, -200),
      reason: 'On paper',
    });
    expect(completed.status).toBe(200);
  }
  const done = await run(fileOf(...[ann, ben].map(({ email }) => `${email},${module.code},,2018-03-01,,`)));
  const retraining = await assignTo(admin, ann.id, module.id, { retrain: true, reason: 'A new device' });
  expect((await reverse(done.id)).status).toBe(200);
  await reversePast(server.services, done.id);
  const statuses = async (person: FixtureUser) => (await trainingsOf(person)).map(({ status }) => status);
  expect(await statuses(ann)).toEqual(['completed', 'voided', 'not_started']);
  expect(retraining.id).toBeGreaterThan(0);
  await asFixture(server.services, async (tx) => {
    await sql`update training_assignments set next_renewal_date = ${addDays(today, 5)}
      where user_id = ${ben.id} and status = 'completed'`.execute(tx.db);
  });
  await asFixture(server.services, (tx) => openRenewals(tx, [ben.id]));
  expect(await statuses(ben)).toEqual(['completed', 'voided', 'not_started']);
});

test('[USR-09] [INS-02] a paper about somebody else does not keep an import from its reversal', async () => {
  const [ann, ben, module] = [await newPerson(), await newPerson(), await newModule()];
  const done = await run(fileOf(`${ann.email},${module.code},,2024-03-01,,`));
  await assignTo(admin, ben.id, module.id);
  const paperOf = (person: string) =>
    admin.get(
      `/api/qualified/answer.pdf?${new URLSearchParams({ person, module: String(module.id), day: today }).toString()}`,
    );
  expect((await paperOf(ben.id)).status).toBe(200);
  expect(await readPast(admin, done.id)).toMatchObject({ reliance: [] });
  expect((await paperOf(ann.id)).status).toBe(200);
  expect(await readPast(admin, done.id)).toMatchObject({ reliance: [{ kind: 'paper', count: 1 }] });
});

test('[USR-09] a version that is still to take effect cannot have been completed', async () => {
  const [ann, module] = [await newPerson(), await newModule()];
  await asFixture(server.services, async (tx) => {
    await sql`
      insert into module_versions (module_id, number, status, published_at, effective_from, change_note, retraining, content_hash)
      select module_id, 2, status, published_at, app_now() + interval '9 days', 'Next', 'none', content_hash
      from module_versions where module_id = ${module.id}`.execute(tx.db);
  });
  const checked = await checkedPast(
    server.services,
    admin,
    fileOf(`${ann.email},${module.code},2,2024-03-01,,`, `${ann.email},${module.code},,2024-03-02,,`),
  );
  expect(checked.figures).toMatchObject({ bad: 1, recorded: 1 });
  expect(await pastRowsOf(admin, checked.id, 'bad')).toMatchObject([
    { line: 2, problems: [{ reason: 'past_version_unknown' }] },
  ]);
});
