import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { reportsContract } from '#shared/contract/reports.ts';
import type { certificatesContract } from '#shared/contract/certificates.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { evidenceDay, evidenceTime, zonedInstant } from '#shared/domain/calendar/evidence-time.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { readPdf } from '#tests/harness/read-pdf.ts';
import { signings } from '#tests/harness/signings.ts';
import { unzip } from '#tests/harness/unzip.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  assignTo,
  createTextModules,
  createTrainingWorld,
  putStatus,
  readText,
  readyToSign,
  sign,
  type Assignment,
  type TrainingWorld,
} from '#tests/harness/training-world.ts';
import { createUser, signIn, type FixtureUser } from '#tests/harness/world.ts';

type Report = ResponseOf<typeof reportsContract.completion>;
type Certificate = ResponseOf<typeof certificatesContract.list>[number];
type Verified = ResponseOf<typeof certificatesContract.verify>;

/** The zone that the organization moved to in the end. */
const movedTo = 'Asia/Tokyo';

let database: TestDatabase;
let server: TestServer;
let world: TrainingWorld;
let admin: TestClient;
let learner: TestClient;
const records: Assignment[] = [];

const plain = (text: string) => text.replaceAll(/\s+/gu, ' ').replaceAll('/ ', '/');
const person = () => world.learners[0] as FixtureUser;
const goTo = (instant: string) => database.moveClock({ milliseconds: Date.parse(instant) - Date.now() });
/** The zone in which a record was signed, by the table above. */
const zoneOf = ({ id }: Pick<Assignment, 'id'>) =>
  signings[records.findIndex((record) => record.id === id)]?.[1] ?? '';
const printed = (record: Assignment, language = 'en') =>
  plain(evidenceTime(record.completedAt ?? '', zoneOf(record), language).text);

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
  await goTo('2026-07-10T12:00:00Z');
  world = await createTrainingWorld(server, 1);
  const modules = await createTextModules(server.services, signings.length);
  for (const [index, [instant, timeZone]] of signings.entries()) {
    await goTo(instant);
    admin = await signIn(server.client(), world.adminUser);
    await admin.patch(`/api/organizations/${String(world.organization.id)}`, { timeZone });
    const { id } = await assignTo(admin, person().id, modules[index] as number);
    learner = await readyToSign(server, person());
    await putStatus(learner, id, { status: 'in_progress' });
    await readText(learner, id);
    await sign(learner, id, person());
    records.push((await learner.get<Assignment>(`/api/training-assignments/${String(id)}`)).body);
  }
  await database.moveClock({});
  admin = await signIn(server.client(), world.adminUser);
  learner = await signIn(server.client(), person());
  await admin.patch(`/api/organizations/${String(world.organization.id)}`, {
    timeZone: movedTo,
  });
  await admin.patch('/api/users/settings', { timezone: 'PST' });
});

afterAll(async () => {
  await server.close();
  await database.drop();
});

const org = () => `org=${String(world.organization.id)}`;

test('[RPT-05] every answer carries the zone in which a completion was recorded, whatever the organization has now', async () => {
  expect(records.map(({ completedAt }) => completedAt?.slice(0, 16))).toEqual(
    signings.map(([instant]) => instant.slice(0, 16)),
  );
  const own = await learner.get<Assignment[]>('/api/assignments/user');
  for (const row of own.body) {
    expect(row).toMatchObject({ completedTimeZone: zoneOf(row), completionKind: 'completion' });
    expect(row.signature).toMatchObject({ timeZone: zoneOf(row), signedAt: row.completedAt });
  }
  const { body } = await admin.get<Report>(`/api/reports/completion?include=assignments&${org()}`);
  const shown = body.userDetails.flatMap(({ assignments }) => assignments ?? []);
  expect(new Set(shown.map(({ completedDate }) => completedDate))).toEqual(
    new Set(records.map(({ completedAt }) => completedAt)),
  );
  const { timeZone } = (
    await admin.get<{ timeZone: string }>(`/api/organizations/${String(world.organization.id)}`)
  ).body;
  expect(timeZone).toBe(movedTo);
  for (const record of records) {
    const row = shown.find(({ completedDate }) => completedDate === record.completedAt);
    expect([row?.completedTimeZone, row?.completionKind]).toEqual([zoneOf(record), 'completion']);
  }
});

test('[RPT-05] [RPT-02] CSV and XLSX write it in the zone of the record, and what is no evidence in the zone of the reader', async () => {
  const columns = 'module,assigned_at,reader_tz,completed_at,completed_tz,signed_at,signed_tz';
  const files = [
    `/api/reports/completion/export?format=csv&${org()}`,
    `/api/exports/download?dataSet=report&format=csv&columns=${columns}&${org()}`,
  ];
  for (const path of files) {
    const answer = await admin.get<string>(path);
    const rows: Record<string, string>[] = parse(answer.body, { bom: true, columns: true });
    for (const record of records) {
      const at = zonedInstant(record.completedAt ?? '', zoneOf(record));
      expect(rows.find(({ module }) => module === record.module.title)).toMatchObject({
        completed_at: at,
        completed_tz: zoneOf(record),
        signed_at: at,
        signed_tz: zoneOf(record),
        assigned_at: zonedInstant(record.assignedDate, 'America/Los_Angeles'),
        reader_tz: 'America/Los_Angeles',
      });
    }
  }
  const xlsx = await admin.get<Buffer>(
    `/api/exports/download?dataSet=completions&format=xlsx&columns=completed_at,completed_tz&${org()}`,
  );
  const sheet = (await unzip(xlsx.body)).get('xl/worksheets/sheet1.xml')?.toString() ?? '';
  for (const record of records) {
    const clock = `${zonedInstant(record.completedAt ?? '', zoneOf(record)).slice(0, 19)}Z`;
    expect(sheet).toContain(`<v>${String(Date.parse(clock) / 86_400_000 + 25_569)}</v>`);
  }
  // Without the column of the zone, an instant keeps its offset.
  const alone = await admin.get<Buffer>(
    `/api/exports/download?dataSet=completions&format=xlsx&columns=completed_at&${org()}`,
  );
  const text = (await unzip(alone.body)).get('xl/worksheets/sheet1.xml')?.toString() ?? '';
  for (const record of records)
    expect(text).toContain(zonedInstant(record.completedAt ?? '', zoneOf(record)));
});

test('[RPT-05] [SIG-04] report, training file, certificate and public page print the same words', async () => {
  const report = await admin.get<Buffer>(`/api/reports/completion/export?format=pdf&${org()}`);
  const file = await admin.get<Buffer>(`/api/employee/${person().id}/training-file.pdf`);
  const papers = [plain((await readPdf(report.body)).text), plain((await readPdf(file.body)).text)];
  for (const record of records) {
    for (const paper of papers) expect(paper).toContain(printed(record));
  }
  const certificates = await learner.get<Certificate[]>('/api/certificates');
  for (const record of records) {
    const certificate = certificates.body.find(({ assignmentId }) => assignmentId === record.id);
    const paper = await learner.get<Buffer>(certificate?.url ?? '');
    expect(plain((await readPdf(paper.body)).text)).toContain(printed(record));
    const path = certificate?.verifyUrl.replace('/verify/', '/api/verify/') ?? '';
    const { body } = await server.client().get<Verified>(path);
    expect(body.timeZone).toBe(zoneOf(record));
    expect(plain(evidenceTime(body.completedAt, body.timeZone, 'en').text)).toBe(printed(record));
  }
});

test('[RPT-05] [RPT-03] completions are chosen by the days that they show', async () => {
  const asked = async (day: string) => {
    const query = `dataSet=completions&format=csv&columns=completed_at&from=${day}&to=${day}&${org()}`;
    const answer = await admin.get<string>(`/api/exports/download?${query}`);
    return parse(answer.body, { bom: true, from: 2 }).length;
  };
  expect(await asked('2026-07-10')).toBe(1);
  expect(await asked('2026-07-11')).toBe(0);
});

test('[SHELL-09] [RPT-05] who has chosen no zone reads in that of the organization, who has, in the chosen one', async () => {
  const settings = '/api/users/settings';
  expect((await learner.get<{ timezone: null }>(settings)).body.timezone).toBeNull();
  const about = async (client: TestClient) => {
    const answer = await client.get('/api/exports/download?dataSet=people&format=csv&columns=email');
    return decodeURIComponent(answer.headers.get('export-about') ?? '');
  };
  expect(await about(admin)).toContain('America/Los_Angeles');
  expect((await admin.patch<{ timezone: null }>(settings, { timezone: null })).body.timezone).toBeNull();
  // The administrator belongs to no organization.
  expect(await about(admin)).toContain('Times are in UTC,');
});

test('[RPT-05] of a past training every file says the day alone, and none the noon that is stored for it', async () => {
  const organizationId = world.organization.id;
  const late = await createUser(server.services, { organizationId, lastName: 'Onpaper' });
  const [moduleId = 0] = await createTextModules(server.services, 1);
  const { id } = await assignTo(admin, late.id, moduleId);
  const recorded = await admin.post(`/api/training-assignments/${String(id)}/record-completion`, {
    completedOn: '2026-03-04',
    reason: 'Signed on paper',
  });
  expect(recorded.status).toBe(200);
  const sets = ['report', 'assignments', 'completions', 'training'];
  const query = (dataSet: string, format: string, columns: string) =>
    `/api/exports/download?dataSet=${dataSet}&format=${format}&columns=${columns}&q=Onpaper&${org()}`;
  const paths = [
    `/api/reports/completion/export?format=csv&q=Onpaper&${org()}`,
    ...sets.map((dataSet) => query(dataSet, 'csv', 'completed_at,completed_tz')),
  ];
  for (const path of paths) {
    const answer = await admin.get<string>(path);
    const [row]: Record<string, string>[] = parse(answer.body, { bom: true, columns: true });
    expect(row, path).toMatchObject({ completed_at: '2026-03-04', completed_tz: movedTo });
  }
  for (const dataSet of sets) {
    const xlsx = await admin.get<Buffer>(query(dataSet, 'xlsx', 'completed_at,completed_tz'));
    const sheet = (await unzip(xlsx.body)).get('xl/worksheets/sheet1.xml')?.toString() ?? '';
    const serial = Date.parse('2026-03-04') / 86_400_000 + 25_569;
    expect(sheet, dataSet).toContain(`<c s="2"><v>${String(serial)}</v></c>`);
    const pdf = await admin.get<Buffer>(query(dataSet, 'pdf', 'completed_at'));
    const { text } = await readPdf(pdf.body);
    expect(plain(text), dataSet).toContain(plain(evidenceDay('2026-03-04', movedTo, 'en').text));
  }
});

test('[RPT-05] [RPT-03] an export as PDF prints a completion in the words of every other paper', async () => {
  const path = `/api/exports/download?dataSet=completions&format=pdf&columns=module,completed_at&${org()}`;
  const { text } = await readPdf((await admin.get<Buffer>(path)).body);
  for (const record of records) expect(plain(text)).toContain(printed(record));
});
