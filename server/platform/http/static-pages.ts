import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#shared/contract/errors.ts';
import { sendProblem } from '#server/platform/http/problem.ts';

/** The addresses of all files below a folder, without what is hidden. */
function addressesBelow(dir: string): Set<string> {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = files.map(({ parentPath, name }) => path.relative(dir, path.join(parentPath, name)));
  const shown = names.map((name) => name.split(path.sep)).filter((parts) => !parts.some(isHidden));
  return new Set(shown.map((parts) => `/${parts.join('/')}`));
}

const isHidden = (name: string): boolean => name.startsWith('.');

/**
 * Serves the built page: hashed assets for ever, index.html for every other path, so that the browser's router
 * decides (SPEC §2.2); what is unknown below /api or /assets stays a 404. A route for each of a thousand files would
 * be most of what a start takes.
 */
export async function serveStaticPages(app: FastifyInstance, dist: string): Promise<void> {
  const built = existsSync(path.join(dist, 'index.html'));
  const files = built ? addressesBelow(dist) : new Set<string>();
  if (built) {
    await app.register(fastifyStatic, {
      root: dist,
      serve: false,
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
    if (page && files.has(url)) return reply.sendFile(url);
    if (!built || !page || url.startsWith('/api/') || url.startsWith('/assets/')) {
      return sendProblem(request, reply, new AppError('NOT_FOUND'));
    }
    return reply.type('text/html; charset=utf-8').sendFile('index.html');
  });
}
