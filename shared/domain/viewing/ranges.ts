import { fetchedInSession, type FetchFacts } from './fetching.ts';

/** A watched stretch of a video in seconds, from inclusive to exclusive (VIEW-03). */
export type WatchedRange = readonly [from: number, to: number];

function clean(ranges: Iterable<WatchedRange>, duration: number): WatchedRange[] {
  const result: WatchedRange[] = [];
  for (const [from, to] of ranges) {
    const start = Math.max(0, from);
    const end = Math.min(duration, to);
    if (Number.isFinite(start) && Number.isFinite(end) && end > start) result.push([start, end]);
  }
  return result;
}

/** Returns the union of ranges within a video, sorted and without overlap (VIEW-03); invalid ranges are left out. */
export function unionRanges(ranges: Iterable<WatchedRange>, duration: number): WatchedRange[] {
  const sorted = clean(ranges, duration).sort((a, b) => a[0] - b[0]);
  const union: [number, number][] = [];
  for (const [from, to] of sorted) {
    const last = union.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else union.push([from, to]);
  }
  return union;
}

/** Returns the seconds that a union of ranges covers (VIEW-03). */
export function coveredSeconds(union: readonly WatchedRange[]): number {
  return union.reduce((total, [from, to]) => total + (to - from), 0);
}

/** Returns the parts of a range that a union does not cover yet. */
function missingParts(range: WatchedRange, union: readonly WatchedRange[]): WatchedRange[] {
  const parts: WatchedRange[] = [];
  let at = range[0];
  for (const [from, to] of union) {
    if (to <= at) continue;
    if (from >= range[1]) break;
    if (from > at) parts.push([at, from]);
    at = to;
  }
  if (at < range[1]) parts.push([at, range[1]]);
  return parts;
}

/** The facts for judging reported ranges (VIEW-03); instants are milliseconds of the database's clock. */
export interface RangeReport extends FetchFacts {
  /** The time up to which this assignment got credit, by any session; null if it got none yet. */
  readonly creditedUntil: number | null;
  readonly now: number;
  /** Length of the video in seconds. */
  readonly duration: number;
  readonly watched: readonly WatchedRange[];
  readonly reported: readonly WatchedRange[];
}

/** The credit for a report of ranges (VIEW-03). */
export interface RangeCredit {
  /** Everything that counts as watched, to be stored. */
  readonly watched: readonly WatchedRange[];
  /** Whether something reported had to wait for its time; the viewer sends it again. */
  readonly deferred: boolean;
  readonly creditedUntil: number | null;
}

/**
 * Counts new seconds of a video that the viewer session fetched (VIEW-03). They count no faster than the video plays since the
 * session started or time was last credited.
 */
export function creditRanges(report: RangeReport): RangeCredit {
  const base = Math.max(report.sessionStart, report.creditedUntil ?? report.sessionStart);
  const budget = fetchedInSession(report) ? Math.max(0, (report.now - base) / 1000) : 0;
  const before = unionRanges(report.watched, report.duration);
  let left = budget;
  let deferred = false;
  let watched = before;
  for (const range of clean(report.reported, report.duration)) {
    for (const [from, to] of missingParts(range, watched)) {
      const granted = Math.min(left, to - from);
      if (granted < to - from) deferred = true;
      if (granted <= 0) continue;
      left -= granted;
      // The exact end if it was granted whole, so that no rounding leaves a gap.
      const end = granted === to - from ? to : from + granted;
      watched = unionRanges([...watched, [from, end]], report.duration);
    }
  }
  const used = budget - left;
  return {
    watched,
    deferred,
    creditedUntil: used > 0 ? Math.min(report.now, base + used * 1000) : report.creditedUntil,
  };
}
