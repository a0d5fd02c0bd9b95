import { versionOf } from '#shared/domain/webhooks/events.ts';
import type { Services } from '#server/platform/services.ts';
import { reportFailed, disableGoneWebhook } from './commands/report-receiver.ts';
import {
  claimDue,
  endPause,
  endOldDeliveries,
  pause,
  readTarget,
  releaseClaims,
  storeResults,
  type Claimed,
  type Result,
  type Target,
} from './deliveries.store.ts';
import { openWay, sentAtOnce, type Way } from './send-delivery.ts';
import { signDelivery } from './sign-delivery.ts';

/** How long one job sends to one receiver before others have their turn, in milliseconds. */
const turnMs = 20_000;

/** Returns the body for a receiver: the same in each attempt, except for its time and signature. */
export const bodyOf = ({ event, data, createdAt }: Pick<Claimed, 'event' | 'data' | 'createdAt'>): string =>
  JSON.stringify({ type: event, version: versionOf(event), timestamp: createdAt.toISOString(), data });

/**
 * Sends the due deliveries to one webhook, several at a time (OPS-06). Returns whether more may be due. A receiver that accepts none of
 * them is paused for a while, and one that answers 410 is turned off.
 */
export async function deliverDue(
  services: Services,
  webhookId: number,
  stopping?: AbortSignal,
): Promise<boolean> {
  const { db } = services;
  const target = await readTarget(services, webhookId);
  if (!target) return false;
  let failed = await endOldDeliveries(db, webhookId);
  const way = openWay(services, target.address);
  const until = performance.now() + turnMs;
  let isMore = true;
  try {
    while (isMore && performance.now() < until && stopping?.aborted !== true) {
      const claimed = await claimDue(db, target, sentAtOnce);
      if (claimed.length === 0) isMore = false;
      else {
        const results = await sendAll(services, { target, way, claimed }, stopping);
        failed += await storeResults(db, results);
        isMore = await heed(services, target, results);
      }
    }
  } finally {
    way.close();
  }
  if (failed > 0) await reportFailed(services, target);
  return isMore;
}

/** Sends deliveries at the same time; what was not sent because this process stops is given back. */
async function sendAll(
  services: Services,
  {
    target,
    way,
    claimed,
  }: { readonly target: Target; readonly way: Way; readonly claimed: readonly Claimed[] },
  stopping?: AbortSignal,
): Promise<readonly Result[]> {
  const settled = await Promise.allSettled(
    claimed.map(async (delivery): Promise<Result> => {
      const body = bodyOf(delivery);
      const headers = signDelivery(target.secrets, {
        messageId: delivery.messageId,
        at: services.clock.now(),
        body,
      });
      return { delivery, attempt: await way.send(headers, body, stopping) };
    }),
  );
  const unsent = claimed.filter((_, at) => settled[at]?.status === 'rejected');
  if (unsent.length > 0) await releaseClaims(services.db, unsent);
  return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}

/** Evaluates the answers of the receiver; false if nothing more is sent to it now. */
async function heed(services: Services, target: Target, results: readonly Result[]): Promise<boolean> {
  if (results.some(({ attempt }) => attempt.problem === 'gone')) {
    await disableGoneWebhook(services, target);
    return false;
  }
  if (results.some(({ attempt }) => attempt.problem === null)) {
    await endPause(services.db, target.id);
    return true;
  }
  await pause(services.db, target.id);
  return false;
}
