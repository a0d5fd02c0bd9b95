import { sql } from 'kysely';
import { withinReach } from '#server/platform/access/within-reach.ts';
import { queryPrepared } from '#server/platform/postgres/named-statement.ts';
import type { RequestContext } from '#server/platform/http/context.ts';

/** The parts of a training file that the trail can name as read. */
export type TrainingFilePart = 'assignments' | 'assignment' | 'stats' | 'completions' | 'certificates';

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

/** Returns whether the caller may see a person at all (EMP-01); the records of erased people stay (USR-08). */
export async function isVisible(ctx: RequestContext, userId: string): Promise<boolean> {
  const within = withinReach(ctx.reach, sql<string>`u.id`, sql<number | null>`u.organization_id`);
  const rows = await queryPrepared(
    ctx.db,
    'people.visible',
    sql`select 1 from users u where u.id = ${userId} and ${within}`,
  );
  return rows.length > 0;
}
