import type { Transaction } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import type { Services } from '#server/platform/services.ts';

/**
 * The events of each area. The area that raises one declares it here by `declare module`, so that a name that is not declared can be
 * neither raised nor subscribed to.
 */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type
export interface EventsByArea {}

/** Something that happened in a command; its subscribers run in the same transaction (DESIGN, subscriptions.ts). */
export type DomainEvent = EventsByArea[keyof EventsByArea];

/** The names of all events. */
export type EventName = DomainEvent['type'];

/** An open command: nothing is written anywhere else (DESIGN rule 3). */
export interface CommandTransaction {
  readonly db: Transaction<DB>;
  readonly services: Services;
  /** The person who acts, null for the system (jobs, CLI, seed) and for an API token, which the trail names. */
  readonly actorId: string | null;
  /** The person who acts, or who made the API token that acts; null for the system. */
  readonly answerableId: string | null;
  /** Id of the command's event in the trail. */
  readonly commandId: number;
  /** Everything is rolled back at the end: only the effect is needed. */
  readonly isRehearsal: boolean;
  /**
   * Events that an active webhook wants, as the command starts (OPS-06). The opening statement reads them, so that events that nobody
   * wants cost no statement. Null before a command is open: all events count as wanted.
   */
  readonly wantedEvents: readonly string[] | null;
  /** Reports that an audited row has changed, which puts the people and records of the command into the trail (AUD-01). */
  changes(): void;
  /** Raises an event: its subscribers run before this command commits. */
  emit(event: DomainEvent): void;
  /**
   * Runs the subscribers of the events raised so far, for an answer that includes their effects; at the end of the command
   * they run in any case.
   */
  runSubscribers(): Promise<void>;
  /** Runs once the transaction has committed (pushes to browsers, waking a worker); never for records. */
  afterCommit(work: () => void | Promise<void>): void;
}

/** Reacts to one kind of event in the command's transaction. */
export type Subscriber<Name extends EventName> = (
  tx: CommandTransaction,
  event: Extract<DomainEvent, { readonly type: Name }>,
) => Promise<void>;

/** The subscribers of each event: an event without one does not compile. */
export type Subscribers = {
  readonly [Name in EventName]: readonly [Subscriber<Name>, ...(readonly Subscriber<Name>[])];
};

declare module '#server/platform/services.ts' {
  interface Services {
    /** From subscriptions.ts. */
    readonly subscribers: Subscribers;
  }
}
