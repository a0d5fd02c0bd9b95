import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { AnyEndpoint } from '#shared/contract/endpoint.ts';
import { AppError, type FieldError } from '#shared/contract/errors.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Binding, Input } from '#server/platform/http/bind.ts';
import { RawAnswer } from '#server/platform/http/context.ts';
import { checkOrigin, passGate } from '#server/platform/http/gate.ts';
import { makeContext } from '#server/platform/http/make-context.ts';
import { fieldErrors } from '#server/platform/http/problem.ts';
import type { Services } from '#server/platform/services.ts';

/** Finds who sent a request by its session cookie; extends the session where the call is the person's input. */
export type Authenticate = (request: FastifyRequest, extend: boolean) => Promise<Actor | null>;

const defaultBodyLimit = 256 * 1024;

/** Registers one call of the contract with everything that stands around its handler. */
export function serveEndpoint(
  app: FastifyInstance,
  services: Services,
  authenticate: Authenticate,
  { endpoint, handle }: Binding,
): void {
  const writes = endpoint.method !== 'GET';
  const extend = endpoint.extendsSession ?? writes;
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: endpoint.bodyLimit ?? defaultBodyLimit,
    // Before the body is read: a refused call never has its upload parsed.
    onRequest: async (request) => {
      if (writes) checkOrigin(request, services.config.publicUrl);
      const actor = await authenticate(request, extend);
      request.passage = passGate(endpoint, actor);
    },
    handler: async (request, reply) => {
      const { passage } = request;
      if (!passage) throw new AppError('UNAUTHENTICATED');
      const input = parseInput(endpoint, request);
      const ctx = makeContext(services, endpoint, passage, request, reply, input);
      const answer = await handle(ctx, input);
      if (answer instanceof RawAnswer) return sendRaw(reply, answer);
      reply.header('cache-control', 'no-store');
      const status = endpoint.status ?? 200;
      if (status === 204) return reply.code(204).send();
      return reply
        .code(status)
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(endpoint.response.parse(answer)));
    },
  });
}

function parseInput(endpoint: AnyEndpoint, request: FastifyRequest): Input<AnyEndpoint> {
  const errors: FieldError[] = [];
  const read = (schema: z.ZodType | undefined, value: unknown, prefix: string): unknown => {
    if (!schema) return undefined;
    if (holdsNul(value, 0)) {
      errors.push({ path: prefix, message: 'Contains characters that are not text' });
      return undefined;
    }
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    errors.push(...fieldErrors(result.error));
    return undefined;
  };
  const params = read(endpoint.params, request.params, 'params');
  // An id that cannot exist is simply not found.
  if (errors.length > 0) throw new AppError('NOT_FOUND');
  const query = read(endpoint.query, request.query, 'query');
  const body = endpoint.multipart ? undefined : read(endpoint.body, request.body ?? {}, 'body');
  if (!endpoint.body && !endpoint.multipart && hasContent(request.body)) {
    errors.push({ path: 'body', message: 'This call takes no body' });
  }
  if (!endpoint.query && Object.keys(request.query as object).length > 0) {
    errors.push({ path: Object.keys(request.query as object)[0] ?? '', message: 'Unknown field' });
  }
  if (errors.length > 0) {
    const first = errors[0];
    throw new AppError('VALIDATION_FAILED', {
      ...(first && errors.length === 1 ? { detail: first.message } : {}),
      errors,
    });
  }
  return { params, query, body };
}

function hasContent(body: unknown): boolean {
  if (body === undefined || body === null) return false;
  return typeof body !== 'object' || Object.keys(body).length > 0;
}

/** PostgreSQL text holds no NUL, and nothing a person types does: refused everywhere, whatever the schema. */
function holdsNul(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return value.includes('\u0000');
  if (typeof value !== 'object' || value === null) return false;
  if (depth > 12) return true;
  return Object.entries(value).some(([key, item]) => key.includes('\u0000') || holdsNul(item, depth + 1));
}

function sendRaw(reply: FastifyReply, answer: RawAnswer): FastifyReply {
  reply.code(answer.status).headers(answer.headers);
  if (answer.body instanceof Readable) {
    // A person who closes the page must not leave the source open.
    const body = answer.body;
    reply.raw.once('close', () => body.destroy());
    return reply.send(body);
  }
  return reply.send(answer.body ?? '');
}
