/** The end of the current session from the server (AUTH-05); instants as ISO texts. */
export interface SessionFacts {
  readonly expiresAt: string;
  readonly endsAt: string;
  readonly idleMinutes: number;
  readonly now: string;
}

/** The end of a session in this browser's time, in milliseconds, and whether staying can move it. */
export interface SessionEnd {
  readonly at: number;
  /** True if it is the final end, 12 h after the sign-in. */
  readonly final: boolean;
}

/** Turns the server's facts into this browser's time: its clock may be wrong by a known amount. */
export function endOf(facts: SessionFacts, receivedAt: number): SessionEnd {
  const offset = receivedAt - Date.parse(facts.now);
  const idle = Date.parse(facts.expiresAt);
  const final = Date.parse(facts.endsAt);
  return { at: Math.min(idle, final) + offset, final: final <= idle };
}

/** The shortest time between two messages of activity (SPEC: once a minute), in milliseconds. */
export const activityEvery = 60_000;

/**
 * Returns when to report input to the server: at once if the last report is old enough, otherwise as soon as it is. The last
 * input before a pause is therefore reported too. Times are in milliseconds.
 */
export function nextReport(input: number, lastReport: number): number {
  return Math.max(input, lastReport + activityEvery);
}

const listeners = new Set<() => void>();

/** Reports that the person is active without any input: a video is playing (AUTH-05). */
export function reportActivity(): void {
  for (const listener of listeners) listener();
}

/** Calls back at every real input of the person and every {@link reportActivity}; returns a function that stops it. */
export function watchActivity(onActivity: () => void): () => void {
  const onInput = (event: Event): void => {
    // A click by a script is not an input of the person.
    if (event.isTrusted) onActivity();
  };
  const kinds = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;
  for (const kind of kinds) window.addEventListener(kind, onInput, { passive: true, capture: true });
  listeners.add(onActivity);
  return () => {
    for (const kind of kinds) window.removeEventListener(kind, onInput, { capture: true });
    listeners.delete(onActivity);
  };
}
