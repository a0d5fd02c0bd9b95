import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Writes one line for a request when its answer is over, at level info (OPS-10): the pattern of the route, never the address, which
 * may hold ids, tokens and what somebody searched for; no person, no address of one. `bytes` are those that the connection sent,
 * with the head of the answer.
 */
export function logAccess(request: FastifyRequest, reply: FastifyReply): void {
  const { socket } = request.raw;
  const [start, sentBefore] = [performance.now(), socket.bytesWritten];
  reply.raw.once('close', () => {
    reply.server.log.info(
      {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.raw.statusCode,
        ms: Math.round((performance.now() - start) * 10) / 10,
        bytes: socket.bytesWritten - sentBefore,
        // Who asked did not stay until the end.
        ...(!reply.raw.writableFinished && { aborted: true }),
      },
      'request',
    );
  });
}
