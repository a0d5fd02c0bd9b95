import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { shownChange } from '#shared/contract/curricula-schemas.ts';
import type { matrixChangesContract } from '#shared/contract/matrix-changes.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { ApiError } from '#app/lib/api-error.ts';
import { call, type CallOptions } from '#app/lib/client.ts';
import { newerEffectOf } from '#app/lib/newer-effect.ts';
import { useCommand, useInvalidate } from '#app/lib/query.ts';
import type { ToastRow } from '#app/lib/toasts.ts';

type Removal = (typeof matrixChangesContract)['remove' | 'removeEntry' | 'removeMember'];
type TargetOf<E extends Removal> = Pick<CallOptions<E>, 'params'>;

/**
 * Removes something from a matrix in two steps (MTX-06): its preview first, then the removal with the hash of the shown
 * preview. If the data has changed in between, the new effect is shown; if another person has removed it in the meantime,
 * the list is fetched again.
 */
export function useRemoval<E extends Removal>(
  endpoint: E,
  target: TargetOf<E>,
  { success, failure, onDone }: { success: ToastRow; failure?: ToastRow; onDone: () => void },
) {
  const [changed, setChanged] = useState(false);
  const client = useQueryClient();
  const invalidate = useInvalidate();
  const queryKey = [endpoint.id, 'preview', target];
  const withQuery = (query: Record<string, string>) => ({ ...target, query }) as CallOptions<E>;
  const preview = useQuery({
    queryKey,
    queryFn: async ({ signal }) => call<E>(endpoint, { ...withQuery({ preview: 'true' }), signal }),
    gcTime: 0,
    refetchOnMount: 'always',
  });
  const command = useCommand(endpoint, {
    success,
    ...(failure ? { failure } : {}),
    onSuccess: onDone,
    onError: (error: ApiError) => {
      if (error.code === 'NOT_FOUND') void invalidate(endpoint);
      const newer = newerEffectOf(shownChange, error);
      if (newer === null) return false;
      setChanged(true);
      client.setQueryData<ResponseOf<E>>(queryKey, (shown) => shown && { ...shown, ...newer });
      return true;
    },
  });
  return {
    preview,
    changed,
    busy: command.isPending,
    error: newerEffectOf(shownChange, command.error) === null ? command.error : null,
    confirm: (effectHash: string) => command.mutate(withQuery({ effectHash })),
  };
}
