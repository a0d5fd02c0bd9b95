/** When a file was sent to a person, beside when their viewer session was issued; milliseconds of the database's clock. */
export interface FetchFacts {
  readonly sessionStart: number;
  /** When bytes of the file were last requested by the person; null: never. */
  readonly fetchedAt: number | null;
}

/** Whether a viewer session fetched a file: nothing of a file that was not requested since the session was issued can have been read in it (VIEW-03). */
export function fetchedInSession({ sessionStart, fetchedAt }: FetchFacts): boolean {
  return fetchedAt !== null && fetchedAt >= sessionStart;
}
