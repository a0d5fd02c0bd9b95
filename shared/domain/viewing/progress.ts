import type { StoredStatus } from '../assignments/status.ts';
import type { WatchedRange } from './ranges.ts';
import { coveredSeconds, unionRanges } from './ranges.ts';

/** Seconds of a video that may be missing when it counts as seen: players skip a little at start, seams and end (VIEW-03). */
export const VIDEO_SLACK_SECONDS = 2;

/** The seen share of one part of a module's content (VIEW-03, MOD-06); a module may have several parts. */
export type PartProgress =
  | { readonly kind: 'pages'; readonly pageCount: number; readonly seen: Iterable<number> }
  | { readonly kind: 'video'; readonly duration: number; readonly watched: readonly WatchedRange[] }
  /** Text, images, links and downloads, which the server cannot count: the percent that the viewer declares. */
  | { readonly kind: 'declared'; readonly progress: number };

/** Progress of content (VIEW-03). */
export interface ContentProgress {
  /** Whole percent, rounded down: 100 only when everything was seen. */
  readonly percent: number;
  readonly seen: boolean;
}

function fraction(part: PartProgress): number {
  switch (part.kind) {
    case 'pages': {
      if (part.pageCount < 1) return 0;
      const seen = new Set([...part.seen].filter((page) => page >= 1 && page <= part.pageCount));
      return seen.size / part.pageCount;
    }
    case 'video': {
      if (part.duration <= 0) return 0;
      const covered = coveredSeconds(unionRanges(part.watched, part.duration));
      // A video shorter than the slack must still be watched.
      const slack = Math.min(VIDEO_SLACK_SECONDS, part.duration / 2);
      return covered >= part.duration - slack ? 1 : covered / part.duration;
    }
    case 'declared':
      return Math.min(100, Math.max(0, part.progress)) / 100;
  }
}

/** Progress over all parts of a module, each weighing the same; nothing to see is never seen (VIEW-03, VIEW-04). */
export function contentProgress(parts: readonly PartProgress[]): ContentProgress {
  if (parts.length === 0) return { percent: 0, seen: false };
  const fractions = parts.map(fraction);
  const seen = fractions.every((value) => value >= 1);
  const mean = fractions.reduce((total, value) => total + value, 0) / parts.length;
  // The small addend keeps 0.29 × 100 from being floored to 28.
  return { percent: seen ? 100 : Math.min(99, Math.floor(mean * 100 + 1e-9)), seen };
}

/** Content that was seen to its end remains seen if more parts are counted later: the stored percent, and the current count (MOD-09). */
export function seenBefore(now: ContentProgress, keptPercent: number): ContentProgress {
  return keptPercent >= 100 ? { percent: 100, seen: true } : now;
}

/** The share of the quiz in the progress of a training that has one, in percent; the rest is its content (VIEW-06). */
export const QUIZ_SHARE = 25;

/**
 * Returns the shown percent, from the stored percent of the content: below 100 while the signature or the confirmation is missing, and
 * without its share while the quiz is missing (LRN-01, VIEW-06). `quizPassed` is null without a quiz.
 */
export function shownProgress(status: StoredStatus, percent: number, quizPassed: boolean | null): number {
  if (status === 'completed' || status === 'voided') return percent;
  if (quizPassed === null) return Math.min(99, percent);
  return Math.min(99, Math.floor((percent * (100 - QUIZ_SHARE)) / 100) + (quizPassed ? QUIZ_SHARE : 0));
}

/** Returns the share of a part that was seen, 0 to 1, after a report: whole percents, and only upward (VIEW-03). */
export function raiseShare(current: number, share: number): number {
  return raiseDeclared(current * 100, share * 100 + 1e-9) / 100;
}

/** Declared progress after a report: 0 to 100 and only upward (VIEW-03). */
export function raiseDeclared(current: number, declared: number): number {
  if (!Number.isFinite(declared)) return current;
  return Math.max(current, Math.min(100, Math.max(0, Math.floor(declared))));
}

/**
 * Returns the page at which the viewer opens (VIEW-03): the page at which the person stopped, or else the first page not seen, or
 * else the first page.
 */
export function resumePage(state: {
  readonly pageCount: number;
  readonly lastPage: number | null;
  readonly seen: Iterable<number>;
}): number {
  const { lastPage, pageCount } = state;
  if (lastPage !== null && Number.isInteger(lastPage) && lastPage >= 1 && lastPage <= pageCount)
    return lastPage;
  const seen = new Set(state.seen);
  for (let page = 1; page <= pageCount; page += 1) if (!seen.has(page)) return page;
  return 1;
}

/**
 * Returns the second at which a video continues (VIEW-03): where the person stopped unless that is its end, or else the first
 * second not watched, or else 0.
 */
export function resumeSecond(state: {
  readonly duration: number;
  readonly lastSecond: number | null;
  readonly watched: readonly WatchedRange[];
}): number {
  const { duration, lastSecond } = state;
  const end = duration - VIDEO_SLACK_SECONDS;
  if (lastSecond !== null && lastSecond > 0 && lastSecond < end) return lastSecond;
  const [first] = unionRanges(state.watched, duration);
  if (!first || first[0] > 0) return 0;
  return first[1] < end ? first[1] : 0;
}
