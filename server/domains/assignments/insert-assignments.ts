import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { CalendarDate } from '#shared/domain/calendar/calendar.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';

/** A module that a person gets manually. */
export interface NewAssignment {
  readonly userId: string;
  readonly moduleId: number;
  readonly dueDate: CalendarDate;
  /** The last completed assignment, whose terms continue; null for people without a completion. */
  readonly completedId: number | null;
  readonly cycle: number;
}

/**
 * Inserts assignments that are created manually, in key order and one statement, and raises their events (MTX-05). The caller
 * has locked the people and checked that each may get theirs. Errors: ALREADY_ASSIGNED if a person has one open after all.
 */
export async function insertAssignments(
  tx: CommandTransaction,
  wanted: readonly NewAssignment[],
  reason: string | undefined,
): Promise<readonly number[]> {
  if (wanted.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    insert into training_assignments (user_id, module_id, module_version_id, assigned_by_user_id, due_date,
      assignment_type, matrix_id, renewal_frequency, renewal_window, is_required, cycle, cycle_reason)
    select p."userId", t.id, t.current_version_id, ${tx.actorId}::text, p."dueDate",
      case when last.id is null then 'manual' else 'retraining' end, last.matrix_id, last.renewal_frequency, last.renewal_window,
      coalesce(last.is_required, true), p.cycle, ${reason ?? null}::text
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
      as p("userId" text, "moduleId" int, "dueDate" date, "completedId" int, cycle int)
    join training_modules t on t.id = p."moduleId"
    left join training_assignments last on last.id = p."completedId"
    order by p."userId", t.id
    on conflict do nothing
    returning id
  `.execute(tx.db);
  if (rows.length < wanted.length) throw new AppError('ALREADY_ASSIGNED');
  for (const [moduleId, of] of Map.groupBy(wanted, (one) => one.moduleId)) {
    tx.emit({
      type: 'assignment.assigned',
      userIds: of.map(({ userId }) => userId),
      assignments: of.length,
      matrixId: null,
      moduleId,
      atOnce: true,
    });
  }
  return rows.map(({ id }) => id);
}
