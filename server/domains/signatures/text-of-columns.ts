/**
 * The canonical text of a stored record. Columns that no record can have (a hash that is none, an instant without end) give a text
 * that was never signed, so that the record shows as changed and no list or check fails at it (SIG-04, AUD-02).
 */
export function textOfColumns(make: () => string): string {
  try {
    return make();
  } catch {
    return 'not a record';
  }
}
