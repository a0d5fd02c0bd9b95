import { AppError } from '#shared/contract/errors.ts';
import { sql } from 'kysely';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { carryOutRunJob } from './runs.jobs.ts';
import { endRun, findRun, isOpen, runViews, type RunView } from './runs.store.ts';

/** How many runs of one person may be pending or running. */
const mostOpen = 5;

/** The work of a run, and its people. */
export interface NewRun {
  readonly kind: RunView['kind'];
  readonly matrixId?: number;
  readonly matched?: boolean;
  readonly moduleIds?: readonly number[];
  readonly dueDate?: string | null | undefined;
  readonly retrain?: boolean;
  readonly reason?: string | undefined;
  readonly userIds: readonly string[];
}

/** Requests assigning in the background and returns the run (PERF-03). CONFLICT if too many of the person's runs are open already. */
export async function requestRun(
  tx: CommandTransaction,
  requestedBy: string,
  asked: NewRun,
): Promise<RunView> {
  await tx.db.selectFrom('users').select('id').where('id', '=', requestedBy).forUpdate().execute();
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from assigning_runs
    where requested_by = ${requestedBy} and state in ('waiting', 'running')`.execute(tx.db);
  if ((rows[0]?.open ?? 0) >= mostOpen) {
    throw new AppError('CONFLICT', {
      reason: 'runs_five_open',
    });
  }
  const { id } = await tx.db
    .insertInto('assigningRuns')
    .values({
      kind: asked.kind,
      matrixId: asked.matrixId ?? null,
      matched: asked.matched ?? false,
      moduleIds: [...(asked.moduleIds ?? [])],
      dueDate: asked.dueDate ?? null,
      retrain: asked.retrain ?? false,
      reason: asked.reason ?? null,
      peopleTotal: asked.userIds.length,
      requestedBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    insert into assigning_run_people (run_id, user_id)
    select ${id}, user_id from unnest(${[...asked.userIds]}::text[]) as user_id order by user_id`.execute(
    tx.db,
  );
  await tx.services.jobs.enqueue(tx.db, carryOutRunJob, [{ runId: id }]);
  return viewOf(tx, id);
}

/** Stops a run that is pending or running (PERF-03); its assignments stay. ILLEGAL_STEP if it has ended. */
export async function cancelRun(tx: CommandTransaction, id: number): Promise<RunView> {
  const found = await findRun(tx.db, id, true);
  if (!found) throw new AppError('NOT_FOUND');
  if (!isOpen(found)) throw new AppError('ILLEGAL_STEP', { reason: 'run_ended' });
  await endRun(tx, id, 'cancelled');
  return viewOf(tx, id);
}

async function viewOf(tx: CommandTransaction, id: number): Promise<RunView> {
  const [view] = await runViews(tx.db, { id });
  if (!view) throw new AppError('NOT_FOUND');
  return view;
}
