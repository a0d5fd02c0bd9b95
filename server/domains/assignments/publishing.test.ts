import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeVersionsEffectiveJob } from '#server/domains/modules/modules.jobs.ts';
import { rowsOf, versionPath } from '#tests/harness/publishing-world.ts';
import { load } from '#tests/harness/module-world.ts';
import { startTestServer } from '#tests/harness/server.ts';
import { startWithPublishing, type StartedPublishing } from '#tests/harness/started.ts';
import { assignTo, completeText, readyToSign } from '#tests/harness/training-world.ts';
import { asFixture, createUsers } from '#tests/harness/world.ts';

let db: StartedPublishing['db'];
let server: StartedPublishing['server'];
let world: StartedPublishing['world'];
let stop: StartedPublishing['stop'];

beforeAll(async () => {
  ({ db, server, world, stop } = await startWithPublishing());
});
afterAll(() => stop());

test('[MOD-11] a draft changes nothing for anybody; its preview names who trains again, until when, and both rates', async () => {
  const at = await world.scene();
  const before = await world.assignmentsOf(at);
  expect((await world.moduleOf(at.moduleId)).versions).toMatchObject([
    { number: 2, state: 'draft', isCurrent: false },
    { number: 1, state: 'in_force', isCurrent: true },
  ]);
  const preview = await world.publish(at, { preview: true, retraining: 'completed', dueDays: 14 });
  expect(preview.status).toBe(200);
  expect(preview.body).toMatchObject({
    preview: true,
    atOnce: true,
    effect: { rateBefore: 33.3, rateAfter: 0 },
  });
  expect(preview.body.effect?.people.map(({ id, effect }) => `${id} ${effect}`).toSorted()).toEqual(
    [`${at.done.id} retrained`, `${at.begun.id} begins_again`, `${at.untouched.id} moves`].toSorted(),
  );
  expect(preview.body.effect?.people.find(({ id }) => id === at.done.id)?.dueDate).toBe(
    await world.dayIn(14),
  );
  const none = await world.publish(at, { preview: true });
  expect(none.body.effect).toMatchObject({ rateBefore: 33.3, rateAfter: 33.3 });
  expect(await world.assignmentsOf(at)).toEqual(before);
});

test('[MOD-11] a preview counts everybody and names the first fifty, who has most to do before the others', async () => {
  const at = await world.scene();
  const many = await createUsers(
    server.services,
    Array.from({ length: 60 }, (_, index) => ({ lastName: `Aa ${String(index)}`, password: null })),
  );
  await asFixture(server.services, (tx) =>
    sql`insert into training_assignments (user_id, module_id, module_version_id)
      select p.id, m.id, m.current_version_id from unnest(${many.map(({ id }) => id)}::text[]) p(id)
      join training_modules m on m.id = ${at.moduleId}`.execute(tx.db),
  );
  const { body } = await world.publish(at, { preview: true, retraining: 'completed' });
  expect(body.effect?.counts).toMatchObject({ retrained: 1, begins_again: 1, moves: 61, stays: 0 });
  expect(body.effect?.people).toHaveLength(50);
  expect(body.effect?.people.slice(0, 2).map(({ id }) => id)).toEqual([at.done.id, at.begun.id]);
});

test('[MOD-11] publishing does what the preview said: a new cycle for who completed, the record of the old version stays', async () => {
  const at = await world.scene();
  const choice = { retraining: 'completed', dueDays: 14 };
  const { body } = await world.publish(at, { ...choice, preview: true });
  const answer = await world.publish(at, { ...choice, effectHash: body.effectHash });
  expect(answer).toMatchObject({ status: 200, body: { preview: false, atOnce: true, effect: null } });
  const rows = await world.assignmentsOf(at);
  expect(rowsOf(rows, at.done)).toEqual([
    expect.objectContaining({ status: 'completed', cycle: 1, number: 1 }),
    {
      userId: at.done.id,
      status: 'not_started',
      cycle: 2,
      number: 2,
      assignmentType: 'retraining',
      due: await world.dayIn(14),
    },
  ]);
  expect(rowsOf(rows, at.begun)).toMatchObject([{ status: 'in_progress', cycle: 1, number: 2 }]);
  expect(rowsOf(rows, at.untouched)).toMatchObject([{ status: 'not_started', cycle: 1, number: 2 }]);
  expect((await world.moduleOf(at.moduleId)).versions).toMatchObject([
    {
      number: 2,
      state: 'in_force',
      changeNote: 'Section 4 is new',
      retraining: 'completed',
      retrainingDays: 14,
    },
    { number: 1, state: 'past' },
  ]);
  expect((await world.publish(at, choice)).status).toBe(409);
});

test('[MOD-11] when the world has changed since the preview nothing happens, and the new effect is answered', async () => {
  const at = await world.scene();
  const { body } = await world.publish(at, { preview: true, retraining: 'all' });
  await assignTo(world.admin, world.learner(3).id, at.moduleId);
  const before = await world.assignmentsOf(at);
  const refused = await world.publish<{ code: string; effectHash: string; effect: { people: unknown[] } }>(
    at,
    {
      retraining: 'all',
      effectHash: body.effectHash,
    },
  );
  expect(refused).toMatchObject({ status: 409, body: { code: 'EFFECT_CHANGED' } });
  expect(refused.body.effect.people).toHaveLength(4);
  expect(await world.assignmentsOf(at)).toEqual(before);
  const { effectHash } = refused.body;
  expect((await world.publish(at, { retraining: 'all', effectHash })).status).toBe(200);
});

test('[MOD-11] a draft begun before another version took effect says so: in the history, in the preview, and saved again', async () => {
  const at = await world.scene();
  const { body: early } = await world.publish(at, { preview: true });
  expect(early.overtakenBy).toBeNull();
  expect((await world.moduleOf(at.moduleId)).versions[0]).toMatchObject({ basedOn: 1, overtakenBy: null });
  const now = await load(world.admin, at.moduleId, [], {
    contentData: 'An urgent correction of the text, at once.',
  });
  expect(now.body.versionNumber).toBe(2);
  const effectiveFrom = now.body.effectiveFrom;
  const behind = { basedOn: 1, number: 2, effectiveFrom };
  expect((await world.moduleOf(at.moduleId)).versions).toMatchObject([
    { id: at.versionId, number: 3, state: 'draft', basedOn: 1, overtakenBy: behind },
    { number: 2, state: 'in_force', basedOn: 1, overtakenBy: null },
    { number: 1, state: 'past', basedOn: null, overtakenBy: null },
  ]);
  // Going on with the draft does not bring it up to date.
  const versionId = await world.draft(
    at.moduleId,
    'The draft goes on and still does not have the correction.',
  );
  const draft = { ...at, versionId };
  expect((await world.publish(draft, { preview: true })).body.overtakenBy).toEqual(behind);
  expect(await world.publish(draft, { effectHash: early.effectHash })).toMatchObject({
    status: 409,
    body: { code: 'EFFECT_CHANGED', overtakenBy: behind },
  });
  expect((await world.publish(draft, {})).status).toBe(200);
  expect((await world.moduleOf(at.moduleId)).versions[0]).toMatchObject({ number: 3, overtakenBy: null });
  // One that is begun from what is in force now is not behind.
  await world.draft(at.moduleId, 'The fourth version of the text, begun from the third.');
  expect((await world.moduleOf(at.moduleId)).versions[0]).toMatchObject({ basedOn: 3, overtakenBy: null });
});

test('[MOD-11] drafts and waiting versions are taken away, those that were in force stay', async () => {
  const at = await world.scene();
  const [inForce] = (await world.moduleOf(at.moduleId)).versions.filter(({ isCurrent }) => isCurrent);
  const of1 = { moduleId: at.moduleId, versionId: inForce?.id ?? 0 };
  expect((await world.admin.fetch('DELETE', versionPath(of1))).status).toBe(409);
  expect((await world.admin.fetch('DELETE', versionPath(at))).status).toBe(200);
  expect((await world.admin.fetch('DELETE', versionPath(at))).status).toBe(404);
  const again = {
    ...at,
    versionId: await world.draft(at.moduleId, 'Another second version, to be taken back later.'),
  };
  await world.publish(again, { effectiveFrom: await world.dayIn(5) });
  expect((await world.admin.fetch('DELETE', versionPath(again))).status).toBe(200);
  expect((await world.moduleOf(at.moduleId)).versions).toHaveLength(1);
});

test.each([
  [{ changeNote: ' ' }, 'changeNote'],
  [{ effectiveFrom: '2026-02-30' }, 'effectiveFrom'],
  [{ retraining: 'some' }, 'retraining'],
  [{ dueDays: -1 }, 'dueDays'],
  [{ effectHash: 'x' }, 'effectHash'],
] as const)('[MOD-11] publishing refuses %j at its field', async (body, field) => {
  const at = { moduleId: 1, versionId: 1 };
  const answer = await world.publish<{ errors: { path: string }[] }>(at, body);
  expect(answer.status).toBe(422);
  expect([...new Set(answer.body.errors.map((error) => error.path))]).toEqual([field]);
});

// The last one: it moves the clock, by which sessions end.
test('[MOD-11] a later day waits, is put in force once by two servers; who has begun finishes the old version, and trains again', async () => {
  const at = await world.scene();
  const later = await world.dayIn(3);
  const answer = await world.publish(at, { retraining: 'all', dueDays: 10, effectiveFrom: later });
  expect(answer.body).toMatchObject({ atOnce: false });
  const before = await world.assignmentsOf(at);
  await makeVersionsEffectiveJob.run(server.services, {});
  expect(await world.assignmentsOf(at)).toEqual(before);
  expect((await world.moduleOf(at.moduleId)).versions[0]).toMatchObject({
    state: 'waiting',
    isCurrent: false,
  });
  const next = await world.draft(at.moduleId, 'A third version of the text, made while the second waits.');
  expect((await world.publish({ ...at, versionId: next }, {})).status).toBe(409);
  await db.moveClock({ days: 4 });
  const second = await startTestServer({ db });
  await Promise.all([
    makeVersionsEffectiveJob.run(server.services, {}),
    makeVersionsEffectiveJob.run(second.services, {}),
  ]);
  await second.close();
  const rows = await world.assignmentsOf(at);
  expect(rowsOf(rows, at.done)).toMatchObject([
    { status: 'completed', number: 1 },
    { status: 'not_started', cycle: 2, number: 2 },
  ]);
  expect(rowsOf(rows, at.begun)).toMatchObject([{ status: 'in_progress', number: 1 }]);
  expect(rowsOf(rows, at.untouched)).toMatchObject([{ status: 'not_started', number: 2 }]);
  const reader = await readyToSign(server, at.begun);
  await completeText(reader, at.begunId, at.begun);
  expect(rowsOf(await world.assignmentsOf(at), at.begun)).toMatchObject([
    { status: 'completed', number: 1, cycle: 1 },
    { status: 'not_started', number: 2, cycle: 2, assignmentType: 'retraining' },
  ]);
});
