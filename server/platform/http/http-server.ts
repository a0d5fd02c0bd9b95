import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { config } from 'zod/v4/core';
import type { AnyEndpoint } from '#shared/contract/endpoint.ts';
import { AppError } from '#shared/contract/errors.ts';
import { plainMessage } from '#shared/contract/plain-messages.ts';
import { accessLogOf, logAccess } from '#server/platform/http/access-log.ts';
import type { Binding } from '#server/platform/http/bind.ts';
import { acceptForms } from '#server/platform/http/forms.ts';
import type { Passage } from '#server/platform/http/gate.ts';
import { closeSilentSender } from '#server/platform/http/close-silent.ts';
import { refuseConnection, sendProblem } from '#server/platform/http/problem.ts';
import { scimAddress, speakScim } from '#server/platform/http/scim.ts';
import { securityHeaders } from '#server/platform/http/security-headers.ts';
import { serveEndpoint, type Authenticate } from '#server/platform/http/serve-endpoint.ts';
import type { Services } from '#server/platform/services.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The gate's decision for this request. */
    passage: Passage | undefined;
  }
}

// A refused field is explained in our words, never in the validator's own (SEC-01).
config({ customError: plainMessage });

/** The parts that the composition root gives to the http layer. */
export interface HttpParts {
  readonly catalogue: readonly AnyEndpoint[];
  readonly bindings: readonly Binding[];
  readonly authenticate: Authenticate;
}

/** Builds the http server: every call of the catalogue with its handler, headers, limits and errors (SEC-01, SEC-02). */
export async function createHttpServer(services: Services, parts: HttpParts): Promise<FastifyInstance> {
  requireComplete(parts);
  const log: FastifyBaseLogger = services.log;
  const accessLog = accessLogOf(services.log);
  const { trustedProxies } = services.config;
  const app: FastifyInstance = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // Only these peers may name the client for which they forward a request. X-Forwarded-For of all others is not read.
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: false },
    rewriteUrl: ({ url }) => scimAddress(url ?? '/'),
    // Slow senders cannot occupy a socket indefinitely (F16); uploads of large videos still have enough time.
    requestTimeout: 15 * 60_000,
    forceCloseConnections: 'idle',
    clientErrorHandler: refuseConnection,
    // Paths that cannot be decoded never reach a route.
    frameworkErrors: (error, request, reply) => {
      logAccess(accessLog, request, reply);
      void sendProblem(request, reply, error);
    },
  });
  const fixedHeaders = securityHeaders({ secure: services.config.publicUrl.protocol === 'https:' });
  app.addHook('onRequest', (request, reply, next) => {
    logAccess(accessLog, request, reply);
    closeSilentSender(request, services.config.silentBody);
    reply.headers(fixedHeaders).header('x-request-id', request.id);
    next();
  });
  services.metrics.watch(app);
  app.decorateRequest('passage', undefined);
  app.removeContentTypeParser('text/plain');
  await app.register(cookie);
  await app.register(multipart, { throwFileSizeLimit: true });
  endIdleConnections(app);
  app.setErrorHandler((error, request, reply) => sendProblem(request, reply, error));
  const serve = (scope: FastifyInstance, kind: 'json' | 'form' | 'scim'): void => {
    for (const binding of parts.bindings)
      if (kindOf(binding.endpoint) === kind) serveEndpoint(scope, services, parts.authenticate, binding);
  };
  serve(app, 'json');
  // Separate scopes: every other call refuses the media types before it reads a body.
  await app.register(async (scope) => {
    acceptForms(scope);
    serve(scope, 'form');
  });
  await app.register(async (scope) => {
    speakScim(scope);
    serve(scope, 'scim');
  });
  // Unknown calls answer with problem JSON, whatever the method; the static part serves the pages.
  app.all('/api/*', async () => {
    throw new AppError('NOT_FOUND');
  });
  return app;
}

const kindOf = ({ form, scim }: AnyEndpoint): 'json' | 'form' | 'scim' => {
  if (scim) return 'scim';
  return form ? 'form' : 'json';
};

/** The time that a connection may be open before its first byte while the server stops, in milliseconds. */
const firstByte = 1000;

/**
 * Ends idle connections when the server stops (OPS-04). Closing ends only the connections that are idle at that moment. A
 * connection whose last answer comes later would stay open for the next request, and the stop would wait for it. The stop would
 * also wait a minute for connections that browsers open in advance, because Node.js expects a request on them.
 */
function endIdleConnections(app: FastifyInstance): void {
  const opened = new Map<Socket, number>();
  app.server.on('connection', (socket) => {
    opened.set(socket, performance.now());
    socket.once('close', () => opened.delete(socket));
  });
  const endUnused = (): void => {
    for (const [socket, since] of opened)
      if (socket.bytesRead === 0 && performance.now() - since > firstByte) socket.destroy();
  };
  let timer: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    timer = setInterval(() => {
      app.server.closeIdleConnections();
      endUnused();
    }, 50);
  });
  app.server.on('close', () => clearInterval(timer));
}

/** Stops the start if a catalogue entry has no handler, or two (DESIGN rule 1). */
function requireComplete({ catalogue, bindings }: HttpParts): void {
  const bound = new Map<string, number>();
  for (const { endpoint } of bindings) bound.set(endpoint.id, (bound.get(endpoint.id) ?? 0) + 1);
  const declared = new Set(catalogue.map((endpoint) => endpoint.id));
  const problems = [
    ...[...declared].filter((id) => !bound.has(id)).map((id) => `no handler for ${id}`),
    ...[...bound.keys()].filter((id) => !declared.has(id)).map((id) => `${id} is not in the catalogue`),
    ...[...bound].filter(([, count]) => count > 1).map(([id]) => `${id} is bound twice`),
  ];
  if (problems.length > 0) throw new Error(`The API does not match its contract: ${problems.join('; ')}`);
}
