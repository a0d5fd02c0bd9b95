import { useState } from 'react';
import type { ApiError } from '#app/lib/api-error.ts';
import { onTop } from '#app/lib/three-way.ts';

/** The record as it is now, where a change was refused because somebody else has changed it meanwhile. */
export const newerIn = <Row>(error: ApiError): Row | null =>
  error.code === 'STALE' ? (error.problem?.['current'] as Row) : null;

/**
 * The record that a form was opened on, and the newer one that somebody else has saved meanwhile (DESIGN 'The wire',
 * If-Match). Null stands for a record that is only being made.
 */
export function useNewer<Row extends object, Opened extends Row | null, Values extends object>(
  opened: Opened,
  valuesOf: (row: Row) => Values,
) {
  const [base, setBase] = useState<Row | Opened>(opened);
  const [newer, setNewer] = useState<Row | null>(null);
  return {
    /** What lies below the form: changes are told from it and sent with its revision. */
    base,
    newer,
    setNewer,
    /** Puts the newer record below the form; answers what to go on with: its values, or what was entered on top of them. */
    goOn: (entered: Values, take: boolean): Values => {
      if (!newer || !base) return entered;
      setBase(newer);
      setNewer(null);
      return take ? valuesOf(newer) : onTop(valuesOf(base), entered, valuesOf(newer));
    },
  };
}
