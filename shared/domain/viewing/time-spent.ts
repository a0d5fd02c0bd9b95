/** The longest step of time spent that one heartbeat of the viewer can add, in seconds (VIEW-05). */
export const MAX_STEP_SECONDS = 60;

/**
 * Returns the seconds that a heartbeat adds (VIEW-05): those since the last heartbeat, or since the viewer session started, at
 * most one step. Instants are in milliseconds.
 */
export function stepSeconds(lastBeat: number, now: number): number {
  const elapsed = Math.floor((now - lastBeat) / 1000);
  return Math.min(MAX_STEP_SECONDS, Math.max(0, elapsed));
}

/** Returns the whole minutes that the session time counter shows (SPEC §2.17, VIEW-05). */
export function shownMinutes(seconds: number): number {
  return Math.floor(Math.max(0, seconds) / 60);
}
