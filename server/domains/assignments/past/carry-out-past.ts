import { sql } from 'kysely';
import {
  checkAnew,
  finishImport,
  guarded,
  recordProgress,
  ImportCancelled,
  requireManager,
  sharePlaces,
  type StoredImport,
} from '#server/domains/people/index.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { Services } from '#server/platform/services.ts';
import { lockPeople } from '../plan.ts';
import { checkPastJob } from './check-past.jobs.ts';
import { pastPlanHash, readPastPlan } from './read-past-plan.ts';
import { recordPast } from './record-past.ts';

/** The trainings changed after the import was confirmed: the import leaves no changes. */
class Changed extends Error {}

/**
 * Locks the places and prevents a second import from starting. An import of completions and its reversal always take these locks
 * first.
 */
export async function lockForPastImport(tx: CommandTransaction): Promise<void> {
  await sql`select set_config('statement_timeout', '0', true)`.execute(tx.db);
  await sharePlaces(tx);
  await sql`select pg_advisory_xact_lock(hashtext('completions.import'))`.execute(tx.db);
}

/**
 * Carries out a confirmed import of past completions in one transaction (USR-09): completely or not at all, also after `kill -9`. It
 * plans again within the transaction. If the plan differs from the confirmed one, nothing is recorded, and the import is checked
 * again.
 */
export async function carryOutPast(
  services: Services,
  id: number,
  stopping?: AbortSignal,
  isLastTry = false,
): Promise<void> {
  await guarded(services, ['completions', id, 'importing'], { stopping, isLastTry }, async (found) => {
    const actorId = found.confirmedBy ?? found.requestedBy;
    await requireManager(services, actorId, 'assignments.manage');
    const note = async (done: number) => {
      stopping?.throwIfAborted();
      // Outside the transaction: it shows the progress and detects a cancellation.
      if (!(await recordProgress(services.db, id, done, found.rowCount * 2))) throw new ImportCancelled();
    };
    const facts = {
      actorId,
      action: 'completions.imported',
      reason: found.reason,
      record: { type: 'people_imports', id: String(id) },
    };
    try {
      await runCommand(services, facts, (tx) => carryOut(tx, found, actorId, note));
    } catch (error) {
      if (!(error instanceof Changed)) throw error;
      await checkAnew(services, found, actorId, checkPastJob);
    }
  });
}

async function carryOut(
  tx: CommandTransaction,
  found: StoredImport<'completions'>,
  actorId: string,
  note: (done: number) => Promise<void>,
): Promise<void> {
  const { id, rowCount, reason, planHash } = found;
  await lockForPastImport(tx);
  const noted = await sql<{ userId: string }>`
    select distinct user_id from people_import_rows where import_id = ${id} and user_id is not null order by user_id`.execute(
    tx.db,
  );
  await lockPeople(
    tx,
    noted.rows.map(({ userId }) => userId),
  );
  const plan = await readPastPlan(tx.db, found, actorId, note);
  if (pastPlanHash(plan) !== planHash || plan.rows.some(({ outcome }) => outcome === 'bad'))
    throw new Changed();
  await recordPast(tx, plan, { importId: id, reason: reason ?? '' }, (done) => note(rowCount + done));
  await finishImport(tx, ['completions', id]);
}
