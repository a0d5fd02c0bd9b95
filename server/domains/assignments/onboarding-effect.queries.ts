import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { z } from 'zod';
import type { onboardingEffect } from '#shared/contract/assignment-schemas.ts';
import type { DB } from '#server/db/db.d.ts';
import { demandOfJobTitle, planFor } from './plan.ts';

type Effect = z.input<typeof onboardingEffect>;

/**
 * Returns the effect of starting the onboarding on each module that the job title requires of a person (MTX-07). It is the demand
 * and the plan of the command before it is carried out, with the hash by which the command recognizes the effect that was shown.
 */
export async function onboardingEffectOf(db: Kysely<DB>, userId: string, jobTitle: string): Promise<Effect> {
  const demand = demandOfJobTitle(userId, jobTitle);
  const { rows } = await sql<{ modules: Effect['modules'] }>`
    with required as materialized (select distinct module_id from (${demand}) d),
    planned as materialized (${planFor(demand)})
    select coalesce((
      select json_agg(json_build_object('moduleId', t.id, 'title', t.title,
        'state', case when p.module_id is not null then 'new' when open.found then 'open' else 'completed' end,
        'dueDate', coalesce(p.due_date, open.due_date)) order by coalesce(p.due_date, open.due_date), lower(t.title), t.id)
      from required r join training_modules t on t.id = r.module_id
      left join planned p on p.module_id = t.id
      left join lateral (
        select true as found, a.due_date from training_assignments a
        where a.user_id = ${userId} and a.module_id = t.id and a.status in ('not_started', 'in_progress')
      ) open on true
      where p.module_id is not null or open.found or exists (
        select 1 from training_assignments a where a.user_id = ${userId} and a.module_id = t.id and a.status = 'completed')
    ), '[]') as modules
    from users u where u.id = ${userId} and u.erased_at is null
  `.execute(db);
  const modules = rows[0]?.modules ?? [];
  const lines = modules.map(
    ({ moduleId, state, dueDate }) => `${state} ${String(moduleId)} ${String(dueDate)}`,
  );
  const effectHash = createHash('sha256').update(lines.toSorted().join('\n')).digest('hex');
  return { effectHash, modules };
}
