import { useEffect, useEffectEvent } from 'react';
import { assignmentsContract } from '#shared/contract/assignments.ts';
import { useInvalidate } from '#app/lib/query.ts';

const channelName = 'traintrail-training';

/**
 * Reports to this tab and to the others that the person's own trainings have changed. A module is read in a separate tab (SPEC
 * §2.6), and My Training in the first tab must show the result at once.
 */
export function useReportTrainingChanged(): () => Promise<void> {
  const invalidate = useInvalidate();
  return async () => {
    const channel = new BroadcastChannel(channelName);
    channel.postMessage('changed');
    channel.close();
    await invalidate(assignmentsContract.setStatus);
  };
}

/** Fetches the person's own trainings again when another tab has changed them. */
export function useTrainingChanges(): void {
  const invalidate = useInvalidate();
  const refresh = useEffectEvent(() => invalidate(assignmentsContract.setStatus));
  useEffect(() => {
    const channel = new BroadcastChannel(channelName);
    // A call that fails shows its error in place of its data.
    channel.addEventListener('message', () => void refresh());
    return () => channel.close();
  }, []);
}
