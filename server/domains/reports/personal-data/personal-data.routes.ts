import { Readable } from 'node:stream';
import { AppError } from '#shared/contract/errors.ts';
import { ownAccountContract as contract } from '#shared/contract/own-account.ts';
import { findProfile } from '#server/domains/people/index.ts';
import { bind } from '#server/platform/http/bind.ts';
import { RawAnswer, type RequestContext } from '#server/platform/http/context.ts';
import { whenTableTurn } from '#server/platform/http/stream-turns.ts';
import { personalDataText } from './write-export.ts';

/** Returns everything on a person as a download; the trail records it before its first byte leaves (AUD-01, SEC-03). */
async function exportOf(ctx: RequestContext, userId: string, name: string): Promise<RawAnswer> {
  const profile = await findProfile(ctx.db, userId);
  if (!profile) throw new AppError('NOT_FOUND');
  const { organizationId } = profile;
  await ctx.recordAccess('users', userId, { subjectId: userId, organizationId });
  const generatedAt = ctx.services.clock.now();
  const date = new Intl.DateTimeFormat('en-CA', {
    timeZone: ctx.actor.readerZone,
    dateStyle: 'short',
  }).format(generatedAt);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': `attachment; filename="${name}-${date}.json"`,
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  };
  const text = personalDataText(ctx.db, { userId, generatedAt, version: ctx.services.version });
  const body = await whenTableTurn(ctx, () => Readable.from(text, { highWaterMark: 2 }));
  return new RawAnswer(200, headers, body);
}

/** Handlers of the calls that export a person's data (SEC-03). */
export const personalDataRoutes = [
  bind(contract.exportOwnData, async (ctx) => exportOf(ctx, ctx.actor.id, 'traintrail-my-data')),

  bind(contract.exportData, async (ctx, { params }) =>
    exportOf(ctx, params.userId, `traintrail-personal-data-${params.userId}`),
  ),
];
