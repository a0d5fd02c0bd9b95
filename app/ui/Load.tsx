import type { ReactNode } from 'react';
import { isUnauthorized } from '#app/lib/api-error.ts';
import { ErrorState } from '#app/ui/ErrorState.tsx';

/** The parts of a TanStack Query query that {@link Load} needs. */
export interface Loadable<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/** Returns a part of a query's data, in the same state as the whole. */
export const partOf = <Data, Part>(
  { data, error, isFetching, refetch }: Loadable<Data>,
  pick: (data: Data) => Part,
): Loadable<Part> => ({ data: data === undefined ? undefined : pick(data), error, isFetching, refetch });

/** Shows a query in its three states (SHELL-07): skeleton, error with Retry, or the data as rendered by `children`. */
export function Load<Data>({
  query,
  skeleton,
  failed,
  children,
}: {
  readonly query: Loadable<Data>;
  readonly skeleton: ReactNode;
  /** Shown instead of the general error for errors with a special meaning here, a 404 for instance. */
  readonly failed?: (error: unknown) => ReactNode;
  readonly children: (data: Data) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  // The page is about to go to the sign-in (AUTH-12): a retry here would be useless.
  if (query.error && !isUnauthorized(query.error)) {
    return (
      failed?.(query.error) ?? (
        <ErrorState error={query.error} busy={query.isFetching} onRetry={() => void query.refetch()} />
      )
    );
  }
  return skeleton;
}
