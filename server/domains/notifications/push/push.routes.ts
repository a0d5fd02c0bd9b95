import { AppError } from '#shared/contract/errors.ts';
import { pushContract as contract } from '#shared/contract/push.ts';
import { bind, type Binding } from '#server/platform/http/bind.ts';
import { pushKeys } from './push-keys.ts';
import { dropSubscription, storeSubscription } from './push.store.ts';
import { mayPushTo } from './send-push.ts';

/** Serves {@link contract}: the person's browsers (NOT-03). */
export const pushRoutes: readonly Binding[] = [
  bind(contract.key, async (ctx) => ({ publicKey: (await pushKeys(ctx.services)).publicKey })),
  bind(contract.subscribe, async (ctx, { body: { endpoint, keys } }) => {
    if (!mayPushTo(ctx.services.config, endpoint)) {
      throw new AppError('VALIDATION_FAILED', {
        errors: [{ path: 'endpoint', reason: 'push_address' }],
      });
    }
    const { publicKey } = await pushKeys(ctx.services);
    await ctx.command((tx) => storeSubscription(tx, ctx.actor, { endpoint, ...keys }, publicKey));
    return { ok: true as const };
  }),
  bind(contract.unsubscribe, async (ctx, { body }) => {
    await ctx.command((tx) => dropSubscription(tx, ctx.actor.id, body.endpoint));
    return { ok: true as const };
  }),
];
