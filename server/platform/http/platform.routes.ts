import { createHash, timingSafeEqual } from 'node:crypto';
import { AppError } from '#shared/contract/errors.ts';
import type { AnyEndpoint, ResponseInput } from '#shared/contract/endpoint.ts';
import { platformContract } from '#shared/contract/platform.ts';
import { clockLimitMs } from '#server/platform/clock/clock.ts';
import { bind, type Binding } from '#server/platform/http/bind.ts';
import { RawAnswer } from '#server/platform/http/context.ts';
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
      // Without a configured token there are no metrics.
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
      // A person who follows the address gets the screen, which requests their identity.
      if (/\btext\/html\b/.test(ctx.request.headers.accept ?? '')) {
        return new RawAnswer(302, { location: '/api-docs', 'cache-control': 'no-store' }, null);
      }
      document ??= openApiDocument(catalogue, ctx.services.version);
      return document;
    }),
  ];
}

/** Compared by their hashes, so that the response time reveals nothing about the token. */
const isToken = (header: string | undefined, token: string): boolean =>
  timingSafeEqual(sha256(header ?? ''), sha256(`Bearer ${token}`));

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
