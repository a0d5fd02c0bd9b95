/**
 * Returns the canonical text of a stored record. Columns that no record can have (an invalid hash, an instant without end) give a
 * text that was never signed. The record then shows as changed, and no list or check fails because of it (SIG-04, AUD-02).
 */
export function textOfColumns(make: () => string): string {
  try {
    return make();
  } catch {
    return 'not a record';
  }
}
