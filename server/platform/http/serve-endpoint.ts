import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { compile } from 'zod/v4/core';
import type { z } from 'zod';
import type { AnyEndpoint } from '#shared/contract/endpoint.ts';
import { AppError } from '#shared/contract/errors.ts';
import { isOpenToTokens } from '#shared/contract/token-access.ts';
import type { FieldError } from '#shared/reasons/reasons.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Binding, Input } from '#server/platform/http/bind.ts';
import { codecOf, compressStream, compressText, type Codec } from '#server/platform/http/compression.ts';
import { RawAnswer, type SelfWriting } from '#server/platform/http/context.ts';
import { endStalled } from '#server/platform/http/end-stalled.ts';
import { checkOrigin, passGate } from '#server/platform/http/gate.ts';
import { makeContext } from '#server/platform/http/make-context.ts';
import { fieldErrors } from '#server/platform/http/problem.ts';
import { scimType } from '#server/platform/http/scim.ts';
import { recordInspectedRead } from '#server/platform/http/inspected-read.ts';
import { isForm } from '#server/platform/http/forms.ts';
import { notText } from '#server/platform/http/text-only.ts';
import type { Services } from '#server/platform/services.ts';

/** How a call treats an API token: `ignored` if everybody may call, `refused` if only people may. */
export type TokenUse = 'accepted' | 'refused' | 'ignored';

/** Finds the sender of a request, by its API token or its session cookie; extends the session if the call is the person's input. */
export type Authenticate = (
  request: FastifyRequest,
  call: { readonly extend: boolean; readonly tokens: TokenUse },
) => Promise<Actor | null>;

const defaultBodyLimit = 256 * 1024;

/** The schemas of a call as functions that the library writes for them. */
interface Schemas {
  readonly params: z.ZodType | undefined;
  readonly query: z.ZodType | undefined;
  readonly body: z.ZodType | undefined;
  readonly response: z.ZodType;
}

/** Returns the schemas of a call, compiled when it is first made: those of all calls would delay each start by a second. */
function compiledSchemas({ params, query, body, response }: AnyEndpoint): () => Schemas {
  let schemas: Schemas | undefined;
  return () =>
    (schemas ??= {
      params: params && compile(params),
      query: query && compile(query),
      body: body && compile(body),
      response: compile(response),
    });
}

/** Registers one call of the contract with everything around its handler. */
export function serveEndpoint(
  app: FastifyInstance,
  services: Services,
  authenticate: Authenticate,
  { endpoint, handle }: Binding,
): void {
  const writes = endpoint.method !== 'GET';
  const extend = endpoint.extendsSession ?? writes;
  const tokens = 'public' in endpoint.access ? 'ignored' : isOpenToTokens(endpoint) ? 'accepted' : 'refused';
  const schemas = compiledSchemas(endpoint);
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: endpoint.bodyLimit ?? defaultBodyLimit,
    // The gate is before the body is read, so that the upload of a refused call is never parsed.
    onRequest: async (request) => {
      if (writes && !endpoint.fromOtherSites) checkOrigin(request, services.config.publicUrl);
      const actor = await authenticate(request, { extend, tokens });
      request.passage = passGate(endpoint, actor);
    },
    handler: async (request, reply) => {
      const { passage } = request;
      if (!passage) throw new AppError('UNAUTHENTICATED');
      const input = parseInput(endpoint, schemas(), request);
      const ctx = makeContext(services, endpoint, passage, request, reply, input);
      const answer = await handle(ctx, input);
      await recordInspectedRead(services, endpoint, passage, request, input);
      const coding = codecOf(endpoint, request, services.config.publicUrl);
      // The header is needed on plain answers too, because they differ for another client or another site.
      if (endpoint.compressed) reply.header('vary', 'accept-encoding, origin, sec-fetch-site');
      if (answer instanceof RawAnswer)
        return sendRaw(reply, answer, { coding, longestDirectWait: services.config.readers.stalledAfter });
      reply.header('cache-control', 'no-store');
      const status = endpoint.status ?? 200;
      if (status === 204) return reply.code(204).send();
      reply.code(status).type(endpoint.scim ? scimType : 'application/json; charset=utf-8');
      const text = JSON.stringify(schemas().response.parse(answer));
      return reply.send(await compressText(reply, text, coding));
    },
  });
}

function parseInput(endpoint: AnyEndpoint, schemas: Schemas, request: FastifyRequest): Input<AnyEndpoint> {
  const errors: FieldError[] = [];
  const read = (schema: z.ZodType | undefined, value: unknown, part: string): unknown => {
    if (!schema) return undefined;
    const unfit = notText(value);
    if (unfit) {
      errors.push({ path: unfit.join('.') || part, reason: 'not_plain_text' });
      return undefined;
    }
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    // An error of the whole part has its name as path: every error has a path.
    errors.push(...fieldErrors(result.error).map((error) => ({ ...error, path: error.path || part })));
    return undefined;
  };
  const params = read(schemas.params, request.params, 'params');
  // An id that cannot exist is simply not found.
  if (errors.length > 0) throw new AppError('NOT_FOUND');
  requireMediaType(endpoint, request);
  const query = read(schemas.query, request.query, 'query');
  const body = endpoint.multipart ? undefined : read(schemas.body, request.body ?? {}, 'body');
  if (!endpoint.body && !endpoint.multipart && hasContent(request.body)) {
    errors.push({ path: 'body', reason: 'no_body' });
  }
  const unknown = endpoint.query ? [] : Object.keys(request.query as object);
  errors.push(...unknown.map((path): FieldError => ({ path: path || 'query', reason: 'unknown_field' })));
  if (errors.length > 0) {
    throw new AppError('VALIDATION_FAILED', { errors });
  }
  return { params, query, body };
}

/** Files are accepted only by calls that expect them: a form would otherwise count as an empty body. JSON is not a form either. */
function requireMediaType(endpoint: AnyEndpoint, request: FastifyRequest): void {
  if (request.isMultipart() !== (endpoint.multipart !== undefined) || (endpoint.form && !isForm(request))) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE');
  }
}

function hasContent(body: unknown): boolean {
  if (body === undefined || body === null) return false;
  return typeof body !== 'object' || Object.keys(body).length > 0;
}

async function sendRaw(
  reply: FastifyReply,
  answer: RawAnswer,
  { coding, longestDirectWait }: { readonly coding: Codec | null; readonly longestDirectWait: number },
): Promise<FastifyReply> {
  reply.code(answer.status).headers(answer.headers);
  if (answer.body instanceof Readable || answer.mustBeRead) endStalled(reply, longestDirectWait);
  if (reply.raw.destroyed && answer.body instanceof Readable) {
    // A client that left before the response was created reads none of it, and is not reported a second time.
    answer.body.destroy();
    return reply.hijack();
  }
  if (typeof answer.body === 'function') return sendItself(reply, answer.body);
  if (answer.body instanceof Readable) {
    // A person who closes the page must not leave the source open.
    const body = answer.body;
    reply.raw.once('close', () => body.destroy());
    return reply.send(compressStream(reply, body, coding));
  }
  return reply.send(await compressText(reply, answer.body ?? '', coding));
}

/** Enables a body to write itself past the framework, whose streams create a new buffer for every piece. */
function sendItself(reply: FastifyReply, write: SelfWriting): FastifyReply {
  reply.hijack();
  const { raw } = reply;
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value);
  }
  write(raw).then(
    () => raw.end(),
    (error: unknown) => {
      // A client that closes the page in the middle of a file is not a fault. A file that cannot be read is one.
      if (!raw.destroyed) reply.log.error({ err: error }, 'sending broke off');
      raw.destroy();
    },
  );
  return reply;
}
