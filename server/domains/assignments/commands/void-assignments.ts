import { sql, type Kysely } from 'kysely';
import type { assignmentsContract } from '#shared/contract/assignments.ts';
import type { ResponseInput } from '#shared/contract/endpoint.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { StoredStatus } from '#shared/domain/assignments/status.ts';
import type { FieldError } from '#shared/reasons/reasons.ts';
import type { DB } from '#server/db/db.d.ts';
import { requireReason } from '#server/domains/accounts/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { completeOnboarding } from '../onboarding.ts';
import { lockPeople } from '../plan.ts';
import { stillRequired } from '../still-required.queries.ts';
import { voidAssignments as markVoided } from '../withdraw.ts';

type Outcome = ResponseInput<typeof assignmentsContract.removeMany>;

interface Chosen {
  readonly id: number;
  readonly userId: string;
  readonly status: StoredStatus;
}

/**
 * Voids assignments, all or nothing (LRN-06). Nothing is deleted. Completed ones need a reason, in the regulated profile all of them
 * (A11-01). The command waits for an assignment that is being completed at this moment (F19). Errors: VALIDATION_FAILED for unknown ids,
 * REASON_REQUIRED.
 */
export async function voidAssignments(
  tx: CommandTransaction,
  assignmentIds: readonly number[],
  reason: string | undefined,
): Promise<Outcome> {
  const ids = inOrder(assignmentIds);
  const owners = await chosenOf(tx.db, assignmentIds);
  const userIds = [...new Set(owners.map((row) => row.userId))].toSorted();
  await lockPeople(tx, userIds);
  const { rows } = await sql<Chosen>`
    select id, user_id, status from training_assignments where id = any(${ids}::int[]) order by id for update
  `.execute(tx.db);
  const completed = rows.filter((row) => row.status === 'completed').map((row) => row.id);
  if (completed.length > 0 && reason === undefined) {
    throw new AppError('REASON_REQUIRED', {
      reason: 'removal_needs_reason',
      errors: [{ path: 'reason', reason: 'reason_required' }],
      extra: { completedIds: completed },
    });
  }
  requireReason(tx.services.config.policy, reason, rows.length > 0);
  const done = await markVoided(tx, ids, { words: reason ?? null });
  await completeOnboarding(tx, userIds);
  return outcome(
    tx.db,
    assignmentIds,
    done.map((row) => row.id),
    false,
  );
}

/** Previews {@link voidAssignments}; nothing is written (MTX-06 'shows its effect first'). */
export async function previewVoiding(db: Kysely<DB>, assignmentIds: readonly number[]): Promise<Outcome> {
  const rows = await chosenOf(db, assignmentIds);
  const standing = rows.filter((row) => row.status !== 'voided').map((row) => row.id);
  return outcome(db, assignmentIds, standing, true);
}

const inOrder = (ids: readonly number[]) => [...new Set(ids)].toSorted((a, b) => a - b);

async function chosenOf(db: Kysely<DB>, assignmentIds: readonly number[]): Promise<readonly Chosen[]> {
  const { rows } = await sql<Chosen>`
    select id, user_id, status from training_assignments where id = any(${inOrder(assignmentIds)}::int[])
  `.execute(db);
  requireAll(assignmentIds, new Set(rows.map((row) => row.id)));
  return rows;
}

async function outcome(
  db: Kysely<DB>,
  chosen: readonly number[],
  done: readonly number[],
  preview: boolean,
): Promise<Outcome> {
  return {
    preview,
    voided: done.length,
    assignmentIds: inOrder(done),
    stillRequired: await stillRequired(db, inOrder(chosen)),
  };
}

function requireAll(wanted: readonly number[], known: ReadonlySet<number>): void {
  const errors = wanted.flatMap((id, index): readonly FieldError[] =>
    known.has(id) ? [] : [{ path: `assignmentIds.${String(index)}`, reason: 'assignment_unknown' }],
  );
  if (errors.length > 0) throw new AppError('VALIDATION_FAILED', { errors: errors.slice(0, 50) });
}
