import { isUtf8 } from 'node:buffer';
import { TableProblem } from './table-problem.ts';

/** Encodings of tables. */
export const tableEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
/** One of {@link tableEncodings}. */
export type TableEncoding = (typeof tableEncodings)[number];

const marks: readonly (readonly [TableEncoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** Returns the encoding of bytes, by their mark, by the zeros that UTF-16 has in Latin text, or else UTF-8; and the length of the mark. */
export function encodingOf(bytes: Buffer): { readonly encoding: TableEncoding; readonly mark: number } {
  for (const [encoding, mark] of marks)
    if (mark.every((byte, at) => bytes[at] === byte)) return { encoding, mark: mark.length };
  const head = bytes.subarray(0, 512);
  const zeros = (from: number) => head.filter((byte, at) => at % 2 === from && byte === 0).length;
  const [even, odd] = [zeros(0), zeros(1)];
  if (odd * 4 > head.length && even === 0) return { encoding: 'utf-16le', mark: 0 };
  if (even * 4 > head.length && odd === 0) return { encoding: 'utf-16be', mark: 0 };
  return { encoding: 'utf-8', mark: 0 };
}

/**
 * Returns the text of bytes without a byte order mark, in the detected encoding, or in Windows-1252 if the caller chooses it.
 * Throws {@link TableProblem} with line and column if the bytes are not text in it.
 */
export function decodeBytes(
  bytes: Buffer,
  said: 'windows-1252' | null,
): { readonly text: string; readonly encoding: TableEncoding } {
  const found = encodingOf(bytes);
  const encoding = found.mark === 0 && found.encoding === 'utf-8' && said !== null ? said : found.encoding;
  const content = bytes.subarray(found.mark);
  if (encoding === 'utf-8' && !isUtf8(content))
    throw new TableProblem({ reason: 'table_encoding', params: placeOfInvalid(content) });
  const text = new TextDecoder(encoding).decode(content);
  const zero = text.indexOf('\0');
  if (zero >= 0) throw new TableProblem({ reason: 'table_not_text', params: placeIn(text, zero) });
  return { text, encoding };
}

/** Line and column of a place in a text, both from 1. */
export function placeIn(text: string, at: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, at).split(/\r\n|\n|\r/);
  return { line: before.length, column: Array.from(before.at(-1) ?? '').length + 1 };
}

/** Returns line and column of the first U+FFFD, which a program writes for a character that it cannot read; null if there is none. */
export function lostIn(text: string): { readonly line: number; readonly column: number } | null {
  const at = text.indexOf('\ufffd');
  return at < 0 ? null : placeIn(text, at);
}

/** Returns the position of the first character that is not UTF-8. */
function placeOfInvalid(bytes: Buffer): { readonly line: number; readonly column: number } {
  let at = 0;
  while (at < bytes.length) {
    const first = bytes[at] ?? 0;
    const length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (length > 1 && !isUtf8(bytes.subarray(at, at + length))) break;
    at += length;
  }
  return placeIn(bytes.subarray(0, at).toString('utf8'), Number.POSITIVE_INFINITY);
}
