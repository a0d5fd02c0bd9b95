import type { WatchedRange } from '#shared/domain/viewing/ranges.ts';

/** Reads a `nummultirange` of half-open ranges as PostgreSQL prints it, such as `{[0,5),[7,9.5)}`. */
export function parseRanges(text: string): WatchedRange[] {
  return [...text.matchAll(/[[(]([\d.]+),([\d.]+)[\])]/g)].map(([, from, to]) => [Number(from), Number(to)]);
}

/** Writes ranges as a `nummultirange`. */
export function formatRanges(ranges: readonly WatchedRange[]): string {
  return `{${ranges.map(([from, to]) => `[${plain(from)},${plain(to)})`).join(',')}}`;
}

/** Milliseconds are finer than any player reports, and a very small number would be written as 1e-7. */
const plain = (seconds: number): string => seconds.toFixed(3);
