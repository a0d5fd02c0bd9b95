import { calendarFeedContract as contract } from '#shared/contract/calendar-feed.ts';
import { AppError } from '#shared/contract/errors.ts';
import { countPublicRead } from '#server/domains/accounts/index.ts';
import { randomToken } from '#server/platform/crypto/keys.ts';
import { bind } from '#server/platform/http/bind.ts';
import { RawAnswer } from '#server/platform/http/context.ts';
import { replaceFeed, revokeFeed } from '../commands/calendar-feed.ts';
import { feedBySecret, ownFeed } from './calendar-feed.queries.ts';
import { calendarLanguage } from './calendar-texts.ts';
import { writeCalendar } from './write-calendar.ts';

/** Handlers of the calendar feed (LRN-03). */
export const calendarFeedRoutes = [
  bind(contract.get, async (ctx) => ({ feed: await ownFeed(ctx.db, ctx.actor.id) })),
  bind(contract.replace, async (ctx) => {
    const token = randomToken();
    const createdAt = await ctx.command((tx) => replaceFeed(tx, ctx.actor.id, token));
    return { url: new URL(`/api/calendar/${token}.ics`, ctx.services.config.publicUrl).href, createdAt };
  }),
  bind(contract.revoke, async (ctx) => {
    await ctx.command((tx) => revokeFeed(tx, ctx.actor.id));
    return { ok: true as const };
  }),
  bind(contract.read, async (ctx, { params }) => {
    const { services } = ctx;
    await countPublicRead(ctx.db, services.config, ctx.ip);
    const feed = await feedBySecret(ctx.db, params.token);
    if (!feed) throw new AppError('NOT_FOUND');
    const calendar = writeCalendar(feed.dueDates, {
      language: calendarLanguage(feed.settings),
      publicUrl: services.config.publicUrl,
    });
    return new RawAnswer(
      200,
      {
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': 'inline; filename="traintrail.ics"',
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      },
      calendar,
    );
  }),
];
