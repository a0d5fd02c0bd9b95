import { sql, type RawBuilder } from 'kysely';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { WithdrawalReason } from '#shared/reasons/findings.ts';

/** An assignment that was voided. */
interface Voided {
  readonly id: number;
  readonly userId: string;
}

/**
 * SQL of whether the assignment `a` exists because a matrix required its module. This includes the retraining of an
 * assignment by a matrix (MTX-06). Assignments without a matrix, and their retraining, do not depend on matrices.
 */
export const givenByMatrix: RawBuilder<boolean> = sql<boolean>`(a.assignment_type in ('matrix', 'onboarding', 'renewal')
  or (a.assignment_type = 'retraining' and a.matrix_id is not null))`;

/** Why trainings are withdrawn: a reason of the product itself, or the words of the person who did it, null for none. */
type Withdrawal = { readonly code: WithdrawalReason } | { readonly words: string | null };

/** Voids assignments that the caller has locked; returns those that were not void before (LRN-06). */
export async function voidAssignments(
  tx: CommandTransaction,
  assignmentIds: readonly number[],
  why: Withdrawal,
): Promise<readonly Voided[]> {
  if (assignmentIds.length === 0) return [];
  const [code, words] = 'code' in why ? [why.code, null] : [null, why.words];
  const { rows } = await sql<Voided>`
    update training_assignments
    set status = 'voided', voided_at = app_now(), voided_reason = ${words}, voided_code = ${code}, voided_by = ${tx.actorId}
    where id = any(${[...assignmentIds]}::int[]) and status <> 'voided'
    returning id, user_id
  `.execute(tx.db);
  if (rows.length > 0) {
    tx.emit({
      type: 'assignment.voided',
      assignmentIds: rows.map((row) => row.id).toSorted((a, b) => a - b),
      userIds: [...new Set(rows.map((row) => row.userId))].toSorted(),
      code,
      reason: words,
    });
  }
  return rows;
}

/** Marks started assignments that no matrix requires any more; they stay (MTX-06). */
export async function markNoLongerRequired(
  tx: CommandTransaction,
  assignmentIds: readonly number[],
): Promise<void> {
  if (assignmentIds.length === 0) return;
  await sql`
    update training_assignments set no_longer_required_at = app_now(), is_required = false
    where id = any(${[...assignmentIds]}::int[]) and status = 'in_progress' and no_longer_required_at is null
  `.execute(tx.db);
}
