import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { modulePublishingContract } from '#shared/contract/module-publishing.ts';
import { versionsInForceJob } from '#server/domains/modules/modules.jobs.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { load, type Module } from '#tests/harness/module-world.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  assignTo,
  completeText,
  createTextModules,
  createTrainingWorld,
  readText,
  readyToSign,
  type TrainingWorld,
} from '#tests/harness/training-world.ts';
import type { FixtureUser } from '#tests/harness/world.ts';

type Answer = ResponseOf<typeof modulePublishingContract.publish>;

let db: TestDatabase;
let server: TestServer;
let world: TrainingWorld;

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  world = await createTrainingWorld(server, 4);
});
afterAll(async () => {
  await server.close();
  await db.drop();
});

const learner = (index: number): FixtureUser => {
  const found = world.learners[index];
  if (!found) throw new Error('the world has no such learner');
  return found;
};

interface Scene {
  readonly moduleId: number;
  readonly versionId: number;
  readonly done: FixtureUser;
  readonly begun: FixtureUser;
  readonly begunId: number;
  readonly untouched: FixtureUser;
}

async function draft(moduleId: number, text: string): Promise<number> {
  const answer = await load(world.admin, moduleId, [], { contentData: text, publish: 'draft' });
  expect(answer.status).toBe(200);
  const found = answer.body.versions.find(({ state }) => state === 'draft');
  if (!found) throw new Error('no draft was made');
  return found.id;
}

/** A module that one person completed, one has begun and one has not, with a draft of its next version. */
async function scene(): Promise<Scene> {
  const [moduleId = 0] = await createTextModules(server.services, 1);
  const [done, begun, untouched] = [learner(0), learner(1), learner(2)];
  const doneId = (await assignTo(world.admin, done.id, moduleId)).id;
  await completeText(await readyToSign(server, done), doneId, done);
  const begunId = (await assignTo(world.admin, begun.id, moduleId)).id;
  await readText(await readyToSign(server, begun), begunId);
  await assignTo(world.admin, untouched.id, moduleId);
  const versionId = await draft(moduleId, 'The second version of the text, which says more than the first.');
  return { moduleId, versionId, done, begun, begunId, untouched };
}

const path = ({ moduleId, versionId }: Pick<Scene, 'moduleId' | 'versionId'>) =>
  `/api/training-modules/${String(moduleId)}/versions/${String(versionId)}`;
const publish = <Body = Answer>(at: Scene, body: Record<string, unknown>) =>
  world.admin.post<Body>(`${path(at)}/publish`, { changeNote: 'Section 4 is new', ...body });
const moduleOf = async (id: number) =>
  (await world.admin.get<Module>(`/api/training-modules/${String(id)}`)).body;

interface Row {
  readonly userId: string;
  readonly status: string;
  readonly cycle: number;
  readonly number: number;
  readonly assignmentType: string;
  readonly due: string | null;
}

async function assignmentsOf({ moduleId }: Scene): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select a.user_id, a.status, a.cycle, v.number, a.assignment_type, a.due_date::text as due
    from training_assignments a join module_versions v on v.id = a.module_version_id
    where a.module_id = ${moduleId} order by a.user_id, a.cycle
  `.execute(db.db);
  return rows;
}
const of = (rows: readonly Row[], person: FixtureUser) => rows.filter(({ userId }) => userId === person.id);
const dayIn = async (days: number, at = 'app_now()'): Promise<string> => {
  const { rows } = await sql<{ day: string }>`
    select ((${sql.raw(at)} at time zone coalesce(o.time_zone, 'UTC'))::date + ${days}::int)::text as day
    from users u left join organizations o on o.id = u.organization_id where u.id = ${learner(0).id}`.execute(
    db.db,
  );
  return rows[0]?.day ?? '';
};

test('[MOD-11] a draft changes nothing for anybody; its preview names who trains again, until when, and both rates', async () => {
  const at = await scene();
  const before = await assignmentsOf(at);
  expect((await moduleOf(at.moduleId)).versions).toMatchObject([
    { number: 2, state: 'draft', isCurrent: false },
    { number: 1, state: 'in_force', isCurrent: true },
  ]);
  const preview = await publish(at, { preview: true, retraining: 'completed', dueDays: 14 });
  expect(preview.status).toBe(200);
  expect(preview.body).toMatchObject({
    preview: true,
    atOnce: true,
    effect: { rateBefore: 33.3, rateAfter: 0 },
  });
  expect(preview.body.effect?.people.map(({ id, effect }) => `${id} ${effect}`).toSorted()).toEqual(
    [`${at.done.id} retrained`, `${at.begun.id} begins_again`, `${at.untouched.id} moves`].toSorted(),
  );
  expect(preview.body.effect?.people.find(({ id }) => id === at.done.id)?.dueDate).toBe(await dayIn(14));
  const none = await publish(at, { preview: true });
  expect(none.body.effect).toMatchObject({ rateBefore: 33.3, rateAfter: 33.3 });
  expect(await assignmentsOf(at)).toEqual(before);
});

test('[MOD-11] publishing does what the preview said: a new cycle for who completed, the record of the old version stays', async () => {
  const at = await scene();
  const choice = { retraining: 'completed', dueDays: 14 };
  const { body } = await publish(at, { ...choice, preview: true });
  const answer = await publish(at, { ...choice, effectHash: body.effectHash });
  expect(answer).toMatchObject({ status: 200, body: { preview: false, atOnce: true, effect: null } });
  const rows = await assignmentsOf(at);
  expect(of(rows, at.done)).toEqual([
    expect.objectContaining({ status: 'completed', cycle: 1, number: 1 }),
    {
      userId: at.done.id,
      status: 'not_started',
      cycle: 2,
      number: 2,
      assignmentType: 'retraining',
      due: await dayIn(14),
    },
  ]);
  expect(of(rows, at.begun)).toMatchObject([{ status: 'in_progress', cycle: 1, number: 2 }]);
  expect(of(rows, at.untouched)).toMatchObject([{ status: 'not_started', cycle: 1, number: 2 }]);
  expect((await moduleOf(at.moduleId)).versions).toMatchObject([
    {
      number: 2,
      state: 'in_force',
      changeNote: 'Section 4 is new',
      retraining: 'completed',
      retrainingDays: 14,
    },
    { number: 1, state: 'past' },
  ]);
  expect((await publish(at, choice)).status).toBe(409);
});

test('[MOD-11] when the world has changed since the preview nothing happens, and the new effect is answered', async () => {
  const at = await scene();
  const { body } = await publish(at, { preview: true, retraining: 'all' });
  await assignTo(world.admin, learner(3).id, at.moduleId);
  const before = await assignmentsOf(at);
  const refused = await publish<{ code: string; effectHash: string; effect: { people: unknown[] } }>(at, {
    retraining: 'all',
    effectHash: body.effectHash,
  });
  expect(refused).toMatchObject({ status: 409, body: { code: 'EFFECT_CHANGED' } });
  expect(refused.body.effect.people).toHaveLength(4);
  expect(await assignmentsOf(at)).toEqual(before);
  const { effectHash } = refused.body;
  expect((await publish(at, { retraining: 'all', effectHash })).status).toBe(200);
});

test('[MOD-11] drafts and waiting versions are taken away, those that were in force stay', async () => {
  const at = await scene();
  const [inForce] = (await moduleOf(at.moduleId)).versions.filter(({ isCurrent }) => isCurrent);
  const of1 = { moduleId: at.moduleId, versionId: inForce?.id ?? 0 };
  expect((await world.admin.fetch('DELETE', path(of1))).status).toBe(409);
  expect((await world.admin.fetch('DELETE', path(at))).status).toBe(200);
  expect((await world.admin.fetch('DELETE', path(at))).status).toBe(404);
  const again = {
    ...at,
    versionId: await draft(at.moduleId, 'Another second version, to be taken back later.'),
  };
  await publish(again, { effectiveFrom: await dayIn(5) });
  expect((await world.admin.fetch('DELETE', path(again))).status).toBe(200);
  expect((await moduleOf(at.moduleId)).versions).toHaveLength(1);
});

test.each([
  [{ changeNote: ' ' }, 'changeNote'],
  [{ effectiveFrom: '2026-02-30' }, 'effectiveFrom'],
  [{ retraining: 'some' }, 'retraining'],
  [{ dueDays: -1 }, 'dueDays'],
  [{ effectHash: 'x' }, 'effectHash'],
] as const)('[MOD-11] publishing refuses %j at its field', async (body, field) => {
  const at = { moduleId: 1, versionId: 1 } as Scene;
  const answer = await publish<{ errors: { path: string }[] }>(at, body);
  expect(answer.status).toBe(422);
  expect([...new Set(answer.body.errors.map((error) => error.path))]).toEqual([field]);
});

// The last one: it moves the clock, by which sessions end.
test('[MOD-11] a later day waits, is put in force once by two servers; who has begun finishes the old version, and trains again', async () => {
  const at = await scene();
  const later = await dayIn(3);
  const answer = await publish(at, { retraining: 'all', dueDays: 10, effectiveFrom: later });
  expect(answer.body).toMatchObject({ atOnce: false });
  const before = await assignmentsOf(at);
  await versionsInForceJob.run(server.services, {});
  expect(await assignmentsOf(at)).toEqual(before);
  expect((await moduleOf(at.moduleId)).versions[0]).toMatchObject({ state: 'waiting', isCurrent: false });
  const next = await draft(at.moduleId, 'A third version of the text, made while the second waits.');
  expect((await publish({ ...at, versionId: next }, {})).status).toBe(409);
  await db.moveClock({ days: 4 });
  const second = await startTestServer({ db });
  await Promise.all([
    versionsInForceJob.run(server.services, {}),
    versionsInForceJob.run(second.services, {}),
  ]);
  await second.close();
  const rows = await assignmentsOf(at);
  expect(of(rows, at.done)).toMatchObject([
    { status: 'completed', number: 1 },
    { status: 'not_started', cycle: 2, number: 2 },
  ]);
  expect(of(rows, at.begun)).toMatchObject([{ status: 'in_progress', number: 1 }]);
  expect(of(rows, at.untouched)).toMatchObject([{ status: 'not_started', number: 2 }]);
  const reader = await readyToSign(server, at.begun);
  await completeText(reader, at.begunId, at.begun);
  expect(of(await assignmentsOf(at), at.begun)).toMatchObject([
    { status: 'completed', number: 1, cycle: 1 },
    { status: 'not_started', number: 2, cycle: 2, assignmentType: 'retraining' },
  ]);
});
