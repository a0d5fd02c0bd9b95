import type { assignmentsContract } from '#shared/contract/assignments.ts';
import type { BodyInput, ResponseOf } from '#shared/contract/endpoint.ts';
import { shareList } from '#shared/domain/viewing/parts.ts';
import { raiseShare } from '#shared/domain/viewing/progress.ts';
import { coveredSeconds, unionRanges, type WatchedRange } from '#shared/domain/viewing/ranges.ts';

/** A person's progress, as the server returns it (VIEW-03). */
export type ProgressAnswer = ResponseOf<typeof assignmentsContract.progress>;
/** One report to the server. */
export type ProgressBody = BodyInput<typeof assignmentsContract.progress>;

/** A spot in a file: page or second. */
export interface Position {
  readonly file: string;
  readonly position: number;
}

/** The parts that were seen but not yet acknowledged by the server; plain data, so that it can be stored in the browser. */
export interface Pending {
  readonly pages: Readonly<Record<string, readonly number[]>>;
  readonly ranges: Readonly<Record<string, readonly WatchedRange[]>>;
  readonly position: Position | null;
  /** The share that was seen of parts which the server cannot count, 0 to 1. */
  readonly shares: Readonly<Record<string, number>>;
}

/** The state in which nothing is pending. */
export const nothingPending: Pending = { pages: {}, ranges: {}, position: null, shares: {} };

/** Rounding of players and of the server, in seconds. */
const rangeSlack = 0.25;

/** Returns the pending progress with one more page. */
export function withPage(pending: Pending, file: string, page: number): Pending {
  const known = pending.pages[file] ?? [];
  if (known.includes(page)) return pending;
  return { ...pending, pages: { ...pending.pages, [file]: [...known, page] } };
}

/** Returns the pending progress with one more played section. */
export function withRange(pending: Pending, file: string, range: WatchedRange): Pending {
  const joined = unionRanges([...(pending.ranges[file] ?? []), range], Number.POSITIVE_INFINITY);
  return { ...pending, ranges: { ...pending.ranges, [file]: joined } };
}

/** Returns the pending progress with the share of a part that the server cannot count; whole percents, only upward. */
export function withShare(pending: Pending, part: string, share: number): Pending {
  const raised = raiseShare(pending.shares[part] ?? 0, share);
  if (raised <= (pending.shares[part] ?? 0)) return pending;
  return { ...pending, shares: { ...pending.shares, [part]: raised } };
}

function withoutEmpty<Value>(
  record: Readonly<Record<string, readonly Value[]>>,
): Record<string, readonly Value[]> {
  return Object.fromEntries(Object.entries(record).filter(([, values]) => values.length > 0));
}

function isCovered([from, to]: WatchedRange, watched: readonly WatchedRange[]): boolean {
  const within = watched.map(([start, end]): WatchedRange => [Math.max(start, from), Math.min(end, to)]);
  return coveredSeconds(unionRanges(within, Number.POSITIVE_INFINITY)) >= to - from - rangeSlack;
}

/**
 * Returns what is still pending after an answer: pages, seconds and shares that the server has not credited yet are sent
 * again. Pages that the file does not have, by the server's count, can never be credited and are dropped.
 */
export function afterAnswer(pending: Pending, sent: Pending, answer: ProgressAnswer): Pending {
  const files = new Map(answer.files.map((file) => [file.name, file]));
  const parts = new Map(answer.shares.map(({ part, share }) => [part, share]));
  const pages = Object.entries(pending.pages).map(([name, waiting]): [string, readonly number[]] => {
    const file = files.get(name);
    const seen = new Set(file?.seenPages);
    return [name, waiting.filter((page) => page <= (file?.pages ?? 0) && !seen.has(page))];
  });
  const ranges = Object.entries(pending.ranges).map(([name, waiting]): [string, readonly WatchedRange[]] => {
    const file = files.get(name);
    const within = unionRanges(waiting, file?.durationSeconds ?? 0);
    return [name, within.filter((range) => !isCovered(range, file?.watched ?? []))];
  });
  return {
    pages: withoutEmpty(Object.fromEntries(pages)),
    ranges: withoutEmpty(Object.fromEntries(ranges)),
    position: pending.position === sent.position ? null : pending.position,
    // A share of 0.29 is stored in whole percents.
    shares: Object.fromEntries(
      Object.entries(pending.shares).filter(
        ([part, share]) => parts.has(part) && (parts.get(part) ?? 0) < raiseShare(0, share),
      ),
    ),
  };
}

/** Returns true if pages, seconds or shares are pending: progress that the person could lose. */
export function hasCredit({ pages, ranges, shares }: Pending): boolean {
  return [pages, ranges, shares].some((waiting) => Object.keys(waiting).length > 0);
}

/** Returns the addresses of the files with pending progress; for a converted file, that of its PDF (MOD-09). */
export function waitingFiles(answer: ProgressAnswer, pending: Pending): readonly string[] {
  const names = new Set([pending.pages, pending.ranges, pending.shares].flatMap((all) => Object.keys(all)));
  return answer.files
    .filter(({ name }) => names.has(name))
    .map(({ url, pages, contentType }) =>
      pages !== null && contentType !== 'application/pdf' ? `${url}?pdf=true` : url,
    );
}

/** Returns the number of pending pages. */
export function pendingPages({ pages }: Pending): number {
  return Object.values(pages).reduce((sum, waiting) => sum + waiting.length, 0);
}

/** Returns the reports that send all of it to the server: one per file, because a report covers one file. */
export function bodiesOf(pending: Pending, viewSessionId: string, seconds: number): readonly ProgressBody[] {
  const { pages, ranges, position, shares } = pending;
  const names = new Set([
    ...Object.keys(pages),
    ...Object.keys(ranges),
    ...(position ? [position.file] : []),
  ]);
  const first = {
    viewSessionId,
    seconds,
    ...(Object.keys(shares).length === 0 ? {} : { shares: shareList(shares) }),
  };
  if (names.size === 0) return [first];
  return [...names].map((file, at): ProgressBody => ({
    ...(at === 0 ? first : { viewSessionId, seconds: 0 }),
    file,
    ...(pages[file] ? { pages: pages[file].slice(0, 10_000) } : {}),
    ...(ranges[file]
      ? { ranges: ranges[file].slice(0, 1000).map(([from, to]): [number, number] => [from, to]) }
      : {}),
    ...(position?.file === file ? { position: position.position } : {}),
  }));
}

function isRecordOfShares(value: unknown): value is Record<string, number> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((share) => typeof share === 'number' && share >= 0 && share <= 1)
  );
}

function isRecordOfLists(value: unknown): value is Record<string, readonly unknown[]> {
  return typeof value === 'object' && value !== null && Object.values(value).every(Array.isArray);
}

/** Reads the pending progress that an earlier tab stored; an invalid text counts as nothing. */
export function parsePending(text: string | null): Pending {
  if (text === null) return nothingPending;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return nothingPending;
    const { pages, ranges, shares } = value as Record<string, unknown>;
    return {
      pages: isRecordOfLists(pages) ? (pages as Pending['pages']) : {},
      ranges: isRecordOfLists(ranges) ? (ranges as Pending['ranges']) : {},
      // An old spot must not move a newer one that another device has reported.
      position: null,
      shares: isRecordOfShares(shares) ? shares : {},
    };
  } catch (error) {
    // Other code wrote under this name, or the write was cut short.
    if (error instanceof SyntaxError) return nothingPending;
    throw error;
  }
}
