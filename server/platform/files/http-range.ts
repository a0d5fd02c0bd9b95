import type { ByteRange } from '#server/platform/files/file-store.ts';

/** The part of a number of bytes that a Range header requests: all, a part, or one that does not exist (RFC 9110 §14). */
export type RangeVerdict = 'all' | 'unsatisfiable' | ByteRange;

/** Reads a Range header; several ranges and invalid ones are answered with the whole file (RFC 9110 §14.2). */
export function parseRange(header: string | undefined, size: number): RangeVerdict {
  const parts = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '');
  if (!parts) return 'all';
  const [, first = '', last = ''] = parts;
  if (first === '' && last === '') return 'all';
  if (first === '') {
    const count = Number(last);
    return count === 0 ? 'unsatisfiable' : { start: Math.max(0, size - count), end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return 'all';
  return start >= size ? 'unsatisfiable' : { start, end };
}

/** Returns true if `If-None-Match` names this ETag, weakly compared (RFC 9110 §13.1.2). */
export function matchesAny(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((value) => value.trim().replace(/^W\//, '') === etag);
}
