import { notificationsContract as contract } from '#shared/contract/notifications.ts';
import { bind, type Binding } from '#server/platform/http/bind.ts';
import { RawAnswer } from '#server/platform/http/context.ts';
import { markAllRead, markRead } from './commands/mark-read.ts';
import { notificationsOf } from './notifications.queries.ts';
import { openStream } from './streams.ts';

/** Serves {@link contract}: the bell (NOT-01). */
export const notificationsRoutes: readonly Binding[] = [
  bind(contract.list, async (ctx, { query }) => {
    const { notifications, unreadCount, total } = await notificationsOf(ctx.db, ctx.actor, query);
    ctx.total(total, query);
    return { notifications, unreadCount };
  }),
  bind(contract.stream, async (ctx) => {
    const headers = {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      // A proxy that buffers answers would delay the events.
      'x-accel-buffering': 'no',
    };
    return new RawAnswer(200, headers, openStream(ctx.services, ctx.actor));
  }),
  bind(contract.readAll, async (ctx) => {
    await ctx.command((tx) => markAllRead(tx, ctx.actor.id));
    return { ok: true as const };
  }),
  bind(contract.read, async (ctx, { params }) => {
    await ctx.command((tx) => markRead(tx, params.id, ctx.actor.id));
    return { ok: true as const };
  }),
];
