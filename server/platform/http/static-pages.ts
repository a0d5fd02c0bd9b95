import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#shared/contract/errors.ts';
import { sendProblem } from '#server/platform/http/problem.ts';

/**
 * Serves the built page: hashed assets for ever, index.html for every other path, so that the browser's router
 * decides (SPEC §2.2); what is unknown below /api or /assets stays a 404.
 */
export async function serveStaticPages(app: FastifyInstance, dist: string): Promise<void> {
  const built = existsSync(path.join(dist, 'index.html'));
  if (built) {
    await app.register(fastifyStatic, {
      root: dist,
      wildcard: false,
      index: false,
      preCompressed: true,
      setHeaders: (response, file) => {
        const forever = path.relative(dist, file).startsWith(`assets${path.sep}`);
        response.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler(async (request, reply) => {
    const page = request.method === 'GET' || request.method === 'HEAD';
    const url = request.url.split('?')[0] ?? '';
    if (!built || !page || url.startsWith('/api/') || url.startsWith('/assets/')) {
      return sendProblem(request, reply, new AppError('NOT_FOUND'));
    }
    return reply.type('text/html; charset=utf-8').sendFile('index.html');
  });
}
