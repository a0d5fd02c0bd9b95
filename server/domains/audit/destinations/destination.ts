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
  /** The destination has had a head of this installation: what it keeps them in must be there. */
  readonly sentBefore?: boolean;
}

/** A head that a destination has. */
export interface StoredHead {
  /** Which of its lines or objects. */
  readonly where: string;
  /** The head alone, where the name of an object says it and it is known. */
  readonly head?: string | undefined;
  /** What is kept; undefined where it cannot be read. */
  readonly anchor?: Anchor | undefined;
  /** The time that a time-stamp server has confirmed, and who. */
  readonly stamp?: { readonly at: Date; readonly by: string } | undefined;
  /** What is wrong with it, in words. */
  readonly fault?: string | undefined;
}

/** What reading needs to know. */
export interface ReadOptions {
  readonly installation: string;
  /** Whether the database has this head, so that it need not be fetched. */
  readonly isKnown: (head: string) => boolean;
}

/** A place outside the installation that gets the newest head (AUD-02): one file for each kind. */
export interface HeadDestination {
  readonly kind: CopyKind;
  /** Where it is, as people read it; without secrets. */
  readonly place: string;
  /** Sends the newest head; throws where the destination did not take it. Safe to repeat. */
  send(head: SentHead, services: Services, signal: AbortSignal): Promise<void>;
  /** Every head that it has, for `verify`; absent where nothing can be read back. Nothing where the place is gone. */
  readonly read?: (options: ReadOptions) => AsyncGenerator<StoredHead>;
  /** Whether it would take a head now; answers what `doctor` says of it, throws what is wrong. */
  probe(): Promise<string>;
}

/** A destination works, and an operator should know something about it. */
export class DestinationWarning extends Error {
  override readonly name = 'DestinationWarning';
}

/** What a seal and `verify` call a destination that can be read back. */
export const destinationName = ({ kind, place }: Pick<HeadDestination, 'kind' | 'place'>): string =>
  `${kind} ${place}`;

/** The line by which people compare a head with `verify --head`. */
export const headLine = (number: number, head: string): string => `${number}:${head}`;

/** The head that a line names, wherever in it; undefined where it names none. */
export function parseHeadLine(text: string): { readonly number: number; readonly head: string } | undefined {
  const [, number, head] = /(?<![\da-f])([1-9]\d{0,14}):([\da-f]{64})(?![\da-f])/i.exec(text) ?? [];
  return number === undefined || head === undefined
    ? undefined
    : { number: Number(number), head: head.toLowerCase() };
}
