import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signatureReasons, type SignatureReasonCode } from '#shared/domain/signatures/signature-reasons.ts';
import { certificateTexts } from '#server/domains/certificates/certificate-texts.ts';
import { translateAll } from '#server/platform/texts/translate.ts';
import { reportTexts } from '#server/domains/reports/report-texts.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { moduleWith, type Module } from '#tests/harness/module-world.ts';
import { readPdf } from '#tests/harness/read-pdf.ts';
import { makePdf } from '#tests/harness/sample-files.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  assignTo,
  completeText,
  createTextModules,
  createTrainingWorld,
  readyToSign,
  sign,
  type Assignment,
  type TrainingWorld,
} from '#tests/harness/training-world.ts';
import { createUser, signIn, type FixtureUser } from '#tests/harness/world.ts';
import { sentenceOf } from '#server/platform/texts/sentence-of.ts';

let db: TestDatabase;
let server: TestServer;
let world: TrainingWorld;
let learner: FixtureUser;
let client: TestClient;
let page = 0;

/** A signed completion with a file, its record, and one beside it that nobody touches. */
interface Case {
  readonly assignment: Assignment;
  readonly recordId: number;
  readonly neighbour: Assignment;
  readonly module: Module;
}
let here: Case;

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  world = await createTrainingWorld(server);
});

afterAll(async () => {
  await server.close();
  await db.drop();
});

beforeEach(async () => {
  learner = await createUser(server.services, { organizationId: world.organization.id });
  client = await readyToSign(server, learner);
  page += 1;
  const pdf = await makePdf(1, { title: `Pages ${String(page)}` });
  const module = await moduleWith(world.admin, [[`pages-${String(page)}.pdf`, pdf]], {
    title: `Case ${String(page)}`,
  });
  const { id } = await assignTo(world.admin, learner.id, module.id);
  const at = (part: string) => `/api/training-assignments/${String(id)}/${part}`;
  const { viewSessionId } = (await client.post<{ viewSessionId: string }>(at('view-session'))).body;
  await (await client.fetch('GET', module.files[0]?.url ?? '')).arrayBuffer();
  await db.moveClock({ minutes: page });
  await client.post(at('progress'), { viewSessionId, pages: [1] });
  const done = await sign(client, id, learner);
  if (done.status !== 200) throw new Error(JSON.stringify(done.body));
  const [other = 0] = await createTextModules(server.services, 1);
  const next = await assignTo(world.admin, learner.id, other);
  const neighbour = await completeText(client, next.id, learner);
  here = { assignment: done.body, recordId: await recordOf(id), neighbour, module };
});

const recordOf = async (assignmentId: number): Promise<number> => {
  const row = await db.db
    .selectFrom('trainingRecords')
    .select('id')
    .where('assignmentId', '=', assignmentId)
    .executeTakeFirstOrThrow();
  return row.id;
};

/** What only a superuser can do: past every trigger. */
async function tamper(statement: string, values: readonly unknown[] = []): Promise<void> {
  const attacker = await db.admin.connect();
  try {
    await attacker.query('set session_replication_role = replica');
    const { rowCount } = await attacker.query(statement, [...values]);
    if (rowCount !== 1) throw new Error(`${String(rowCount)} rows: ${statement}`);
  } finally {
    await attacker.query('set session_replication_role = origin');
    attacker.release();
  }
}

/** What the CSV says of the completion of a module: its two last columns. */
function csvLine(csv: string, title: string): string {
  const line = csv.split('\r\n').find((text) => text.includes(title)) ?? '';
  if (line.endsWith(',valid,')) return 'valid';
  return `not valid: ${/,not valid,(.*)$/.exec(line)?.[1] ?? line}`;
}

/** What the banner of a certificate says. */
function paperSays(text: string): string {
  if (!text.includes(certificateTexts.notValid.message)) return 'valid';
  const reason = Object.values(translateAll('en', certificateTexts.reasons)).find((sentence) =>
    text.includes(sentence),
  );
  return `not valid: ${reason ?? ''}`;
}

interface Shown {
  readonly valid: boolean;
  readonly reason: string | null;
  readonly reasonCode: string | null;
}

/** What the report as PDF says of the completion of a module: its line ends where the next one has its version and status. */
async function pdfLine(title: string): Promise<string> {
  const { body } = await world.admin.get<Buffer>(
    `/api/reports/completion/export?format=pdf&userId=${learner.id}`,
  );
  const { text } = await readPdf(body);
  const [, after] = text.split(title);
  if (after === undefined) return 'not there';
  const [, line = ''] = after.split(
    / \d+(?: \(effective: \d+\))? (?:Completed|Expired|Overdue|In progress|Not started) /,
  );
  const [, said] = line.split(`${reportTexts.notValid.message}: `);
  if (said === undefined) return 'valid';
  // A long reason is cut with an ellipsis.
  const start = said.split(/[.…]/)[0] ?? '';
  const reasons = Object.entries(translateAll('en', reportTexts.faults));
  const code = reasons.find(([, reason]) => start.length > 20 && reason.startsWith(start))?.[0];
  return `not valid: ${sentenceOf({ reason: signatureReasons[code as SignatureReasonCode] })}`;
}

/** What every place says of a completion: list, history, certificate list, paper, public page, report, CSV, PDF. */
async function everywhere(assignment: Assignment): Promise<Record<string, string>> {
  const { id } = assignment;
  const mine = await client.get<Assignment[]>('/api/assignments/user');
  const home = await client.get<{
    trainings: { id: number; signature: { state: string; reason: string | null } }[];
  }>('/api/home');
  const atHome = home.body.trainings.find((row) => row.id === id)?.signature;
  const said = (shown: Shown | null | undefined) =>
    shown?.valid ? 'valid' : `not valid: ${shown?.reason ?? ''}`;
  const history = await client.get<{ assignmentId: number; signature: Shown }[]>(
    `/api/employee/${learner.id}/completions`,
  );
  const own =
    await client.get<
      { assignmentId: number; status: string; reason: string; url: string; verifyUrl: string }[]
    >('/api/certificates');
  const certificate = own.body.find((row) => row.assignmentId === id);
  const { status, reason } = certificate ?? { status: 'none', reason: '' };
  // Whose certificate it is may be what was changed: the paper and its code are those that were handed out.
  const issued = await db.db
    .selectFrom('certificates')
    .innerJoin('trainingRecords', 'trainingRecords.id', 'certificates.trainingRecordId')
    .select(['number', 'code'])
    .where('assignmentId', '=', id)
    .executeTakeFirstOrThrow();
  const verified = await server
    .client()
    .get<{ status: string; reason: string }>(`/api/verify/${issued.code}`);
  const paper = await world.admin.get<Buffer>(`/api/certificates/${issued.number}/pdf`);
  const csv = await world.admin.get<string>(`/api/reports/completion/export?format=csv&userId=${learner.id}`);
  const report = await world.admin.get<{
    userDetails: readonly { assignments: readonly { id: number; evidence: Shown }[] }[];
  }>(`/api/reports/completion?include=assignments&userId=${learner.id}`);
  const line = report.body.userDetails[0]?.assignments.find((row) => row.id === id);
  const title = here.assignment.id === id ? here.module.title : assignment.module.title;
  const of = (state: string, why: string | null) =>
    state === 'valid' ? 'valid' : `${state.replace('_', ' ')}: ${why ?? ''}`;
  return {
    list: said(mine.body.find((row) => row.id === id)?.signature),
    home: of(atHome?.state ?? 'not valid', atHome?.reason ?? null),
    history: said(history.body.find((row) => row.assignmentId === id)?.signature),
    certificate: of(status, reason),
    verify: of(verified.body.status, verified.body.reason),
    report: said(line?.evidence),
    csv: csvLine(csv.body, title),
    pdf: await pdfLine(title),
    paper: paperSays((await readPdf(paper.body)).text),
  };
}

const all = (word: string) => ({
  list: word,
  home: word,
  history: word,
  certificate: word,
  verify: word,
  report: word,
  csv: word,
  pdf: word,
  paper: word,
});

/** A record that claims another person is in nobody's history: where it would stand there is nothing that looks valid. */
const withoutOwner = { history: 'not valid: ', certificate: 'none: ' };

const texts = {
  record: 'The record was changed after it was signed.',
  content: 'The content is not the one that was signed.',
  signature: 'The signature itself was changed.',
  moved: 'The signature belongs to another record.',
  missing: 'The signature of this record is missing.',
};

describe('[SIG-04] T25: what a superuser changes shows as not valid everywhere, with the reason; its neighbour stays valid', () => {
  const record = 'update training_records set';
  const where = 'where id = $1';
  const cases: readonly (readonly [
    string,
    string,
    keyof typeof texts,
    'record' | 'assignment' | 'module',
  ])[] = [
    ['the title in the record', `${record} module_title = module_title || '!' ${where}`, 'record', 'record'],
    ['the title of the module', `update training_modules set title = 'Another' ${where}`, 'record', 'module'],
    ['the score in the record', `${record} score = 99 ${where}`, 'record', 'record'],
    [
      'the score of the assignment',
      `update training_assignments set score = 99 ${where}`,
      'record',
      'assignment',
    ],
    [
      'the time in the record',
      `${record} completed_at = completed_at - interval '1 day' ${where}`,
      'record',
      'record',
    ],
    [
      'the time of the assignment',
      `update training_assignments set completed_at = completed_at - interval '1 day' ${where}`,
      'record',
      'assignment',
    ],
    ['the end of validity', `${record} expires_on = '2099-01-01' ${where}`, 'record', 'record'],
    ['the version', `${record} version_number = version_number + 1 ${where}`, 'record', 'record'],
    [
      'the person',
      `${record} user_id = (select id from users where role = 'admin' limit 1) ${where}`,
      'record',
      'record',
    ],
    [
      'the meaning',
      `update signatures set meaning = 'I only looked at it' where training_record_id = $1`,
      'signature',
      'record',
    ],
    [
      'the printed name',
      `update signatures set printed_name = 'Somebody Else' where training_record_id = $1`,
      'signature',
      'record',
    ],
    [
      'the time of the signature',
      `update signatures set signed_at = signed_at - interval '1 hour' where training_record_id = $1`,
      'signature',
      'record',
    ],
    [
      'the text that was signed',
      `update module_versions set content = 'New words' where id = (select module_version_id from training_records ${where})`,
      'content',
      'record',
    ],
    [
      'the file of the content',
      `update module_version_files set file_id = (select min(file_id) from module_version_files)
       where version_id = (select module_version_id from training_records ${where})`,
      'content',
      'record',
    ],
    ['the signature away', `delete from signatures where training_record_id = $1`, 'missing', 'record'],
  ];
  for (const [name, statement, reason, target] of cases) {
    test(name, async () => {
      // The very first module's file must differ from this one's.
      if (name === 'the file of the content') await createTextModules(server.services, 1);
      const id = { record: here.recordId, assignment: here.assignment.id, module: here.module.id }[target];
      await tamper(statement, [id]);
      const word = `not valid: ${texts[reason]}`;
      const expected = name === 'the person' ? { ...all(word), ...withoutOwner } : all(word);
      expect(await everywhere(here.assignment)).toEqual(expected);
      expect(await everywhere(here.neighbour)).toEqual(all('valid'));
    });
  }

  test('nothing', async () => {
    expect(await everywhere(here.assignment)).toEqual(all('valid'));
    expect(await everywhere(here.neighbour)).toEqual(all('valid'));
  });

  test('a byte of the stored file', async () => {
    const { rows } = await db.admin.query<{ sha256: string }>(
      `select f.sha256 from files f join module_version_files vf on vf.file_id = f.id where vf.version_id = $1`,
      [here.module.versionId],
    );
    const file = findFile(server.services.config.filesDir, rows[0]?.sha256 ?? 'none');
    const bytes = fs.readFileSync(file);
    bytes.writeUInt8(bytes.readUInt8(100) ^ 1, 100);
    fs.chmodSync(file, 0o644);
    fs.writeFileSync(file, bytes);
    expect(await everywhere(here.assignment)).toEqual(all(`not valid: ${texts.content}`));
    expect(await everywhere(here.neighbour)).toEqual(all('valid'));
  });

  test('a signature moved to another record, and one copied to it', async () => {
    const other = await recordOf(here.neighbour.id);
    await tamper('delete from signatures where training_record_id = $1', [other]);
    await tamper('update signatures set record_id = $2 where training_record_id = $1', [
      here.recordId,
      other,
    ]);
    expect(await everywhere(here.neighbour)).toEqual(all(`not valid: ${texts.moved}`));
    expect(await everywhere(here.assignment)).toEqual(all(`not valid: ${texts.missing}`));
  });

  test('a copy of a signature beside the record’s own', async () => {
    const columns = `signer_id, printed_name, signed_at, time_zone, meaning, statement_version, record_hash, content_hash,
      signature_hash, signature_mac, key_id, agreement_id, agreement_version, auth_method`;
    await tamper(
      `insert into signatures (record_type, record_id, meaning_code, ${columns})
       select record_type, $2, 'passed_and_understood', ${columns} from signatures where training_record_id = $1`,
      [await recordOf(here.neighbour.id), here.recordId],
    );
    expect(await everywhere(here.assignment)).toEqual(all(`not valid: ${texts.moved}`));
    expect(await everywhere(here.neighbour)).toEqual(all('valid'));
  });

  test('the end that a certificate prints', async () => {
    const [certificate] = (
      await client.get<{ id: number; assignmentId: number }[]>('/api/certificates')
    ).body.filter((row) => row.assignmentId === here.assignment.id);
    await tamper(`update certificates set expires_on = '2099-01-01' where id = $1`, [certificate?.id]);
    expect(await everywhere(here.assignment)).toMatchObject({
      certificate: `not valid: ${texts.record}`,
      verify: `not valid: ${texts.record}`,
    });
  });
});

test('[SIG-04] a title that an administrator changes is no tampering: the record keeps the old one', async () => {
  const renamed = await world.admin.patch(`/api/training-modules/${String(here.module.id)}`, {
    title: 'Renamed',
  });
  expect(renamed.status).toBe(200);
  expect(await everywhere(here.assignment)).toEqual(all('valid'));
  const own = await client.get<{ assignmentId: number; moduleTitle: string }[]>('/api/certificates');
  expect(own.body.find((row) => row.assignmentId === here.assignment.id)?.moduleTitle).toBe(
    here.module.title,
  );
});

test('[SIG-04] [USR-08] a module whose renaming also named a person who was erased: the completions of others stay valid', async () => {
  const author = await createUser(server.services, { firstName: 'Wilhelmina', lastName: 'Ostertag' });
  const rename = async (title: string) => {
    const path = `/api/training-modules/${String(here.module.id)}`;
    const answer = await world.admin.patch(path, { title, contentCreator: 'Wilhelmina Ostertag' });
    expect(answer.status).toBe(200);
    await world.admin.patch(path, { contentCreator: null });
  };
  await rename('Renamed with its author');
  const admin = await signIn(server.client(), world.adminUser);
  const erase = async (id: string) =>
    admin.post(`/api/users/${id}/erase`, { reason: 'Asked to be forgotten' });
  expect((await erase(author.id)).status).toBe(200);
  const { rows } = await db.admin.query<{ count: number }>(
    `select count(*)::int as count from audit.events where object_type = 'training_modules' and object_id = $1
       and payload is null and residual like '%Renamed with its author%'`,
    [String(here.module.id)],
  );
  expect(rows[0]?.count).toBe(1);
  expect(await everywhere(here.assignment)).toEqual(all('valid'));

  // The new title itself holds a name, of which the trail keeps no more than its place.
  const second = await createUser(server.services, { firstName: 'Wilhelmina', lastName: 'Ostertag' });
  await rename('What Wilhelmina Ostertag (100%_) taught us');
  expect((await erase(second.id)).status).toBe(200);
  expect(await everywhere(here.assignment)).toEqual(all('valid'));
  await tamper(`update training_modules set title = 'What somebody else taught' where id = $1`, [
    here.module.id,
  ]);
  expect(await everywhere(here.assignment)).toEqual(all(`not valid: ${texts.record}`));
});

function findFile(folder: string, sha256: string): string {
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (
      entry.isFile() &&
      (entry.name === sha256 ||
        path.join(entry.parentPath, entry.name).replaceAll(path.sep, '').endsWith(sha256))
    )
      return path.join(entry.parentPath, entry.name);
  }
  throw new Error('the file is not in the store');
}
