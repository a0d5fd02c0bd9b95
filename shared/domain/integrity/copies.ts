/** The kinds of places outside the installation to which the newest seal of the audit trail is sent (AUD-02). */
export const copyKinds = ['folder', 'object_store', 'email', 'syslog', 'time_stamp'] as const;

/** One of {@link copyKinds}. */
export type CopyKind = (typeof copyKinds)[number];

/** The state of a place: it has the newest seal, nothing was sent yet, it is late, or the last attempt failed. */
export const copyStates = ['current', 'pending', 'delayed', 'failed'] as const;

/** One of {@link copyStates}. */
export type CopyState = (typeof copyStates)[number];

/** Seconds between two seals sent to a place: a mailbox gets one per day, a time-stamp server gets a request once per hour. */
export const copyInterval: Readonly<Record<CopyKind, number>> = {
  folder: 0,
  object_store: 0,
  email: 86_400,
  syslog: 0,
  time_stamp: 3600,
};

/** The seconds for which a seal may be unsent beyond the interval of its place. */
export const copyGrace = 900;

/** The facts about a place. */
export interface CopyFacts {
  readonly kind: CopyKind;
  /** The seal that was sent last; null for none. */
  readonly sentNumber: number | null;
  /** The age of the oldest unsent seal. */
  readonly lagSeconds: number;
  /** The error of the last attempt; null if it succeeded. */
  readonly error: string | null;
}

/** Returns the state of a place (AUD-02). A failed attempt counts as failed at once, although it is repeated. */
export function copyState({ kind, sentNumber, lagSeconds, error }: CopyFacts): CopyState {
  if (error !== null) return 'failed';
  if (lagSeconds > copyInterval[kind] + copyGrace) return 'delayed';
  return sentNumber === null ? 'pending' : 'current';
}

/** Returns the delay after this number of failed attempts in a row, in seconds: one minute, doubled each time, at most one hour. */
export const waitAfterFailures = (attempts: number): number =>
  Math.min(60 * 2 ** Math.min(Math.max(attempts - 1, 0), 10), 3600);
