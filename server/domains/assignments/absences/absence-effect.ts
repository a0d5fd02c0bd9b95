import { sql, type Kysely } from 'kysely';
import type { z } from 'zod';
import type { shownAbsence } from '#shared/contract/absences.ts';
import type { DB } from '#server/db/db.d.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { hashOf } from '../bulk-effect.ts';

/** The effect of a change of absences, with its hash. */
export type AbsenceEffect = Pick<z.input<typeof shownAbsence>, 'effect' | 'effectHash'>;

interface OpenTraining {
  readonly id: number;
  readonly title: string;
  readonly dueDate: string | null;
}

const openTrainings = async (db: Kysely<DB>, userId: string): Promise<readonly OpenTraining[]> => {
  const { rows } = await sql<OpenTraining>`
    select a.id, m.title, a.due_date from training_assignments a join training_modules m on m.id = a.module_id
    where a.user_id = ${userId} and a.status in ('not_started', 'in_progress')
    order by coalesce(a.due_before_absence, a.due_date) nulls last, lower(m.title), a.id
    for no key update of a
  `.execute(db);
  return rows;
};

/**
 * Runs a change of a person's absences, moves the due dates that follow from them (`move_due_date` is the rule), and says which moved.
 * The caller has locked the person.
 */
export async function moveDueDates<T>(
  tx: CommandTransaction,
  { id, today }: { readonly id: string; readonly today: string },
  change: () => Promise<T>,
): Promise<AbsenceEffect & { readonly changed: T }> {
  const before = await openTrainings(tx.db, id);
  const changed = await change();
  await sql`
    update training_assignments set due_date = coalesce(due_before_absence, due_date)
    where user_id = ${id} and status in ('not_started', 'in_progress')
      and due_after_absences(user_id, coalesce(due_before_absence, due_date)) is distinct from due_date
  `.execute(tx.db);
  const after = new Map((await openTrainings(tx.db, id)).map((row) => [row.id, row.dueDate]));
  const moved = before.flatMap(({ id: assignmentId, title, dueDate: from }) => {
    const to = after.get(assignmentId) ?? null;
    return to === from ? [] : [{ assignmentId, title, from, to, overdue: to !== null && to < today }];
  });
  return {
    changed,
    effect: { moved, overdue: moved.filter(({ overdue }) => overdue).length },
    effectHash: hashOf(
      moved.map(({ assignmentId, from, to }) => `${String(assignmentId)} ${from ?? '-'} ${to ?? '-'}`),
    ),
  };
}
