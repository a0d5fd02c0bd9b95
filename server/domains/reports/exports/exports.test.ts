import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dataSetNames, dataSets } from '#shared/domain/reports/data-sets.ts';
import type { Answer, TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { createReachWorld, type ReachWorld } from '#tests/harness/reach-world.ts';
import { readPdf } from '#tests/harness/read-pdf.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { assignTo, completeText, createTextModules, readyToSign } from '#tests/harness/training-world.ts';
import { asFixture, signIn } from '#tests/harness/world.ts';
import { sweepExportsJob } from './exports.jobs.ts';
import { writeExport } from './write-export.ts';

interface View {
  readonly id: number;
  readonly state: string;
  readonly rowsDone: number;
  readonly rowsTotal: number | null;
  readonly problem: string | null;
  readonly fileName: string | null;
}

let database: TestDatabase;
let server: TestServer;
let world: ReachWorld;
let admin: TestClient;
let manager: TestClient;
let inspector: TestClient;

const first = () => world.organizations[0];

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
  world = await createReachWorld(server.services);
  admin = await signIn(server.client(), world.admin);
  manager = await signIn(server.client(), first().leads[0]);
  inspector = await signIn(server.client(), first().inspector);
  const [module = 0] = await createTextModules(server.services, 1, { title: '=danger()' });
  await asFixture(server.services, async (tx) => {
    for (const { organization } of world.organizations) {
      const { id: matrixId } = await tx.db
        .insertInto('trainingMatrices')
        .values({ name: `Matrix of ${organization.name}`, organizationId: organization.id })
        .returning('id')
        .executeTakeFirstOrThrow();
      await tx.db.insertInto('trainingMatrix').values({ matrixId, moduleId: module }).execute();
    }
  });
  for (const person of [first().learners[0], world.organizations[1].learners[0]]) {
    const { id } = await assignTo(admin, person.id, module);
    await completeText(await readyToSign(server, person), id, person);
  }
});

afterAll(async () => {
  await server.close();
  await database.drop();
});

const download = (client: TestClient, query: Record<string, string>): Promise<Answer<string>> =>
  client.get(`/api/exports/download?${new URLSearchParams({ format: 'csv', ...query }).toString()}`);

const linesOf = (text: string): string[][] => parse(text, { bom: true });

async function ask(client: TestClient, body: object = {}): Promise<View> {
  const answer = await client.post<View>('/api/exports', {
    dataSet: 'people',
    format: 'csv',
    columns: ['email'],
    filters: {},
    ...body,
  });
  expect(answer.status).toBe(201);
  return answer.body;
}

const viewOf = async (client: TestClient, id: number): Promise<View | undefined> =>
  (await client.get<View[]>('/api/exports?limit=200')).body.find((one) => one.id === id);

const fileOf = (client: TestClient, id: number) => client.get<string>(`/api/exports/${String(id)}/file`);

describe('at once', () => {
  test.each(dataSetNames)(
    '[RPT-03] [AUD-01] %s: the count is that of the lines, the columns come as chosen, the trail knows',
    async (dataSet) => {
      const columns = dataSets[dataSet].columns.toReversed();
      const count = await admin.get<{ rows: number; background: boolean }>(
        `/api/exports/count?dataSet=${dataSet}&format=csv&columns=${columns.join(',')}`,
      );
      const answer = await download(admin, { dataSet, columns: columns.join(',') });
      expect(answer.status).toBe(200);
      const [head, ...lines] = linesOf(answer.body);
      expect(head).toEqual(columns);
      expect(count.body.background).toBe(false);
      expect(Math.abs(lines.length - count.body.rows)).toBeLessThanOrEqual(dataSet === 'audit' ? 3 : 0);
      expect(lines.length).toBeGreaterThan(0);
      for (const cell of lines.flat()) expect(cell).not.toMatch(/^[=+@\t\r]/);
      const { rows } = await database.admin.query(
        `select 1 from audit.events where action = 'report.exported' and object_id = $1 and actor_id = $2`,
        [dataSet, world.admin.id],
      );
      expect(rows).toHaveLength(1);
      const about: unknown = JSON.parse(decodeURIComponent(answer.headers.get('export-about') ?? ''));
      expect(about).toMatchObject({
        Filters: 'None',
        'As of': expect.stringMatching(/ · \d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
        'Requested by': expect.any(String) as string,
      });
    },
  );

  test('[RPT-03] [SIG-04] completions say whether their signature holds, and formulas stay text', async () => {
    const columns = 'email,module,signature_valid,signer_name,certificate';
    const answer = await download(admin, { dataSet: 'completions', columns });
    const lines = linesOf(answer.body).slice(1);
    expect(lines.map(([, module, valid]) => [module, valid])).toEqual([
      ["'=danger()", 'valid'],
      ["'=danger()", 'valid'],
    ]);
    for (const [, , , signer, certificate] of lines) expect([signer, certificate]).not.toContain('');
  });

  test('[RPT-02] [RPT-03] PDF and XLSX carry what was asked, when, in which zone and by whom', async () => {
    const org = String(first().organization.id);
    const query = { dataSet: 'people', columns: 'last_name,email', org };
    const pdf = await admin.get<Buffer>(
      `/api/exports/download?${new URLSearchParams({ ...query, format: 'pdf' }).toString()}`,
    );
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    const { text } = await readPdf(pdf.body);
    expect(text).toContain(`Organization: ${first().organization.name}`);
    expect(text).toContain('Reach: The whole installation');
    expect(text).toContain(first().learners[0].email);
    expect(text).not.toContain(world.organizations[1].learners[0].email);
    // All columns on one page: no word of a heading is broken.
    const all = new URLSearchParams({
      dataSet: 'people',
      format: 'pdf',
      columns: dataSets.people.columns.join(),
    });
    const whole = await admin.get<Buffer>(`/api/exports/download?${all.toString()}`);
    expect((await readPdf(whole.body)).text).toMatch(/Assigned .*Completed .*Overdue .*Completion/);
    const xlsx = await admin.get('/api/reports/completion/export?format=xlsx');
    expect(xlsx.headers.get('content-disposition')).toMatch(
      /filename="completion-report-xlsx-\d{4}-\d\d-\d\d\.xlsx"/,
    );
  });

  test('[RPT-03] [AUTH-13] names the places asked for and the reach, but no place outside the reach', async () => {
    const [, other] = world.organizations;
    const aboutOf = async (client: TestClient, org: number): Promise<unknown> => {
      const answer = await download(client, { dataSet: 'people', columns: 'email', org: String(org) });
      return JSON.parse(decodeURIComponent(answer.headers.get('export-about') ?? ''));
    };
    const { id, name } = first().organization;
    const team = 'Direct and indirect reports of the requester';
    expect(await aboutOf(manager, id)).toMatchObject({ Filters: `Organization: ${name}`, Reach: team });
    expect(await aboutOf(inspector, id)).toMatchObject({ Filters: `Organization: ${name}`, Reach: name });
    for (const client of [manager, inspector]) {
      const asked = `Organization: ${String(other.organization.id)}`;
      expect(await aboutOf(client, other.organization.id)).toMatchObject({ Filters: asked });
    }
  });

  test('[RPT-03] refuses filters and columns that a data set does not have', async () => {
    const refused: Record<string, string>[] = [
      { dataSet: 'people', columns: 'email', status: 'overdue' },
      { dataSet: 'people', columns: 'email,changes' },
      { dataSet: 'people', columns: 'email,email' },
      { dataSet: 'people', columns: '' },
      { dataSet: 'people', columns: 'email', asOf: '2999-01-01' },
    ];
    for (const query of refused)
      expect((await download(admin, query)).status, JSON.stringify(query)).toBe(422);
  });
});

describe('reach', () => {
  test('[RPT-03] [AUTH-13] whoever asks for all gets those within reach only (T3)', async () => {
    const all = new Map(world.everyone.map((person) => [person.email, person.id]));
    const seen = async (client: TestClient, dataSet: string) =>
      new Set(
        linesOf((await download(client, { dataSet, columns: 'email', org: 'all' })).body)
          .slice(1)
          .flat()
          .map((email) => all.get(email)),
      );
    const team = [first().supervisor, ...first().learners, first().inactive, first().mustChange].map(
      ({ id }) => id,
    );
    expect(await seen(manager, 'people')).toEqual(new Set(team));
    const members = world.everyone.filter(({ organizationId }) => organizationId === first().organization.id);
    expect(await seen(inspector, 'people')).toEqual(new Set(members.map(({ id }) => id)));
    for (const dataSet of ['assignments', 'completions']) {
      expect(await seen(manager, dataSet)).toEqual(new Set([first().learners[0].id]));
      expect(await seen(inspector, dataSet)).toEqual(new Set([first().learners[0].id]));
    }
    for (const dataSet of ['matrix', 'audit']) {
      expect((await download(manager, { dataSet, columns: 'organization' })).status).toBe(403);
      const organizations = linesOf((await download(inspector, { dataSet, columns: 'organization' })).body)
        .slice(1)
        .flat();
      expect(new Set(organizations).size).toBeLessThanOrEqual(1);
      expect(organizations).not.toContain(world.organizations[1].organization.name);
    }
  });

  test('[RPT-03] [HR-05] the trail of the HR area is in the export of administrators, and in that of no inspector', async () => {
    const organizationId = first().organization.id;
    const hr = await signIn(server.client(), first().hr);
    const agreement = await hr.post<{ id: number }>('/api/hr/agreements', {
      organizationId,
      title: 'Advice of Doctor Quince',
      kind: 'consulting',
      partyUserId: null,
      partyName: 'Doctor Quince',
      partyEmail: null,
      startsOn: '2026-01-01',
      endsOn: null,
      noticeDays: 30,
    });
    expect(agreement.status).toBe(201);
    expect((await hr.get(`/api/hr/agreements/${String(agreement.body.id)}`)).status).toBe(200);
    const learner = first().learners[0].id;
    expect((await hr.get(`/api/hr/people/${learner}/cv`)).status).toBe(200);
    const linesFor = async (client: TestClient) =>
      linesOf((await download(client, { dataSet: 'audit', columns: 'record,action,changes' })).body).slice(1);
    const ofHr = ([record = '', action = '', changes = '']: string[]) =>
      record.startsWith('hr_') || /^(agreement|cv)[.]/.test(action) || changes.includes('Quince');
    const actions = new Set((await linesFor(admin)).filter(ofHr).map(([, action]) => action));
    expect(actions).toEqual(new Set(['agreement.created', 'agreement.read', 'cv.read']));
    const seen = await linesFor(inspector);
    expect(seen.filter(ofHr)).toEqual([]);
    expect(seen.length).toBeGreaterThan(0);
  });

  test('[MGR-03] [AUTH-13] the report of the team has the own reports and nobody else', async () => {
    const ids = async (client: TestClient) =>
      (
        await client.get<{ userDetails: { userId: string }[] }>('/api/reports/completion?team=true&limit=200')
      ).body.userDetails.map(({ userId }) => userId);
    expect(await ids(admin)).toEqual([]);
    expect((await inspector.get('/api/reports/completion?team=true')).status).toBe(422);
    expect((await ids(manager)).toSorted()).toEqual(
      [first().supervisor, ...first().learners, first().inactive, first().mustChange]
        .map(({ id }) => id)
        .toSorted(),
    );
  });
});

test('[MGR-03] [RPT-03] [AUTH-13] the export of the team has the own reports and nobody else, at once and later', async () => {
  const team = [first().supervisor, ...first().learners, first().inactive, first().mustChange];
  const asked = { dataSet: 'report', columns: ['email'], filters: { team: true } };
  for (const [client, emails] of [
    [admin, []],
    [manager, team.map(({ email }) => email).toSorted()],
  ] as const) {
    const emailsIn = (text: string) => [...new Set(linesOf(text).slice(1).flat())].toSorted();
    const now = await download(client, { dataSet: 'report', columns: 'email', team: 'true' });
    expect(emailsIn(now.body)).toEqual(emails);
    const { id } = await ask(client, asked);
    expect(await viewOf(client, id)).toMatchObject({ filters: { team: true }, timeZone: 'UTC' });
    await writeExport(server.services, id);
    expect(emailsIn((await fileOf(client, id)).body)).toEqual(emails);
  }
  expect((await download(admin, { dataSet: 'people', columns: 'email', team: 'true' })).status).toBe(422);
  // An inspector has no team: it is refused at its field, in each way of asking.
  const refusals = [
    await inspector.get('/api/exports/count?dataSet=report&format=csv&team=true'),
    await inspector.get('/api/exports/download?dataSet=report&format=csv&columns=email&team=true'),
    await inspector.post('/api/exports', { ...asked, format: 'csv' }),
  ];
  for (const { status, body } of refusals)
    expect([status, body]).toMatchObject([
      422,
      { errors: [{ path: 'team', message: 'Only managers and administrators have a team.' }] },
    ]);
});

describe('in the background', () => {
  test('[RPT-03] is written, found again, fetched for seven days and then removed', async () => {
    const { id } = await ask(admin, { columns: ['email', 'last_name'] });
    expect((await fileOf(admin, id)).status).toBe(404);
    await writeExport(server.services, id);
    expect(await viewOf(admin, id)).toMatchObject({
      state: 'ready',
      rowsDone: world.everyone.length,
      rowsTotal: world.everyone.length,
    });
    const file = await fileOf(admin, id);
    expect(file.headers.get('content-disposition')).toMatch(/people-csv-\d{4}-\d\d-\d\d\.csv/);
    expect(linesOf(file.body)).toHaveLength(world.everyone.length + 1);
    // Running again changes nothing.
    await writeExport(server.services, id);
    await database.moveClock({ days: 6 });
    await sweepExportsJob.run(server.services, {});
    const later = await signIn(server.client(), world.admin);
    expect((await fileOf(later, id)).status).toBe(200);
    await database.moveClock({ days: 8 });
    await sweepExportsJob.run(server.services, {});
    const last = await signIn(server.client(), world.admin);
    expect(await viewOf(last, id)).toMatchObject({ state: 'expired' });
    expect((await fileOf(last, id)).status).toBe(404);
    const { rows } = await database.admin.query(
      `select 1 from files f join exports e on e.file_id = f.id where e.id = $1`,
      [id],
    );
    expect(rows).toEqual([]);
    await database.moveClock({});
  });

  test('[RPT-03] a process that ends in the middle leaves no file, and the next one writes all of it', async () => {
    const { id } = await ask(admin);
    const stopping = new AbortController();
    stopping.abort();
    await expect(writeExport(server.services, id, stopping.signal)).rejects.toThrow('aborted');
    expect(await viewOf(admin, id)).toMatchObject({ state: 'running' });
    expect((await fileOf(admin, id)).status).toBe(404);
    await writeExport(server.services, id);
    expect(linesOf((await fileOf(admin, id)).body)).toHaveLength(world.everyone.length + 1);
  });

  test('[RPT-03] a cancelled one is not written, and one that has ended cannot be cancelled', async () => {
    const { id } = await ask(admin);
    const cancel = () => admin.post<View>(`/api/exports/${String(id)}/cancel`, {});
    expect((await cancel()).body.state).toBe('cancelled');
    await writeExport(server.services, id);
    expect(await viewOf(admin, id)).toMatchObject({ state: 'cancelled' });
    expect((await cancel()).status).toBe(409);
  });

  test('[RPT-03] [AUTH-13] only the requester and administrators get the file, as long as they may see all of it', async () => {
    const { id } = await ask(manager);
    await writeExport(server.services, id);
    expect((await fileOf(manager, id)).status).toBe(200);
    expect((await fileOf(admin, id)).status).toBe(200);
    expect((await fileOf(inspector, id)).status).toBe(404);
    expect(await viewOf(inspector, id)).toBeUndefined();
    const moved = (managerId: string | null) =>
      asFixture(server.services, async (tx) => {
        await tx.db
          .updateTable('users')
          .set({ managerId })
          .where('id', '=', first().learners[0].id)
          .execute();
      });
    await moved(null);
    expect((await fileOf(manager, id)).status).toBe(403);
    await moved(first().supervisor.id);
    expect((await fileOf(manager, id)).status).toBe(200);
  });

  test('[RPT-03] is refused for somebody whose account is not in use any more, and for a sixth that waits', async () => {
    const { id } = await ask(inspector);
    const active = (isActive: boolean) =>
      asFixture(server.services, async (tx) => {
        await tx.db.updateTable('users').set({ isActive }).where('id', '=', first().inspector.id).execute();
      });
    await active(false);
    await writeExport(server.services, id);
    await active(true);
    inspector = await signIn(server.client(), first().inspector);
    expect(await viewOf(inspector, id)).toMatchObject({
      state: 'failed',
      problem: 'access_lost',
    });
    for (let count = 0; count < 5; count += 1) await ask(inspector);
    const sixth = await inspector.post('/api/exports', {
      dataSet: 'people',
      format: 'csv',
      columns: ['email'],
      filters: {},
    });
    expect(sixth.status).toBe(409);
  });
});

test('[AUD-03] an export names an organization in the trail only where it exists and the reader reaches it', async () => {
  const [own, other] = world.organizations;
  const recorded = async (client: TestClient, org: number): Promise<number | null> => {
    const answer = await download(client, { dataSet: 'people', columns: 'email', org: String(org) });
    expect(answer.status).toBe(200);
    const { rows } = await database.admin.query<{ id: number | null }>(
      `select organization_id as id from audit.events where action = 'report.exported' and actor_id = $1
         and payload::jsonb #>> '{facts,filters,org}' = $2 order by id desc limit 1`,
      [client === admin ? world.admin.id : first().inspector.id, String(org)],
    );
    return rows[0]?.id ?? null;
  };
  expect(await recorded(admin, other.organization.id)).toBe(other.organization.id);
  expect(await recorded(admin, 2_000_000_000)).toBeNull();
  expect(await recorded(inspector, own.organization.id)).toBe(own.organization.id);
  expect(await recorded(inspector, other.organization.id)).toBe(own.organization.id);
});
