import { useEffect, useRef } from 'react';
import { assigningRunsContract } from '#shared/contract/assigning-runs.ts';
import { bulkAssignmentsContract } from '#shared/contract/bulk-assignments.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { pageFor } from '#app/lib/client.ts';
import { useInvalidate } from '#app/lib/query.ts';
import { useList, whileAny } from '#app/ui/table/use-list.ts';

/** An assignment of modules that runs in the background (PERF-03). */
export type AssigningRun = ResponseOf<typeof assigningRunsContract.list>[number];

/** The interval at which progress is checked while a run continues, in milliseconds. */
const refreshInterval = 1500;

/** Returns whether a run has not ended yet. */
export const isOpen = ({ state }: AssigningRun): boolean => state === 'waiting' || state === 'running';

/** Returns the list of the signed-in person's background runs. Data that shows assignments is fetched again when a run has ended. */
export function useRuns() {
  const invalidate = useInvalidate();
  const list = useList({
    filters: {},
    ask: () => ({}),
    local: true,
    limit: 5,
    page: (query) => ({
      ...pageFor(assigningRunsContract.list, { query }),
      refetchOnMount: 'always',
      refetchInterval: whileAny(isOpen, refreshInterval),
    }),
  });
  const open = (list.query.data?.rows ?? []).filter(isOpen).map(({ id }) => id);
  const before = useRef<readonly number[]>([]);
  useEffect(() => {
    const ended = before.current.some((id) => !open.includes(id));
    before.current = open;
    if (ended) void invalidate(bulkAssignmentsContract.assignModules);
  });
  return list;
}
