import { useState } from 'react';
import { matrixChangesContract } from '#shared/contract/matrix-changes.ts';
import type { ApiError } from '#app/lib/api-error.ts';
import { useInvalidate } from '#app/lib/query.ts';
import type { StaleChange } from '#app/ui/StaleNotice.tsx';

/**
 * Returns the record with which a form was opened, and a newer one if another person has saved it since. A refusal with STALE
 * fetches the cards; `current` is then the record in its new state (DESIGN 'The wire', If-Match).
 */
export function useSeen<Row extends { readonly revision: number }>(current: Row) {
  const [seen, setSeen] = useState(current);
  const [refused, setRefused] = useState(false);
  const invalidate = useInvalidate();
  return {
    seen,
    newer: refused && current.revision !== seen.revision ? current : null,
    takeNewer: () => {
      setSeen(current);
      setRefused(false);
    },
    /** True when the newer record is being fetched and will be shown. */
    whenStale: ({ code }: ApiError): boolean => {
      if (code === 'STALE' || code === 'NOT_FOUND') void invalidate(matrixChangesContract.change);
      if (code === 'STALE') setRefused(true);
      return code === 'STALE';
    },
  };
}

/** Returns the fields that another person has changed: label, before, after. */
export function changesOf(
  fields: readonly (readonly [label: string, before: string, after: string])[],
): readonly StaleChange[] {
  return fields
    .filter(([, before, after]) => before !== after)
    .map(([label, before, after]) => ({ label, before, after }));
}
