import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { CheckKind } from '#shared/domain/integrity/checks.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { findOpenRun, findRun } from './runs.store.ts';
import { verifyJob } from './verify-job.ts';

/** A requested check. */
export interface RequestedCheck {
  readonly kind: CheckKind;
  readonly withFiles: boolean;
}

/** Requests a check that starts as soon as a server is free; ILLEGAL_STEP if one is pending or running already. */
export async function requestCheck(tx: CommandTransaction, wanted: RequestedCheck): Promise<number> {
  const id = await insertRun(tx, wanted);
  if (id === null) throw new AppError('ILLEGAL_STEP', { reason: 'check_under_way' });
  await tx.services.jobs.enqueue(tx.db, verifyJob, [{ runId: id }]);
  return id;
}

/** Records a requested check; null if one is pending or running already. */
export async function insertRun(
  tx: CommandTransaction,
  { kind, withFiles }: RequestedCheck,
): Promise<number | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended('integrity.request', 7078))`.execute(tx.db);
  if (await findOpenRun(tx.db)) return null;
  const { id } = await tx.db
    .insertInto('verifyRuns')
    .values({ kind, withFiles, requestedBy: tx.actorId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Ends a pending or running check; its server detects this within a second. NOT_FOUND, ILLEGAL_STEP if it is over. */
export async function cancelCheck(tx: CommandTransaction, id: number): Promise<void> {
  const run = await findRun(tx.db, id, true);
  if (!run) throw new AppError('NOT_FOUND');
  if (run.state !== 'waiting' && run.state !== 'running')
    throw new AppError('ILLEGAL_STEP', { reason: 'check_over' });
  await sql`
    update verify_runs set state = 'cancelled', began_at = coalesce(began_at, now()), ended_at = now()
    where id = ${id}`.execute(tx.db);
}
