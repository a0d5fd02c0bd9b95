import type { FileHandle } from 'node:fs/promises';
import { readAt } from '#server/platform/files/types/read-at.ts';

/** More boxes than any real file has on one level that is not cut into fragments. */
const mostBoxes = 10_000;

/** A box of the MP4 family: what is in it, without its head. */
export interface Box {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  /** False if it declares more bytes than there are. */
  readonly whole: boolean;
}

/** Returns the boxes of one level; ends without an error at the end of the file. */
export async function boxes(
  file: FileHandle,
  from: number,
  to: number,
  most = mostBoxes,
): Promise<readonly Box[]> {
  const found: Box[] = [];
  for (let at = from; at + 8 <= to && found.length < most;) {
    const header = await readAt(file, at, 16);
    if (header.length < 8) break;
    const short = header.readUInt32BE(0);
    let headerBytes = 8;
    let size = short;
    if (short === 1) {
      if (header.length < 16) break;
      headerBytes = 16;
      size = Number(header.readBigUInt64BE(8));
    } else if (short === 0) {
      size = to - at;
    }
    if (size < headerBytes) break;
    found.push({
      kind: header.toString('latin1', 4, 8),
      start: at + headerBytes,
      end: Math.min(to, at + size),
      whole: at + size <= to,
    });
    at += size;
  }
  return found;
}

/** Returns the first box of a kind inside the first box of the given ones; an empty list if there is none. */
export async function within(
  file: FileHandle,
  [outer]: readonly Box[],
  kind: string,
): Promise<readonly Box[]> {
  if (!outer) return [];
  return (await boxes(file, outer.start, outer.end)).filter((box) => box.kind === kind).slice(0, 1);
}
