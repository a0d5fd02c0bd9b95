import type { NoticeType } from '#shared/domain/notifications/types.ts';
import type { ExpiryKind } from '#shared/domain/reminders/expiry.ts';

/** What a text is put together from; what a notification does not have is ''. */
export interface TextFacts {
  /** The person whom it is about. */
  readonly name: string;
  /** Whether the reader is that person. */
  readonly self: boolean;
  /** Title of a training. */
  readonly title: string;
  /** Name of a matrix. */
  readonly matrix: string;
  /** A date as the language writes it. */
  readonly date: string;
  readonly people: number;
  readonly version: string;
  /** Job titles before and after. */
  readonly from: string;
  readonly to: string;
  /** What expires (NOT-04). */
  readonly expires: ExpiryKind;
}

/** Title and message. */
export type NoticeText = (facts: TextFacts) => readonly [title: string, message: string];

/** The texts of one language (NOT-01). */
export type NoticeTexts = Readonly<Record<NoticeType, NoticeText>>;
