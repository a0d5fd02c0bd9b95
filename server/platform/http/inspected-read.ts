import type { FastifyRequest } from 'fastify';
import type { AnyEndpoint } from '#shared/contract/endpoint.ts';
import type { Input } from '#server/platform/http/bind.ts';
import { originOf } from '#server/platform/http/make-context.ts';
import type { Passage } from '#server/platform/http/gate.ts';
import { recordAccesses } from '#server/platform/command/record-access.ts';
import type { Services } from '#server/platform/services.ts';

/** Organizations that the caller reads as an inspector alone. */
function inspected({ actor, reach }: Passage): readonly number[] {
  if (!actor || reach.all) return [];
  const granted = actor.grants.flatMap(({ kind, organizationId }) =>
    kind === 'inspector' && organizationId !== null ? [organizationId] : [],
  );
  return reach.organizationIds.filter((id) => granted.includes(id));
}

/**
 * Records a read by an inspector if the trail does not record the same read by others (INS-01): once per organization in the answer, before
 * the answer leaves.
 */
export async function recordInspectedRead(
  services: Services,
  endpoint: AnyEndpoint,
  passage: Passage,
  request: FastifyRequest,
  { params, query }: Input<AnyEndpoint>,
): Promise<void> {
  const { actor } = passage;
  const read = 'none' in endpoint.audit ? endpoint.audit.inspected : undefined;
  if (!read || !actor) return;
  const asked = query as Readonly<Record<string, unknown>> | undefined;
  const organizations = inspected(passage);
  const one = organizations.filter((id) => id === asked?.['org'] || id === asked?.['organizationId']);
  const id = (params as { readonly id?: number } | undefined)?.id;
  const { db, config, clock, version } = services;
  await recordAccesses(
    db,
    { keys: config, at: clock.now() },
    { action: read.action, objectType: read.record },
    (one.length > 0 ? one : organizations).map((organizationId) => ({
      id: id === undefined ? null : String(id),
      facts: {
        ...originOf(request, actor),
        organizationId,
        filter: asked ?? null,
        actorId: actor.id,
        version,
      },
    })),
  );
}
