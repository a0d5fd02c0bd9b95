import { sql } from 'kysely';
import {
  findImportOf,
  guarded,
  recordProgress,
  ImportCancelled,
  requireManager,
  returnToDone,
} from '#server/domains/people/index.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { Services } from '#server/platform/services.ts';
import { carryOut, demandOnPeople, lockPeople } from '../plan.ts';
import { voidAssignments } from '../withdraw.ts';
import { lockForPastImport } from './carry-out-past.ts';
import { relianceOn } from './reliance.queries.ts';

/**
 * Reverses an import of past completions in one transaction (USR-09). All its completions are voided together, and their records
 * stay. Trainings that they completed are open again as before. Renewals and retraining that the import opened are withdrawn. If
 * something depends on one of the completions by now, nothing changes.
 */
export async function reversePast(
  services: Services,
  id: number,
  stopping?: AbortSignal,
  isLastTry = false,
): Promise<void> {
  await guarded(services, ['completions', id, 'reversing'], { stopping, isLastTry }, async (found) => {
    const actorId = found.reversedBy ?? found.requestedBy;
    await requireManager(services, actorId, 'assignments.manage');
    const note = async (share: number) => {
      stopping?.throwIfAborted();
      // Outside the transaction: it shows the progress and detects a cancellation.
      const done = Math.round(found.rowCount * share);
      if (!(await recordProgress(services.db, id, done, found.rowCount))) throw new ImportCancelled();
    };
    await note(0);
    const facts = {
      actorId,
      action: 'completions.import_reversed',
      reason: found.reversalReason,
      record: { type: 'people_imports', id: String(id) },
    };
    await runCommand(services, facts, (tx) => reverse(tx, id, found.reversalReason ?? '', note));
  });
}

async function reverse(
  tx: CommandTransaction,
  id: number,
  reason: string,
  note: (share: number) => Promise<void>,
): Promise<void> {
  await lockForPastImport(tx);
  const owners = await sql<{ userId: string }>`
    select distinct user_id from training_records where import_id = ${id} order by user_id`.execute(tx.db);
  await lockPeople(
    tx,
    owners.rows.map(({ userId }) => userId),
  );
  await note(0.1);
  if ((await relianceOn(tx.db, id)).length > 0) return returnToDone(tx, id, 'import_relied_on');
  // Assignments that the import opened are voided first: only one training of a module is open per person. Later renewals
  // depend on the import only if the person has no other completion.
  const opened = await sql<{ id: number }>`
    select distinct n.id from training_records r join people_imports i on i.id = r.import_id
    join training_assignments n on n.user_id = r.user_id and n.module_id = r.module_id and n.status = 'not_started'
      and (n.created_at = i.ended_at and n.assignment_type in ('renewal', 'retraining')
        or n.created_at > i.ended_at and n.assignment_type = 'renewal' and not exists (
          select from training_assignments own left join training_records o on o.assignment_id = own.id
          where own.user_id = n.user_id and own.module_id = n.module_id and own.status = 'completed'
            and o.import_id is distinct from ${id}::int))
    where r.import_id = ${id} order by n.id`.execute(tx.db);
  const standing = await sql<{ id: number; wasOpen: boolean }>`
    select a.id, a.created_at < r.recorded_at as was_open from training_records r
    join training_assignments a on a.id = r.assignment_id and a.status = 'completed'
    where r.import_id = ${id} order by a.id`.execute(tx.db);
  const voided = [...opened.rows, ...standing.rows].map((row) => row.id);
  await voidAssignments(tx, voided, { words: reason });
  await note(0.6);
  await openAgain(
    tx,
    standing.rows.filter(({ wasOpen }) => wasOpen).map((row) => row.id),
  );
  await note(0.7);
  await assignWhatIsRequired(tx, id);
  await note(1);
  // A cancellation that waits for this lock comes too late.
  const now = await findImportOf(tx.db, 'completions', id, true);
  if (now?.state !== 'reversing') throw new ImportCancelled();
  await tx.db
    .updateTable('peopleImports')
    .set({ state: 'reversed', reversedAt: sql<Date>`app_now()` })
    .where('id', '=', id)
    .execute();
  await tx.db.deleteFrom('peopleImportProgress').where('importId', '=', id).execute();
}

/** Assigns what matrices now require of the people, for modules of the import only (MTX-06). */
async function assignWhatIsRequired(tx: CommandTransaction, id: number): Promise<void> {
  const pairs = await sql<{ userIds: string[]; moduleIds: number[] }>`
    select array_agg(distinct user_id) as user_ids, array_agg(distinct module_id) as module_ids
    from training_records where import_id = ${id}`.execute(tx.db);
  const [{ userIds, moduleIds } = { userIds: [], moduleIds: [] }] = pairs.rows;
  const demand = sql`
    select d.* from (${demandOnPeople(userIds, moduleIds)}) d
    where (d.user_id, d.module_id) in (select user_id, module_id from training_records where import_id = ${id})`;
  const made = await carryOut(tx, demand, { assignmentType: 'matrix', assignedBy: null });
  if (made.assignments === 0) return;
  const { userIds: given, assignments } = made;
  tx.emit({ type: 'assignment.assigned', userIds: given, assignments, matrixId: null, moduleId: null });
}

/**
 * Opens trainings again that the import had completed, as new cycles with their terms, versions and due dates. It leaves out
 * modules that the person may no longer have, and modules of which another training was opened since.
 */
async function openAgain(tx: CommandTransaction, assignmentIds: readonly number[]): Promise<void> {
  if (assignmentIds.length === 0) return;
  await sql`
    insert into training_assignments (user_id, module_id, module_version_id, assigned_by, assigned_by_user_id, due_date,
      assignment_type, matrix_id, renewal_frequency, renewal_window, is_onboarding_required, is_required, cycle, cycle_reason)
    select a.user_id, a.module_id, t.current_version_id, a.assigned_by, a.assigned_by_user_id,
      coalesce(a.due_before_absence, a.due_date), a.assignment_type,
      a.matrix_id, a.renewal_frequency, a.renewal_window, a.is_onboarding_required, a.is_required,
      (select max(h.cycle) + 1 from training_assignments h where h.user_id = a.user_id and h.module_id = a.module_id),
      a.cycle_reason
    from training_assignments a
    join users u on u.id = a.user_id and u.is_active
    join training_modules t on t.id = a.module_id and t.is_active and t.retired_at is null
      and (t.organization_id is null or t.organization_id = u.organization_id)
    where a.id = any(${[...assignmentIds]}::int[]) and not exists (
      select from training_assignments n where n.user_id = a.user_id and n.module_id = a.module_id
        and n.status in ('not_started', 'in_progress'))
    order by a.user_id, a.module_id`.execute(tx.db);
}
