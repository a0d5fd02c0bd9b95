import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { z } from 'zod';
import { AppError } from '#shared/contract/errors.ts';
import type { trainingEffect } from '#shared/contract/people-schemas.ts';
import type { DB } from '#server/db/db.d.ts';

/** The effect of creating or moving a person on the trainings (USR-05). */
export type TrainingEffect = z.input<z.ZodObject<typeof trainingEffect>>;

type MovedTraining = TrainingEffect['assigned'][number];

/**
 * Returns the assignments that this command gave to a person and withdrew (USR-05): read in its transaction, in which the clock
 * does not advance, after its subscribers have run.
 */
export async function trainingEffectOf(db: Kysely<DB>, userId: string): Promise<TrainingEffect> {
  const { rows } = await sql<MovedTraining & { readonly what: keyof TrainingEffect }>`
    select a.id as assignment_id, a.module_id, t.title, a.due_date,
      case when a.created_at = app_now() then 'assigned' when a.voided_at = app_now() then 'withdrawn'
        else 'noLongerRequired' end as what
    from training_assignments a join training_modules t on t.id = a.module_id
    where a.user_id = ${userId}
      and (a.created_at = app_now() or a.voided_at = app_now() or a.no_longer_required_at = app_now())
    order by a.due_date, lower(t.title), a.id
  `.execute(db);
  const pick = (what: keyof TrainingEffect) =>
    rows
      .filter((row) => row.what === what)
      .map(({ assignmentId, moduleId, title, dueDate }) => ({ assignmentId, moduleId, title, dueDate }));
  return {
    assigned: pick('assigned'),
    withdrawn: pick('withdrawn'),
    noLongerRequired: pick('noLongerRequired'),
  };
}

/**
 * Returns the hash by which a command recognizes the effect that was shown: people's modules and due dates, independent of the
 * ids of the rows (MTX-06).
 */
export function effectHashOf(effect: TrainingEffect): string {
  const lines = (Object.keys(effect) as (keyof TrainingEffect)[])
    .flatMap((what) =>
      effect[what].map(({ moduleId, dueDate }) => `${what} ${String(moduleId)} ${String(dueDate)}`),
    )
    .toSorted();
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

/** Refuses when the effect is another than the one that was shown: EFFECT_CHANGED with the new one (MTX-06). */
export function requireShown(effect: TrainingEffect, shown: string | undefined): void {
  const effectHash = effectHashOf(effect);
  if (shown === undefined || shown === effectHash) return;
  throw new AppError('EFFECT_CHANGED', { extra: { effectHash, ...effect } });
}
