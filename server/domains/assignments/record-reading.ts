import { sql } from 'kysely';
import { withinReach } from '#server/platform/access/within-reach.ts';
import type { RequestContext } from '#server/platform/http/context.ts';

/** Parts of a training file, as the trail names what was read of it. */
export type TrainingFilePart =
  'assignments' | 'assignment' | 'stats' | 'completions' | 'certificates' | 'qualified';

/**
 * The reading of another person's training file is in the trail before it is answered (AUD-01); their own one is not. For
 * every answer that is about one person named by the caller.
 */
export async function recordReading(
  ctx: RequestContext,
  userId: string,
  part: TrainingFilePart,
): Promise<void> {
  if (userId === ctx.actor.id) return;
  await ctx.recordAccess('users', userId, { subjectId: userId, part });
}

/** Whether a person may be seen by the caller at all (EMP-01); of who was erased, the records stay (USR-08). */
export async function isVisible(ctx: RequestContext, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from users u where u.id = ${userId}
      and ${withinReach(ctx.reach, sql<string>`u.id`, sql<number | null>`u.organization_id`)}
  `.execute(ctx.db);
  return rows.length > 0;
}
