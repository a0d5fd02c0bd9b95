import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWithLearner, type StartedLearner } from '#tests/harness/started.ts';
import {
  assignTo,
  completeText,
  countRows,
  createMatrix,
  createTextModules,
  readText,
  sign,
  type Assignment,
} from '#tests/harness/training-world.ts';

let db: StartedLearner['db'];
let server: StartedLearner['server'];
let world: StartedLearner['world'];
let learner: StartedLearner['learner'];
let client: StartedLearner['client'];
let stop: StartedLearner['stop'];

interface Outcome {
  readonly code?: string;
  readonly errors?: readonly { readonly path: string }[];
  readonly voided: number;
  readonly assignmentIds: readonly number[];
}

beforeAll(async () => {
  ({ db, server, world, learner, client, stop } = await startWithLearner());
});
afterAll(() => stop());

const remove = (assignmentIds: unknown, reason?: string) =>
  world.admin.del<Outcome>('/api/training-assignments/bulk', {
    assignmentIds,
    ...(reason === undefined ? {} : { reason }),
  });

async function threeAssignments(): Promise<number[]> {
  const modules = await createTextModules(server.services, 3);
  const made: number[] = [];
  for (const moduleId of modules) made.push((await assignTo(world.admin, learner.id, moduleId)).id);
  return made;
}

const mine = async (query = '') => (await client.get<Assignment[]>(`/api/assignments/user${query}`)).body;

test('[LRN-06] open ones are voided, nothing is deleted, and lists leave them out unless asked', async () => {
  const ids = await threeAssignments();
  const before = await countRows(server.services, sql`select 1 from training_assignments`);
  const answer = await remove(ids);
  expect([answer.status, answer.body.voided, answer.body.assignmentIds]).toEqual([200, 3, ids]);
  expect(await countRows(server.services, sql`select 1 from training_assignments`)).toBe(before);
  const shown = await mine();
  expect(shown.filter((row) => ids.includes(row.id))).toEqual([]);
  const all = await mine('?include=voided');
  expect(all.filter((row) => ids.includes(row.id)).map((row) => row.status)).toEqual([
    'voided',
    'voided',
    'voided',
  ]);
  expect((await remove(ids)).body).toMatchObject({ voided: 0 });
});

test('[LRN-06] [LRN-05] a completed one needs a reason; then it stays in the history and its certificate is revoked', async () => {
  const ids = await threeAssignments();
  const [done = 0] = ids;
  const completed = await completeText(client, done, learner);
  const refused = await remove(ids);
  expect([refused.status, refused.body.code]).toEqual([422, 'REASON_REQUIRED']);
  expect(refused.body).toMatchObject({ completedIds: [done], errors: [{ path: 'reason' }] });
  expect((await mine()).filter((row) => ids.includes(row.id))).toHaveLength(3);
  expect((await remove(ids, '   ')).status).toBe(422);

  const answer = await remove(ids, 'Recorded for the wrong person');
  expect(answer.body).toMatchObject({ voided: 3 });
  const history = await client.get<{ assignmentId: number; status: string; signature: { valid: boolean } }[]>(
    `/api/employee/${learner.id}/completions`,
  );
  expect(history.body.find((row) => row.assignmentId === done)).toMatchObject({
    status: 'voided',
    signature: { valid: true },
  });
  const own =
    await client.get<{ url: string; status: string; reason: string; verifyUrl: string }[]>(
      '/api/certificates',
    );
  const certificate = own.body.find((row) => row.url === completed.certificateUrl);
  expect(certificate).toMatchObject({ status: 'revoked', reason: 'Recorded for the wrong person' });
  const page = await server.client().get(`/api/verify/${certificate?.verifyUrl.split('/').at(-1) ?? ''}`);
  expect(page.body).toMatchObject({ status: 'revoked', reason: null });
  const reasons = await db.db
    .selectFrom('trainingAssignments')
    .select(['voidedReason', 'voidedBy'])
    .where('id', 'in', ids)
    .execute();
  for (const row of reasons) {
    expect(row).toEqual({ voidedReason: 'Recorded for the wrong person', voidedBy: world.adminUser.id });
  }
});

test('[LRN-06] [SEC-01] ids that are none are refused, and nothing changes', async () => {
  const ids = await threeAssignments();
  for (const bad of [[], ['1'], [0], [1.5], 'all', undefined, [...ids, 2_000_000_000]]) {
    const answer = await remove(bad);
    expect(answer.status, JSON.stringify(bad)).toBe(422);
  }
  expect((await remove([...ids, 2_000_000_000])).body.errors?.[0]?.path).toBe('assignmentIds.3');
  expect((await mine()).filter((row) => ids.includes(row.id))).toHaveLength(3);
});

test('[MTX-06] [LRN-06] which of the chosen a matrix goes on to require is said before, and nothing is done', async () => {
  const modules = await createTextModules(server.services, 2);
  const [kept = 0, free = 0] = modules;
  const matrixId = await createMatrix(world, [kept], { assignNow: true });
  const mineNow = await mine();
  const required = mineNow.find(({ moduleId }) => moduleId === kept)?.id ?? 0;
  const other = (await assignTo(world.admin, learner.id, free)).id;
  const preview = () =>
    world.admin.del<Outcome>('/api/training-assignments/bulk', {
      assignmentIds: [other, required],
      preview: true,
    });
  const before = await preview();
  expect([before.status, before.body]).toEqual([
    200,
    {
      preview: true,
      voided: 2,
      assignmentIds: [required, other],
      stillRequired: [
        {
          assignmentId: required,
          title: expect.any(String),
          matrixNames: [expect.stringContaining('Matrix')],
        },
      ],
    },
  ]);
  expect((await mine()).filter(({ id }) => id === required || id === other)).toHaveLength(2);
  const done = await remove([other, required]);
  expect(done.body).toEqual({ ...before.body, preview: false });
  // What was said comes true: the card counts the person as required, not assigned.
  const waiting = await world.admin.get<{ id: string }[]>(
    `/api/training-matrix/people?matrixId=${String(matrixId)}&group=waiting`,
  );
  expect(waiting.body.map(({ id }) => id)).toContain(learner.id);
  const [unknown, refused] = [
    2_000_000_000,
    await client.del('/api/training-assignments/bulk', { assignmentIds: [other], preview: true }),
  ];
  expect(refused.status).toBe(403);
  expect(
    (await world.admin.del('/api/training-assignments/bulk', { assignmentIds: [unknown], preview: true }))
      .status,
  ).toBe(422);
});

test('[LRN-06] learners and managers void nothing', async () => {
  const ids = await threeAssignments();
  expect((await client.del('/api/training-assignments/bulk', { assignmentIds: ids })).status).toBe(403);
  expect(
    (
      await client.patch(`/api/training-assignments/${String(ids[0])}`, {
        dueDate: '2030-01-01',
        reason: 'x',
      })
    ).status,
  ).toBe(403);
});

test('[LRN-06] a due date is moved with a reason, of open ones only, and not over a newer change', async () => {
  const [id = 0, other = 0] = await threeAssignments();
  const path = `/api/training-assignments/${String(id)}`;
  const read = await world.admin.get<Assignment>(path);
  const refused = await world.admin.patch<{ errors: unknown }>(path, { dueDate: '2031-02-29' });
  expect([refused.status, refused.body.errors]).toMatchObject([
    422,
    [
      { path: 'dueDate', message: 'Must be a date like 2026-01-31' },
      { path: 'reason', message: 'Enter a reason.' },
    ],
  ]);
  const moved = await world.admin.patch<Assignment>(path, { dueDate: '2031-02-03', reason: 'On leave' });
  expect(moved.body.dueDate).toBe('2031-02-03');
  const stale = await world.admin.patch<{ code: string }>(
    path,
    { dueDate: '2032-01-01', reason: 'Late' },
    { headers: { 'if-match': `"${String(read.body.revision)}"` } },
  );
  expect([stale.status, stale.body.code]).toEqual([409, 'STALE']);
  await remove([other]);
  const voided = await world.admin.patch<{ code: string }>(`/api/training-assignments/${String(other)}`, {
    dueDate: '2031-01-01',
    reason: 'x',
  });
  expect([voided.status, voided.body.code]).toEqual([409, 'ILLEGAL_STEP']);
  expect(
    (await world.admin.patch('/api/training-assignments/2000000000', { dueDate: '2031-01-01', reason: 'x' }))
      .status,
  ).toBe(404);
});

test('[LRN-06] [SIG-02] F19: voiding while the learner completes: one waits for the other, and no signature is lost', async () => {
  // Held in the middle by a lock of the superuser, both calls have begun before either can end.
  const outcomes = new Set<string>();
  for (let round = 0; round < 8; round += 1) {
    const [moduleId = 0] = await createTextModules(server.services, 1);
    const { id } = await assignTo(world.admin, learner.id, moduleId);
    await readText(client, id);
    const holder = await db.admin.connect();
    await holder.query('begin');
    await holder.query('select 1 from users where id = $1 for update', [learner.id]);
    const calls = [() => sign<{ code?: string }>(client, id, learner), () => remove([id])];
    const [begin, follow] = round % 2 === 0 ? calls : calls.toReversed();
    const first = begin?.();
    await missingTrainings(1);
    const second = follow?.();
    await missingTrainings(2);
    await holder.query('commit');
    holder.release();
    const answers = await Promise.all([first, second]);
    const [signed, voided] = round % 2 === 0 ? answers : answers.toReversed();
    const { status } = await db.db
      .selectFrom('trainingAssignments')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const signatures = await countRows(
      server.services,
      sql`select 1 from signatures s join training_records r on r.id = s.training_record_id where r.assignment_id = ${id}`,
    );
    outcomes.add(status);
    if (status === 'completed') {
      // The completion was first: voiding it without a reason is refused.
      expect([signed?.status, voided?.status, signatures]).toEqual([200, 422, 1]);
    } else {
      expect([status, signed?.status, voided?.status, signatures]).toEqual(['voided', 409, 200, 0]);
    }
  }
  expect(outcomes).toEqual(new Set(['completed', 'voided']));
}, 60_000);

/** Until so many connections wait for a lock. */
async function missingTrainings(count: number): Promise<void> {
  const end = Date.now() + 10_000;
  while (Date.now() < end) {
    const { rows } = await db.admin.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if ((rows[0]?.waiting ?? 0) >= count) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('nobody waits');
}
