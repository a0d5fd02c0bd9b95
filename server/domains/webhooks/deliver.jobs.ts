import { z } from 'zod';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import type { Services } from '#server/platform/services.ts';
import { deliverDue } from './deliver.ts';
import { dueWebhooks, removeOld } from './deliveries.store.ts';

/** Sends what is due to one webhook (OPS-06); the deliveries keep their own attempts, so that the screen shows them. */
export const deliverJob = defineJob({
  name: 'webhooks.deliver',
  data: z.object({ webhookId: z.int() }),
  concurrency: 4,
  // A slow receiver does not delay others.
  batchSize: 1,
  waitsOnceFor: ({ webhookId }) => String(webhookId),
  retryLimit: 0,
  run: async (services, { webhookId }, stopping) => {
    if (await deliverDue(services, webhookId, stopping)) await enqueue(services, [{ webhookId }]);
  },
});

/** Finds webhooks with due deliveries every minute, including those that a killed process left behind. */
export const sweepDeliveriesJob = defineJob({
  name: 'webhooks.sweep',
  data: z.object({}),
  schedule: '* * * * *',
  run: async (services) => enqueue(services, await dueWebhooks(services.db)),
});

/** Removes deliveries that ended long ago. */
export const cleanDeliveriesJob = defineJob({
  name: 'webhooks.clean',
  data: z.object({}),
  schedule: '37 3 * * *',
  run: async (services, _data, stopping) => {
    while ((await removeOld(services.db)) && stopping?.aborted !== true);
  },
});

async function enqueue(services: Services, items: readonly { readonly webhookId: number }[]): Promise<void> {
  if (items.length === 0) return;
  await services.db.transaction().execute((trx) => services.jobs.enqueue(trx, deliverJob, items));
}

/** Within this time, in milliseconds, many commands wake a webhook once. */
const gatheredFor = 100;
const gathered = new WeakMap<Services['jobs'], Set<number>>();

/**
 * Has deliveries sent soon. This is not part of the command, which would wait for others that wake the same webhook. If the
 * process is killed before, the sweep finds them.
 */
export function wakeDeliveries(services: Services, webhookIds: readonly number[]): void {
  const waiting = gathered.get(services.jobs);
  if (waiting) {
    for (const id of webhookIds) waiting.add(id);
    return;
  }
  const ids = new Set(webhookIds);
  gathered.set(services.jobs, ids);
  setTimeout(() => {
    gathered.delete(services.jobs);
    enqueue(
      services,
      [...ids].map((webhookId) => ({ webhookId })),
    ).catch((error: unknown) =>
      services.log.warn({ err: error }, 'deliveries of webhooks wait for the sweep'),
    );
  }, gatheredFor).unref();
}
