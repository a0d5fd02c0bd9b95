import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { assigningRunsContract } from '#shared/contract/assigning-runs.ts';
import { bulkAssignmentsContract } from '#shared/contract/bulk-assignments.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { pageFor } from '#app/lib/client.ts';
import { useInvalidate } from '#app/lib/query.ts';

/** An assignment of modules that runs in the background (PERF-03). */
export type AssigningRun = ResponseOf<typeof assigningRunsContract.list>[number];

/** The number of runs on a page of the list. */
export const runsOnPage = 5;

/** The interval at which progress is checked while a run continues, in milliseconds. */
const refreshInterval = 1500;

/** Returns whether a run has not ended yet. */
export const isOpen = ({ state }: AssigningRun): boolean => state === 'waiting' || state === 'running';

/** Returns a page of the signed-in person's background runs. Data that shows assignments is fetched again when a run has ended. */
export function useRuns(page: string) {
  const invalidate = useInvalidate();
  const runs = useQuery({
    ...pageFor(assigningRunsContract.list, {
      query: { limit: runsOnPage, offset: (Number(page) - 1) * runsOnPage },
    }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.rows.some(isOpen) === true ? refreshInterval : false),
  });
  const open = (runs.data?.rows ?? []).filter(isOpen).map(({ id }) => id);
  const before = useRef<readonly number[]>([]);
  useEffect(() => {
    const ended = before.current.some((id) => !open.includes(id));
    before.current = open;
    if (ended) void invalidate(bulkAssignmentsContract.assignModules);
  });
  return runs;
}
