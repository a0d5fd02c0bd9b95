import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { config } from 'zod/v4/core';
import type { AnyEndpoint } from '#shared/contract/endpoint.ts';
import { AppError } from '#shared/contract/errors.ts';
import { plainMessage } from '#shared/contract/plain-messages.ts';
import { logAccess } from '#server/platform/http/access-log.ts';
import type { Binding } from '#server/platform/http/bind.ts';
import { acceptForms } from '#server/platform/http/forms.ts';
import type { Passage } from '#server/platform/http/gate.ts';
import { closeSilentSender } from '#server/platform/http/close-silent.ts';
import { refuseConnection, sendProblem } from '#server/platform/http/problem.ts';
import { securityHeaders } from '#server/platform/http/security-headers.ts';
import { serveEndpoint, type Authenticate } from '#server/platform/http/serve-endpoint.ts';
import type { Services } from '#server/platform/services.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the gate decided for this request. */
    passage: Passage | undefined;
  }
}

// A refused field is explained in our words, never in the validator's own (SEC-01).
config({ customError: plainMessage });

/** What the composition root gives the http layer. */
export interface HttpParts {
  readonly catalogue: readonly AnyEndpoint[];
  readonly bindings: readonly Binding[];
  readonly authenticate: Authenticate;
}

/** Builds the http server: every call of the catalogue with its handler, headers, limits and errors (SEC-01, SEC-02). */
export async function createHttpServer(services: Services, parts: HttpParts): Promise<FastifyInstance> {
  requireComplete(parts);
  const log: FastifyBaseLogger = services.log;
  const { trustedProxies } = services.config;
  const app: FastifyInstance = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // Only these peers may say for whom they speak; everybody else's X-Forwarded-For is not read.
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: false },
    // Slow senders do not hold a socket indefinitely (F16); uploads of large videos still have their time.
    requestTimeout: 15 * 60_000,
    forceCloseConnections: 'idle',
    clientErrorHandler: refuseConnection,
    // Paths that cannot be decoded never reach a route.
    frameworkErrors: (error, request, reply) => {
      logAccess(request, reply);
      void sendProblem(request, reply, error);
    },
  });
  const fixedHeaders = securityHeaders({ secure: services.config.publicUrl.protocol === 'https:' });
  app.addHook('onRequest', (request, reply, next) => {
    logAccess(request, reply);
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
  const serve = (scope: FastifyInstance, ofForms: boolean): void => {
    for (const binding of parts.bindings)
      if ((binding.endpoint.form === true) === ofForms)
        serveEndpoint(scope, services, parts.authenticate, binding);
  };
  serve(app, false);
  // A scope of their own: every other call refuses the media type before it reads a body.
  await app.register(async (scope) => {
    acceptForms(scope);
    serve(scope, true);
  });
  // Unknown calls answer problem JSON, whatever the method; pages are the static part's business.
  app.all('/api/*', async () => {
    throw new AppError('NOT_FOUND');
  });
  return app;
}

/** How long a connection may be open before its first byte comes, while the server stops, in milliseconds. */
const firstByte = 1000;

/**
 * Closing ends the connections that are idle then; one whose last answer comes later would be kept for the next request, and the
 * stop would wait for it (OPS-04). It would also wait a minute for one that has never asked anything, as browsers open them
 * ahead: Node.js takes it for one that is about to ask.
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

/** A catalogue entry without a handler, or twice bound, stops the start (DESIGN rule 1). */
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
