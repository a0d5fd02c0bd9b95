import { sql } from 'kysely';
import type { Reach } from '#shared/domain/access/permissions.ts';
import { AppError } from '#shared/contract/errors.ts';
import { DEFAULT_DAYS_TO_DUE, dueDateFor } from '#shared/domain/assignments/due.ts';
import { isOpen, type StoredStatus } from '#shared/domain/assignments/status.ts';
import { requireAssignableModules } from '#server/domains/curricula/index.ts';
import { sharePlaces } from '#server/domains/people/index.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { todayIn } from '../effective-status.ts';
import { insertAssignments } from '../insert-assignments.ts';
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
 * Assigns one module to one person within the caller's reach; returns the id (MTX-05). Errors: NOT_FOUND, VALIDATION_FAILED,
 * ALREADY_ASSIGNED for an open one and, without `retrain`, for a completed one, REASON_REQUIRED.
 */
export async function assignModule(
  tx: CommandTransaction,
  reach: Reach,
  wanted: ModuleForPerson,
): Promise<number> {
  await sharePlaces(tx);
  // This lock comes before the person is read, because a person who has just moved or left the reach differs from what the caller
  // saw.
  await lockPeople(tx, [wanted.userId]);
  const person = await requirePerson(tx, reach, wanted.userId);
  await requireAssignableModules(tx.db, [wanted.moduleId], person.organizationId, () => 'moduleId');
  const { rows } = await sql<Earlier>`
    select id, cycle, status from training_assignments
    where user_id = ${wanted.userId} and module_id = ${wanted.moduleId}
    order by next_renewal_date desc nulls first, cycle desc
  `.execute(tx.db);
  const open = rows.find((row) => isOpen(row.status));
  if (open) throw new AppError('ALREADY_ASSIGNED', { extra: { assignmentId: open.id, assigned: 'open' } });
  const completed = rows.find((row) => row.status === 'completed');
  if (completed) requireRetraining(wanted, completed);
  const [id] = await insertAssignments(
    tx,
    [
      {
        userId: wanted.userId,
        moduleId: wanted.moduleId,
        dueDate: wanted.dueDate ?? dueDateFor(person.today, DEFAULT_DAYS_TO_DUE),
        completedId: completed?.id ?? null,
        cycle: Math.max(0, ...rows.map(({ cycle }) => cycle)) + 1,
      },
    ],
    wanted.reason,
  );
  if (id === undefined) throw new AppError('ALREADY_ASSIGNED');
  return id;
}

function requireRetraining(wanted: ModuleForPerson, completed: Earlier): void {
  if (!wanted.retrain) {
    throw new AppError('ALREADY_ASSIGNED', {
      reason: 'completed_needs_retraining',
      extra: { assignmentId: completed.id, assigned: 'completed' },
    });
  }
  if (wanted.reason === undefined) {
    throw new AppError('REASON_REQUIRED', {
      errors: [{ path: 'reason', reason: 'reason_required' }],
    });
  }
}

async function requirePerson(
  tx: CommandTransaction,
  reach: Reach,
  userId: string,
): Promise<{ readonly organizationId: number | null; readonly today: string }> {
  const { rows } = await sql<{ organizationId: number | null; isActive: boolean; today: string }>`
    select u.organization_id, u.is_active, ${todayIn(sql`o.time_zone`)}::text as today
    from users u left join organizations o on o.id = u.organization_id
    where u.id = ${userId} and u.erased_at is null
      and ${withinReach(reach, sql<string>`u.id`, sql<number | null>`u.organization_id`)}
  `.execute(tx.db);
  const [person] = rows;
  if (!person) throw new AppError('NOT_FOUND');
  if (person.isActive) return person;
  throw new AppError('VALIDATION_FAILED', {
    errors: [{ path: 'userId', reason: 'person_inactive' }],
  });
}
