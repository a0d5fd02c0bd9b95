/** The kinds of places outside the installation to which the newest seal of the audit trail is sent (AUD-02). */
export const copyKinds = ['folder', 'object_store', 'email', 'syslog', 'time_stamp'] as const;

/** One of {@link copyKinds}. */
export type CopyKind = (typeof copyKinds)[number];

/** The state of a place: it has the newest seal, nothing was sent yet, it is late, or the last attempt failed. */
export const copyStates = ['current', 'pending', 'delayed', 'failed'] as const;

/** One of {@link copyStates}. */
export type CopyState = (typeof copyStates)[number];

/** Seconds between two seals that are sent to a place: a mailbox gets one a day, a time-stamp server is asked once an hour. */
export const copyInterval: Readonly<Record<CopyKind, number>> = {
  folder: 0,
  object_store: 0,
  email: 86_400,
  syslog: 0,
  time_stamp: 3600,
};

/** How many seconds a seal may be unsent beyond the interval of its place. */
export const copyGrace = 900;

/** What is known of a place. */
export interface CopyFacts {
  readonly kind: CopyKind;
  /** The seal that was sent last; null for none. */
  readonly sentNumber: number | null;
  /** How long the oldest unsent seal has waited. */
  readonly lagSeconds: number;
  /** What was wrong with the last attempt; null where it succeeded. */
  readonly error: string | null;
}

/** The state of a place (AUD-02). A failed attempt counts as failed at once, although it is repeated. */
export function copyState({ kind, sentNumber, lagSeconds, error }: CopyFacts): CopyState {
  if (error !== null) return 'failed';
  if (lagSeconds > copyInterval[kind] + copyGrace) return 'delayed';
  return sentNumber === null ? 'pending' : 'current';
}

/** How long to wait after so many failed attempts in a row, in seconds: one minute, doubled each time, at most one hour. */
export const waitAfterFailures = (attempts: number): number =>
  Math.min(60 * 2 ** Math.min(Math.max(attempts - 1, 0), 10), 3600);
