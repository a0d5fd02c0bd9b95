import { open, type FileHandle } from 'node:fs/promises';
import { readAt } from '#server/platform/files/types/read-at.ts';
import { unplayable, type Verdict } from '#server/platform/files/types/verdict.ts';

/** Brands of `ftyp` that browsers play as MP4; others with such a box are QuickTime, audio or pictures. */
const otherBrands: readonly (readonly [RegExp, string])[] = [
  [/^qt {2}$/, 'a QuickTime video'],
  [/^M4[AB] $/, 'an audio file'],
  [/^(?:heic|heix|hevc|hevx|mif1|msf1|avif|avis)$/, 'a picture'],
  [/^crx /, 'a camera picture'],
];

/** Names of codings that some browser of today plays in an MP4; older ones (MPEG-4 Part 2, H.263 …) none does. */
const playable = /^(?:avc[1-4]|hvc1|hev1|dv[ah][1ev]|dvav|dvhe|av01|vp0[89])$/;

/** More boxes than any real file has on one level. */
const mostBoxes = 10_000;

interface Box {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  /** False where it says more bytes than there are. */
  readonly whole: boolean;
}

/** More tracks than a film with sound in every language has. */
const mostTracks = 100;

/** True for a file that begins with the box of the MP4 family. */
export function isMp4Family(head: Buffer): boolean {
  return head.length >= 12 && head.toString('latin1', 4, 8) === 'ftyp';
}

/**
 * Judges a file of the MP4 family: brand, complete boxes, a coding that browsers play, and the length that its header says
 * (MOD-07, VIEW-03).
 */
export async function judgeMp4(path: string, head: Buffer, size: number): Promise<Verdict> {
  const brand = head.toString('latin1', 8, 12);
  const other = otherBrands.find(([form]) => form.test(brand));
  if (other) return { instead: other[1] };
  const file = await open(path, 'r');
  try {
    const top = await boxes(file, 0, size);
    if (top.some(({ kind, whole }) => !whole && /^(?:moov|mdat|moof)$/.test(kind)))
      return { problem: 'is an incomplete video: it breaks off before its end.' };
    const moov = top.find((box) => box.kind === 'moov');
    if (!moov) return { problem: 'is an incomplete video: its index is missing.' };
    const inside = await boxes(file, moov.start, moov.end);
    const codings = await codingsOf(file, inside);
    if (codings.length === 0) return { problem: 'is an incomplete video: it has no tracks.' };
    const foreign = codings.find(({ handler, coding }) => handler === 'vide' && !playable.test(coding));
    if (foreign) return unplayable(foreign.coding);
    const seconds = (await movieSeconds(file, inside)) ?? (await fragmentSeconds(file, inside));
    return {
      type: {
        extension: 'mp4',
        mime: 'video/mp4',
        ...(seconds === null ? {} : { durationSeconds: seconds }),
      },
    };
  } finally {
    await file.close();
  }
}

/** The boxes of one level; ends silently where the file ends. */
async function boxes(file: FileHandle, from: number, to: number): Promise<readonly Box[]> {
  const found: Box[] = [];
  for (let at = from; at + 8 <= to && found.length < mostBoxes;) {
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

/** The tracks: what each is for ('vide', 'soun' …) and how it is coded. */
async function codingsOf(
  file: FileHandle,
  inside: readonly Box[],
): Promise<readonly { readonly handler: string; readonly coding: string }[]> {
  const found = [];
  for (const track of inside.filter(({ kind }) => kind === 'trak').slice(0, mostTracks)) {
    const media = await within(file, [track], 'mdia');
    const handler = (await within(file, media, 'hdlr'))[0];
    const table = await within(file, await within(file, media, 'minf'), 'stbl');
    const description = (await within(file, table, 'stsd'))[0];
    if (!handler || !description) continue;
    const entry = await readAt(file, description.start + 8, 8);
    if (entry.length < 8) continue;
    const kind = (await readAt(file, handler.start + 8, 4)).toString('latin1');
    found.push({ handler: kind, coding: entry.toString('latin1', 4, 8) });
  }
  return found;
}

/** The first box of a kind inside the first box of those given; none where there is none. */
async function within(file: FileHandle, [outer]: readonly Box[], kind: string): Promise<readonly Box[]> {
  if (!outer) return [];
  return (await boxes(file, outer.start, outer.end)).filter((box) => box.kind === kind).slice(0, 1);
}

async function movieSeconds(file: FileHandle, inside: readonly Box[]): Promise<number | null> {
  const box = inside.find(({ kind }) => kind === 'mvhd');
  if (!box) return null;
  const { timescale, duration } = timing(await readAt(file, box.start, 32));
  return timescale > 0 && duration > 0 ? duration / timescale : null;
}

/** Fragmented files say their length beside the movie header. */
async function fragmentSeconds(file: FileHandle, inside: readonly Box[]): Promise<number | null> {
  const header = inside.find(({ kind }) => kind === 'mvhd');
  const extended = inside.find(({ kind }) => kind === 'mvex');
  if (!header || !extended) return null;
  const { timescale } = timing(await readAt(file, header.start, 32));
  const box = (await boxes(file, extended.start, extended.end)).find(({ kind }) => kind === 'mehd');
  if (!box || timescale <= 0) return null;
  const body = await readAt(file, box.start, 12);
  const wide = body[0] === 1;
  if (body.length < (wide ? 12 : 8)) return null;
  const duration = wide ? Number(body.readBigUInt64BE(4)) : body.readUInt32BE(4);
  return duration > 0 ? duration / timescale : null;
}

function timing(body: Buffer): { readonly timescale: number; readonly duration: number } {
  const none = { timescale: 0, duration: 0 };
  if (body.length < 20) return none;
  if (body[0] !== 1) {
    const duration = body.readUInt32BE(16);
    return { timescale: body.readUInt32BE(12), duration: duration === 0xffffffff ? 0 : duration };
  }
  if (body.length < 32) return none;
  const duration = body.readBigUInt64BE(24);
  return {
    timescale: body.readUInt32BE(20),
    duration: duration === 0xffffffffffffffffn ? 0 : Number(duration),
  };
}
