import { webhooksContract as contract } from '#shared/contract/webhooks.ts';
import { bind, type Binding } from '#server/platform/http/bind.ts';
import { changeWebhook, createWebhook, deleteWebhook, rotateSecret } from './commands/change-webhook.ts';
import { sendAgain, sendTest } from './commands/send-again.ts';
import { currentSecret } from './secrets.ts';
import { listDeliveries, listWebhooks, readWebhook } from './webhooks.queries.ts';

/** Handlers of webhooks (OPS-06). A secret is read after its command: the answer that a command keeps for a repeated request has none. */
export const webhooksRoutes: readonly Binding[] = [
  bind(contract.list, async (ctx, { query }) => ctx.page(await listWebhooks(ctx.db), query)),
  bind(contract.get, (ctx, { params: { id } }) => readWebhook(ctx.db, id)),
  bind(contract.create, async (ctx, { body }) => {
    const { id } = await ctx.command((tx) => createWebhook(tx, body), {
      organizationId: body.organizationId,
    });
    return { id, secret: await currentSecret(ctx.services, ctx.db, id) };
  }),
  bind(contract.change, (ctx, { params: { id }, body }) =>
    ctx.command((tx) => changeWebhook(tx, id, body), { reason: body.reason }),
  ),
  bind(contract.rotate, async (ctx, { params: { id }, body: { reason } }) => {
    const { earlierUntil } = await ctx.command((tx) => rotateSecret(tx, id), { reason });
    return { secret: await currentSecret(ctx.services, ctx.db, id), earlierUntil };
  }),
  bind(contract.delete, (ctx, { params: { id }, body: { reason } }) =>
    ctx.command((tx) => deleteWebhook(tx, id), { reason }),
  ),
  bind(contract.test, (ctx, { params: { id } }) => ctx.command((tx) => sendTest(tx, id))),
  bind(contract.deliveries, async (ctx, { params: { id }, query }) => {
    await readWebhook(ctx.db, id);
    const { rows, total } = await listDeliveries(ctx.db, id, query);
    ctx.total(total, query, rows.length);
    return rows;
  }),
  bind(contract.resend, (ctx, { params: { id }, body: { ids } }) =>
    ctx.command((tx) => sendAgain(tx, id, ids)),
  ),
];
