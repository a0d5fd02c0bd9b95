import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { effectiveStatuses, judgeStep, type StoredStatus } from '#shared/domain/assignments/status.ts';
import { statementFor, statementText } from '#shared/domain/signatures/statements.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { statementsDuring } from '#tests/harness/statements.ts';
import {
  assignTo,
  completeText,
  countRows,
  createTextModules,
  createTrainingWorld,
  putStatus,
  readText,
  readyToSign,
  sign,
  type TrainingWorld,
} from '#tests/harness/training-world.ts';
import { signIn, type FixtureUser } from '#tests/harness/world.ts';

let db: TestDatabase;
let server: TestServer;
let world: TrainingWorld;
let learner: FixtureUser;
let colleague: FixtureUser;
let client: TestClient;

interface Problem {
  readonly code: string;
  readonly errors?: readonly { readonly path: string }[];
}

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  world = await createTrainingWorld(server);
  const [first, second] = world.learners;
  if (!first || !second) throw new Error('the world has learners');
  learner = first;
  colleague = second;
  client = await readyToSign(server, learner);
});

afterAll(async () => {
  await server.close();
  await db.drop();
});

/** A fresh assignment of the learner in a stored status, reached by the API. */
async function assignmentIn(status: StoredStatus): Promise<number> {
  const [moduleId = 0] = await createTextModules(server.services, 1);
  const { id } = await assignTo(world.admin, learner.id, moduleId);
  if (status === 'in_progress') await putStatus(client, id, { status });
  if (status === 'completed') await completeText(client, id, learner);
  if (status === 'voided') await world.admin.del('/api/training-assignments/bulk', { assignmentIds: [id] });
  return id;
}

const statusOf = async (id: number) =>
  (await db.db.selectFrom('trainingAssignments').select('status').where('id', '=', id).executeTakeFirst())
    ?.status;

describe('[LRN-07] every step of the status machine', () => {
  for (const from of ['not_started', 'in_progress', 'completed', 'voided'] as const) {
    test(`from ${from}`, async () => {
      const id = await assignmentIn(from);
      for (const to of effectiveStatuses) {
        // Completing has tests of its own: here nothing was read, and no signature is given.
        if (to === 'completed' && from === 'in_progress') continue;
        const answer = await putStatus<Problem>(client, id, { status: to });
        const outcome = judgeStep(from, to, 'owner').kind;
        const expected = outcome === 'illegal' ? [409, 'ILLEGAL_STEP'] : [200, undefined];
        expect([answer.status, answer.body.code], `${from} → ${to}`).toEqual(expected);
        if (outcome === 'apply') break;
        expect(await statusOf(id)).toBe(from);
      }
    });
  }
});

test('[LRN-07] [SIG-02] T6: nobody completes with more than the call takes, or what is another one’s', async () => {
  const id = await assignmentIn('in_progress');
  await readText(client, id);
  for (const extra of [
    { score: 100 },
    { dueDate: '2030-01-01' },
    { progress: 100 },
    { userId: colleague.id },
  ]) {
    const answer = await putStatus<Problem>(client, id, { status: 'completed', ...extra });
    expect([answer.status, answer.body.code]).toEqual([422, 'VALIDATION_FAILED']);
  }
  const other = await readyToSign(server, colleague);
  for (const body of [{ status: 'in_progress' }, { status: 'completed' }]) {
    expect((await putStatus(other, id, body)).status).toBe(404);
    expect((await putStatus(world.admin, id, body)).status).toBe(404);
  }
  expect((await other.get(`/api/training-assignments/${String(id)}`)).status).toBe(404);
  expect((await other.post(`/api/training-assignments/${String(id)}/view-session`)).status).toBe(404);
  expect((await other.post(`/api/training-assignments/${String(id)}/progress`, { progress: 1 })).status).toBe(
    404,
  );
  expect(await statusOf(id)).toBe('in_progress');
});

test('[SIG-02] [SIG-05] a completion needs content, the statement, signature and the right password; a client’s time is ignored', async () => {
  const statement = statementFor('read_and_understood');
  const id = await assignmentIn('in_progress');
  const unseen = await sign<Problem>(client, id, learner);
  expect([unseen.status, unseen.body.code]).toEqual([409, 'CONTENT_NOT_SEEN']);
  await readText(client, id);
  const unsigned = await putStatus<Problem>(client, id, { status: 'completed' });
  expect([unsigned.status, unsigned.body.code]).toEqual([409, 'SIGNATURE_REQUIRED']);
  const wrong = await sign<Problem>(client, id, { ...learner, password: 'something else entirely' });
  expect([wrong.status, wrong.body.code]).toEqual([422, 'SIGNATURE_REFUSED']);
  const blank = await sign<Problem>(client, id, learner, { meaning: ' ' });
  expect(blank.status).toBe(422);
  const twisted = await sign<Problem>(client, id, learner, { meaning: 'I have NOT read this' });
  expect([twisted.status, twisted.body.code, twisted.body.errors?.[0]?.path]).toEqual([
    422,
    'SIGNATURE_REFUSED',
    'signature.meaning',
  ]);
  expect(await statusOf(id)).toBe('in_progress');
  const before = Date.now();
  const done = await putStatus(client, id, {
    status: 'completed',
    completedAt: '2001-01-01T00:00:00Z',
    signature: { password: learner.password, meaning: statementText(statement, 'de') },
  });
  expect(done.status).toBe(200);
  expect(new Date(done.body.completedAt ?? 0).getTime()).toBeGreaterThan(before - 5000);
  expect(done.body.signature).toMatchObject({ valid: true, meaning: statementText(statement, 'de') });
});

test('[SIG-03] who has not accepted the agreement cannot sign', async () => {
  const [, , third] = world.learners;
  if (!third) throw new Error('the world has three learners');
  const [moduleId = 0] = await createTextModules(server.services, 1);
  const { id } = await assignTo(world.admin, third.id, moduleId);
  const fresh = await signIn(server.client(), third);
  await readText(fresh, id);
  const answer = await sign<Problem>(fresh, id, third);
  expect([answer.status, answer.body.code]).toEqual([409, 'SIGNATURE_AGREEMENT_REQUIRED']);
});

test('[SIG-02] a self-attested module completes without signature, and with one where it is given', async () => {
  const modules = await createTextModules(server.services, 2, { completionPolicy: 'self_attest' });
  for (const [index, moduleId] of modules.entries()) {
    const { id } = await assignTo(world.admin, learner.id, moduleId);
    await putStatus(client, id, { status: 'in_progress' });
    const done =
      index === 0 ? await putStatus(client, id, { status: 'completed' }) : await sign(client, id, learner);
    expect(done.status).toBe(200);
    // What nobody signed says so.
    expect(done.body.signature).toMatchObject(
      index === 0 ? { valid: false, state: 'not_signed' } : { valid: true },
    );
    expect(done.body.signature?.printedName === null).toBe(index === 0);
  }
});

test('[SIG-02] a quiz module waits for its quiz: passed and signed', async () => {
  const [moduleId = 0] = await createTextModules(server.services, 1, {
    completionPolicy: 'quiz',
    passingScore: 80,
  });
  const { id } = await assignTo(world.admin, learner.id, moduleId);
  await readText(client, id);
  const score = (value: number) =>
    db.admin.query(
      `set session_replication_role = replica; update training_assignments set score = ${String(value)} where id = ${String(id)};
       set session_replication_role = origin`,
    );
  expect((await sign(client, id, learner)).status).toBe(409);
  await score(79.99);
  expect((await sign(client, id, learner)).status).toBe(409);
  await score(80);
  const { text: meaning } = statementFor('read_and_understood');
  const unread = await sign<Problem>(client, id, learner, { meaning });
  expect([unread.status, unread.body.code]).toEqual([422, 'SIGNATURE_REFUSED']);
  const done = await sign(client, id, learner);
  expect(done.status).toBe(200);
  expect(done.body).toMatchObject({ score: 80, signature: { valid: true } });
});

test('[LRN-07] T22, F13: 50 completions at once make one record, one signature, one certificate', async () => {
  const id = await assignmentIn('in_progress');
  await readText(client, id);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      // Only the first ones carry a signature: 50 password checks would test the throttle.
      index < 4
        ? sign<Problem>(client, id, learner)
        : putStatus<Problem>(client, id, { status: 'completed' }),
    ),
  );
  const statuses = new Set(answers.map((answer) => answer.status));
  expect([...statuses].every((status) => status === 200 || status === 409)).toBe(true);
  expect(answers.filter((answer) => answer.status === 409).map((answer) => answer.body.code)).toSatisfy(
    (codes: string[]) => codes.every((code) => code === 'SIGNATURE_REQUIRED' || code === 'ILLEGAL_STEP'),
  );
  expect(await statusOf(id)).toBe('completed');
  const { services } = server;
  const record = sql`select id from training_records where assignment_id = ${id}`;
  expect(await countRows(services, record)).toBe(1);
  expect(
    await countRows(services, sql`select 1 from signatures where training_record_id in (${record})`),
  ).toBe(1);
  expect(
    await countRows(services, sql`select 1 from certificates where training_record_id in (${record})`),
  ).toBe(1);
});

test('[LRN-07] a second click finds the completion and changes nothing', async () => {
  const id = await assignmentIn('completed');
  const read = async () =>
    db.db.selectFrom('trainingAssignments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const before = await read();
  const again = await sign(client, id, learner);
  expect(again.status).toBe(200);
  expect(again.body.status).toBe('completed');
  expect(await read()).toEqual(before);
});

// Twelve, two for the proof of the command (AUD-02), one for the clock of the database (SIG-02), and one for whether signing is open (SIG-05).
test('[SIG-02] a completion is one transaction of at most 20 statements, four of them for its public-key signature', async () => {
  const id = await assignmentIn('in_progress');
  await readText(client, id);
  const statements = await statementsOf(async () => {
    expect((await sign(client, id, learner)).status).toBe(200);
  });
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(20);
  expect(statements.length).toBeGreaterThan(5);
});

/** What the completing transaction sends, begin and commit included. */
async function statementsOf(work: () => Promise<void>): Promise<string[]> {
  const open = new Map<unknown, string[]>();
  const done: string[][] = [];
  for (const { connection, text } of await statementsDuring(work)) {
    if (/^begin/i.test(text)) open.set(connection, []);
    open.get(connection)?.push(text);
    if (!/^(commit|rollback)/i.test(text)) continue;
    done.push(open.get(connection) ?? []);
    open.delete(connection);
  }
  return done.find((list) => list.some((text) => text.includes('training_records'))) ?? [];
}

test('[LRN-07] [LRN-06] P11-07: 80 random sequences of calls never reach an illegal state', async () => {
  const [moduleId = 0] = await createTextModules(server.services, 1, { completionPolicy: 'self_attest' });
  const steps = [
    'start',
    'complete',
    'void',
    'void with reason',
    'back',
    'record',
    'move',
    'open',
    'assign',
  ] as const;
  const person = world.learners[2] ?? learner;
  const hands = await signIn(server.client(), person);
  let id = (await assignTo(world.admin, person.id, moduleId)).id;
  const legal = new Set(
    [
      'not_started>in_progress',
      'in_progress>completed',
      'not_started>completed',
      'not_started>voided',
    ].concat('in_progress>voided', 'completed>voided'),
  );
  const act = async (step: (typeof steps)[number]): Promise<number> => {
    const path = `/api/training-assignments/${String(id)}`;
    const { admin } = world;
    switch (step) {
      case 'start':
        return (await putStatus(hands, id, { status: 'in_progress' })).status;
      case 'complete':
        return (await putStatus(hands, id, { status: 'completed' })).status;
      case 'back':
        return (await putStatus(hands, id, { status: 'not_started' })).status;
      case 'open':
        return (await hands.post(`${path}/view-session`)).status;
      case 'void':
        return (await admin.del('/api/training-assignments/bulk', { assignmentIds: [id] })).status;
      case 'void with reason':
        return (await admin.del('/api/training-assignments/bulk', { assignmentIds: [id], reason: 'test' }))
          .status;
      case 'record':
        return (await admin.post(`${path}/record-completion`, { completedOn: '2024-02-29', reason: 'paper' }))
          .status;
      case 'move':
        return (await admin.patch(path, { dueDate: '2031-01-31', reason: 'test' })).status;
      case 'assign': {
        const body = { userId: person.id, moduleId, retrain: true, reason: 'again' };
        const made = await admin.post<{ id: number }>('/api/training/assign-module', body);
        if (made.status === 201) id = made.body.id;
        return made.status;
      }
    }
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...steps), { minLength: 1, maxLength: 6 }),
      async (sequence) => {
        for (const step of sequence) {
          const current = id;
          const before = await statusOf(current);
          const status = await act(step);
          expect(status, step).toBeLessThan(500);
          const after = await statusOf(current);
          if (before !== after)
            expect(legal.has(`${String(before)}>${String(after)}`), `${step}: ${String(after)}`).toBe(true);
        }
      },
    ),
    { numRuns: 80, seed: 7, endOnFailure: true },
  );
  // Each completed assignment has its one record and certificate; no other one has any but voided ones.
  const broken = sql`
    select a.id from training_assignments a left join training_records r on r.assignment_id = a.id
    left join certificates c on c.training_record_id = r.id
    where (a.status = 'completed') and (r.id is null or c.id is null or a.completed_at <> r.completed_at)
      or a.status in ('not_started', 'in_progress') and (r.id is not null or a.completed_at is not null)
      or a.status = 'voided' and r.id is not null and c.revoked_at is null`;
  expect(await countRows(server.services, broken)).toBe(0);
  const twice = sql`
    select 1 from training_assignments where status in ('not_started', 'in_progress')
    group by user_id, module_id having count(*) > 1`;
  expect(await countRows(server.services, twice)).toBe(0);
});
