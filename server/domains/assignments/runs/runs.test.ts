import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { assigningRun } from '#shared/contract/assigning-runs-schemas.ts';
import type { Services } from '#server/platform/services.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  assignTo,
  countRows,
  createMatrix,
  createTextModules,
  createTrainingWorld,
  type TrainingWorld,
} from '#tests/harness/training-world.ts';
import {
  asFixture,
  createOrganization,
  createUser,
  createUsers,
  signIn,
  type FixtureUser,
} from '#tests/harness/world.ts';
import { carryOutRun } from './carry-out-run.ts';
import { sweepRunsJob } from './runs.jobs.ts';

type Run = z.output<typeof assigningRun>;

interface Outcome {
  readonly code?: string;
  readonly assignments: number;
  readonly effectHash: string;
  readonly run: Run | null;
}

let db: TestDatabase;
let server: TestServer;
let world: TrainingWorld;

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db, config: { assigning: { inOneCall: 8, atATime: 4 } } });
  world = await createTrainingWorld(server, 10);
});
afterAll(async () => {
  await server.close();
  await db.drop();
});

const ids = () => world.learners.map(({ id }) => id);
const byMatrix = (body: object, client = world.admin) =>
  client.post<Outcome>('/api/training-matrix/assign', body);
const byModules = (body: object, client = world.admin) =>
  client.post<Outcome>('/api/training/assign-modules', body);
const runsOf = async (client: TestClient) => (await client.get<Run[]>('/api/assigning-runs')).body;
const leftOutOf = (client: TestClient, id: number) =>
  client.get<{ id: string; leftOut: { title: string | null; reason: string }[] }[]>(
    `/api/assigning-runs/left-out?runId=${String(id)}`,
  );
const openOf = (moduleId: number) =>
  countRows(
    server.services,
    sql`select 1 from training_assignments where module_id = ${moduleId} and status <> 'voided'`,
  );

/** A matrix of a new module, the same asked for ten people, which is more than one command takes here. */
async function asked(): Promise<{ readonly moduleId: number; readonly matrixId: number; readonly run: Run }> {
  const [moduleId = 0] = await createTextModules(server.services, 1);
  const matrixId = await createMatrix(world, [moduleId]);
  const { body } = await byMatrix({ matrixId, specificUserIds: ids() });
  if (!body.run) throw new Error(JSON.stringify(body));
  return { moduleId, matrixId, run: body.run };
}

/** Services in which every event of an assigned matrix fails. */
const failing = (error: Error): Services => {
  const fails = async () => {
    throw error;
  };
  return {
    ...server.services,
    subscribers: { ...server.services.subscribers, 'assignment.assigned': [fails] },
  };
};

/** Lets an administrator change a person's row. */
const change = (person: FixtureUser, values: Record<string, unknown>) =>
  asFixture(server.services, (tx) =>
    tx.db.updateTable('users').set(values).where('id', '=', person.id).execute(),
  );

describe('[PERF-03] [MTX-05] a matrix for more people than one command takes', () => {
  test('as many as one command takes are assigned at once, one more in the background, exactly as shown', async () => {
    const [moduleId = 0] = await createTextModules(server.services, 1);
    const matrixId = await createMatrix(world, [moduleId]);
    const few = await byMatrix({ matrixId, specificUserIds: ids().slice(0, 8) });
    expect(few.body).toMatchObject({ assignments: 8, run: null });
    const body = { matrixId, specificUserIds: ids() };
    const shown = await byMatrix({ ...body, preview: true });
    expect(shown.body).toMatchObject({ assignments: 2, run: null });
    const refused = await byMatrix({ ...body, effectHash: few.body.effectHash });
    expect([refused.status, refused.body.code]).toEqual([409, 'EFFECT_CHANGED']);
    const { status, body: answer } = await byMatrix({ ...body, effectHash: shown.body.effectHash });
    expect(status).toBe(200);
    expect(answer).toMatchObject({
      assignments: 2,
      effect: null,
      run: { kind: 'matrix', matrixId, state: 'waiting', peopleTotal: 10, peopleDone: 0, finishedAt: null },
    });
    expect(await openOf(moduleId)).toBe(8);
    await carryOutRun(server.services, answer.run?.id ?? 0);
    expect((await runsOf(world.admin))[0]).toMatchObject({
      state: 'done',
      peopleDone: 10,
      assignments: 2,
      peopleAssigned: 2,
      peopleLeftOut: 8,
      finishedAt: expect.any(String) as string,
    });
    expect(await openOf(moduleId)).toBe(10);
    // Chosen by name: they stay in the matrix.
    const members = sql`select 1 from matrix_members where matrix_id = ${matrixId} and removed_at is null`;
    expect(await countRows(server.services, members)).toBe(10);
    const { rows } = await db.admin.query<{ actor: string; from: string | null }>(
      `select actor_id as actor, assigned_by_user_id as from from audit.events
       cross join (select distinct assigned_by_user_id from training_assignments where module_id = $1) a
       where action = 'matrix.assigned' and kind = 'command' order by events.id desc limit 3`,
      [moduleId],
    );
    expect(new Set(rows.flatMap(({ actor, from }) => [actor, from]))).toEqual(new Set([world.adminUser.id]));
  });

  test('says of whom it left out why, and what became of people meanwhile', async () => {
    const { moduleId, run } = await asked();
    const [has, inactive, erased] = world.learners;
    if (!has || !inactive || !erased) throw new Error('the world has learners');
    await assignTo(world.admin, has.id, moduleId);
    await change(inactive, { isActive: false });
    await change(erased, { erasedAt: new Date() });
    try {
      await carryOutRun(server.services, run.id);
      expect((await runsOf(world.admin))[0]).toMatchObject({ peopleAssigned: 7, peopleLeftOut: 3 });
      const left = await leftOutOf(world.admin, run.id);
      expect(left.headers.get('x-total-count')).toBe('3');
      expect(new Map(left.body.map(({ id, leftOut }) => [id, leftOut[0]?.reason]))).toEqual(
        new Map([
          [has.id, 'nothing_needed'],
          [inactive.id, 'inactive'],
          [erased.id, 'out_of_reach'],
        ]),
      );
    } finally {
      await change(inactive, { isActive: true });
      await change(erased, { erasedAt: null });
    }
  });

  test('everybody whom it matches: who does no more gets nothing, and nobody becomes a member', async () => {
    const [moduleId = 0] = await createTextModules(server.services, 1);
    const matrixId = await createMatrix(world, [moduleId]);
    const { body } = await byMatrix({ matrixId, allMatched: true });
    const [left] = world.learners;
    if (!left || !body.run) throw new Error(JSON.stringify(body));
    await change(left, { departmentId: null });
    try {
      await carryOutRun(server.services, body.run.id);
      expect((await leftOutOf(world.admin, body.run.id)).body).toMatchObject([
        { id: left.id, leftOut: [{ title: null, reason: 'not_matched' }] },
      ]);
      expect(await openOf(moduleId)).toBe(9);
      expect(
        await countRows(server.services, sql`select 1 from matrix_members where matrix_id = ${matrixId}`),
      ).toBe(0);
    } finally {
      await change(left, { departmentId: world.department.id });
    }
  });

  test('two processes at once and one after a broken one do nothing twice', async () => {
    const { moduleId, run } = await asked();
    const stopping = new AbortController();
    stopping.abort();
    await expect(carryOutRun(server.services, run.id, stopping.signal)).rejects.toThrow('aborted');
    expect((await runsOf(world.admin))[0]).toMatchObject({ state: 'running', peopleDone: 4, assignments: 4 });
    await Promise.all([carryOutRun(server.services, run.id), carryOutRun(server.services, run.id)]);
    expect((await runsOf(world.admin))[0]).toMatchObject({ state: 'done', peopleDone: 10, assignments: 10 });
    expect(await openOf(moduleId)).toBe(10);
    await carryOutRun(server.services, run.id);
    expect(await openOf(moduleId)).toBe(10);
  });

  test('cancelled: what was assigned stays, nobody else gets it, and that has an end', async () => {
    const { moduleId, run } = await asked();
    const stopping = new AbortController();
    stopping.abort();
    await expect(carryOutRun(server.services, run.id, stopping.signal)).rejects.toThrow('aborted');
    const cancel = () => world.admin.post<Run>(`/api/assigning-runs/${String(run.id)}/cancel`, {});
    expect((await cancel()).body).toMatchObject({ state: 'cancelled', peopleDone: 4, assignments: 4 });
    await carryOutRun(server.services, run.id);
    expect(await openOf(moduleId)).toBe(4);
    expect((await cancel()).status).toBe(409);
  });

  test.each(['matrix', 'modules'])(
    '[AUD-01] %s: cancelled while a command waits for its turn, that command keeps nobody waiting and leaves no trace',
    async (kind) => {
      const [moduleId = 0] = await createTextModules(server.services, 1);
      const { run } =
        kind === 'matrix' ? await asked() : (await byModules({ userIds: ids(), moduleIds: [moduleId] })).body;
      const id = run?.id ?? 0;
      const commands = async () =>
        (
          await db.admin.query(
            `select 1 from audit.events where kind = 'command' and action in ('matrix.assigned', 'assignment.assigned')`,
          )
        ).rowCount;
      const before = await commands();
      const other = await db.admin.connect();
      try {
        await other.query('begin');
        await other.query(`select pg_advisory_xact_lock(hashtext('users.places'))`);
        const carried = carryOutRun(server.services, id);
        const waiting = async () =>
          (await db.admin.query(`select 1 from pg_locks where locktype = 'advisory' and not granted`))
            .rowCount;
        await expect.poll(waiting).toBe(1);
        const cancelled = await world.admin.post<Run>(`/api/assigning-runs/${String(id)}/cancel`, {});
        expect(cancelled.body).toMatchObject({ state: 'cancelled', peopleDone: 0 });
        await other.query('commit');
        await carried;
      } finally {
        other.release();
      }
      expect(await commands()).toBe(before);
    },
  );

  test('fails in words where the matrix is gone, or the requester has no access any more', async () => {
    const first = await asked();
    await asFixture(server.services, (tx) =>
      sql`update training_matrices set archived_at = app_now() where id = ${first.matrixId}`.execute(tx.db),
    );
    await carryOutRun(server.services, first.run.id);
    expect((await runsOf(world.admin))[0]).toMatchObject({
      state: 'failed',
      problem: 'training_gone',
    });
    const second = await asked();
    await change(world.adminUser, { role: 'learner' });
    try {
      await carryOutRun(server.services, second.run.id);
    } finally {
      await change(world.adminUser, { role: 'admin' });
    }
    expect((await runsOf(world.admin))[0]).toMatchObject({
      state: 'failed',
      problem: 'access_lost',
    });
    expect((await openOf(first.moduleId)) + (await openOf(second.moduleId))).toBe(0);
  });

  test.each(['40001', '40P01', '53100', '55P03', '57014'])(
    '[OPS-10] an error of the database that passes (%s) ends no run, not even at the last try',
    async (code) => {
      const { moduleId, run } = await asked();
      const broken = failing(Object.assign(new Error('for a moment'), { code }));
      await expect(carryOutRun(broken, run.id, undefined, true)).rejects.toMatchObject({ code });
      expect((await runsOf(world.admin))[0]).toMatchObject({ id: run.id, state: 'waiting', peopleDone: 0 });
      await carryOutRun(server.services, run.id);
      expect((await runsOf(world.admin))[0]).toMatchObject({ id: run.id, state: 'done', assignments: 10 });
      expect(await openOf(moduleId)).toBe(10);
    },
  );

  test('an error that nobody expected is tried again, and ends the run at the last try', async () => {
    const { moduleId, run } = await asked();
    const broken = failing(new Error('nobody expected this'));
    await expect(carryOutRun(broken, run.id)).rejects.toThrow('nobody expected this');
    expect((await runsOf(world.admin))[0]).toMatchObject({ state: 'waiting', problem: null });
    await expect(carryOutRun(broken, run.id, undefined, true)).rejects.toThrow('nobody expected this');
    expect((await runsOf(world.admin))[0]).toMatchObject({
      state: 'failed',
      problem: 'assigning_stopped',
    });
    expect(await openOf(moduleId)).toBe(0);
  });

  test('a run whose job was lost is taken up again', async () => {
    const { run } = await asked();
    await db.admin.query('delete from pgboss.job where name = $1', ['assignments.carryOutRun']);
    await sweepRunsJob.run(server.services, {});
    const waiting = async () =>
      (await db.admin.query(`select 1 from pgboss.job where name = 'assignments.carryOutRun'`)).rowCount;
    expect(await waiting()).toBe(0);
    await db.admin.query(
      `alter table assigning_runs disable trigger user;
       update assigning_runs set created_at = now() - interval '11 minutes' where id = ${String(run.id)};
       alter table assigning_runs enable trigger user`,
    );
    await sweepRunsJob.run(server.services, {});
    expect(await waiting()).toBe(1);
    await world.admin.post(`/api/assigning-runs/${String(run.id)}/cancel`, {});
  });
});

describe('[PERF-03] [MTX-05] modules for more people than one command takes', () => {
  test('each of them by their own rule, with every training that is left out by name', async () => {
    const modules = await createTextModules(server.services, 2, { title: 'Cold storage' });
    const [first = 0] = modules;
    const [has] = ids();
    await assignTo(world.admin, has ?? '', first);
    const body = { userIds: ids(), moduleIds: modules, dueDate: '2031-05-06' };
    const shown = await byModules({ ...body, preview: true });
    const { body: answer } = await byModules({ ...body, effectHash: shown.body.effectHash });
    expect(answer.run).toMatchObject({ kind: 'modules', moduleIds: modules, peopleTotal: 10 });
    await carryOutRun(server.services, answer.run?.id ?? 0);
    expect((await runsOf(world.admin))[0]).toMatchObject({
      state: 'done',
      assignments: 19,
      peopleAssigned: 10,
      peopleLeftOut: 1,
    });
    expect((await leftOutOf(world.admin, answer.run?.id ?? 0)).body).toMatchObject([
      { id: has, leftOut: [{ title: 'Cold storage', reason: 'open' }] },
    ]);
    const due = sql`select 1 from training_assignments where module_id = any(${modules}::int[]) and due_date = '2031-05-06'`;
    expect(await countRows(server.services, due)).toBe(19);
  });

  test('retraining needs its reason before it begins', async () => {
    const modules = await createTextModules(server.services, 1);
    const body = { userIds: ids(), moduleIds: modules, retrain: true };
    expect((await byModules(body)).body.code).toBe('REASON_REQUIRED');
    const { body: answer } = await byModules({ ...body, reason: 'The procedure has changed' });
    await carryOutRun(server.services, answer.run?.id ?? 0);
    const { rows } = await db.admin.query<{ reason: string }>(
      `select distinct payload::jsonb ->> 'reason' as reason from audit.events
       where action = 'assignment.assigned' and kind = 'command' and payload::jsonb ->> 'reason' is not null`,
    );
    expect(rows).toEqual([{ reason: 'The procedure has changed' }]);
  });

  test('[AUTH-13] a manager assigns to the own team alone, and others neither see nor cancel that', async () => {
    const manager = await createUser(server.services, {
      role: 'manager',
      organizationId: world.organization.id,
    });
    const team = await createUsers(
      server.services,
      Array.from({ length: 9 }, () => ({
        organizationId: world.organization.id,
        managerId: manager.id,
      })),
    );
    const other = await signIn(
      server.client(),
      await createUser(server.services, { role: 'manager', organizationId: world.organization.id }),
    );
    const client = await signIn(server.client(), manager);
    const modules = await createTextModules(server.services, 1);
    const userIds = team.map(({ id }) => id);
    const foreign = await byModules({ userIds: [...userIds, ids()[0]], moduleIds: modules }, client);
    expect(foreign.status).toBe(404);
    const { body } = await byModules({ userIds, moduleIds: modules }, client);
    const id = body.run?.id ?? 0;
    // Who leaves the team meanwhile is out of reach of whoever asked, and of that list.
    const [leaves] = team;
    if (!leaves) throw new Error('the team has people');
    await change(leaves, { managerId: null });
    await carryOutRun(server.services, id);
    expect(await openOf(modules[0] ?? 0)).toBe(8);
    expect((await runsOf(client))[0]).toMatchObject({ id, peopleAssigned: 8, peopleLeftOut: 1 });
    expect((await leftOutOf(client, id)).body).toEqual([]);
    expect((await leftOutOf(world.admin, id)).body).toMatchObject([
      { id: leaves.id, leftOut: [{ reason: 'out_of_reach' }] },
    ]);
    expect(await runsOf(other)).toEqual([]);
    expect((await leftOutOf(other, id)).status).toBe(404);
    expect((await other.post(`/api/assigning-runs/${String(id)}/cancel`, {})).status).toBe(404);
  });

  test('[AUTH-13] ends where the organization of whoever asked is archived', async () => {
    const organization = await createOrganization(server.services, {});
    const elsewhere = await createUser(server.services, { role: 'admin', organizationId: organization.id });
    const client = await signIn(server.client(), elsewhere);
    const modules = await createTextModules(server.services, 1);
    const { body } = await byModules({ userIds: ids(), moduleIds: modules }, client);
    await asFixture(server.services, (tx) =>
      tx.db.updateTable('organizations').set({ isActive: false }).where('id', '=', organization.id).execute(),
    );
    const id = body.run?.id ?? 0;
    await carryOutRun(server.services, id);
    const { rows } = await db.admin.query('select state, problem from assigning_runs where id = $1', [id]);
    expect(rows).toEqual([{ state: 'failed', problem: 'access_lost' }]);
    expect(await openOf(modules[0] ?? 0)).toBe(0);
  });

  test('one person has at most five of them open, listed by when they were asked for', async () => {
    const [moduleId = 0] = await createTextModules(server.services, 1);
    const body = { userIds: ids(), moduleIds: [moduleId] };
    const opened: number[] = [];
    for (let count = 1; count <= 5; count += 1) opened.push((await byModules(body)).body.run?.id ?? 0);
    expect((await byModules(body)).body.code).toBe('CONFLICT');
    for (const id of opened) await carryOutRun(server.services, id);
    expect(await openOf(moduleId)).toBe(10);
    const listed = async (query: string) =>
      (await world.admin.get<Run[]>(`/api/assigning-runs?limit=100${query}`)).body.map(({ id }) => id);
    const newestFirst = await listed('');
    expect(newestFirst.slice(0, 5)).toEqual(opened.toReversed());
    expect(await listed('&sort=-createdAt')).toEqual(newestFirst);
    expect(await listed('&sort=createdAt')).toEqual(newestFirst.toReversed());
  });
});
