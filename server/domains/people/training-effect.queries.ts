import { sql, type Kysely } from 'kysely';
import type { z } from 'zod';
import type { trainingEffect } from '#shared/contract/people-schemas.ts';
import type { DB } from '#server/db/db.d.ts';

/** What creating or moving a person did to the trainings (USR-05). */
export type TrainingEffect = z.input<z.ZodObject<typeof trainingEffect>>;

type MovedTraining = TrainingEffect['assigned'][number];

/**
 * What this command assigned to a person and withdrew (USR-05): read in its transaction, whose clock stands still, after
 * its subscribers have run.
 */
export async function trainingEffectOf(db: Kysely<DB>, userId: string): Promise<TrainingEffect> {
  const { rows } = await sql<MovedTraining & { readonly isNew: boolean }>`
    select a.id as assignment_id, a.module_id, t.title, a.due_date, a.created_at = app_now() as is_new
    from training_assignments a join training_modules t on t.id = a.module_id
    where a.user_id = ${userId} and (a.created_at = app_now() or a.voided_at = app_now())
    order by a.due_date, lower(t.title), a.id
  `.execute(db);
  const pick = (isNew: boolean) =>
    rows
      .filter((row) => row.isNew === isNew)
      .map(({ assignmentId, moduleId, title, dueDate }) => ({ assignmentId, moduleId, title, dueDate }));
  return { assigned: pick(true), withdrawn: pick(false) };
}
