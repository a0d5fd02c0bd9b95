import { useEffect, useEffectEvent } from 'react';
import { assignmentsContract } from '#shared/contract/assignments.ts';
import { useInvalidate } from '#app/lib/query.ts';

const channelName = 'traintrail-training';

/**
 * Says that own trainings have changed, in this tab and in the others: a module is read in a tab of its own (SPEC §2.6),
 * and My Training behind it shows at once what came of it.
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

/** Fetches own trainings again when another tab has changed them. */
export function useTrainingChanges(): void {
  const invalidate = useInvalidate();
  const refresh = useEffectEvent(() => invalidate(assignmentsContract.setStatus));
  useEffect(() => {
    const channel = new BroadcastChannel(channelName);
    // A call that fails shows its error where its data would stand.
    channel.addEventListener('message', () => void refresh());
    return () => channel.close();
  }, []);
}
