import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnyEndpoint } from '#shared/contract/endpoint.ts';
import { AppError } from '#shared/contract/errors.ts';
import { MAX_COUNTED } from '#shared/domain/lists/counted.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Idempotency } from '#server/platform/command/idempotency.ts';
import { recordAccesses as recordInTrail } from '#server/platform/command/record-access.ts';
import type { Concern } from '#server/platform/command/record-concern.ts';
import { rehearseCommand, runCommand } from '#server/platform/command/run-command.ts';
import { hmacHex, keyFor } from '#server/platform/crypto/keys.ts';
import type { RequestContext } from '#server/platform/http/context.ts';
import { requireStepUp, type Passage } from '#server/platform/http/gate.ts';
import { wrongHeader } from '#server/platform/http/problem.ts';
import type { Services } from '#server/platform/services.ts';

const keyForm = /^[\w.:-]{8,128}$/;

/** Creates the context of one request, after the gate has let it pass. */
export function makeContext(
  services: Services,
  endpoint: AnyEndpoint,
  passage: Passage,
  request: FastifyRequest,
  reply: FastifyReply,
  input: unknown,
): RequestContext {
  const { actor, reach } = passage;
  const origin = originOf(request, actor);
  const { userAgent } = origin;
  let content: unknown;
  const recordAccesses: RequestContext['recordAccesses'] = async (objectType, objects) => {
    if (!('access' in endpoint.audit)) throw new Error(`${endpoint.id} declares no audited access`);
    const { db, config, clock, version } = services;
    const actorId = actor?.id ?? null;
    await recordInTrail(
      db,
      { keys: config, at: clock.now() },
      { action: endpoint.audit.access, objectType },
      objects.map(({ id, facts }) => ({ id, facts: { ...origin, ...facts, actorId, version } })),
    );
  };
  const total: RequestContext['total'] = (count, page, shown) => {
    reply.header('x-total-count', String(count));
    const hasNext =
      count > MAX_COUNTED && shown !== undefined ? shown === page.limit : page.offset + page.limit < count;
    const links = pageLinks(request.url, hasNext, page);
    if (links) reply.header('link', links);
  };
  return {
    services,
    db: services.db,
    get actor() {
      if (!actor) throw new AppError('UNAUTHENTICATED');
      return actor;
    },
    maybeActor: actor,
    reach,
    requestId: request.id,
    ip: request.ip,
    userAgent,
    request,
    reply,
    revision: endpoint.revision,
    received: (received) => {
      content = received;
    },
    requireStepUp: () => {
      if (endpoint.stepUp !== 'sometimes') throw new Error(`${endpoint.id} declares no step-up`);
      requireStepUp(actor);
    },
    command: (work, options = {}) => {
      const declared = 'command' in endpoint.audit ? endpoint.audit : undefined;
      const action = options.action ?? declared?.command;
      if (!action) throw new Error(`${endpoint.id} declares no command`);
      return runCommand(
        services,
        {
          action,
          actorId: actor?.id ?? null,
          token: actor?.token,
          reason: options.reason,
          locks: options.locks,
          answer: options.answer,
          organizationId: options.organizationId,
          origin: options.subjectId === undefined ? origin : { ...origin, subjectId: options.subjectId },
          idempotency: idempotencyOf(services, endpoint, request, input, content),
          record: recordOf(endpoint, declared?.record, request.params, actor?.id),
          onlyChanges: declared?.onlyChanges,
        },
        work,
      );
    },
    rehearse: (work) =>
      rehearseCommand(
        services,
        { action: `${endpoint.id}.rehearsed`, actorId: actor?.id ?? null, token: actor?.token, origin },
        work,
      ),
    recordAccess: (objectType, objectId, facts) =>
      recordAccesses(objectType, facts === undefined ? [{ id: objectId }] : [{ id: objectId, facts }]),
    recordAccesses,
    total,
    page: (rows, page) => {
      total(rows.length, page);
      return rows.slice(page.offset, page.offset + page.limit);
    },
  };
}

/** Returns the origin of a call, in the form that the trail stores. */
export const originOf = (request: FastifyRequest, actor: Actor | null) => ({
  requestId: request.id,
  ip: request.ip,
  userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
  // A token has no role: its scopes are in the trail with the token itself.
  role: actor && !actor.token ? actor.role : null,
  sessionId: actor && !actor.token ? actor.session.sid : null,
  authMethod: actor?.session.authMethod ?? null,
});

/**
 * Returns the record that a call concerns. Its id is the first one in the path. For `users` it is the id that names a person, or
 * else the caller's own.
 */
function recordOf(
  endpoint: AnyEndpoint,
  type: string | undefined,
  params: unknown,
  ownId: string | undefined,
): Concern | undefined {
  if (type === undefined) return undefined;
  const name = type === 'users' ? 'userId' : /:(\w+)/.exec(endpoint.path)?.[1];
  const id =
    (params as Readonly<Record<string, string>>)[name ?? ''] ?? (type === 'users' ? ownId : undefined);
  return id === undefined ? undefined : { type, id };
}

function idempotencyOf(
  services: Services,
  endpoint: AnyEndpoint,
  request: FastifyRequest,
  input: unknown,
  content: unknown,
): Idempotency | undefined {
  const header = request.headers['idempotency-key'];
  if (header === undefined || endpoint.method !== 'POST') return undefined;
  if (typeof header !== 'string' || !keyForm.test(header)) {
    throw wrongHeader('Idempotency-Key', 'idempotency_key_form');
  }
  if (endpoint.multipart && content === undefined) {
    throw new Error(`${endpoint.id} opens its command before it received its files`);
  }
  const said = JSON.stringify(endpoint.multipart ? [input, content] : input) ?? '';
  const requestHash = hmacHex(keyFor(services.config, 'idempotency'), said);
  return { key: header, endpoint: endpoint.id, requestHash };
}

function pageLinks(
  url: string,
  hasNext: boolean,
  page: { readonly limit: number; readonly offset: number },
): string | null {
  const at = (offset: number, rel: string) => {
    const target = new URL(url, 'http://localhost');
    target.searchParams.set('limit', String(page.limit));
    target.searchParams.set('offset', String(offset));
    return `<${target.pathname}${target.search}>; rel="${rel}"`;
  };
  const links: string[] = [];
  if (page.offset > 0) links.push(at(0, 'first'), at(Math.max(0, page.offset - page.limit), 'prev'));
  if (hasNext) links.push(at(page.offset + page.limit, 'next'));
  return links.length > 0 ? links.join(', ') : null;
}
