import { sql } from 'kysely';
import type { Reach } from '#shared/domain/access/permissions.ts';
import { AppError } from '#shared/contract/errors.ts';
import { DEFAULT_DAYS_TO_DUE } from '#shared/domain/assignments/due.ts';
import { isOpen, type StoredStatus } from '#shared/domain/assignments/status.ts';
import { requireAssignableModules } from '#server/domains/curricula/index.ts';
import { sharePlaces } from '#server/domains/people/index.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { assignmentsEvent } from '../assignments.events.ts';
import { todayIn } from '../effective-status.ts';
import { lockPeople } from '../plan.ts';

/** One module for one person (MTX-05). */
export interface ModuleForPerson {
  readonly userId: string;
  readonly moduleId: number;
  readonly dueDate?: string | null | undefined;
  readonly retrain: boolean;
  readonly reason?: string | undefined;
}

interface Earlier {
  readonly id: number;
  readonly cycle: number;
  readonly status: StoredStatus;
}

/**
 * Assigns one module to one person within the caller's reach; answers the id (MTX-05). Errors: NOT_FOUND,
 * VALIDATION_FAILED, ALREADY_ASSIGNED for an open one and, without `retrain`, for a completed one, REASON_REQUIRED.
 */
export async function assignModule(
  tx: CommandTransaction,
  reach: Reach,
  wanted: ModuleForPerson,
): Promise<number> {
  await sharePlaces(tx);
  // Before the person is looked at: who has just moved, or left the reach, is not what was seen.
  await lockPeople(tx, [wanted.userId]);
  const person = await requirePerson(tx, reach, wanted.userId);
  await requireAssignableModules(tx.db, [wanted.moduleId], person.organizationId, () => 'moduleId');
  const { rows } = await sql<Earlier>`
    select id, cycle, status from training_assignments
    where user_id = ${wanted.userId} and module_id = ${wanted.moduleId} order by cycle desc
  `.execute(tx.db);
  const open = rows.find((row) => isOpen(row.status));
  if (open) throw new AppError('ALREADY_ASSIGNED', { extra: { assignmentId: open.id, assigned: 'open' } });
  const completed = rows.find((row) => row.status === 'completed');
  if (completed) requireRetraining(wanted, completed);
  const inserted = await sql<{ id: number }>`
    insert into training_assignments (user_id, module_id, module_version_id, assigned_by_user_id, due_date,
      assignment_type, matrix_id, renewal_frequency, renewal_window, is_required, cycle, cycle_reason)
    select u.id, t.id, t.current_version_id, ${tx.actorId}::text,
      coalesce(${wanted.dueDate ?? null}::date, ${todayIn(sql`o.time_zone`)} + ${DEFAULT_DAYS_TO_DUE}::int),
      ${completed ? 'retraining' : 'manual'}::text, last.matrix_id, last.renewal_frequency, last.renewal_window,
      coalesce(last.is_required, true), ${(rows[0]?.cycle ?? 0) + 1}::int, ${wanted.reason ?? null}::text
    from users u cross join training_modules t
    left join organizations o on o.id = u.organization_id
    left join training_assignments last on last.id = ${completed?.id ?? null}::int
    where u.id = ${wanted.userId} and t.id = ${wanted.moduleId}
    on conflict do nothing
    returning id
  `.execute(tx.db);
  const id = inserted.rows[0]?.id;
  if (id === undefined) throw new AppError('ALREADY_ASSIGNED');
  tx.emit(
    assignmentsEvent({
      type: 'assignment.assigned',
      userIds: [wanted.userId],
      assignments: 1,
      matrixId: null,
      moduleId: wanted.moduleId,
      atOnce: true,
    }),
  );
  return id;
}

function requireRetraining(wanted: ModuleForPerson, completed: Earlier): void {
  if (!wanted.retrain) {
    throw new AppError('ALREADY_ASSIGNED', {
      detail: 'This training is completed already; assign it again as retraining, with a reason.',
      extra: { assignmentId: completed.id, assigned: 'completed' },
    });
  }
  if (wanted.reason === undefined) {
    throw new AppError('REASON_REQUIRED', {
      errors: [{ path: 'reason', message: 'A reason is needed for this.' }],
    });
  }
}

async function requirePerson(
  tx: CommandTransaction,
  reach: Reach,
  userId: string,
): Promise<{ readonly organizationId: number | null }> {
  const { rows } = await sql<{ organizationId: number | null; isActive: boolean }>`
    select u.organization_id, u.is_active from users u
    where u.id = ${userId} and u.erased_at is null
      and ${withinReach(reach, sql<string>`u.id`, sql<number | null>`u.organization_id`)}
  `.execute(tx.db);
  const [person] = rows;
  if (!person) throw new AppError('NOT_FOUND');
  if (person.isActive) return person;
  throw new AppError('VALIDATION_FAILED', {
    errors: [{ path: 'userId', message: 'This person is not active' }],
  });
}
