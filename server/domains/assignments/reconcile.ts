import { sql, type RawBuilder } from 'kysely';
import type { PeopleImported, UserChanged, UserCreated } from '#server/domains/people/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { matrixMatchesSql } from '#server/domains/curricula/index.ts';
import { completeOnboarding } from './onboarding.ts';
import {
  amongModules,
  belongs,
  carryOut,
  demandOnPeople,
  lockPeople,
  planFor,
  type CarriedOut,
} from './plan.ts';
import { givenByMatrix, markNoLongerRequired, voidAssignments } from './withdraw.ts';

/** The result of reconciling people with their matrices (MTX-06). */
export interface Reconciled {
  readonly assigned: number;
  readonly voided: number;
  readonly noLongerRequired: number;
}

/** The modules and people that a change of a matrix concerns, so that it does not touch anything else that is pending for them (MTX-06). */
export interface Scope {
  /** Left out: all modules. */
  readonly moduleIds?: readonly number[];
  /** The people to whom the change may assign something; omitted means everybody. */
  readonly assignTo?: readonly string[];
}

const demandOf = (userIds: readonly string[], { moduleIds, assignTo = userIds }: Scope) =>
  demandOnPeople(assignTo, moduleIds);

interface Unwanted {
  readonly id: number;
  readonly status: 'not_started' | 'in_progress';
}

/**
 * SQL of whether a matrix of its person has the module of the assignment `a`, required or not. People are matched with matrices
 * once, not for each of their assignments.
 */
const wantedOf = (userIds: readonly string[]): RawBuilder<boolean> => sql`exists (
  select 1 from users w join training_matrices m on ${belongs('m', 'w')} join training_matrix e on e.matrix_id = m.id
  where w.id = any(${[...userIds]}::text[]) and w.id = a.user_id and e.module_id = a.module_id)`;

/** A title that people change themselves removes no assignment, also not at a later reconciliation (AUTH-16, T5). */
const kept = sql`(u.own_title_before is not null and exists (
  select 1 from training_matrices m join training_matrix e on e.matrix_id = m.id
  cross join lateral (select u.organization_id, u.department_id, u.own_title_before as job_title) f
  where e.module_id = a.module_id and ${matrixMatchesSql('m', 'f')}))`;

/** SQL of the open assignments by matrices that no matrix of the person requires any more, as from and where of assignments `a`. */
const unwantedOf = (userIds: readonly string[], { moduleIds }: Scope): RawBuilder<unknown> => sql`
  from training_assignments a join users u on u.id = a.user_id
  where a.user_id = any(${[...userIds]}::text[]) and u.is_active and a.status in ('not_started', 'in_progress')
    and ${givenByMatrix} and not ${wantedOf(userIds)} and not ${kept}
    and ${amongModules('a.module_id', moduleIds)}`;

/** SQL of started assignments that are marked as no longer required, and that a matrix of the person requires again. */
const wantedAgainOf = (userIds: readonly string[], { moduleIds }: Scope): RawBuilder<unknown> => sql`
  u.id = a.user_id and a.user_id = any(${[...userIds]}::text[]) and u.is_active and a.status = 'in_progress'
    and a.no_longer_required_at is not null and ${wantedOf(userIds)}
    and ${amongModules('a.module_id', moduleIds)}`;

/** SQL of what {@link reconcilePeople} would do, as (user_id, module_id, kind, due_date): the same relations, read only (MTX-06). */
export function plannedChanges(userIds: readonly string[], scope: Scope = {}): RawBuilder<unknown> {
  return sql`
    select user_id, module_id, 'assigned' as kind, due_date from (${planFor(demandOf(userIds, scope))}) p
    union all
    select a.user_id, a.module_id, case a.status when 'not_started' then 'voided' else 'no_longer_required' end, null
    ${unwantedOf(userIds, scope)} and (a.status = 'not_started' or a.no_longer_required_at is null)
    union all
    select a.user_id, a.module_id, 'required_again', null
    from training_assignments a, users u where ${wantedAgainOf(userIds, scope)}`;
}

/**
 * Makes the assignments of people agree with the matrices (MTX-06), by the rules of `expandMatrices` of shared/domain/curricula;
 * a test compares both. Missing required modules are assigned. If no matrix of the person requires an assignment any more, it is
 * voided if not started and marked if started. The exception is what the job title required that people had before they changed
 * it themselves. A change of a matrix gives its {@link Scope}. Safe to run twice; inactive people are left alone.
 */
export async function reconcilePeople(
  tx: CommandTransaction,
  userIds: readonly string[],
  scope: Scope = {},
): Promise<Reconciled> {
  const ids = [...new Set(userIds)].toSorted();
  await lockPeople(tx, ids);
  const made = await carryOut(tx, demandOf(ids, scope), { assignmentType: 'matrix', assignedBy: null });
  const { rows } = await sql<Unwanted>`
    select a.id, a.status ${unwantedOf(ids, scope)} order by a.id for update of a
  `.execute(tx.db);
  const idsOf = (status: Unwanted['status']) =>
    rows.filter((row) => row.status === status).map((row) => row.id);
  const voided = await voidAssignments(tx, idsOf('not_started'), { code: 'matrix_no_longer_requires' });
  await markNoLongerRequired(tx, idsOf('in_progress'));
  await sql`
    update training_assignments a set no_longer_required_at = null, is_required = true
    from users u where ${wantedAgainOf(ids, scope)}
  `.execute(tx.db);
  await completeOnboarding(tx, ids);
  emitAssigned(tx, made);
  return { assigned: made.assignments, voided: voided.length, noLongerRequired: idsOf('in_progress').length };
}

function emitAssigned(tx: CommandTransaction, { userIds, assignments }: CarriedOut): void {
  if (assignments > 0)
    tx.emit({ type: 'assignment.assigned', userIds, assignments, matrixId: null, moduleId: null });
}

/** Assigns what matrices require of a person whom this command created: nobody else sees the row, and nothing can be withdrawn (PERF-03). */
async function assignNewPerson(tx: CommandTransaction, userId: string): Promise<void> {
  const terms = { assignmentType: 'matrix', assignedBy: null, prepared: true } as const;
  emitAssigned(tx, await carryOut(tx, demandOnPeople([userId]), terms));
}

/**
 * Subscriber of `user.created` and `user.changed` (MTX-06, USR-05). People who join a department or get a job title are assigned
 * the modules that its matrices require. People who leave one lose the assignments that have not started. A title that people
 * change themselves removes nothing (T5) and has another event.
 */
export async function reconcileMovedPerson(
  tx: CommandTransaction,
  event: UserCreated | UserChanged,
): Promise<void> {
  if (event.type === 'user.created') return assignNewPerson(tx, event.userId);
  const { before, after } = event;
  const moved =
    before.organizationId !== after.organizationId ||
    before.departmentId !== after.departmentId ||
    before.jobTitle !== after.jobTitle ||
    before.isActive !== after.isActive;
  if (moved) await reconcilePeople(tx, [event.userId]);
}

/** Subscriber of `people.imported`: the same for everybody whom a file created or moved, with the statements for one person (USR-06). */
export async function reconcileImportedPeople(
  tx: CommandTransaction,
  { created, moved }: PeopleImported,
): Promise<void> {
  if (created.length + moved.length > 0) await reconcilePeople(tx, [...created, ...moved]);
}
