import { useState } from 'react';
import type { ApiError } from '#app/lib/api-error.ts';
import { onTop } from '#app/lib/three-way.ts';

/** Returns the current record if a change was refused because another person has changed it in the meantime. */
export const newerIn = <Row>(error: ApiError): Row | null =>
  error.code === 'STALE' ? (error.problem?.['current'] as Row) : null;

/**
 * The record with which a form was opened, and the newer one that another person has saved in the meantime (DESIGN 'The
 * wire', If-Match). Null for a record that does not exist yet.
 */
export function useNewer<Row extends object, Opened extends Row | null, Values extends object>(
  opened: Opened,
  valuesOf: (row: Row) => Values,
) {
  const [base, setBase] = useState<Row | Opened>(opened);
  const [newer, setNewer] = useState<Row | null>(null);
  return {
    /** The base of the form: changes are compared with it and sent with its revision. */
    base,
    newer,
    setNewer,
    /** Sets the newer record as the base of the form; returns the values to continue with: its values, with the entered changes on top. */
    goOn: (entered: Values, take: boolean): Values => {
      if (!newer || !base) return entered;
      setBase(newer);
      setNewer(null);
      return take ? valuesOf(newer) : onTop(valuesOf(base), entered, valuesOf(newer));
    },
  };
}
