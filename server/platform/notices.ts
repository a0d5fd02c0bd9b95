import type { NoticeType } from '#shared/domain/notifications/types.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';

/** The values that the texts of a notice contain. */
export type NoticeParams = Readonly<Record<string, string | number | null>>;

/** One notice to people who are known by their ids. */
export interface Notice {
  readonly notice: NoticeType;
  readonly userIds: readonly string[];
  /** The person concerned. The texts show the name. */
  readonly subjectId?: string | null;
  /** Each reader is the person concerned; then `subjectId` is not used. */
  readonly aboutReader?: boolean;
  readonly relatedId?: string | null;
  readonly params: NoticeParams;
  readonly priority?: 'low' | 'medium' | 'high';
  /** `push` alone: a message of the browser, without an entry in the bell. */
  readonly channels?: 'bell and push' | 'push';
  /** The same person gets no second notification with the same key. */
  readonly dedupeKey?: string | null;
}

/** Raised by {@link notifyPeople}; the area notifications does the rest. */
export interface PeopleNotified extends Notice {
  readonly type: 'people.told';
}

declare module '#server/platform/command/transaction.ts' {
  interface EventsByArea {
    readonly notices: PeopleNotified;
  }
}

/**
 * Notifies people (NOT-01, NOT-03), in the command's transaction: in the bell of people who have one, and in the browsers
 * in which they allowed it. Every area uses this function; the texts are in `server/domains/notifications/texts`. Emails are queued by
 * `queueMails`.
 */
export function notifyPeople(tx: CommandTransaction, notice: Notice): void {
  if (notice.userIds.length === 0) return;
  tx.emit({ type: 'people.told', ...notice });
}
