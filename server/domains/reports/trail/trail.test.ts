import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditTrailContract as contract } from '#shared/contract/audit-trail.ts';
import type { QueryInput, ResponseOf } from '#shared/contract/endpoint.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { TestClient } from '#tests/harness/client.ts';
import type { TestDatabase } from '#tests/harness/database.ts';
import type { ReachWorld } from '#tests/harness/reach-world.ts';
import type { TestServer } from '#tests/harness/server.ts';
import { createTrailReaders, type TrailReaders } from '#tests/harness/trail-readers.ts';
import { assignTo, completeText, createTextModules, readyToSign } from '#tests/harness/training-world.ts';

type Entry = ResponseOf<typeof contract.list>['rows'][number];
type Query = NonNullable<QueryInput<typeof contract.list>>;

let readers: TrailReaders | undefined;
let database: TestDatabase;
let server: TestServer;
let world: ReachWorld;
let admin: TestClient;
let inspector: TestClient;
let otherInspector: TestClient;
let moduleId = 0;

beforeAll(async () => {
  readers = await createTrailReaders();
  ({ database, server, world, admin, inspector, otherInspector } = readers);
  [moduleId = 0] = await createTextModules(server.services, 1);
});

afterAll(() => readers?.close());

async function trail(client: TestClient, query: Query = {}): Promise<ResponseOf<typeof contract.list>> {
  const answer = await client.call(contract.list, { query });
  expect(answer.status).toBe(200);
  return answer.body;
}

/** Every page. */
async function whole(client: TestClient, query: Query = {}): Promise<readonly Entry[]> {
  const rows: Entry[] = [];
  for (let before: string | undefined; ;) {
    const page = await trail(client, { ...query, ...(before === undefined ? {} : { before }) });
    rows.push(...page.rows);
    if (page.next === null) return rows;
    before = String(page.next);
  }
}

const renamed = (
  people: readonly { readonly id: string }[],
  facts: { action: string; reason?: string; subjectId?: string },
) =>
  runCommand(
    server.services,
    {
      action: facts.action,
      actorId: world.admin.id,
      reason: facts.reason,
      origin: { requestId: 'r-1', ip: '192.0.2.7', subjectId: facts.subjectId },
    },
    async (tx) => {
      for (const { id } of people)
        await tx.db
          .updateTable('users')
          .set({ jobTitle: `${facts.action} ${id}` })
          .where('id', '=', id)
          .execute();
    },
  );

test('[AUD-03] a moved due date is one row: who, about whom, what, before and after, why, when and from where', async () => {
  const person = world.organizations[0].learners[0];
  const { id } = await assignTo(admin, person.id, moduleId);
  const reason = 'On leave until spring';
  await admin.patch(`/api/training-assignments/${String(id)}`, { dueDate: '2099-01-31', reason });
  for (const client of [admin, inspector]) {
    const { rows } = await trail(client, { about: person.id, group: 'training' });
    const [moved, assigned] = rows;
    expect(moved).toMatchObject({
      action: 'assignment.due_date_changed',
      actor: { id: world.admin.id, name: 'Ada Admin' },
      people: [{ id: person.id, name: `${person.firstName} ${person.lastName}` }],
      record: { type: 'training_assignments', name: expect.any(String) as string },
      reason,
      origin: 'request',
      from: '127.0.0.1',
    });
    expect(moved?.changes).toEqual([
      { field: 'due_date', before: expect.anything() as unknown, after: { kind: 'day', text: '2099-01-31' } },
    ]);
    expect(assigned?.action).toBe('assignment.assigned');
    const { body } = await client.call(contract.get, { params: { id: String(moved?.id) } });
    expect(body.entry).toEqual(moved);
    expect(body.parts).toContainEqual(
      expect.objectContaining({ kind: 'update', person: moved?.people[0], changes: moved?.changes }),
    );
    expect(JSON.stringify(body)).not.toMatch(/revision|"module_id","before"|\{\\"/);
  }
  expect((await trail(otherInspector, { about: person.id })).rows).toEqual([]);
});

test('[AUD-03] [AUTH-13] of a command over two organizations an inspector sees the own rows, and nobody else in names, counts or filters', async () => {
  const [mine, theirs] = world.organizations;
  await renamed([mine.otherLearner, theirs.otherLearner], {
    action: 'test.both',
    reason: 'Both at once',
    subjectId: theirs.otherLearner.id,
  });
  await renamed([theirs.otherLearner], { action: 'test.theirs', reason: 'Elsewhere only' });
  const written = ['test.both', 'test.theirs'];
  const seen = (await whole(inspector)).filter(({ action }) => written.includes(action));
  expect(seen).toMatchObject([
    {
      action: 'test.both',
      people: [{ id: mine.otherLearner.id }],
      peopleCount: 1,
      recordCount: 1,
      reason: 'Both at once',
    },
  ]);
  const [both] = seen;
  const { body } = await inspector.call(contract.get, { params: { id: String(both?.id) } });
  expect(new Set(body.parts.map(({ person }) => person?.id))).toEqual(new Set([mine.otherLearner.id]));
  expect(JSON.stringify([seen, body])).not.toContain(theirs.otherLearner.id);
  // A filter by somebody out of reach tells nothing, though the command is within it by another row.
  for (const about of [theirs.otherLearner.id, theirs.director.id])
    expect((await trail(inspector, { about })).rows).toEqual([]);
  expect((await trail(inspector, { recordType: 'users', recordId: theirs.otherLearner.id })).rows).toEqual(
    [],
  );
  expect((await trail(inspector, { q: 'elsewhere' })).rows).toEqual([]);
  const all = (await whole(admin)).filter(({ action }) => written.includes(action));
  expect(all.map(({ action, peopleCount }) => [action, peopleCount])).toEqual([
    ['test.theirs', 1],
    ['test.both', 2],
  ]);
  const theirsId = String(all[0]?.id);
  expect((await inspector.call(contract.get, { params: { id: theirsId } })).status).toBe(404);
  expect((await admin.call(contract.get, { params: { id: theirsId } })).status).toBe(200);
});

test('[AUD-03] [AUTH-13] an event that the verifier names is found by its number, within the reach', async () => {
  const [mine, theirs] = world.organizations;
  await renamed([mine.otherLearner, theirs.otherLearner], { action: 'test.numbers', reason: 'Both again' });
  const [command] = (await whole(admin)).filter(({ action }) => action === 'test.numbers');
  const id = String(command?.id);
  const { body } = await admin.call(contract.get, { params: { id } });
  expect(body.parts.map(({ person }) => person?.id)).toContain(theirs.otherLearner.id);
  const found = async (client: typeof admin, event: number) =>
    (await trail(client, { event: String(event) })).rows.map((row) => row.id);
  for (const part of body.parts) {
    expect(await found(admin, part.id)).toEqual([command?.id]);
    const isMine = part.person?.id === mine.otherLearner.id;
    expect(await found(inspector, part.id)).toEqual(isMine ? [command?.id] : []);
  }
  expect(await found(inspector, Number(id))).toEqual([command?.id]);
  expect(await found(admin, 999_999_999)).toEqual([]);
});

test('[AUD-03] [RPT-03] a person who moves concerns both organizations, of the other side the organization alone', async () => {
  const [mine, theirs] = world.organizations;
  await runCommand(server.services, { action: 'test.moved', actorId: world.admin.id }, async (tx) => {
    await tx.db
      .updateTable('users')
      .set({ organizationId: theirs.organization.id, managerId: theirs.director.id })
      .where('id', '=', mine.loneLearner.id)
      .execute();
  });
  const nameOf = ({ firstName, lastName }: { firstName: string | null; lastName: string | null }) =>
    `${firstName ?? ''} ${lastName ?? ''}`;
  const moved = async (client: TestClient) =>
    (await whole(client)).find(({ action }) => action === 'test.moved');
  const left = await moved(inspector);
  expect(left?.changes).toContainEqual({
    field: 'organization_id',
    before: { kind: 'name', text: mine.organization.name },
    after: { kind: 'name', text: theirs.organization.name },
  });
  expect(JSON.stringify(left)).not.toContain(nameOf(theirs.director));
  expect(JSON.stringify(await moved(otherInspector))).toContain(nameOf(theirs.director));
});

test('[AUD-03] [HR-05] what was done in the HR area is told to administrators alone', async () => {
  const { organization, learners } = world.organizations[0];
  await runCommand(
    server.services,
    {
      action: 'cv.requested',
      actorId: world.admin.id,
      organizationId: organization.id,
      origin: { subjectId: learners[1].id },
    },
    async (tx) => {
      await tx.db
        .insertInto('hrCvRequests')
        .values({ userId: learners[1].id, requestedBy: world.admin.id })
        .execute();
    },
  );
  expect((await trail(admin, { group: 'hr' })).rows).toMatchObject([
    { action: 'cv.requested', people: [{ id: learners[1].id }] },
  ]);
  for (const query of [{}, { group: 'hr' }, { about: learners[1].id }] as const)
    expect((await whole(inspector, query)).filter(({ action }) => action === 'cv.requested')).toEqual([]);
});

describe('[AUD-03] filters', () => {
  test('by who acted, by kind of action, and by days in the zone of the reader', async () => {
    const own = await whole(admin, { actor: world.organizations[0].inspector.id });
    expect(own.length).toBeGreaterThan(0);
    expect(new Set(own.map(({ actor }) => actor?.id))).toEqual(
      new Set([world.organizations[0].inspector.id]),
    );
    const signIns = await whole(admin, { group: 'account' });
    expect(new Set(signIns.map(({ action }) => action))).toEqual(new Set(['account.signedIn']));
    const today = new Date().toISOString().slice(0, 10);
    expect((await whole(admin, { from: '2000-01-01', to: today })).length).toBe((await whole(admin)).length);
    expect((await trail(admin, { to: '2000-01-01' })).rows).toEqual([]);
    expect((await trail(admin, { from: '2999-01-01' })).rows).toEqual([]);
  });

  test('by words of the reason, however they are written, each the beginning of a word', async () => {
    await renamed([world.organizations[0].otherLearner], {
      action: 'test.reason',
      reason: 'Follow-up (2026-01): Überprüfung of the O’Neil file',
    });
    for (const q of ['follow', 'FOLLOW up', '01', 'überprüf', 'neil file', '2026-01']) {
      const { rows } = await trail(admin, { q });
      expect(
        rows.map(({ action }) => action),
        q,
      ).toEqual(['test.reason']);
      expect((await trail(inspector, { q })).rows, q).toEqual(rows);
    }
    for (const q of ['nowhere', '  &|!() ', "'", 'follow nowhere'])
      expect((await trail(admin, { q })).rows, q).toEqual([]);
  });

  test('by record: of a matrix also its modules that were removed, of a module its versions', async () => {
    const matrixId = await runCommand(
      server.services,
      { action: 'test.matrix', actorId: world.admin.id },
      async (tx) => {
        const { id } = await tx.db
          .insertInto('trainingMatrices')
          .values({ name: 'Nurses', organizationId: world.organizations[0].organization.id })
          .returning('id')
          .executeTakeFirstOrThrow();
        await tx.db.insertInto('trainingMatrix').values({ matrixId: id, moduleId }).execute();
        return id;
      },
    );
    await runCommand(server.services, { action: 'test.unlisted', actorId: world.admin.id }, async (tx) => {
      await tx.db.deleteFrom('trainingMatrix').where('matrixId', '=', matrixId).execute();
    });
    const query = { recordType: 'training_matrices', recordId: String(matrixId) };
    for (const client of [admin, inspector])
      expect((await trail(client, query)).rows.map(({ action }) => action)).toEqual([
        'test.unlisted',
        'test.matrix',
      ]);
    expect((await trail(otherInspector, query)).rows).toEqual([]);
    const [created] = (
      await trail(admin, { recordType: 'training_modules', recordId: String(moduleId) })
    ).rows.toReversed();
    expect(created?.record?.type).toMatch(/^training_modules$|^module_versions$/);
    await runCommand(server.services, { action: 'test.version', actorId: world.admin.id }, async (tx) => {
      await tx.db
        .updateTable('moduleVersions')
        .set({ changeNote: 'New words' })
        .where('moduleId', '=', moduleId)
        .execute();
    });
    const [latest] = (await trail(admin, { recordType: 'training_modules', recordId: String(moduleId) }))
      .rows;
    expect(latest).toMatchObject({ action: 'test.version', record: { type: 'module_versions' } });
  });
});

test('[AUD-03] the history of an assignment has its completion and certificate, of an organization its departments, of the reminder schedule its settings and steps', async () => {
  const [mine] = world.organizations;
  const person = mine.learners[0];
  const [other = 0] = await createTextModules(server.services, 1, { title: 'Another' });
  const { id } = await assignTo(admin, person.id, other);
  await completeText(await readyToSign(server, person), id, person);
  const of = (recordType: string, recordId: number): Query => ({ recordType, recordId: String(recordId) });
  const actionsOf = async (client: TestClient, query: Query) =>
    (await whole(client, query)).map(({ action }) => action);
  const done = await actionsOf(admin, of('training_assignments', id));
  expect(done.at(-1)).toBe('assignment.assigned');
  expect(done).toContain('assignment.completed');
  expect(await actionsOf(inspector, of('training_assignments', id))).toEqual(done);
  expect(await actionsOf(otherInspector, of('training_assignments', id))).toEqual([]);
  const { rows } = await database.admin.query<{ id: number }>(
    `select c.id from certificates c join training_records r on r.id = c.training_record_id where r.assignment_id = $1`,
    [id],
  );
  expect(rows).toHaveLength(1);
  const issued = await whole(admin, of('certificates', rows[0]?.id ?? 0));
  expect(issued).toHaveLength(1);
  expect((await whole(admin, of('training_assignments', id))).map((row) => row.id)).toContain(issued[0]?.id);
  const organizationId = mine.organization.id;
  await runCommand(server.services, { action: 'test.department', actorId: world.admin.id }, async (tx) => {
    await tx.db.insertInto('departments').values({ name: 'Pharmacy', organizationId }).execute();
  });
  expect((await actionsOf(inspector, of('organizations', organizationId)))[0]).toBe('test.department');
  await runCommand(server.services, { action: 'test.schedule', actorId: world.admin.id }, async (tx) => {
    await sql`update reminder_rules set is_active = not is_active`.execute(tx.db);
  });
  const schedule = { recordType: 'settings', recordId: 'reminders' };
  expect((await actionsOf(admin, schedule))[0]).toBe('test.schedule');
  expect(await actionsOf(inspector, schedule)).toEqual([]);
  expect(await actionsOf(admin, of('organizations', world.organizations[1].organization.id))).not.toContain(
    'test.department',
  );
});

test('[AUD-03] pages do not move while new events arrive, and every row stands on one of them', async () => {
  const before = await whole(admin);
  const first = await trail(admin, { limit: 3 });
  await renamed([world.organizations[0].otherLearner], { action: 'test.meanwhile' });
  const rest: Entry[] = [...first.rows];
  for (let next = first.next; next !== null;) {
    const page = await trail(admin, { limit: 7, before: String(next) });
    rest.push(...page.rows);
    next = page.next;
  }
  expect(rest.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  const ids = rest.map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  expect(new Set(ids).size).toBe(ids.length);
  expect((await trail(admin, { limit: 1 })).rows[0]?.action).toBe('test.meanwhile');
});

test('[AUD-03] [USR-08] an erased person stands in the trail by the pseudonym, in what happened before too', async () => {
  const person = world.organizations[0].learners[1];
  await renamed([person], { action: 'test.before-erasure' });
  const erased = await admin.post(`/api/users/${person.id}/erase`, { reason: 'Asked for it' });
  expect(erased.status).toBeLessThan(300);
  const rows = (await whole(admin, { about: person.id })).filter(({ action }) => action !== 'test.fixture');
  expect(rows.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['user.erased', 'test.before-erasure']),
  );
  const pseudonym = `Erased person ${person.id.slice(-8)}`;
  expect(new Set(rows.flatMap(({ people }) => people.map(({ name }) => name)))).toEqual(new Set([pseudonym]));
  expect(JSON.stringify(rows)).not.toContain(person.lastName);
});

test('[AUD-03] a page shows of each command what the opened command shows, whichever of its rows is the main one', async () => {
  const [, ...others] = world.organizations[0].learners;
  await renamed(others, { action: 'user.changed', reason: 'Titles of the whole team' });
  const rows = await whole(admin);
  const several = rows.filter(({ recordCount, changes }) => recordCount > 1 && changes.length > 0);
  expect(several.length).toBeGreaterThan(0);
  for (const row of rows) {
    const { body } = await admin.call(contract.get, { params: { id: String(row.id) } });
    const { action, actor, record, changes, hasMore } = row;
    // Of a long command, the opened one reads and counts more rows.
    expect(body.entry).toMatchObject(hasMore ? { action, actor, record, changes } : row);
  }
});
