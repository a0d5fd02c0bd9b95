import { sql } from 'kysely';
import type { z } from 'zod';
import type { shownAbsence } from '#shared/contract/absences.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { hashOf } from '../bulk-effect.ts';

/** The effect of a change of absences, with its hash. */
export type AbsenceEffect = Pick<z.input<typeof shownAbsence>, 'effect' | 'effectHash'>;

/** A due date that an absence moves. */
export interface DueDateMove {
  readonly assignmentId: number;
  readonly userId: string;
  readonly title: string;
  readonly from: string | null;
  readonly to: string | null;
}

/**
 * Moves the due dates of the open trainings of people to those that follow from their present absences (`move_due_date` is the rule),
 * and returns those that moved. The caller has locked the people.
 */
export async function settleDueDates(
  tx: CommandTransaction,
  userIds: readonly string[],
): Promise<readonly DueDateMove[]> {
  const { rows } = await sql<DueDateMove>`
    with before as materialized (
      select id, user_id, due_date, coalesce(due_before_absence, due_date) as planned from training_assignments
      where user_id = any(${[...userIds]}::text[]) and status in ('not_started', 'in_progress')
      order by user_id, id for no key update
    ),
    moved as (
      update training_assignments a set due_date = b.planned from before b
      where a.id = b.id and due_after_absences(b.user_id, b.planned) is distinct from b.due_date
      returning a.id, a.user_id, a.module_id, b.planned, b.due_date as was, a.due_date
    )
    select m.id as assignment_id, m.user_id, t.title, m.was as "from", m.due_date as "to"
    from moved m join training_modules t on t.id = m.module_id
    order by m.user_id, m.planned nulls last, lower(t.title), m.id`.execute(tx.db);
  return rows;
}

/** Runs a change of a person's absences and says which due dates moved. The caller has locked the person. */
export async function moveDueDates<T>(
  tx: CommandTransaction,
  { id, today }: { readonly id: string; readonly today: string },
  change: () => Promise<T>,
): Promise<AbsenceEffect & { readonly changed: T }> {
  const changed = await change();
  const moved = (await settleDueDates(tx, [id])).map(({ assignmentId, title, from, to }) => ({
    assignmentId,
    title,
    from,
    to,
    overdue: to !== null && to < today,
  }));
  return {
    changed,
    effect: { moved, overdue: moved.filter(({ overdue }) => overdue).length },
    effectHash: hashOf(
      moved.map(({ assignmentId, from, to }) => `${String(assignmentId)} ${from ?? '-'} ${to ?? '-'}`),
    ),
  };
}
