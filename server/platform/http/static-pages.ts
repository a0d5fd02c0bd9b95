import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '#shared/contract/errors.ts';
import { sendProblem } from '#server/platform/http/problem.ts';

/** Returns the addresses of all files below a folder, without hidden ones. */
function addressesBelow(dir: string): Set<string> {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = files.map(({ parentPath, name }) => path.relative(dir, path.join(parentPath, name)));
  const shown = names.map((name) => name.split(path.sep)).filter((parts) => !parts.some(isHidden));
  return new Set(shown.map((parts) => `/${parts.join('/')}`));
}

const isHidden = (name: string): boolean => name.startsWith('.');

/**
 * Serves the built page: hashed assets without expiry, index.html for every other path, so that the browser's router decides
 * (SPEC §2.2); unknown paths below /api or /assets stay a 404. A route for each of a thousand files would take most of the
 * time of a start.
 */
export async function serveStaticPages(app: FastifyInstance, dist: string): Promise<void> {
  const built = existsSync(path.join(dist, 'index.html'));
  const files = built ? addressesBelow(dist) : new Set<string>();
  const page = built ? readFileSync(path.join(dist, 'index.html'), 'utf8') : '';
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
    const reads = request.method === 'GET' || request.method === 'HEAD';
    const url = request.url.split('?')[0] ?? '';
    if (reads && url !== '/index.html' && files.has(url)) return reply.sendFile(url);
    if (!built || !reads || url.startsWith('/api/') || url.startsWith('/assets/')) {
      return sendProblem(request, reply, new AppError('NOT_FOUND'));
    }
    return sendPage(reply, page);
  });
}

/** Sends the page with a new nonce, which its style elements and the content security policy contain (SEC-02). */
function sendPage(reply: FastifyReply, page: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64url');
  const policy = String(reply.getHeader('content-security-policy') ?? '');
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header(
      'content-security-policy',
      policy.replace("style-src 'self'", `style-src 'self' 'nonce-${nonce}'`),
    )
    .send(page.replaceAll('__STYLE_NONCE__', nonce));
}
