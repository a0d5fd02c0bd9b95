import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

/** The log of requests. Its lines have the fields below and no others, so that no line is searched for secrets to redact. */
export const accessLogOf = (log: Logger): Logger => log.child({}, { redact: [] });

/**
 * Writes one line per request when its answer is complete, at level info (OPS-10). The line has the pattern of the route, never
 * the address, which may contain ids, tokens and search words. It names no person and no IP address. `bytes` is the number of
 * bytes that the connection sent, with the head of the answer.
 */
export function logAccess(log: Logger, request: FastifyRequest, reply: FastifyReply): void {
  const { socket } = request.raw;
  const [start, sentBefore] = [performance.now(), socket.bytesWritten];
  reply.raw.once('close', () => {
    log.info(
      {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.raw.statusCode,
        ms: Math.round((performance.now() - start) * 10) / 10,
        bytes: socket.bytesWritten - sentBefore,
        // The client disconnected before the end.
        ...(!reply.raw.writableFinished && { aborted: true }),
      },
      'request',
    );
  });
}
