import { sql, type RawBuilder } from 'kysely';
import type { ModulePublished } from '#server/domains/modules/index.ts';
import type { CommandTransaction, DomainEvent } from '#server/platform/command/transaction.ts';
import { assignmentsEvent, type AssignmentCompleted } from './assignments.events.ts';

/** SQL of the time zone of a person's organization `o`, UTC without one. */
const zoneOf = sql`coalesce(o.time_zone, 'UTC')`;

/** SQL of the calendar date of an instant where the person of organization `o` is. */
export function dayOf(instant: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`(${instant} at time zone ${zoneOf})::date`;
}

/** SQL relation: the latest assignment of each person of a module that was not voided. */
export function latestOf(moduleId: number): RawBuilder<unknown> {
  return sql`
    select distinct on (a.user_id) a.id, a.user_id, a.module_id, a.status, a.due_date, a.cycle, a.matrix_id, a.renewal_frequency,
      a.is_required, a.no_longer_required_at
    from training_assignments a where a.module_id = ${moduleId} and a.status <> 'voided'
    order by a.user_id, a.cycle desc`;
}

/**
 * Gives those who completed an earlier version a new cycle with the version that took effect (MOD-11), due so many days
 * after its day. The caller holds the locks of the people.
 */
export async function retrain(
  tx: CommandTransaction,
  { moduleId, versionId }: Pick<ModulePublished, 'moduleId' | 'versionId'>,
): Promise<void> {
  await assignAgain(
    tx,
    moduleId,
    sql`select l.* from (${latestOf(moduleId)}) l where l.status = 'completed'`,
    versionId,
    sql`v.effective_from`,
  );
}

const isCompleted = (event: DomainEvent): event is AssignmentCompleted =>
  event.type === 'assignment.completed';

/**
 * Subscriber of `assignment.completed` (MOD-11): who finished an old version after a new one took effect for all trains
 * again with the new one; the days count from now.
 */
export async function retrainAfterOldVersion(tx: CommandTransaction, event: DomainEvent): Promise<void> {
  // What was recorded afterwards was read before, whatever is in force today.
  if (!isCompleted(event) || event.kind === 'backdated') return;
  const { rows } = await sql<{ moduleId: number; versionId: number }>`
    select m.id as module_id, c.id as version_id
    from training_assignments a
    join training_modules m on m.id = a.module_id and m.retired_at is null
    join module_versions c on c.id = m.current_version_id and c.retraining = 'all'
    join module_versions mine on mine.id = a.module_version_id and mine.number < c.number
    where a.id = ${event.assignmentId}
  `.execute(tx.db);
  const [due] = rows;
  if (!due) return;
  const finished = sql`select a.* from training_assignments a where a.id = ${event.assignmentId}`;
  await assignAgain(tx, due.moduleId, finished, due.versionId, sql`app_now()`);
}

/** Inserts the next cycle of assignments for active people, due from an instant on, in key order. */
async function assignAgain(
  tx: CommandTransaction,
  moduleId: number,
  before: RawBuilder<unknown>,
  versionId: number,
  from: RawBuilder<unknown>,
): Promise<void> {
  const { rows } = await sql<{ userId: string }>`
    insert into training_assignments (user_id, module_id, module_version_id, assigned_by, assigned_by_user_id, due_date,
      assignment_type, matrix_id, renewal_frequency, is_required, cycle, cycle_reason)
    select u.id, b.module_id, v.id, 'Version ' || v.number, v.published_by, ${dayOf(from)} + v.retraining_days,
      'retraining', b.matrix_id, b.renewal_frequency, b.is_required, b.cycle + 1, v.change_note
    from (${before}) b
    join users u on u.id = b.user_id and u.is_active and u.erased_at is null
    left join organizations o on o.id = u.organization_id
    join module_versions v on v.id = ${versionId}
    order by u.id
    on conflict do nothing
    returning user_id
  `.execute(tx.db);
  if (rows.length === 0) return;
  const userIds = rows.map(({ userId }) => userId).toSorted();
  tx.emit(
    assignmentsEvent({
      type: 'assignment.assigned',
      userIds,
      assignments: rows.length,
      matrixId: null,
      moduleId,
    }),
  );
}
