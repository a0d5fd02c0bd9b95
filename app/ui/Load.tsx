import type { ReactNode } from 'react';
import { isUnauthorized } from '#app/lib/api-error.ts';
import { ErrorState } from '#app/ui/ErrorState.tsx';

/** What {@link Load} needs of a query of TanStack Query. */
export interface Loadable<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/** A part of what a query answers, in the same state as the whole. */
export const partOf = <Data, Part>(
  { data, error, isFetching, refetch }: Loadable<Data>,
  pick: (data: Data) => Part,
): Loadable<Part> => ({ data: data === undefined ? undefined : pick(data), error, isFetching, refetch });

/** Shows a query in its three states (SHELL-07): skeleton, error with Retry, or what `children` makes of the data. */
export function Load<Data>({
  query,
  skeleton,
  failed,
  children,
}: {
  readonly query: Loadable<Data>;
  readonly skeleton: ReactNode;
  /** Shown in place of the general error for errors that mean something here, a 404 for instance. */
  readonly failed?: (error: unknown) => ReactNode;
  readonly children: (data: Data) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  // The page is on its way to the sign-in (AUTH-12): nothing here could be tried again.
  if (query.error && !isUnauthorized(query.error)) {
    return (
      failed?.(query.error) ?? (
        <ErrorState error={query.error} busy={query.isFetching} onRetry={() => void query.refetch()} />
      )
    );
  }
  return skeleton;
}
