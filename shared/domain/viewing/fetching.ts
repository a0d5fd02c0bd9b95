/**
 * The time at which a file was sent to a person, and the time at which their viewer session was issued, in milliseconds of the
 * database's clock.
 */
export interface FetchFacts {
  readonly sessionStart: number;
  /** The time at which the person last requested bytes of the file; null if never. */
  readonly fetchedAt: number | null;
}

/**
 * Returns whether a viewer session fetched a file: a file that was not requested since the session was issued cannot have
 * been read in it (VIEW-03).
 */
export function fetchedInSession({ sessionStart, fetchedAt }: FetchFacts): boolean {
  return fetchedAt !== null && fetchedAt >= sessionStart;
}
