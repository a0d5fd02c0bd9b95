import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { createJobs } from '#server/platform/jobs/pg-boss-jobs.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import { poolConfig } from '#server/db/connection.ts';
import type { TestClient } from '#tests/harness/client.ts';
import type { TestDatabase } from '#tests/harness/database.ts';
import { until } from '#tests/harness/poll.ts';
import type { ReachWorld } from '#tests/harness/reach-world.ts';
import type { TestServer } from '#tests/harness/server.ts';
import { createTrailReaders, type TrailReaders } from '#tests/harness/trail-readers.ts';
import { assignTo, createTextModules } from '#tests/harness/training-world.ts';

type Row = Readonly<Record<string, string>>;

let readers: TrailReaders | undefined;
let database: TestDatabase;
let server: TestServer;
let world: ReachWorld;
let admin: TestClient;
let inspector: TestClient;
let otherInspector: TestClient;
let moduleId = 0;

const columns =
  'event_id,command,kind,action,subject,record,record_key,organization,reason,origin,address,user_agent,changes';

beforeAll(async () => {
  readers = await createTrailReaders();
  ({ database, server, world, admin, inspector, otherInspector } = readers);
  [moduleId = 0] = await createTextModules(server.services, 1);
});

afterAll(() => readers?.close());

async function trailFor(client: TestClient, query: Record<string, string> = {}): Promise<readonly Row[]> {
  const asked = new URLSearchParams({ format: 'csv', dataSet: 'audit', columns, ...query });
  const answer = await client.get<string>(`/api/exports/download?${asked.toString()}`);
  expect(answer.status).toBe(200);
  return parse(answer.body, { bom: true, columns: true });
}

test('[AUD-01] [AUD-03] each row of a command carries its reason, origin and command, and the organization that it concerns', async () => {
  const person = world.organizations[0].learners[0];
  const { id } = await assignTo(admin, person.id, moduleId);
  const reason = 'On leave until spring';
  const moved = await admin.patch(`/api/training-assignments/${String(id)}`, {
    dueDate: '2099-01-31',
    reason,
  });
  expect(moved.status).toBe(200);
  for (const client of [admin, inspector]) {
    const rows = await trailFor(client);
    const change = rows.find(
      (row) =>
        row['record'] === 'training_assignments' &&
        row['record_key'] === String(id) &&
        row['kind'] === 'update',
    );
    expect(change).toMatchObject({
      subject: person.id,
      organization: world.organizations[0].organization.name,
      reason,
      origin: 'request',
      address: '127.0.0.1',
    });
    const ofCommand = rows.filter((row) => row['command'] === change?.['command']);
    expect(ofCommand.length).toBeGreaterThan(1);
    expect(ofCommand.map((row) => row['kind'])).toContain('command');
    for (const key of ['reason', 'origin', 'address', 'user_agent', 'organization'])
      expect([...new Set(ofCommand.map((row) => row[key]))], key).toEqual([change?.[key]]);
  }
  const others = await trailFor(otherInspector);
  expect(others.filter((row) => JSON.stringify(row).includes(reason))).toEqual([]);
});

test('[AUD-03] [AUTH-13] of a command over several organizations a reader sees the rows and the organization within reach', async () => {
  const [mine, theirs] = world.organizations;
  await runCommand(
    server.services,
    // The organization of who acts says nothing of what the command concerns.
    { action: 'test.renamed', actorId: theirs.director.id, reason: 'Two at once' },
    async (tx) => {
      for (const person of [mine.otherLearner, theirs.otherLearner])
        await tx.db.updateTable('users').set({ lastName: 'Monitor' }).where('id', '=', person.id).execute();
    },
  );
  await runCommand(
    server.services,
    { action: 'test.elsewhere', actorId: mine.director.id, reason: 'Elsewhere only' },
    async (tx) => {
      await tx.db
        .updateTable('users')
        .set({ lastName: 'Auditor' })
        .where('id', '=', theirs.otherLearner.id)
        .execute();
    },
  );
  const of = (rows: readonly Row[]) =>
    rows.filter((row) => ['test.renamed', 'test.elsewhere'].includes(row['action'] ?? ''));
  const seen = of(await trailFor(inspector));
  expect(seen.map((row) => [row['kind'], row['subject'], row['organization'], row['reason']])).toEqual([
    ['command', '', mine.organization.name, 'Two at once'],
    ['update', mine.otherLearner.id, mine.organization.name, 'Two at once'],
  ]);
  expect(new Set(seen.map((row) => row['command'])).size).toBe(1);
  const text = JSON.stringify(seen);
  expect(text).not.toContain(theirs.organization.name);
  expect(text).not.toContain(theirs.otherLearner.id);
  const all = of(await trailFor(admin));
  expect(all.map((row) => row['kind'])).toEqual(['command', 'update', 'update', 'command', 'update']);
  const names = [mine.organization.name, theirs.organization.name].toSorted((a, b) =>
    a.toLowerCase() < b.toLowerCase() ? -1 : 1,
  );
  expect(all[0]?.['organization']).toBe(names.join('; '));
  const narrowed = of(await trailFor(admin, { org: String(mine.organization.id) }));
  expect(narrowed.map((row) => row['organization'])).toEqual([
    mine.organization.name,
    mine.organization.name,
  ]);
});

test('[AUD-03] [RPT-03] of a command over several organizations a reader learns nothing of whom else it concerns', async () => {
  const [mine, theirs] = world.organizations;
  const others = [theirs.otherLearner.id, theirs.director.id];
  for (const [action, subjectId] of [
    ['test.about-theirs', theirs.otherLearner.id],
    ['test.about-mine', mine.otherLearner.id],
  ] as const)
    await runCommand(
      server.services,
      {
        action,
        actorId: world.admin.id,
        reason: 'Both at once',
        origin: { requestId: 'r-1', ip: '127.0.0.1', userAgent: 'browser', subjectId, people: others },
      },
      async (tx) => {
        for (const person of [mine.otherLearner, theirs.otherLearner])
          await tx.db.updateTable('users').set({ lastName: action }).where('id', '=', person.id).execute();
      },
    );
  const commands = async (client: TestClient) =>
    (await trailFor(client)).filter(
      (row) => row['kind'] === 'command' && /^test[.]about-/.test(row['action'] ?? ''),
    );
  const seen = await commands(inspector);
  expect(seen.map((row) => [row['subject'], JSON.parse(row['changes'] ?? '') as unknown])).toEqual(
    ['', mine.otherLearner.id].map((subject) => [
      subject,
      { reason: 'Both at once', facts: { ip: '127.0.0.1', userAgent: 'browser' } },
    ]),
  );
  for (const id of others) expect(JSON.stringify(seen)).not.toContain(id);
  for (const id of others) expect(JSON.stringify(await commands(admin))).toContain(id);
});

test('[AUD-03] [RPT-03] a person who changes the organization concerns both: each inspector sees the move, and of the other side its organization alone', async () => {
  const [mine, theirs] = world.organizations;
  const person = mine.loneLearner;
  const place = (action: string, { organization, director }: typeof mine) =>
    runCommand(server.services, { action, actorId: world.admin.id, reason: 'New place' }, async (tx) => {
      await tx.db
        .updateTable('users')
        .set({ organizationId: organization.id, managerId: director.id, departmentId: null })
        .where('id', '=', person.id)
        .execute();
    });
  await place('test.placed', mine);
  await place('test.moved', theirs);
  const moved = async (client: TestClient, query = {}) =>
    (await trailFor(client, query)).filter(
      (row) => row['action'] === 'test.moved' && row['record'] === 'users',
    );
  const [seen] = await moved(inspector);
  expect(seen).toMatchObject({ subject: person.id, organization: mine.organization.name });
  expect(JSON.parse(seen?.['changes'] ?? '')).toMatchObject({
    before: { organization_id: mine.organization.id, manager_id: mine.director.id },
    after: { organization_id: theirs.organization.id },
  });
  expect(JSON.stringify(seen)).not.toContain(theirs.director.id);
  const [there] = await moved(otherInspector);
  expect(there?.['organization']).toBe(theirs.organization.name);
  expect(JSON.parse(there?.['changes'] ?? '')).toMatchObject({
    before: { organization_id: mine.organization.id },
    after: { organization_id: theirs.organization.id, manager_id: theirs.director.id },
  });
  expect(JSON.stringify(there)).not.toContain(mine.director.id);
  const [all] = await moved(admin);
  expect(all?.['organization']?.split('; ').toSorted()).toEqual(
    [mine.organization.name, theirs.organization.name].toSorted(),
  );
  expect(await moved(admin, { org: String(mine.organization.id) })).toHaveLength(1);
  await place('test.placed', mine);
});

test('[AUD-03] a row that names no organization belongs to that of its matrix, module or completion', async () => {
  const { id: organizationId, name } = world.organizations[0].organization;
  await runCommand(server.services, { action: 'test.matrix', actorId: world.admin.id }, async (tx) => {
    const { id } = await tx.db
      .insertInto('trainingMatrices')
      .values({ name: 'Of the first', organizationId })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.db.insertInto('trainingMatrix').values({ matrixId: id, moduleId }).execute();
  });
  const rows = (await trailFor(inspector)).filter((row) => row['action'] === 'test.matrix');
  expect(rows.map((row) => [row['kind'], row['record'], row['organization']])).toEqual([
    ['command', '', name],
    ['insert', 'training_matrices', name],
    ['insert', 'training_matrix', name],
  ]);
  await runCommand(
    server.services,
    { action: 'test.nobodys', actorId: world.organizations[0].director.id },
    (tx) => sql`insert into users (email) values ('of-nobody@example.org')`.execute(tx.db),
  );
  const [command, person] = (await trailFor(admin)).filter((row) => row['action'] === 'test.nobodys');
  expect([command?.['organization'], person?.['organization']]).toEqual(['', '']);
  expect((await trailFor(inspector)).filter((row) => row['action'] === 'test.nobodys')).toEqual([]);
});

test('[AUD-01] what a background job changes names the job', async () => {
  const job = defineJob({
    name: 'test.change',
    data: z.object({}),
    run: (services) =>
      runCommand(services, { action: 'test.swept', actorId: null }, async (tx) => {
        await tx.db
          .updateTable('users')
          .set({ lastName: 'Swept' })
          .where('id', '=', world.organizations[0].loneLearner.id)
          .execute();
      }),
  });
  const jobs = await createJobs(poolConfig(database.url), [job], server.services.log);
  try {
    await jobs.start(server.services, [job]);
    await server.services.db.transaction().execute((trx) => jobs.enqueue(trx, job, [{}]));
    const swept = async () => (await trailFor(inspector)).filter((row) => row['action'] === 'test.swept');
    await until('the job to run', async () => (await swept()).length > 0);
    expect((await swept()).map((row) => [row['kind'], row['origin'], row['address']])).toEqual([
      ['command', 'job test.change', ''],
      ['update', 'job test.change', ''],
    ]);
  } finally {
    await jobs.stop();
  }
});
