import { sql } from 'kysely';
import { withinReach } from '#server/platform/access/within-reach.ts';
import type { RequestContext } from '#server/platform/http/context.ts';

/**
 * Returns the organization that an export of many people concerns, for the trail (AUD-03). It is the requested one if it exists
 * and the reader reaches it or somebody in it. Otherwise it is the only organization that the reader reaches. Returns null if
 * there is more than one.
 */
export async function concernedOrganization(
  {
    actor,
    reach,
    db,
  }: Pick<RequestContext, 'reach' | 'db'> & {
    readonly actor: { readonly organizationId: number | null };
  },
  asked: string | number | undefined,
): Promise<number | null> {
  const own = actor.organizationId === null ? [] : [actor.organizationId];
  const reached = reach.all ? null : [...reach.organizationIds, ...own];
  if (typeof asked === 'number') {
    const { rows } = await sql`
      select 1 from organizations where id = ${asked} and (${reached === null} or id = any(${reached ?? []}::int[])
        or exists (select 1 from users u where u.organization_id = ${asked} and ${withinReach(reach, sql`u.id`, sql`u.organization_id`)}))`.execute(
      db,
    );
    if (rows.length > 0) return asked;
  }
  if (reach.all) return null;
  const [first = actor.organizationId, ...others] = reach.organizationIds;
  return others.length === 0 ? first : null;
}
