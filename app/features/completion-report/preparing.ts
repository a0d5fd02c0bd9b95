import { ApiError } from '#app/lib/api-error.ts';

/** Returns the progress of a day's figures that are counted in the background (RPT-04); null for any other error. */
export function preparingOf(error: unknown): { readonly done: number; readonly total: number } | null {
  if (!(error instanceof ApiError) || error.code !== 'PREPARING') return null;
  const done = error.problem?.['done'];
  const total = error.problem?.['total'];
  return { done: typeof done === 'number' ? done : 0, total: typeof total === 'number' ? total : 0 };
}

/** Options of a query that is repeated until its day is counted. */
export const untilPrepared = {
  refetchInterval: ({ state }: { readonly state: { readonly error: unknown } }) =>
    preparingOf(state.error) ? 2000 : (false as const),
};
