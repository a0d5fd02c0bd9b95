import { createHash, timingSafeEqual } from 'node:crypto';
import { AppError } from '#shared/contract/errors.ts';
import type { AnyEndpoint, ResponseInput } from '#shared/contract/endpoint.ts';
import { platformContract } from '#shared/contract/platform.ts';
import { clockLimitMs } from '#server/platform/clock/clock.ts';
import { bind, type Binding } from '#server/platform/http/bind.ts';
import { RawAnswer } from '#server/platform/http/context.ts';
import { plainPageHeaders } from '#server/platform/http/plain-page.ts';
import { openApiDocument } from '#server/platform/http/openapi/document.ts';
import type { Services } from '#server/platform/services.ts';

type Integrity = NonNullable<ResponseInput<typeof platformContract.ready>['integrity']>;

/** Serves the calls about the installation itself; the document describes the whole catalogue (OPS-06). */
export function platformRoutes(
  catalogue: readonly AnyEndpoint[],
  integrityOf: (db: Services['db']) => Promise<Integrity>,
): readonly Binding[] {
  let document: Record<string, unknown> | undefined;
  return [
    bind(platformContract.version, async (ctx) => ({
      name: 'TrainTrail' as const,
      version: ctx.services.version,
    })),
    bind(platformContract.health, async () => ({ status: 'ok' as const })),
    bind(platformContract.ready, async (ctx) => {
      const distance = await ctx.services.readiness.check();
      const { metricsToken } = ctx.services.config;
      const isOperator =
        metricsToken !== undefined && isToken(ctx.request.headers.authorization, metricsToken);
      return {
        status: 'ready' as const,
        clock: Math.abs(distance) > clockLimitMs ? ('wrong' as const) : ('right' as const),
        ...(isOperator && { integrity: await integrityOf(ctx.db) }),
      };
    }),
    bind(platformContract.metrics, async ({ services, request }) => {
      const { metricsToken } = services.config;
      // Where no token is set there are no metrics to be found.
      if (metricsToken === undefined) throw new AppError('NOT_FOUND');
      if (!isToken(request.headers.authorization, metricsToken)) throw new AppError('NOT_FOUND');
      const { metrics } = services;
      return new RawAnswer(
        200,
        { 'content-type': metrics.contentType, 'cache-control': 'no-store' },
        await metrics.text(),
      );
    }),
    bind(platformContract.docs, async (ctx) => {
      document ??= openApiDocument(catalogue, ctx.services.version);
      const wantsPage = /\btext\/html\b/.test(ctx.request.headers.accept ?? '');
      if (!wantsPage) return document;
      return new RawAnswer(200, plainPageHeaders(docsStyle), docsPage(catalogue));
    }),
  ];
}

/** Compared by their hashes, so that the response time reveals nothing about the token. */
const isToken = (header: string | undefined, token: string): boolean =>
  timingSafeEqual(sha256(header ?? ''), sha256(`Bearer ${token}`));

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

const docsStyle = `body{font:16px/1.5 system-ui;margin:2rem auto;max-width:72rem;padding:0 1rem;color-scheme:light dark}
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.4rem .6rem;border-bottom:1px solid #8884}`;

/** A page without script that lists every call; the JSON document has the schemas. */
function docsPage(catalogue: readonly AnyEndpoint[]): string {
  const rows = catalogue
    .map((endpoint) => {
      const who =
        'public' in endpoint.access
          ? 'everybody'
          : 'signedIn' in endpoint.access
            ? 'signed in'
            : endpoint.access.permission;
      return `<tr><td><code>${endpoint.method}</code></td><td><code>${escapeHtml(endpoint.path)}</code></td><td>${escapeHtml(endpoint.summary)}</td><td>${escapeHtml(who)}</td></tr>`;
    })
    .join('\n');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>TrainTrail API</title>
<meta name="viewport" content="width=device-width"><style>${docsStyle}</style></head>
<body><h1>TrainTrail API</h1><p>The whole document: this address with <code>Accept: application/json</code> (OpenAPI 3.1).</p>
<table><thead><tr><th>Method</th><th>Path</th><th>What it does</th><th>Who</th></tr></thead><tbody>${rows}</tbody></table></body></html>`;
}
