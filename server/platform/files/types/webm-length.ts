import type { FileHandle } from 'node:fs/promises';
import { ByteWindow } from '#server/platform/files/types/byte-window.ts';

const ids = {
  cluster: 0x1f43b675,
  time: 0xe7,
  group: 0xa0,
  block: 0xa1,
  simpleBlock: 0xa3,
  blockDuration: 0x9b,
};

/** Elements whose content is read; all others are skipped by their length. */
const opened = new Set([ids.cluster, ids.group]);
/** More elements than a video of the largest size has. */
const mostElements = 5_000_000;

/** Reads a number of variable length; as a length its marker bit is cut, and all ones mean unknown (null). */
export function variable(
  bytes: Buffer,
  at: number,
  asLength: boolean,
): { readonly value: number | null; readonly bytes: number } | null {
  const first = bytes[at];
  if (first === undefined || first === 0) return null;
  const count = Math.clz32(first) - 23;
  if (at + count > bytes.length || (!asLength && count > 4)) return null;
  let value = asLength ? first & (0xff >> count) : first;
  let unknown = asLength && value === 0xff >> count;
  for (let index = 1; index < count; index += 1) {
    const byte = bytes[at + index] ?? 0;
    if (byte !== 0xff) unknown = false;
    value = value * 256 + byte;
  }
  return { value: unknown ? null : value, bytes: count };
}

/**
 * Returns the seconds from the first to the last block of a WEBM without a length in its header, because it was written
 * during the recording; null if it does not have two moments. The file is read once, in small pieces.
 */
export async function secondsOfBlocks(
  file: FileHandle,
  { start, end }: { readonly start: number; readonly end: number },
  tickNanoseconds: number,
): Promise<number | null> {
  const window = new ByteWindow(file);
  let clusterTime = 0;
  let blockTime = 0;
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  let at = start;
  for (let count = 0; at < end; count += 1) {
    if (count >= mostElements) return null;
    // The longest head, and the track and time of a block or a number behind it.
    const bytes = await window.at(at, 24);
    const id = variable(bytes, 0, false);
    const length = id && variable(bytes, id.bytes, true);
    if (!id?.value || !length) break;
    const head = id.bytes + length.bytes;
    if (opened.has(id.value)) {
      at += head;
      continue;
    }
    if (length.value === null) break;
    if (id.value === ids.time) clusterTime = unsigned(bytes, head, length.value);
    if (id.value === ids.simpleBlock || id.value === ids.block) {
      const track = variable(bytes, head, true);
      if (!track || head + track.bytes + 2 > bytes.length) break;
      blockTime = clusterTime + bytes.readInt16BE(head + track.bytes);
      first = Math.min(first, blockTime);
      last = Math.max(last, blockTime);
    }
    if (id.value === ids.blockDuration)
      last = Math.max(last, blockTime + unsigned(bytes, head, length.value));
    at += head + length.value;
  }
  const seconds = ((last - first) * tickNanoseconds) / 1e9;
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null;
}

function unsigned(bytes: Buffer, at: number, length: number): number {
  return length >= 1 && length <= 6 && at + length <= bytes.length ? bytes.readUIntBE(at, length) : 0;
}
