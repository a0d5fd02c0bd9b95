import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '#tests/harness/processes.ts';
import { serveStaticPages } from './static-pages.ts';

const script = 'export const page = "built";';
const { dir, remove } = temporaryFolder();
let app: FastifyInstance;

beforeAll(async () => {
  mkdirSync(path.join(dir, 'assets'));
  mkdirSync(path.join(dir, '.vite'));
  writeFileSync(path.join(dir, 'index.html'), '<title>page</title>__STYLE_NONCE__');
  writeFileSync(path.join(dir, 'favicon.svg'), '<svg/>');
  writeFileSync(path.join(dir, 'assets', 'page-1a2b.js'), script);
  writeFileSync(path.join(dir, 'assets', 'page-1a2b.js.br'), brotliCompressSync(script));
  writeFileSync(path.join(dir, '.vite', 'manifest.json'), '{}');
  app = Fastify();
  app.addHook('onRequest', async (_, reply) => {
    reply.header(
      'content-security-policy',
      "default-src 'none';style-src 'self';style-src-attr 'unsafe-inline'",
    );
  });
  await serveStaticPages(app, dir);
  await app.ready();
});
afterAll(async () => {
  await app.close();
  remove();
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

test('[PERF-02] hashed assets come compressed and may be kept for ever, the others are asked for again', async () => {
  const plain = await get('/assets/page-1a2b.js');
  expect([plain.statusCode, plain.body]).toEqual([200, script]);
  expect(plain.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'application/javascript; charset=utf-8',
  });
  const small = await get('/assets/page-1a2b.js?again', { 'accept-encoding': 'gzip, br' });
  expect([small.headers['content-encoding'], small.headers['content-type']]).toEqual([
    'br',
    'application/javascript; charset=utf-8',
  ]);
  expect(brotliDecompressSync(small.rawPayload).toString()).toBe(script);
  const head = await app.inject({ method: 'HEAD', url: '/assets/page-1a2b.js' });
  expect([head.statusCode, head.body]).toEqual([200, '']);
  const icon = await get('/favicon.svg');
  expect([icon.headers['content-type'], icon.headers['cache-control']]).toEqual([
    'image/svg+xml',
    'no-cache',
  ]);
});

test('[PERF-02] an asset that is there is not sent twice to who has it', async () => {
  const { headers } = await get('/assets/page-1a2b.js');
  const again = await get('/assets/page-1a2b.js', { 'if-none-match': String(headers.etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

test.each(['/', '/index.html', '/employee/training/7', '/.vite/manifest.json', '/..%2fpackage.json'])(
  '[SHELL-02] %s is the page, whose router decides',
  async (url) => {
    const { statusCode, body, headers } = await get(url);
    expect([statusCode, body.slice(0, 19), headers['cache-control']]).toEqual([
      200,
      '<title>page</title>',
      'no-cache',
    ]);
  },
);

test('[SEC-02] each page has a nonce of its own, which its policy names for style elements alone', async () => {
  const pages = await Promise.all([get('/'), get('/')]);
  const nonces = pages.map(({ body }) => body.slice(19));
  expect(new Set(nonces).size).toBe(2);
  for (const [at, { headers }] of pages.entries()) {
    expect(nonces[at]).toMatch(/^[\w-]{22}$/);
    expect(headers['content-security-policy']).toBe(
      `default-src 'none';style-src 'self' 'nonce-${String(nonces[at])}';style-src-attr 'unsafe-inline'`,
    );
  }
});

test.each([
  ['GET', '/assets/page-old.js'],
  ['GET', '/assets/%2e%2e%2findex.html'],
  ['GET', '/api/nothing'],
  ['POST', '/favicon.svg'],
  ['POST', '/employee'],
] as const)('[SHELL-02] %s %s is nothing', async (method, url) => {
  expect((await app.inject({ method, url })).statusCode).toBe(404);
});
