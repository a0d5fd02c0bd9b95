import { z } from 'zod';
import { copyKinds, type CopyKind } from '#shared/domain/integrity/copies.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import type { Services } from '#server/platform/services.ts';
import { readGenuine } from '../anchors.ts';
import { ringSealingKeys } from '../sealing-key.ts';
import type { HeadDestination, SentHead } from './destination.ts';
import { destinationsOf } from './destinations.ts';
import { claimDestination, claimSeconds, recordFailed, recordSent, readNewestHead } from './sent-heads.ts';

const destinationOfKind = (config: Services['config'], kind: CopyKind): HeadDestination | undefined =>
  destinationsOf(config).find((destination) => destination.kind === kind);

/**
 * One job per kind of destination, so that none delays another (AUD-02): every minute it sends the newest head if the
 * destination does not have it. Sealing does not depend on them.
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

/** Sends the newest head where it is due; returns whether the destination accepted it, undefined if nothing was due. */
export async function sendNewestHead(
  services: Services,
  destination: HeadDestination,
  stopping?: AbortSignal,
): Promise<boolean | undefined> {
  const { db, log } = services;
  const head = await readNewestHead(db);
  const claim = head && (await claimDestination(db, destination, head.anchor.head));
  if (!claim) return undefined;
  const timeout = AbortSignal.timeout((claimSeconds - 30) * 1000);
  try {
    refuseForged(head, services);
    const due = { ...head, sentBefore: claim.sentNumber !== null };
    await destination.send(due, services, stopping ? AbortSignal.any([stopping, timeout]) : timeout);
  } catch (error) {
    await recordFailed(db, destination, reasonOf(error));
    log.warn(
      { err: error, destination: destination.kind, seal: head.number },
      'the newest seal could not be sent',
    );
    return false;
  }
  await recordSent(db, destination, head);
  return true;
}

/** Refuses a seal that this installation did not sign: forged data would stay at the destination for years under object lock. */
function refuseForged({ number, anchor }: SentHead, { config }: Services): void {
  const genuine = readGenuine(anchor, ringSealingKeys(config));
  if (genuine?.body.number !== number || genuine.body.keyId !== anchor.keyId)
    throw new Error('the newest seal of the database was not signed here: run verify');
}

/** Returns the message of an error, with its cause where the error itself is not specific. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return `${error.message || error.name}${cause}`;
}
