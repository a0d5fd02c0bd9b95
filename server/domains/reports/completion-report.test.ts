import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { evidenceTime } from '#shared/domain/calendar/evidence-time.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { reportsContract } from '#shared/contract/reports.ts';
import { foldFigures } from '#server/domains/assignments/figures/fold.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { readPdf } from '#tests/harness/read-pdf.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  assignTo,
  createTextModules,
  createTrainingWorld,
  meaning,
  putStatus,
  readText,
  readyToSign,
  sign,
  type TrainingWorld,
} from '#tests/harness/training-world.ts';
import { asFixture, createOrganization, createUser, signIn, type FixtureUser } from '#tests/harness/world.ts';

type Report = ResponseOf<typeof reportsContract.completion>;

let database: TestDatabase;
let server: TestServer;
let world: TrainingWorld;
let manager: FixtureUser;
let managerClient: TestClient;
let modules: number[];

const first = () => world.learners[0] as FixtureUser;
const second = () => world.learners[1] as FixtureUser;
const third = () => world.learners[2] as FixtureUser;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
  world = await createTrainingWorld(server, 3);
  modules = await createTextModules(server.services, 3);
  manager = await createUser(server.services, {
    role: 'manager',
    organizationId: world.organization.id,
    firstName: 'Mara',
    lastName: 'Manager',
  });
  await asFixture(server.services, async (tx) => {
    await tx.db.updateTable('users').set({ managerId: manager.id }).where('id', '=', first().id).execute();
    await tx.db
      .updateTable('users')
      .set({ firstName: '=cmd|calc', lastName: 'O"Neil, Jr' })
      .where('id', '=', second().id)
      .execute();
  });
  managerClient = await signIn(server.client(), manager);
  const [done, begun, late] = modules as [number, number, number];
  const completed = await assignTo(world.admin, first().id, done);
  const learner = await readyToSign(server, first());
  await putStatus(learner, completed.id, { status: 'in_progress' });
  await readText(learner, completed.id);
  await sign(learner, completed.id, first());
  const open = await assignTo(world.admin, first().id, begun);
  await putStatus(learner, open.id, { status: 'in_progress' });
  await assignTo(world.admin, second().id, late, { dueDate: '2020-02-29' });
});

afterAll(async () => {
  await server.close();
  await database.drop();
});

async function report(client: TestClient, query = ''): Promise<Report> {
  const answer = await client.get<Report>(`/api/reports/completion${query}`);
  expect(answer.status).toBe(200);
  return answer.body;
}

test('[RPT-01] the report counts what the records say', async () => {
  const all = await report(world.admin, `?org=${String(world.organization.id)}&include=assignments`);
  expect(all.reportMetadata).toMatchObject({
    totalUsers: 4,
    totalAssignments: 3,
    overallSystemCompletionRate: 33.3,
  });
  expect(all.organizationSummary).toMatchObject([
    {
      orgId: world.organization.id,
      totalUsers: 4,
      activeUsers: 4,
      completedAssignments: 1,
      totalAssignments: 3,
      overdueAssignments: 1,
      overallCompletionRate: 33.3,
      complianceStatus: 'critical',
    },
  ]);
  const person = all.userDetails.find(({ userId }) => userId === first().id);
  expect(person).toMatchObject({
    completedAssignments: 1,
    inProgressAssignments: 1,
    overdueAssignments: 0,
    totalAssignments: 2,
    completionRate: 50,
  });
  expect(person?.assignments?.map(({ status }) => status).toSorted()).toEqual(['completed', 'in_progress']);
  const late = all.userDetails.find(({ userId }) => userId === second().id);
  expect(late?.assignments).toMatchObject([{ status: 'overdue', dueDate: '2020-02-29', evidence: null }]);
});

test('[RPT-01] [CMP-03] the summary and the dashboard count what has expired beside what is overdue', async () => {
  const query = `?org=${String(world.organization.id)}`;
  const valid = async (until: string | null) =>
    asFixture(server.services, async (tx) => {
      await sql`update training_assignments set next_renewal_date = ${until}::date
        where user_id = ${first().id} and status = 'completed'`.execute(tx.db);
    });
  await valid('2021-03-31');
  const folds = [() => Promise.resolve(undefined), () => foldFigures(server.services.db)];
  for (const fold of folds) {
    await fold();
    const { organizationSummary } = await report(world.admin, query);
    expect(organizationSummary).toMatchObject([{ overdueAssignments: 1, expiredAssignments: 1 }]);
    const { body } = await world.admin.get('/api/dashboard/stats');
    expect(body).toMatchObject({ overdueTrainings: 1, expiredTrainings: 1, overdueUsers: 2 });
  }
  const worst = await report(world.admin, `${query}&sort=-expired`);
  expect(worst.userDetails[0]?.userId).toBe(first().id);
  const team = await report(managerClient, '?team=true');
  expect(team.organizationSummary).toMatchObject([{ overdueAssignments: 0, expiredAssignments: 1 }]);
  await valid(null);
});

test('[RPT-01] [CMP-03] a person without assignments has no tier, and an inactive one does not move the rate', async () => {
  const query = `?org=${String(world.organization.id)}`;
  const person = (await report(world.admin, query)).userDetails.find(({ userId }) => userId === third().id);
  expect(person).toMatchObject({ completionRate: 0, complianceStatus: 'none', totalAssignments: 0 });
  await asFixture(server.services, async (tx) => {
    await tx.db.updateTable('users').set({ isActive: false }).where('id', '=', second().id).execute();
  });
  const { reportMetadata, organizationSummary } = await report(world.admin, query);
  expect(reportMetadata).toMatchObject({
    totalUsers: 4,
    totalAssignments: 2,
    overallSystemCompletionRate: 50,
  });
  expect(organizationSummary[0]).toMatchObject({ totalUsers: 4, activeUsers: 3, overdueAssignments: 0 });
  await asFixture(server.services, async (tx) => {
    await tx.db.updateTable('users').set({ isActive: true }).where('id', '=', second().id).execute();
  });
});

test('[RPT-01] [SIG-04] each completion shows its signature and that it holds', async () => {
  const { userDetails } = await report(world.admin, `?userId=${first().id}&include=assignments`);
  const completed = userDetails[0]?.assignments?.find(({ status }) => status === 'completed');
  expect(completed?.evidence).toMatchObject({
    valid: true,
    reason: null,
    signature: { printedName: `${first().firstName} ${first().lastName}`, timeZone: 'America/New_York' },
  });
});

test('[RPT-01] [AUTH-13] a manager sees the team and nobody else, a learner no report', async () => {
  const team = await report(managerClient);
  expect(team.userDetails.map(({ userId }) => userId)).toEqual([first().id]);
  expect(team.reportMetadata).toMatchObject({ totalUsers: 1, totalAssignments: 2 });
  const foreign = await report(managerClient, `?userId=${second().id}`);
  expect(foreign.userDetails).toEqual([]);
  const learner = await signIn(server.client(), third());
  expect((await learner.get('/api/reports/completion')).status).toBe(403);
});

test('[RPT-01] sorts, searches and pages in the database', async () => {
  const org = `?org=${String(world.organization.id)}`;
  const byOverdue = await report(world.admin, `${org}&sort=-overdue&limit=1`);
  expect(byOverdue.userDetails.map(({ userId }) => userId)).toEqual([second().id]);
  const rest = await report(world.admin, `${org}&sort=-overdue&limit=10&offset=1`);
  expect(rest.userDetails).toHaveLength(3);
  const found = await report(world.admin, `${org}&q=${encodeURIComponent('O"Neil')}`);
  expect(found.userDetails.map(({ userId }) => userId)).toEqual([second().id]);
  expect((await report(world.admin, `${org}&q=%25`)).userDetails).toEqual([]);
  expect((await world.admin.get('/api/reports/completion?sort=email')).status).toBe(422);
});

test('[RPT-02] the CSV is RFC 4180, safe from formulas (T14), with the signature in its columns', async () => {
  const answer = await world.admin.get<string>(
    `/api/reports/completion/export?format=csv&org=${String(world.organization.id)}`,
  );
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="completion-report-csv-\d{4}-\d\d-\d\d\.csv"$/,
  );
  const text = answer.body;
  const lines = text.replace(/^\ufeff/, '').split('\r\n');
  expect(lines[0]).toContain('signer_name,signed_at,signed_tz,meaning,signature_valid');
  expect(text).toContain(`,"O""Neil, Jr",'=cmd|calc,`);
  expect(lines.find((line) => line.includes(',completed,'))).toContain(',valid,');
  // As a program opens it: no cell begins a formula.
  const cells: string[][] = parse(text, { bom: true, record_delimiter: '\r\n' });
  for (const cell of cells.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
  // A person without assignments has a line, too; the last line ends with CRLF.
  expect(lines.filter((line) => line !== '')).toHaveLength(1 + 5);
});

test('[AUD-01] the report of one other person is in the trail, one of all and one out of reach are not', async () => {
  const reads = async (): Promise<number> => {
    const { rows } = await database.admin.query<{ count: number }>(
      `select count(*)::int as count from audit.events where action = 'training_file.read' and actor_id = $1`,
      [manager.id],
    );
    return rows[0]?.count ?? 0;
  };
  const before = await reads();
  await report(managerClient);
  await report(managerClient, `?userId=${second().id}`);
  expect(await reads()).toBe(before);
  await report(managerClient, `?userId=${first().id}`);
  expect(await reads()).toBe(before + 1);
});

test('[RPT-02] [SIG-04] the PDF has each signature whole, and exports are recorded', async () => {
  const answer = await world.admin.get<Buffer>('/api/reports/completion/export?format=pdf');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  const { text } = await readPdf(answer.body);
  // What was signed is said once, at the end.
  expect(text).toContain(`[1] ${meaning}`);
  // The version of a module stands under a word, in each language (SHELL-09).
  expect(text).toMatch(/\bVer\./);
  // The reader's zone is UTC; the signature is told in the zone of its signer.
  const { userDetails } = await report(
    world.admin,
    `?org=${String(world.organization.id)}&limit=200&include=assignments`,
  );
  const signed = userDetails.flatMap(({ assignments }) =>
    assignments?.map(({ evidence }) => evidence?.signature),
  );
  const instant = new Date(signed.find((one) => one)?.signedAt ?? '');
  const told = evidenceTime(instant, 'America/New_York', 'en').text.replaceAll(/\s/g, ' ');
  expect(text).toContain(told);
  // When it was completed is no place for dots.
  expect(text).not.toContain('…');
  const { rows } = await database.admin.query<{ count: number }>(
    `select count(*)::int as count from audit.events where action = 'report.exported' and actor_id = $1`,
    [world.adminUser.id],
  );
  expect(rows[0]?.count).toBe(2);
});

test('[RPT-02] [AUD-03] [SEC-06] an export that was narrowed to a person out of reach has no rows and leaves nothing in that person’s trail', async () => {
  for (const { id } of [second(), first()]) {
    const path = `/api/reports/completion/export?format=csv&userId=${id}`;
    expect((await managerClient.get(path)).status).toBe(200);
  }
  const { rows } = await database.admin.query<{ id: string }>(
    `select subject_id as id from audit.events where action = 'report.exported' and actor_id = $1 and subject_id is not null`,
    [manager.id],
  );
  expect(rows).toEqual([{ id: first().id }]);
});

test('[RPT-01] [DASH-01] people without an organization or a department are a list of their own, of nobody else for a manager', async () => {
  const nowhere = await createUser(server.services, { role: 'learner', organizationId: null });
  const found = await report(world.admin, '?org=none&limit=200');
  const ids = found.userDetails.map(({ userId }) => userId);
  expect(ids).toContain(nowhere.id);
  expect(ids).not.toContain(first().id);
  expect(found.organizationSummary.map(({ orgId }) => orgId)).toEqual([null]);
  expect(found.reportMetadata.totalUsers).toBe(ids.length);
  // The manager stands in no department, the learners in one.
  const org = `?org=${String(world.organization.id)}`;
  const { reportMetadata, userDetails } = await report(world.admin, `${org}&departmentId=none`);
  expect(reportMetadata.totalUsers).toBe(userDetails.length);
  expect(userDetails.map(({ userId }) => userId)).toEqual([manager.id]);
  expect((await report(managerClient, '?org=none')).userDetails).toEqual([]);
  const file = await world.admin.get<string>('/api/reports/completion/export?format=csv&org=none');
  expect(file.status).toBe(200);
  expect(file.body).toContain(nowhere.email);
  expect(file.body).not.toContain(first().email);
  const then = await world.admin.get('/api/reports/completion?org=none&asOf=2020-01-01');
  expect(then.status).toBe(200);
  expect((await world.admin.get('/api/exports/count?dataSet=people&format=csv&org=none')).body).toMatchObject(
    { rows: ids.length },
  );
  expect((await world.admin.get('/api/reports/completion?org=nobody')).status).toBe(422);
});

test('[RPT-02] [RPT-04] [MGR-03] the PDF says what was asked, of whom, as of which day and by whom', async () => {
  const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
  const asked = async (client: TestClient, query: Record<string, string>) => {
    const search = new URLSearchParams({ format: 'pdf', ...query }).toString();
    const { text } = await readPdf(
      (await client.get<Buffer>(`/api/reports/completion/export?${search}`)).body,
    );
    return text;
  };
  const { id, name } = world.organization;
  expect(await asked(world.admin, { asOf: day })).toContain(`As of: ${day} Filters: None`);
  const now = await asked(world.admin, { org: String(id), q: 'Neil' });
  expect(now).toMatch(/As of: [^:]+:\d\d [AP]M UTC · \d{4}-\d\d-\d\dT/);
  expect(now).toContain(`Filters: Organization: ${name}; Search: Neil`);
  expect(now).toContain('Reach: The whole installation');
  expect(now).toContain('Times are in UTC,');
  const { firstName, lastName } = world.adminUser;
  expect(now).toContain(`Requested by: ${firstName} ${lastName}`);
  const team = 'Direct and indirect reports of the requester';
  const own = await asked(managerClient, { team: 'true' });
  expect(own).toContain(`Filters: Team: ${team}`);
  expect(own).toContain(`Reach: ${team}`);
});

test('[RPT-01] [AUTH-13] [AUD-03] the assignments of a person come when they are asked for, of nobody out of reach, and reading them is in the trail', async () => {
  const opened = (client: TestClient, query: string) =>
    client.get<Report>(`/api/reports/completion?include=assignments${query}`);
  const own = await opened(managerClient, `&userId=${first().id}`);
  expect(own.body.userDetails.map(({ assignments }) => assignments?.length)).toEqual([2]);
  const [titled] = own.body.userDetails[0]?.assignments ?? [];
  const one = await opened(managerClient, `&userId=${first().id}&moduleId=${String(titled?.moduleId)}`);
  expect(one.body.userDetails[0]?.assignments).toEqual([titled]);
  for (const [client, id] of [
    [managerClient, second().id],
    [world.admin, 'nobody'],
  ] as const)
    expect((await opened(client, `&userId=${id}`)).status).toBe(404);
  const { rows } = await database.admin.query<{ id: string }>(
    `select distinct subject_id as id from audit.events where action = 'training_file.read' and actor_id = $1`,
    [manager.id],
  );
  expect(rows).toEqual([{ id: first().id }]);
});

test('[PERF-03] [RPT-01] the page of 100 people with 20 assignments each has what the table shows, below 60 kB', async () => {
  const { id: organizationId } = await createOrganization(server.services);
  const trained = await createTextModules(server.services, 20);
  await asFixture(server.services, async (tx) => {
    await sql`insert into users (id, email, first_name, last_name, organization_id, job_title, role)
      select 'crowd-' || gen_random_uuid(), 'somebody.of.the.crowd.' || n || '@trial-site.example', 'Alexandra', 'Number ' || n, ${organizationId},
        'Clinical research associate', 'learner' from generate_series(1, 100) n`.execute(tx.db);
    await sql`insert into training_assignments (user_id, module_id, module_version_id, due_date)
      select u.id, m.id, m.current_version_id, '2031-01-01'
      from users u cross join training_modules m
      where u.organization_id = ${organizationId} and m.id = any(${trained}::int[])`.execute(tx.db);
  });
  const path = `/api/reports/completion?org=${String(organizationId)}&limit=100`;
  const { body } = await world.admin.get<Report>(path);
  expect(body.reportMetadata).toMatchObject({ totalUsers: 100, totalAssignments: 2000 });
  expect(body.userDetails.map(({ totalAssignments }) => totalAssignments)).toEqual(Array(100).fill(20));
  expect(JSON.stringify(body).length).toBeLessThan(60_000);
});
