import { sql } from 'kysely';
import { AppError, type ErrorCode } from '#shared/contract/errors.ts';
import { resolveReach, type Permission, type Reach } from '#shared/domain/access/permissions.ts';
import type { RunProblem } from '#shared/reasons/findings.ts';
import { findMatrix } from '#server/domains/curricula/index.ts';
import { holdPlaces, sharePlaces } from '#server/domains/people/index.ts';
import { findRequester } from '#server/platform/access/requester.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import { toAppError } from '#server/platform/http/problem.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { Services } from '#server/platform/services.ts';
import { assignModulesToThose } from '../commands/assign-modules.ts';
import { assignWithMatrix } from '../commands/assign-matrix.ts';
import {
  endRun,
  findRun,
  isOpen,
  nextPeople,
  recordResults,
  type RunResult,
  type StoredRun,
} from './runs.store.ts';

/** The permission that the requester of a run needs, and the names of its commands in the trail. */
const kinds = {
  matrix: { permission: 'matrices.manage', action: 'matrix.assigned' },
  modules: { permission: 'assignments.assign', action: 'assignment.assigned' },
} as const satisfies Record<StoredRun['kind'], { readonly permission: Permission; readonly action: string }>;

/**
 * Carries out a run (PERF-03): some hundred people per command, with their results in the same transaction. A killed process
 * therefore leaves only whole commands, and the next process continues after them. A second process at the same time waits and
 * finds other people. The run fails permanently if the data has changed since the request, and at the last try for an error that
 * is not temporary.
 */
export async function carryOutRun(
  services: Services,
  runId: number,
  stopping?: AbortSignal,
  isLastTry = false,
): Promise<void> {
  const run = await findRun(services.db, runId);
  if (!run || !isOpen(run)) return;
  try {
    while (await assignNext(services, run)) stopping?.throwIfAborted();
  } catch (error) {
    if (stopping?.aborted === true) throw error;
    const problem = error instanceof AppError ? problems.get(error.code) : undefined;
    if (problem !== undefined) return fail(services, run, problem);
    if (isLastTry && !passing.has(toAppError(error).code)) await fail(services, run, 'assigning_stopped');
    // The queue tries again. After the last try, the sweep continues what is still open.
    throw error;
  }
}

/** Errors of locks, time, space and connections: they end without a change to the run. */
const passing: ReadonlySet<ErrorCode> = new Set([
  'CONFLICT',
  'DATABASE_UNAVAILABLE',
  'STORAGE_FULL',
  'TIMEOUT',
]);

const gone: RunProblem = 'training_gone';

/** The problem that the requester sees if something has changed since the request. */
const problems: ReadonlyMap<string, RunProblem> = new Map([
  ['FORBIDDEN', 'access_lost'],
  ['NOT_FOUND', gone],
  ['VALIDATION_FAILED', gone],
]);

/** A run that ended while a command waited for its turn: the start of that command leaves nothing in the trail. */
class Ended extends Error {}

/** Assigns to the next people; returns whether there may be more. */
async function assignNext(services: Services, run: StoredRun): Promise<boolean> {
  const found = await findRun(services.db, run.id);
  if (!found || !isOpen(found)) return false;
  const { permission, action } = kinds[run.kind];
  const person = await findRequester(services.db, run.requestedBy);
  const reach = person && resolveReach(person, permission);
  if (!reach) throw new AppError('FORBIDDEN');
  const { atATime } = services.config.assigning;
  const facts = { actorId: run.requestedBy, action, reason: run.reason };
  const work = async (tx: CommandTransaction): Promise<boolean> => {
    // Places are locked before the run, so that waiting for them does not block a cancellation.
    await (run.kind === 'matrix' ? holdPlaces(tx) : sharePlaces(tx));
    const now = await findRun(tx.db, run.id, true);
    if (!now || !isOpen(now)) throw new Ended();
    const userIds = await nextPeople(tx.db, run.id, atATime);
    if (now.state === 'waiting') {
      await tx.db.updateTable('assigningRuns').set({ state: 'running' }).where('id', '=', run.id).execute();
    }
    const results = await (run.kind === 'matrix'
      ? byMatrix(tx, run, userIds)
      : byModules(tx, reach, run, userIds));
    await recordResults(tx, run.id, results);
    const more = (await nextPeople(tx.db, run.id, 1)).length > 0;
    if (!more) await endRun(tx, run.id, 'done');
    return more;
  };
  try {
    return await runCommand(services, facts, work);
  } catch (error) {
    if (error instanceof Ended) return false;
    throw error;
  }
}

async function byMatrix(
  tx: CommandTransaction,
  run: StoredRun,
  userIds: readonly string[],
): Promise<readonly RunResult[]> {
  const matrix = await findMatrix(tx.db, { matrixId: run.matrixId ?? 0 });
  const there = await stillThere(tx, userIds);
  const named = userIds.filter((id) => there.has(id));
  const { userIds: looked, done } = await assignWithMatrix(
    tx,
    matrix,
    run.matched ? { matchedAmong: named } : named,
  );
  const meant = new Set(looked);
  const made = new Map(done.made.map(({ userId, assignments }) => [userId, assignments]));
  return userIds.map((userId) => {
    const assignments = made.get(userId) ?? 0;
    if (assignments > 0) return { userId, assignments, leftOut: [] };
    const isActive = there.get(userId);
    const reason =
      isActive === undefined
        ? 'out_of_reach'
        : !isActive
          ? 'inactive'
          : meant.has(userId)
            ? 'nothing_needed'
            : 'not_matched';
    return { userId, assignments, leftOut: [{ moduleId: null, reason }] };
  });
}

/** Of some people those who were not erased since, and whether each is active. */
async function stillThere(
  tx: CommandTransaction,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, boolean>> {
  const { rows } = await sql<{ id: string; isActive: boolean }>`
    select id, is_active from users where id = any(${[...userIds]}::text[]) and erased_at is null`.execute(
    tx.db,
  );
  return new Map(rows.map(({ id, isActive }) => [id, isActive]));
}

async function byModules(
  tx: CommandTransaction,
  reach: Reach,
  run: StoredRun,
  userIds: readonly string[],
): Promise<readonly RunResult[]> {
  const { moduleIds, dueDate, retrain, reason } = run;
  const asked = {
    userIds: [...userIds],
    moduleIds: [...moduleIds],
    dueDate,
    retrain,
    reason: reason ?? undefined,
  };
  const { wanted, leftOut, reached } = await assignModulesToThose(tx, reach, asked);
  const made = Map.groupBy(wanted, ({ userId }) => userId);
  const missed = Map.groupBy(leftOut, ({ person }) => person.id);
  return userIds.map((userId) => {
    if (!reached.has(userId)) {
      return { userId, assignments: 0, leftOut: [{ moduleId: null, reason: 'out_of_reach' as const }] };
    }
    return {
      userId,
      assignments: made.get(userId)?.length ?? 0,
      leftOut: (missed.get(userId) ?? []).map((one) => ({ moduleId: one.module.id, reason: one.reason })),
    };
  });
}

async function fail(services: Services, run: StoredRun, problem: RunProblem): Promise<void> {
  const origin = { subjectId: run.requestedBy };
  await runCommand(services, { actorId: null, action: 'assigning_run.failed', origin }, (tx) =>
    endRun(tx, run.id, 'failed', problem),
  );
}
