import type { RequestContext } from '#server/platform/http/context.ts';

/**
 * The organization that an export of many people concerns, for the trail (AUD-03): the one that was asked for, else the only one that
 * the reader reaches; null where it goes beyond one.
 */
export function concernedOrganization(
  { actor, reach }: Pick<RequestContext, 'actor' | 'reach'>,
  asked: string | number | undefined,
): number | null {
  if (typeof asked === 'number') return asked;
  if (reach.all) return null;
  const [first = actor.organizationId, ...others] = reach.organizationIds;
  return others.length === 0 ? first : null;
}
