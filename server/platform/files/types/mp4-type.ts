import { open, type FileHandle } from 'node:fs/promises';
import { boxes, within, type Box } from '#server/platform/files/types/mp4-boxes.ts';
import { secondsOfMp4 } from '#server/platform/files/types/mp4-length.ts';
import { readAt } from '#server/platform/files/types/read-at.ts';
import {
  unplayableAudio,
  unplayable,
  withoutLength,
  type FileContent,
  type Verdict,
} from '#server/platform/files/types/verdict.ts';

/** Brands of `ftyp` that browsers play as MP4; others with such a box are QuickTime, audio or pictures. */
const otherBrands: readonly (readonly [RegExp, FileContent])[] = [
  [/^qt {2}$/, 'quicktime'],
  [/^M4[AB] $/, 'audio'],
  [/^(?:heic|heix|hevc|hevx|mif1|msf1|avif|avis)$/, 'picture'],
  [/^crx /, 'camera_picture'],
];

/**
 * Names of codecs that all current browsers play in an MP4. HEVC and Dolby Vision play on few devices: most learners would see no
 * picture.
 */
const playable = /^(?:avc[1-4]|av01|vp09)$/;
/** The same of sound; without it a video is silent. */
const audible = /^(?:mp4a|Opus|fLaC|\.mp3)$/;

/** More tracks than a video with sound in every language has. */
const mostTracks = 100;

/**
 * Checks a file of the MP4 family: brand, complete boxes, a coding that browsers play, and a length from its header or its
 * fragments (MOD-07, VIEW-03).
 */
export async function judgeMp4(path: string, head: Buffer, size: number): Promise<Verdict> {
  const brand = head.toString('latin1', 8, 12);
  const other = otherBrands.find(([form]) => form.test(brand));
  if (other) return { instead: other[1] };
  const file = await open(path, 'r');
  try {
    const top = await boxes(file, 0, size);
    if (top.some(({ kind, whole }) => !whole && /^(?:moov|mdat|moof)$/.test(kind)))
      return { problem: 'file_video_incomplete' };
    const moov = top.find((box) => box.kind === 'moov');
    if (!moov) return { problem: 'file_video_no_index' };
    const inside = await boxes(file, moov.start, moov.end);
    const codings = await codingsOf(file, inside);
    if (codings.length === 0) return { problem: 'file_video_no_tracks' };
    const foreign = codings.find(({ handler, coding }) => handler === 'vide' && !playable.test(coding));
    if (foreign) return unplayable(foreign.coding);
    const unheard = codings.find(({ handler, coding }) => handler === 'soun' && !audible.test(coding));
    if (unheard) return unplayableAudio(unheard.coding);
    const durationSeconds = await secondsOfMp4(file, size, inside);
    if (durationSeconds === null) return withoutLength;
    return { type: { extension: 'mp4', mime: 'video/mp4', durationSeconds } };
  } finally {
    await file.close();
  }
}

/** Returns the tracks: the purpose of each ('vide', 'soun' …) and its coding. */
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
