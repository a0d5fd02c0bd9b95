import { sql, type RawBuilder } from 'kysely';
import { isActivePerson } from '#server/platform/access/active-person.ts';
import { retrainingChoices, mustRetrain } from '#shared/domain/modules/publishing.ts';
import type { ModulePublished } from '#server/domains/modules/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { AssignmentCompleted } from './assignments.events.ts';

/** SQL of the time zone of a person's organization `o`, UTC without one. */
const zoneOf = sql`coalesce(o.time_zone, 'UTC')`;

/** SQL of the calendar date of an instant where the person of organization `o` is. */
export function dayOf(instant: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`(${instant} at time zone ${zoneOf})::date`;
}

/** SQL relation: the latest assignment of each person of a module that was not voided. */
export function latestOf(moduleId: number): RawBuilder<unknown> {
  return sql`
    select distinct on (a.user_id) a.id, a.user_id, a.module_id, a.module_version_id, a.status, a.due_date, a.cycle, a.matrix_id, a.renewal_frequency, a.renewal_window,
      a.is_required, a.no_longer_required_at
    from training_assignments a where a.module_id = ${moduleId} and a.status <> 'voided'
    order by a.user_id, a.cycle desc`;
}

/** SQL of the choices by which a person must retrain. */
function choicesFor(completed: 'before' | 'after'): RawBuilder<unknown> {
  return sql`${retrainingChoices.filter((choice) => mustRetrain(choice, completed))}::text[]`;
}

/**
 * SQL relation: the latest effective version after the person's version for which the person must retrain after completing
 * the earlier one (MOD-11; `mustRetrain` is the rule). It applies whatever later versions chose, because it was promised.
 *
 * @param versionId expression of the version that the person has
 * @param completedAt expression of when the person completes it
 */
export function promisedVersion(
  versionId: RawBuilder<unknown>,
  completedAt: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    select p.id, p.retraining_days
    from module_versions mine
    join training_modules t on t.id = mine.module_id
    join module_versions c on c.id = t.current_version_id
    join module_versions p on p.module_id = mine.module_id and p.status = 'published'
      and p.number > mine.number and p.number <= c.number
      and p.retraining = any(case when ${completedAt} < p.effective_from then ${choicesFor('before')}
        else ${choicesFor('after')} end)
    where mine.id = ${versionId} order by p.number desc limit 1`;
}

/**
 * Starts a new cycle with the new effective version for people who completed an earlier version (MOD-11). It is due a number of
 * days after the version's day, or after the day on which it was made effective if that was later. The caller holds the locks of
 * the people.
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
    sql`greatest(p.effective_from, app_now())`,
  );
}

/**
 * Subscriber of `assignment.completed` (MOD-11). Two kinds of people retrain with the effective version now: those who finished
 * an old version after a new one took effect for everybody, and those whose completion before a version that took effect for such
 * people is recorded later. The days count from now.
 */
export async function retrainAfterOldVersion(
  tx: CommandTransaction,
  event: AssignmentCompleted,
): Promise<void> {
  // No version after the effective one can have promised it.
  if (event.versionInForce) return;
  const { rows } = await sql<{ moduleId: number; versionId: number }>`
    select m.id as module_id, promised.id as version_id
    from training_assignments a
    join training_modules m on m.id = a.module_id and m.retired_at is null
    cross join lateral (${promisedVersion(sql`a.module_version_id`, sql`a.completed_at`)}) promised
    where a.id = ${event.assignmentId}
  `.execute(tx.db);
  const [due] = rows;
  if (!due) return;
  const finished = sql`select a.* from training_assignments a where a.id = ${event.assignmentId}`;
  await assignAgain(tx, due.moduleId, finished, due.versionId, sql`app_now()`);
}

/** People whose completions of an old version were recorded from a source retrain with a later one now (MOD-11, USR-09). */
export async function retrainAfter(
  tx: CommandTransaction,
  versionId: number,
  assignmentIds: readonly number[],
): Promise<void> {
  const { moduleId } = await tx.db
    .selectFrom('moduleVersions')
    .select('moduleId')
    .where('id', '=', versionId)
    .executeTakeFirstOrThrow();
  const finished = sql`select a.* from training_assignments a where a.id = any(${[...assignmentIds]}::int[])`;
  await assignAgain(tx, moduleId, finished, versionId, sql`app_now()`);
}

/**
 * Inserts the next cycle of assignments for active people, in key order, with the effective version. It is due the number of days
 * after an instant that the version `versionId` says. Cycles that were voided count. Everybody gets one, or the command fails.
 */
async function assignAgain(
  tx: CommandTransaction,
  moduleId: number,
  before: RawBuilder<unknown>,
  versionId: number,
  from: RawBuilder<unknown>,
): Promise<void> {
  const { rows } = await sql<{ userId: string }>`
    insert into training_assignments (user_id, module_id, module_version_id, assigned_by, assigned_by_user_id, due_date,
      assignment_type, matrix_id, renewal_frequency, renewal_window, is_required, cycle, cycle_reason)
    select u.id, b.module_id, t.current_version_id, 'Version ' || p.number, p.published_by,
      ${dayOf(from)} + p.retraining_days, 'retraining', b.matrix_id, b.renewal_frequency, b.renewal_window, b.is_required,
      (select max(h.cycle) + 1 from training_assignments h where h.user_id = u.id and h.module_id = b.module_id), p.change_note
    from (${before}) b
    join users u on u.id = b.user_id and ${isActivePerson('u')}
    left join organizations o on o.id = u.organization_id
    join training_modules t on t.id = b.module_id
    join module_versions p on p.id = ${versionId}
    order by u.id
    returning user_id
  `.execute(tx.db);
  if (rows.length === 0) return;
  const userIds = rows.map(({ userId }) => userId).toSorted();
  tx.emit({
    type: 'assignment.assigned',
    userIds,
    assignments: rows.length,
    matrixId: null,
    moduleId,
  });
}
