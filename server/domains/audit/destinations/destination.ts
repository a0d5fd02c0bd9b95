import type { CopyKind } from '#shared/domain/integrity/copies.ts';
import type { Services } from '#server/platform/services.ts';
import type { Anchor } from '../anchors.ts';

/** The newest head as a destination gets it. It commits to every seal before it, so that no other needs to be sent. */
export interface SentHead {
  readonly number: number;
  readonly anchor: Anchor;
  readonly sealedAt: Date;
  /** The id of the installation: several may share a destination. */
  readonly installation: string;
  /** The destination has had a head of this installation: the place where it stores them must exist. */
  readonly sentBefore?: boolean;
}

/** A head that a destination has. */
export interface StoredHead {
  /** The line or object of the destination. */
  readonly where: string;
  /** The head alone, where the name of an object says it and it is known. */
  readonly head?: string | undefined;
  /** The stored anchor; undefined if it cannot be read. */
  readonly anchor?: Anchor | undefined;
  /** The time that a time-stamp server has confirmed, and who. */
  readonly stamp?: { readonly at: Date; readonly by: string } | undefined;
  /** Its fault, in words. */
  readonly fault?: string | undefined;
}

/** The facts that reading needs. */
export interface ReadOptions {
  readonly installation: string;
  /** Whether the database has this head, so that it need not be fetched. */
  readonly isKnown: (head: string) => boolean;
}

/** A place outside the installation that gets the newest head (AUD-02): one file for each kind. */
export interface HeadDestination {
  readonly kind: CopyKind;
  /** Its place for people to read; without secrets. */
  readonly place: string;
  /** Sends the newest head; throws where the destination did not take it. Safe to repeat. */
  send(head: SentHead, services: Services, signal: AbortSignal): Promise<void>;
  /** Reads every head that it has, for `verify`; absent where nothing can be read back. Yields nothing if the place no longer exists. */
  readonly read?: (options: ReadOptions) => AsyncGenerator<StoredHead>;
  /** Whether it would accept a head now; returns the line for `doctor`, throws the fault. */
  probe(): Promise<string>;
}

/** A destination works, and an operator should know something about it. */
export class DestinationWarning extends Error {
  override readonly name = 'DestinationWarning';
}

/** Returns the name of a destination that can be read back, in a seal and in `verify`. */
export const destinationName = ({ kind, place }: Pick<HeadDestination, 'kind' | 'place'>): string =>
  `${kind} ${place}`;

/** Returns the line that people compare with `verify --head`. */
export const headLine = (number: number, head: string): string => `${number}:${head}`;

/** Returns the head that a line names, wherever in it; undefined if it names none. */
export function parseHeadLine(text: string): { readonly number: number; readonly head: string } | undefined {
  const [, number, head] = /(?<![\da-f])([1-9]\d{0,14}):([\da-f]{64})(?![\da-f])/i.exec(text) ?? [];
  return number === undefined || head === undefined
    ? undefined
    : { number: Number(number), head: head.toLowerCase() };
}
