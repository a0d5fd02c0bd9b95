import { afterAll, beforeAll, expect, test } from 'vitest';
import { noReach, wholeReach } from '#shared/domain/access/permissions.ts';
import { removeModule } from '#server/domains/modules/commands/remove-module.ts';
import { sharePlaces } from '#server/domains/people/index.ts';
import { changeUser } from '#server/domains/people/commands/change-user.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { Scene } from '#tests/harness/publishing-world.ts';
import { startWithPublishing, type StartedPublishing } from '#tests/harness/started.ts';
import { createTextModules } from '#tests/harness/training-world.ts';
import { createDepartment, createOrganization, createUser } from '#tests/harness/world.ts';
import { assignModule } from './commands/assign-module.ts';
import { publishVersion } from './commands/publish-version.ts';
import { recordCompletion } from './commands/record-completion.ts';
import { lockPeople } from './plan.ts';

let db: StartedPublishing['db'];
let server: StartedPublishing['server'];
let world: StartedPublishing['world'];
let stop: StartedPublishing['stop'];

beforeAll(async () => {
  ({ db, server, world, stop } = await startWithPublishing());
});
afterAll(() => stop());

const waiting = async () => {
  const { rows } = await db.admin.query<{ n: string }>(`select count(*) as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return Number(rows[0]?.n);
};
const statesOf = async (moduleId: number) => {
  const { rows } = await db.admin.query<{ status: string }>(
    'select status from training_assignments where module_id = $1 order by id',
    [moduleId],
  );
  return rows.map(({ status }) => status);
};

type Work = (tx: CommandTransaction) => Promise<unknown>;
const ignore = () => undefined;

/**
 * Runs two commands of an administrator at once: the second begins when the first has done its first half, which goes on when
 * the second waits for it, or has ended. How often each was begun: more than once, where the database had to undo one.
 */
async function atOnce(first: Work, other: Work, rest: Work = async () => undefined) {
  const begun = { first: 0, other: 0 };
  const command = (who: 'first' | 'other', work: Work) =>
    runCommand(server.services, { actorId: world.adminUser.id, action: 'test.race' }, async (tx) => {
      begun[who] += 1;
      return work(tx);
    });
  let second: Promise<PromiseSettledResult<unknown>[]> | undefined;
  await command('first', async (tx) => {
    await first(tx);
    await tx.runSubscribers();
    let ended = false;
    second ??= Promise.allSettled([command('other', other)]).finally(() => (ended = true));
    await expect.poll(async () => ended || (await waiting()) > 0, { interval: 5 }).toBe(true);
    await rest(tx);
  });
  const [outcome] = (await second) ?? [];
  return { begun, outcome };
}

const once = { first: 1, other: 1 };
const choice = {
  changeNote: 'Section 4 is new',
  effectiveFrom: null,
  retraining: 'all',
  dueDays: 14,
} as const;
const changes: Readonly<Record<string, (tx: CommandTransaction, at: Scene) => Promise<unknown>>> = {
  'gets a new version': async (tx, at) =>
    publishVersion(tx, 'UTC', at.moduleId, at.versionId, { ...choice, preview: false }),
  'is retired': async (tx, at) => removeModule(tx, at.moduleId, 'void'),
};

test.each(Object.keys(changes))(
  '[MOD-11] [MOD-13] [LRN-07] T22: while somebody completes a module it %s: one waits for the other, not both',
  async (what) => {
    const at = await world.scene();
    const { begun, outcome } = await atOnce(
      // As every completion that may open a renewal: places first, then people.
      async (tx) => {
        await sharePlaces(tx);
        await lockPeople(tx, [at.begun.id]);
      },
      async (tx) => changes[what]?.(tx, at),
      async (tx) =>
        recordCompletion(tx, at.begunId, { completedOn: await world.dayIn(-1), reason: 'On paper' }),
    );
    expect(outcome).toMatchObject({ status: 'fulfilled' });
    expect(begun).toEqual(once);
    const left = what === 'is retired' ? 'voided' : 'not_started';
    expect((await statesOf(at.moduleId)).slice(0, 3)).toEqual(['completed', 'completed', left]);
  },
);

test.each([true, false])(
  '[MOD-13] [MTX-05] who is assigned a module while it is retired keeps nothing open of it (assigning began first: %s)',
  async (assignedFirst) => {
    const at = await world.scene();
    const { id: userId } = await createUser(server.services, { organizationId: world.organization.id });
    const assign: Work = async (tx) =>
      assignModule(tx, wholeReach, { userId, moduleId: at.moduleId, retrain: false });
    const retire: Work = async (tx) => removeModule(tx, at.moduleId, 'void');
    const { begun, outcome } = await (assignedFirst ? atOnce(assign, retire) : atOnce(retire, assign));
    expect(begun).toEqual(once);
    expect(outcome).toMatchObject(
      assignedFirst
        ? { status: 'fulfilled', value: 'retired' }
        : { status: 'rejected', reason: { code: 'VALIDATION_FAILED' } },
    );
    expect((await statesOf(at.moduleId)).filter((status) => status.endsWith('ed'))).toHaveLength(
      assignedFirst ? 4 : 3,
    );
    expect(await statesOf(at.moduleId)).not.toContain('not_started');
  },
);

test('[MOD-13] [MTX-05] a module that is assigned at this moment is retired, not deleted', async () => {
  const [moduleId = 0] = await createTextModules(server.services, 1);
  const { begun, outcome } = await atOnce(
    async (tx) => assignModule(tx, wholeReach, { userId: world.learner(3).id, moduleId, retrain: false }),
    async (tx) => removeModule(tx, moduleId, 'keep'),
  );
  expect([begun, outcome]).toMatchObject([once, { status: 'fulfilled', value: 'retired' }]);
  expect(await statesOf(moduleId)).toEqual(['not_started']);
});

test.each(['another organization', 'nowhere: switched off', 'the team of another manager'])(
  '[MTX-05] [AUTH-13] who has just moved to %s is not assigned a module as if still there',
  async (where) => {
    const organizationId = world.organization.id;
    const head = await createUser(server.services, { role: 'manager', organizationId });
    const other = await createUser(server.services, { role: 'manager', organizationId });
    const { id: userId } = await createUser(server.services, { organizationId, managerId: head.id });
    const away = await createOrganization(server.services, {});
    const { id: departmentId } = await createDepartment(server.services, { organizationId: away.id });
    const [moduleId = 0] = await createTextModules(server.services, 1, { organizationId });
    const moves = {
      'another organization': { organizationId: away.id, departmentId },
      'nowhere: switched off': { isActive: false },
      'the team of another manager': { managerId: other.id },
    }[where];
    const { outcome } = await atOnce(
      async (tx) => changeUser(tx, userId, moves ?? {}, ignore),
      async (tx) =>
        assignModule(tx, { ...noReach, reportsOf: head.id }, { userId, moduleId, retrain: false }),
    );
    const code = where === 'the team of another manager' ? 'NOT_FOUND' : 'VALIDATION_FAILED';
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code } });
    expect(await statesOf(moduleId)).toEqual([]);
  },
);
