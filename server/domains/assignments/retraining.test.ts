import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeEffective as enforceVersion } from '#server/domains/modules/commands/publish-draft.ts';
import type { Subscriber } from '#server/platform/command/transaction.ts';
import { makeVersionsEffectiveJob } from '#server/domains/modules/modules.jobs.ts';
import { bulk, load, type ProblemBody } from '#tests/harness/module-world.ts';
import { rowsOf, versionPath, type Scene, type VersionAt } from '#tests/harness/publishing-world.ts';
import { makePdf } from '#tests/harness/sample-files.ts';
import { startWithPublishing, type StartedPublishing } from '#tests/harness/started.ts';
import { assignTo, completeText, readyToSign, type Assignment } from '#tests/harness/training-world.ts';
import { asFixture, type FixtureUser } from '#tests/harness/world.ts';

let db: StartedPublishing['db'];
let server: StartedPublishing['server'];
let world: StartedPublishing['world'];
let stop: StartedPublishing['stop'];

beforeAll(async () => {
  ({ db, server, world, stop } = await startWithPublishing());
});
afterAll(() => stop());

/** Lets the day of a waiting version have come so many days ago, and all before it have been published earlier. */
const letCome = ({ moduleId, versionId }: VersionAt, daysAgo = 0): Promise<void> =>
  asFixture(server.services, async (tx) => {
    await sql`update module_versions set published_at = published_at - interval '30 days',
      effective_from = case when id = ${versionId} then app_now() - make_interval(days => ${daysAgo})
        else effective_from - interval '30 days' end
      where module_id = ${moduleId} and status = 'published'`.execute(tx.db);
  });
const makeEffective = () => makeVersionsEffectiveJob.run(server.services, {});
const current = async (moduleId: number) => (await world.moduleOf(moduleId)).versionNumber;
const modulePath = (moduleId: number) => `/api/training-modules/${String(moduleId)}`;

/** Publishes the draft for a day that has come then, and makes it effective. */
async function publishLater(at: VersionAt, choice: Record<string, unknown>): Promise<void> {
  const answer = await world.publish(at, { ...choice, effectiveFrom: await world.dayIn(3) });
  expect(answer).toMatchObject({ status: 200, body: { atOnce: false } });
  await letCome(at);
  await makeEffective();
}

test('[MOD-11] who completed and had a later cycle voided trains again: voided cycles count', async () => {
  const at = await world.scene();
  const again = await assignTo(world.admin, at.done.id, at.moduleId, { retrain: true, reason: 'By mistake' });
  await world.admin.del('/api/training-assignments/bulk', { assignmentIds: [again.id], reason: 'Mistake' });
  const { body } = await world.publish(at, { preview: true, retraining: 'completed' });
  expect(body.effect?.people.find(({ id }) => id === at.done.id)?.effect).toBe('retrained');
  await world.publish(at, { retraining: 'completed', effectHash: body.effectHash });
  expect(rowsOf(await world.assignmentsOf(at), at.done)).toMatchObject([
    { cycle: 1, status: 'completed', number: 1 },
    { cycle: 2, status: 'voided' },
    { cycle: 3, status: 'not_started', number: 2, assignmentType: 'retraining' },
  ]);
});

test('[MOD-11] while a version waits for its day nothing is published past it, and then it takes effect as promised', async () => {
  const at = await world.scene();
  await world.publish(at, { retraining: 'completed', effectiveFrom: await world.dayIn(3) });
  const before = await world.moduleOf(at.moduleId);
  const waits = { code: 'CONFLICT', detail: 'Another version is scheduled. Withdraw it first.' };
  const loaded = await load<ProblemBody>(world.admin, at.moduleId, [], { contentData: 'A text past it.' });
  expect(loaded).toMatchObject({ status: 409, body: waits });
  const attached = await bulk<ProblemBody>(world.admin, [['annex.pdf', await makePdf(1)]], {
    moduleId: String(at.moduleId),
  });
  expect(attached).toMatchObject({ status: 409, body: waits });
  const next = { ...at, versionId: await world.draft(at.moduleId, 'The third text, which is a draft.') };
  for (const preview of [true, false])
    expect(await world.publish<ProblemBody>(next, { preview })).toMatchObject({ status: 409, body: waits });
  expect((await world.admin.fetch('DELETE', versionPath(next))).status).toBe(200);
  expect(await world.moduleOf(at.moduleId)).toEqual(before);
  await letCome(at);
  await makeEffective();
  expect(await current(at.moduleId)).toBe(2);
  expect(rowsOf(await world.assignmentsOf(at), at.done)).toMatchObject([
    { status: 'completed', number: 1 },
    { status: 'not_started', number: 2, assignmentType: 'retraining' },
  ]);
});

test.each(['none', 'completed'])(
  '[MOD-11] ‘retrain all’ holds when a later version with %s follows before the old one is finished',
  async (choice) => {
    const at = await world.scene();
    await publishLater(at, { retraining: 'all', dueDays: 10 });
    const third = { ...at, versionId: await world.draft(at.moduleId, 'The third text, with a new annex.') };
    const later = { effectiveFrom: await world.dayIn(3), retraining: choice, dueDays: 20 };
    const { body } = await world.publish(third, { ...later, preview: true });
    expect(body.effect?.people.find(({ id }) => id === at.begun.id)).toMatchObject({
      effect: 'finishes_old_then_retrained',
      againDays: 10,
    });
    await publishLater(third, { retraining: choice, dueDays: 20 });
    expect(await current(at.moduleId)).toBe(3);
    expect(rowsOf(await world.assignmentsOf(at), at.begun)).toMatchObject([
      { status: 'in_progress', number: 1 },
    ]);
    await completeText(await readyToSign(server, at.begun), at.begunId, at.begun);
    expect(rowsOf(await world.assignmentsOf(at), at.begun)).toMatchObject([
      { status: 'completed', number: 1, cycle: 1 },
      { status: 'not_started', number: 3, cycle: 2, due: await world.dayIn(10) },
    ]);
  },
);

test('[MOD-11] who finishes the old version before the day trains again where completed ones do, as the preview says', async () => {
  const at = await world.scene();
  const [open] = rowsOf(await world.assignmentsOf(at), at.begun);
  const choice = { retraining: 'completed', dueDays: 14, effectiveFrom: await world.dayIn(3) };
  const { body } = await world.publish(at, { ...choice, preview: true });
  // The day begins where the publisher is; the due date is counted where the person is.
  const again = await world.dayIn(14, `'${body.effectiveFrom}'::timestamptz`);
  const effectOn = (person: FixtureUser) => body.effect?.people.find(({ id }) => id === person.id);
  expect(effectOn(at.begun)).toMatchObject({
    effect: 'finishes_old_retrained_if_before',
    dueDate: open?.due,
    againDueDate: again,
    againDays: null,
  });
  expect(effectOn(at.done)).toMatchObject({ effect: 'retrained', dueDate: again });
  const all = await world.publish(at, { ...choice, retraining: 'all', preview: true });
  expect(all.body.effect?.people.find(({ id }) => id === at.begun.id)).toMatchObject({
    effect: 'finishes_old_then_retrained',
    againDueDate: again,
    againDays: 14,
  });
  expect(all.body.effectHash).not.toBe(body.effectHash);
  expect((await world.publish(at, { ...choice, effectHash: body.effectHash })).status).toBe(200);
  await completeText(await readyToSign(server, at.begun), at.begunId, at.begun);
  await letCome(at);
  await makeEffective();
  expect(rowsOf(await world.assignmentsOf(at), at.begun)).toMatchObject([
    { status: 'completed', number: 1 },
    { status: 'not_started', number: 2, due: await world.dayIn(14) },
  ]);
});

test('[MOD-11] [CMP-03] the rate before and after counts by validity: expired ones not, valid ones beside a renewal', async () => {
  const at = await world.scene();
  const rates = async () => {
    const { body } = await world.publish(at, { preview: true, retraining: 'none' });
    return [body.effect?.rateBefore, body.effect?.rateAfter];
  };
  expect(await rates()).toEqual([33.3, 33.3]);
  await assignTo(world.admin, at.done.id, at.moduleId, { retrain: true, reason: 'Yearly' });
  expect(await rates()).toEqual([33.3, 33.3]);
  await asFixture(server.services, async (tx) => {
    await sql`update training_assignments set next_renewal_date = (app_now() - interval '2 days')::date
      where id = ${at.doneId}`.execute(tx.db);
  });
  expect(await rates()).toEqual([0, 0]);
});

test('[MOD-13] a retired module gives nobody a new training: nothing is published, and a waiting version waits on', async () => {
  const at = await world.scene();
  const removal = `${modulePath(at.moduleId)}/removal`;
  expect((await world.admin.get(removal)).body).toMatchObject({ waitingVersion: null });
  await world.publish(at, { retraining: 'all', dueDays: 10, effectiveFrom: await world.dayIn(3) });
  expect((await world.admin.get(removal)).body).toMatchObject({ outcome: 'retire', waitingVersion: 2 });
  const draft = { ...at, versionId: await world.draft(at.moduleId, 'The third text, which is a draft.') };
  await world.admin.del(`${modulePath(at.moduleId)}?openAssignments=keep`);
  const before = await world.assignmentsOf(at);
  await letCome(at, 5);
  await makeEffective();
  expect([await current(at.moduleId), await world.assignmentsOf(at)]).toEqual([1, before]);
  const retired = { code: 'CONFLICT', detail: 'This module is retired. Restore it first.' };
  for (const preview of [true, false])
    expect(await world.publish<ProblemBody>(draft, { preview })).toMatchObject({
      status: 409,
      body: retired,
    });
  const loaded = await load<ProblemBody>(world.admin, at.moduleId, [], { contentData: 'A text past it.' });
  expect(loaded).toMatchObject({ status: 409, body: retired });
  // Taken into use again, it takes effect; the days count from then, not from its day long ago.
  await world.admin.patch(modulePath(at.moduleId), { isActive: true });
  await makeEffective();
  expect(await current(at.moduleId)).toBe(2);
  expect(rowsOf(await world.assignmentsOf(at), at.done)).toMatchObject([
    { status: 'completed' },
    { status: 'not_started', number: 2, due: await world.dayIn(10) },
  ]);
});

test('[MOD-11] a version that cannot be made effective does not delay others', async () => {
  const [broken, good] = [await world.scene(), await world.scene()];
  for (const at of [broken, good]) {
    await world.publish(at, { effectiveFrom: await world.dayIn(3) });
    await letCome(at, at === broken ? 2 : 1);
  }
  const { services } = server;
  const { subscribers } = services;
  const breaks: Subscriber<'module.published'> = async (_tx, { moduleId }) => {
    if (moduleId === broken.moduleId) throw new Error('broken on purpose');
  };
  const listening = { ...subscribers, 'module.published': [breaks, ...subscribers['module.published']] };
  Object.assign(services, { subscribers: listening });
  try {
    await expect(makeEffective()).rejects.toThrow('1 of 2 versions could not be made effective');
    expect([await current(broken.moduleId), await current(good.moduleId)]).toEqual([1, 2]);
  } finally {
    Object.assign(services, { subscribers });
  }
  await makeEffective();
  expect(await current(broken.moduleId)).toBe(2);
  // One that was taken back between the look and the lock is no failure.
  for (const moduleId of [broken.moduleId, 2_000_000_000])
    expect(await asFixture(server.services, (tx) => enforceVersion(tx, moduleId, 2_000_000_000))).toBe(false);
});

interface Recorded {
  readonly versionNumber: number;
  readonly right: boolean;
}

/** Records that a person completed the training so many days ago; answers the version that the record names. */
async function recordPast(id: number, daysAgo: number): Promise<readonly Recorded[]> {
  const answer = await world.admin.post<Assignment>(
    `/api/training-assignments/${String(id)}/record-completion`,
    {
      completedOn: await world.dayIn(-daysAgo),
      reason: 'Attendance sheet',
    },
  );
  expect(answer.status).toBe(200);
  expect(answer.body.signature).toMatchObject({ state: 'not_signed', reason: null });
  const { rows } = await sql<Recorded>`
    select r.version_number, v.number = r.version_number and v.content_hash = r.version_hash as right
    from training_records r join module_versions v on v.id = r.module_version_id where r.assignment_id = ${id}
  `.execute(db.db);
  return rows;
}

const dueOf = async (at: Scene, person: FixtureUser) =>
  rowsOf(await world.assignmentsOf(at), person).map(({ status, number }) => `${status} ${String(number)}`);

test.each([
  [20, 'none', 1, ['completed 1']],
  [20, 'completed', 1, ['completed 1', 'not_started 2']],
  [20, 'all', 1, ['completed 1', 'not_started 2']],
  [2, 'completed', 2, ['completed 2']],
  // Before there was any version the first one is the nearest.
  [400, 'none', 1, ['completed 1']],
] as const)(
  '[MOD-11] [SIG-02] a training of %i days ago, with a version in force for 10 days that retrains %s, is of version %i',
  async (daysAgo, retraining, version, after) => {
    const at = await world.scene();
    await world.publish(at, { retraining, effectiveFrom: await world.dayIn(3) });
    await letCome(at, 10);
    await makeEffective();
    expect(await recordPast(at.untouchedId, daysAgo)).toEqual([{ versionNumber: version, right: true }]);
    expect(await dueOf(at, at.untouched)).toEqual(after);
  },
);

test('[MOD-11] [SIG-02] who finishes the old version is never recorded with a newer one', async () => {
  const at = await world.scene();
  await world.publish(at, { effectiveFrom: await world.dayIn(3) });
  await letCome(at, 10);
  await makeEffective();
  expect(await recordPast(at.begunId, 2)).toEqual([{ versionNumber: 1, right: true }]);
});
