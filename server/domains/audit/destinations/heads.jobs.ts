import { z } from 'zod';
import { copyKinds, type CopyKind } from '#shared/domain/integrity/copies.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import type { Services } from '#server/platform/services.ts';
import type { HeadDestination } from './destination.ts';
import { destinationsOf } from './destinations.ts';
import { claimDestination, claimSeconds, noteFailed, noteSent, readNewestHead } from './sent-heads.ts';

const destinationOfKind = (config: Services['config'], kind: CopyKind): HeadDestination | undefined =>
  destinationsOf(config).find((destination) => destination.kind === kind);

/**
 * A job for each kind of destination, so that none waits for another (AUD-02): every minute it sends the newest head where the
 * destination does not have it. Sealing knows nothing of them.
 */
export const sendHeadJobs = copyKinds.map((kind) =>
  defineJob({
    name: `audit.send-head-${kind.replace('_', '-')}`,
    data: z.object({}),
    schedule: '* * * * *',
    waitsOnceFor: () => kind,
    // The state of each destination says when it is tried again.
    retryLimit: 0,
    worksHere: (config) => destinationOfKind(config, kind) !== undefined,
    run: async (services, _data, stopping) => {
      const destination = destinationOfKind(services.config, kind);
      if (destination) await sendNewestHead(services, destination, stopping);
    },
  }),
);

/** Sends the newest head where it is due; answers whether the destination took it, undefined where nothing was to be sent. */
export async function sendNewestHead(
  services: Services,
  destination: HeadDestination,
  stopping?: AbortSignal,
): Promise<boolean | undefined> {
  const { db, log } = services;
  const head = await readNewestHead(db);
  if (!head || !(await claimDestination(db, destination, head.anchor.head))) return undefined;
  const timeout = AbortSignal.timeout((claimSeconds - 30) * 1000);
  try {
    await destination.send(head, services, stopping ? AbortSignal.any([stopping, timeout]) : timeout);
  } catch (error) {
    await noteFailed(db, destination, reasonOf(error));
    log.warn(
      { err: error, destination: destination.kind, seal: head.number },
      'the newest seal could not be sent',
    );
    return false;
  }
  await noteSent(db, destination, head);
  return true;
}

/** What went wrong, with the cause where the error itself only says that something did. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return `${error.message || error.name}${cause}`;
}
