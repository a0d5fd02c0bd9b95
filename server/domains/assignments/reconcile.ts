import { sql } from 'kysely';
import type { UserChanged, UserCreated } from '#server/domains/people/index.ts';
import type { CommandTransaction, DomainEvent } from '#server/platform/command/transaction.ts';
import { matrixMatchesSql } from '#server/domains/curricula/index.ts';
import { assignmentsEvent } from './assignments.events.ts';
import { settleOnboarding } from './onboarding.ts';
import { belongs, carryOut, demandOnPeople, lockPeople } from './plan.ts';
import { markNoLongerRequired, voidAssignments } from './withdraw.ts';

/** What reconciling people with their matrices came to (MTX-06). */
export interface Reconciled {
  readonly assigned: number;
  readonly voided: number;
  readonly noLongerRequired: number;
}

interface Unwanted {
  readonly id: number;
  readonly status: 'not_started' | 'in_progress';
}

/**
 * Makes the assignments of people agree with the matrices (MTX-06), as `expandMatrices` of shared/domain/curricula says; a
 * test compares both. What is required and missing is assigned; what matrices gave and none of the person's has any more is
 * voided when not started, and marked when started; save what the title requires that the person had before an own change
 * of it. Safe to run twice; inactive people are left alone.
 */
export async function reconcilePeople(
  tx: CommandTransaction,
  userIds: readonly string[],
): Promise<Reconciled> {
  const ids = [...new Set(userIds)].toSorted();
  await lockPeople(tx, ids);
  const made = await carryOut(tx, demandOnPeople(ids), { assignmentType: 'matrix', assignedBy: null });
  const wanted = sql`exists (
    select 1 from training_matrices m join training_matrix e on e.matrix_id = m.id
    where e.module_id = a.module_id and ${belongs('m', 'u')})`;
  // A title that people change themselves takes nothing away, also not later by the way (AUTH-16, T5).
  const kept = sql`(u.own_title_before is not null and exists (
    select 1 from training_matrices m join training_matrix e on e.matrix_id = m.id
    cross join lateral (select u.organization_id, u.department_id, u.own_title_before as job_title) f
    where e.module_id = a.module_id and ${matrixMatchesSql('m', 'f')}))`;
  const { rows } = await sql<Unwanted>`
    select a.id, a.status from training_assignments a join users u on u.id = a.user_id
    where a.user_id = any(${ids}::text[]) and u.is_active and a.status in ('not_started', 'in_progress')
      and a.assignment_type in ('matrix', 'onboarding', 'renewal') and not ${wanted} and not ${kept}
    order by a.id for update of a
  `.execute(tx.db);
  const idsOf = (status: Unwanted['status']) =>
    rows.filter((row) => row.status === status).map((row) => row.id);
  const voided = await voidAssignments(
    tx,
    idsOf('not_started'),
    'No training matrix of the person requires it any more.',
  );
  await markNoLongerRequired(tx, idsOf('in_progress'));
  await sql`
    update training_assignments a set no_longer_required_at = null, is_required = true
    from users u
    where u.id = a.user_id and a.user_id = any(${ids}::text[]) and u.is_active and a.status = 'in_progress'
      and a.no_longer_required_at is not null and ${wanted}
  `.execute(tx.db);
  await settleOnboarding(tx, ids);
  if (made.assignments > 0) {
    tx.emit(
      assignmentsEvent({
        type: 'assignment.assigned',
        userIds: made.userIds,
        assignments: made.assignments,
        matrixId: null,
        moduleId: null,
      }),
    );
  }
  return { assigned: made.assignments, voided: voided.length, noLongerRequired: idsOf('in_progress').length };
}

const isCreated = (event: DomainEvent): event is UserCreated => event.type === 'user.created';
const isChanged = (event: DomainEvent): event is UserChanged => event.type === 'user.changed';

/**
 * Subscriber of `user.created` and `user.changed`: who enters a department or job title gets what its matrices require,
 * who leaves it loses what was not started (MTX-06, USR-05). A title that people change themselves takes nothing away
 * (T5) and is another event.
 */
export async function reconcileMovedPerson(tx: CommandTransaction, event: DomainEvent): Promise<void> {
  if (isCreated(event)) await reconcilePeople(tx, [event.userId]);
  if (!isChanged(event)) return;
  const { before, after } = event;
  const moved =
    before.organizationId !== after.organizationId ||
    before.departmentId !== after.departmentId ||
    before.jobTitle !== after.jobTitle ||
    before.isActive !== after.isActive;
  if (moved) await reconcilePeople(tx, [event.userId]);
}
