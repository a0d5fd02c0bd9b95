import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { assigningRunsContract } from '#shared/contract/assigning-runs.ts';
import { bulkAssignmentsContract } from '#shared/contract/bulk-assignments.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { pageFor } from '#app/lib/client.ts';
import { useInvalidate } from '#app/lib/query.ts';

/** What is assigned in the background (PERF-03). */
export type AssigningRun = ResponseOf<typeof assigningRunsContract.list>[number];

/** How many are shown on a page of the list. */
export const runsOnPage = 5;

/** How often progress is looked at while something continues, in milliseconds. */
const refreshInterval = 1500;

/** Whether a run has not ended yet. */
export const isOpen = ({ state }: AssigningRun): boolean => state === 'waiting' || state === 'running';

/** A page of what the signed-in person assigns in the background; what shows assignments is fetched again when one has ended. */
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
