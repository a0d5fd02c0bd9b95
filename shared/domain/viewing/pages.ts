import { fetchedInSession, type FetchFacts } from './fetching.ts';

/** A page counts after half of it was visible for this many milliseconds (VIEW-03). */
export const PAGE_CREDIT_MS = 1000;

/** Returns the pages that were not seen, as stretches: [[2, 4], [7, 7]] (VIEW-04). */
export function unseenRanges(
  pageCount: number,
  seenPages: Iterable<number>,
): readonly (readonly [from: number, to: number])[] {
  const seen = new Set(seenPages);
  const stretches: [number, number][] = [];
  for (let page = 1; page <= pageCount; page += 1) {
    if (seen.has(page)) continue;
    const last = stretches.at(-1);
    if (last?.[1] === page - 1) last[1] = page;
    else stretches.push([page, page]);
  }
  return stretches;
}

/** The facts for judging reported pages (VIEW-03); instants are milliseconds of the database's clock. */
export interface PageReport extends FetchFacts {
  /** The time up to which this assignment got credit, by any session; null if it got none yet. */
  readonly creditedUntil: number | null;
  readonly now: number;
  readonly pageCount: number;
  /** Pages seen so far. */
  readonly seen: Iterable<number>;
  /** Pages reported by the viewer, counted from 1, in the order in which the person saw them. */
  readonly reported: readonly number[];
}

/** The credit for a report of pages (VIEW-03). */
export interface PageCredit {
  /** New pages that count, in the order reported. */
  readonly accepted: readonly number[];
  /**
   * New pages that do not count yet, because there was not enough time or their file was not fetched. The viewer sends them
   * again.
   */
  readonly deferred: readonly number[];
  /** To be stored for the next report; time that was not used stays available. */
  readonly creditedUntil: number | null;
}

/**
 * Accepts pages of a file that the viewer session fetched (VIEW-03). It accepts at most one page per second since the session
 * started or time was last credited. One call with all pages or two parallel sessions therefore get no more.
 */
export function creditPages(report: PageReport): PageCredit {
  const base = Math.max(report.sessionStart, report.creditedUntil ?? report.sessionStart);
  const budget = Math.max(0, Math.floor((report.now - base) / PAGE_CREDIT_MS));
  const seen = new Set(report.seen);
  const fresh: number[] = [];
  for (const page of report.reported) {
    if (!Number.isInteger(page) || page < 1 || page > report.pageCount || seen.has(page)) continue;
    seen.add(page);
    fresh.push(page);
  }
  const accepted = fetchedInSession(report) ? fresh.slice(0, budget) : [];
  return {
    accepted,
    deferred: fresh.slice(accepted.length),
    creditedUntil: accepted.length === 0 ? report.creditedUntil : base + accepted.length * PAGE_CREDIT_MS,
  };
}
