import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { ownAssignmentsContract } from '#shared/contract/own-assignments.ts';
import { dueGroup, dueGroups } from '#shared/domain/assignments/matrix-table.ts';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import type { TestClient } from '#tests/harness/client.ts';
import type { TestDatabase } from '#tests/harness/database.ts';
import type { TestServer } from '#tests/harness/server.ts';
import { startWithLearner, type StartedLearner } from '#tests/harness/started.ts';
import { statementsDuring } from '#tests/harness/statements.ts';
import {
  assignTo,
  completeText,
  createTextModules,
  type Assignment,
  type TrainingWorld,
} from '#tests/harness/training-world.ts';
import { asFixture, createOrganization, signIn, type FixtureUser } from '#tests/harness/world.ts';

let db: TestDatabase;
let server: TestServer;
let world: TrainingWorld;
let learner: FixtureUser;
let client: TestClient;
let today: string;
let stop: StartedLearner['stop'];

type Counts = ResponseOf<typeof ownAssignmentsContract.counts>;

const list = async (query: string) => client.get<Assignment[]>(`/api/assignments/user?${query}`);
const titles = async (query: string) => (await list(query)).body.map((row) => row.module.title);
const counts = async (query = '') => (await client.get<Counts>(`/api/assignments/user/counts?${query}`)).body;

beforeAll(async () => {
  ({ db, server, world, learner, client, today, stop } = await startWithLearner());
  const { services } = server;
  // Two organizations have modules of their own; the person has trainings of one of them.
  await createOrganization(services, { name: 'North Clinic', slug: 'north', titlePattern: 'NORTHERN' });
  await createOrganization(services, { name: 'Secret Customer', slug: 'secret', titlePattern: 'HIDDEN' });
  const give = async (title: string, days: number | null, fields = {}) => {
    const [moduleId = 0] = await createTextModules(services, 1, { title, ...fields });
    const made = await assignTo(world.admin, learner.id, moduleId, {
      dueDate: addDays(today, days ?? 0),
    });
    if (days === null)
      await asFixture(services, (tx) =>
        sql`update training_assignments set due_date = null where id = ${made.id}`.execute(tx.db),
      );
    return made;
  };
  await give('TP-QMS-1 Late', -3, { reference: 'SOP-77' });
  await give('TP-QMS-2 Today', 0);
  await give('TP-CRO 1 In a week', 7);
  await give('Northern lights', 8);
  await give('No date at all', null);
  const done = await give('CP-9 Done 100% of the time', 2);
  await completeText(client, done.id, learner);
  await assignTo(world.admin, learner.id, done.moduleId, {
    dueDate: addDays(today, 3),
    retrain: true,
    reason: 'Once more',
  });
  const gone = await give('Withdrawn', 1);
  await world.admin.del('/api/training-assignments/bulk', { assignmentIds: [gone.id] });
  const [, other] = world.learners;
  const [foreign = 0] = await createTextModules(services, 1, { title: 'Hidden of another person' });
  await assignTo(world.admin, other?.id ?? '', foreign);
});

afterAll(() => stop());

const inDueOrder = [
  'TP-QMS-1 Late',
  'TP-QMS-2 Today',
  'CP-9 Done 100% of the time',
  'TP-CRO 1 In a week',
  'Northern lights',
  'No date at all',
  'CP-9 Done 100% of the time',
];

test('[LRN-03] due order: what is open by its date, those without one after them, then what is done; past cycles stay', async () => {
  const all = await list('sort=due');
  expect(all.body.map((row) => row.module.title)).toEqual(inDueOrder);
  expect(all.body.map((row) => row.cycle)).toEqual([1, 1, 2, 1, 1, 1, 1]);
  // What has no date stands after what has one, in both directions.
  expect(await titles('sort=-due')).toEqual([
    ...inDueOrder.filter((title) => title !== 'No date at all').toReversed(),
    'No date at all',
  ]);
  expect((await titles('sort=status'))[0]).toBe('TP-QMS-1 Late');
});

test('[LRN-03] the server pages, and says how many there are on pages behind the end too', async () => {
  const second = await list('sort=due&limit=3&offset=3');
  expect(second.body.map((row) => row.module.title)).toEqual(inDueOrder.slice(3, 6));
  expect(second.headers.get('x-total-count')).toBe('7');
  const behind = await list('sort=due&limit=3&offset=30');
  expect(behind.body).toEqual([]);
  expect(behind.headers.get('x-total-count')).toBe('7');
});

test('[LRN-03] each due group holds what the rule says, and the counts agree', async () => {
  const { groups, total, shown } = await counts();
  expect({ total, shown, groups }).toEqual({
    total: 7,
    shown: 7,
    groups: { overdue: 1, expired: 0, this_week: 3, later: 2, done: 1 },
  });
  for (const group of dueGroups) {
    const { body } = await list(`group=${group}`);
    expect(body.length, group).toBe(groups[group]);
    for (const { status, dueDate } of body)
      expect(dueGroup({ status, dueDate }, today), `${group} ${String(dueDate)}`).toBe(group);
  }
});

test('[LRN-03] the search looks at titles and references, not at the own name, and takes wildcards as letters', async () => {
  expect(await titles('q=sop-77')).toEqual(['TP-QMS-1 Late']);
  expect(await titles('q=NORTH')).toEqual(['Northern lights']);
  expect(await titles(`q=${encodeURIComponent('100% of')}`)).toHaveLength(2);
  expect(await titles('q=_')).toEqual([]);
  expect(await titles(`q=${encodeURIComponent(learner.email)}`)).toEqual([]);
  expect((await counts('q=sop-77')).shown).toBe(1);
  expect((await counts('q=sop-77')).total).toBe(7);
});

test('[LRN-03] [ORG-04] the category filter follows from the families; those of other organizations stay unnamed', async () => {
  const { families } = await counts();
  expect(families.map(({ code, count }) => [code, count])).toEqual([
    ['tp-qms', 2],
    ['tp-cro', 1],
    ['clinpro-gcp', 2],
    ['axonx', 0],
    ['cmo-pro', 0],
    ['org-north', 1],
    ['trialspro', 0],
    ['other', 1],
  ]);
  expect(families.find(({ code }) => code === 'org-north')?.name).toBe('North Clinic');
  expect(JSON.stringify(families)).not.toContain('ecret');
  expect(await titles('family=tp-qms&sort=due')).toEqual(inDueOrder.slice(0, 2));
  expect(await titles('family=org-north')).toEqual(['Northern lights']);
  expect(await titles('family=nothing')).toEqual([]);
  expect(await titles('family=all')).toHaveLength(7);
  const narrowed = await counts('family=clinpro-gcp');
  expect(narrowed.groups).toEqual({ overdue: 0, expired: 0, this_week: 1, later: 0, done: 1 });
  expect(narrowed.families.find(({ code }) => code === 'tp-qms')?.count).toBe(2);
});

test('[LRN-03] [SEC-01] values that no filter has are refused at their field', async () => {
  for (const path of ['/api/assignments/user', '/api/assignments/user/counts']) {
    const wrong = await client.get<{ errors: { path: string }[] }>(`${path}?group=someday`);
    expect([wrong.status, wrong.body.errors.map((error) => error.path)]).toEqual([422, ['group']]);
    expect((await client.get(`${path}?userId=${learner.id}`)).status).toBe(422);
    expect((await server.client().get(path)).status).toBe(401);
  }
  const [, , third] = world.learners;
  if (!third) throw new Error('the world has three learners');
  const stranger = await signIn(server.client(), third);
  expect((await stranger.get<Counts>('/api/assignments/user/counts')).body.total).toBe(0);
});

test('[PERF-01] [LRN-01] what My Training asks for costs six statements, however much the person has', async () => {
  const ask = async (paths: readonly string[]) => {
    const sent = await statementsDuring(async () => {
      for (const path of paths) expect((await client.get(path)).status).toBe(200);
    });
    // The queue looks after itself at its own times.
    return sent.filter(({ text }) => !text.includes('pgboss'));
  };
  const page = ['/api/assignments/user?limit=1000&sort=due', '/api/dashboard/user-stats', '/api/hr/own/open'];
  const texts = (await ask(page)).map(({ text }) => text);
  // Three of them find the session.
  expect(texts.filter((text) => /from sessions/.test(text))).toHaveLength(3);
  expect(texts.length, texts.join('\n\n')).toBeLessThanOrEqual(6);
  const lists = (await ask(['/api/assignments/user?sort=due&limit=50', '/api/assignments/user/counts']))
    .length;
  expect(lists).toBeLessThanOrEqual(5);
});

test('[SIG-04] [LRN-01] the list that is read in one statement still finds what was changed behind the product', async () => {
  const signatureOf = async () => (await list('group=done')).body[0]?.signature;
  expect(await signatureOf()).toMatchObject({ valid: true, reason: null });
  const change = async (from: string, to: string) => {
    await db.admin.query(`alter table module_versions disable trigger all`);
    await db.admin.query(
      `update module_versions set content = replace(content, $1, $2) where module_id in
         (select module_id from training_records where user_id = $3)`,
      [from, to, learner.id],
    );
    await db.admin.query(`alter table module_versions enable trigger all`);
  };
  await change('Everybody', 'Nobody');
  expect(await signatureOf()).toMatchObject({ valid: false, reasonCode: 'content_changed' });
  await change('Nobody', 'Everybody');
  expect(await signatureOf()).toMatchObject({ valid: true });
});

test('[PERF-01] [LRN-01] list, counts and figures find the rows of one person by their indexes', async () => {
  const sent = await statementsDuring(async () => {
    await client.get('/api/assignments/user?limit=1000&sort=due');
    await client.get('/api/assignments/user/counts?q=x&family=tp-qms');
    await client.get('/api/dashboard/user-stats');
  });
  const reading = sent.filter(({ text }) => text.includes('training_assignments'));
  expect(reading).toHaveLength(3);
  const connection = await db.admin.connect();
  try {
    // So few rows are read as a whole, unless there is another way.
    await connection.query('begin; set local enable_seqscan = off; set local enable_bitmapscan = off');
    for (const { text, values } of reading) {
      const { rows } = await connection.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${text}`, [
        ...values,
      ]);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toMatch(
        /Index (?:Only )?Scan using training_assignments_user_id\w+ on training_assignments/,
      );
      expect(plan).not.toMatch(
        /Seq Scan on (?:training_assignments|training_records|signatures|certificates|users)/,
      );
    }
  } finally {
    await connection.query('rollback');
    connection.release();
  }
});
