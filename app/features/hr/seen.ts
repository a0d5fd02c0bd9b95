import { ApiError } from '#app/lib/api-error.ts';

/** Returns a record as the caller has seen it, for If-Match. */
export const asSeen = ({ revision }: { readonly revision: number }): string => `"${String(revision)}"`;

/** Returns whether a record has changed since it was seen: the same step would be refused again. */
export const hasChangedSince = (error: unknown): boolean =>
  error instanceof ApiError && ['STALE', 'ILLEGAL_STEP', 'NOT_FOUND'].includes(error.code);
