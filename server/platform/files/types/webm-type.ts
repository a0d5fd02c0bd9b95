import { open, type FileHandle } from 'node:fs/promises';
import { readAt } from '#server/platform/files/types/read-at.ts';
import { unplayable, withoutLength, type Verdict } from '#server/platform/files/types/verdict.ts';
import { secondsOfBlocks, variable } from '#server/platform/files/types/webm-length.ts';

const ids = {
  header: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  info: 0x1549a966,
  scale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackType: 0x83,
  codec: 0x86,
  cluster: 0x1f43b675,
};

/** Names of the codecs that browsers play in a WEBM. */
const playable = /^V_(?:VP8|VP9|AV1)$/;
/** The type of a track that is a video. */
const videoTrack = 1;
/** More elements than come before the searched one. */
const mostElements = 10_000;
/** More tracks than a video with sound in every language has. */
const mostTracks = 100;

interface Element {
  readonly id: number;
  readonly start: number;
  readonly end: number;
  /** False if it declares more bytes than there are. */
  readonly whole: boolean;
}

/**
 * Checks an EBML file (MOD-07, VIEW-03). A WEBM file has that document type, is complete, and has a codec that browsers play. Its
 * length is in the header. A recording by a browser does not have it there, so it is then computed from the blocks.
 */
export async function judgeWebm(path: string, size: number): Promise<Verdict> {
  const file = await open(path, 'r');
  try {
    const top = await elements(file, 0, size, ids.segment);
    const header = top.find(({ id }) => id === ids.header);
    const docType =
      header && (await textOf(file, await elements(file, header.start, header.end), ids.docType));
    if (docType !== 'webm') return { instead: docType === 'matroska' ? 'matroska' : 'unknown_media' };
    const segment = top.find(({ id }) => id === ids.segment);
    if (!segment?.whole) return { problem: 'file_video_incomplete' };
    const parts = await elements(file, segment.start, segment.end, ids.cluster);
    const find = (wanted: number) => parts.find(({ id }) => id === wanted);
    const tracks = find(ids.tracks);
    const codings = tracks ? await codingsOf(file, tracks) : [];
    if (codings.length === 0 || !find(ids.cluster)) return { problem: 'file_video_no_tracks' };
    const foreign = codings.find(({ type, coding }) => type === videoTrack && !playable.test(coding));
    if (foreign) return unplayable(foreign.coding);
    const info = find(ids.info);
    const facts = info ? await elements(file, info.start, info.end) : [];
    const tick = await tickOf(file, facts);
    const durationSeconds =
      (await secondsOf(file, facts, tick)) ?? (await secondsOfBlocks(file, segment, tick));
    if (durationSeconds === null) return withoutLength;
    return { type: { extension: 'webm', mime: 'video/webm', durationSeconds } };
  } finally {
    await file.close();
  }
}

/** Returns the elements of one level, up to and including the searched one. */
async function elements(
  file: FileHandle,
  from: number,
  to: number,
  until?: number,
): Promise<readonly Element[]> {
  const found: Element[] = [];
  for (let at = from; at < to && found.length < mostElements;) {
    const bytes = await readAt(file, at, 12);
    const id = variable(bytes, 0, false);
    const length = id && variable(bytes, id.bytes, true);
    if (!id || !length) break;
    const start = at + id.bytes + length.bytes;
    // A live recording has no known length: it continues to the end.
    const end = length.value === null ? to : Math.min(to, start + length.value);
    const whole = length.value === null || start + length.value <= to;
    found.push({ id: id.value ?? 0, start, end, whole });
    if (id.value === until) break;
    at = end;
  }
  return found;
}

async function bytesOf(file: FileHandle, within: readonly Element[], id: number): Promise<Buffer | null> {
  const element = within.find((candidate) => candidate.id === id);
  return element ? readAt(file, element.start, Math.min(64, element.end - element.start)) : null;
}

async function textOf(file: FileHandle, within: readonly Element[], id: number): Promise<string | undefined> {
  return (await bytesOf(file, within, id))?.toString('latin1').replace(/\0+$/, '');
}

/** Returns the tracks: the purpose of each and its coding. */
async function codingsOf(
  file: FileHandle,
  { start, end }: Element,
): Promise<readonly { readonly type: number; readonly coding: string }[]> {
  const found = [];
  const tracks = (await elements(file, start, end)).filter(({ id }) => id === ids.track);
  for (const track of tracks.slice(0, mostTracks)) {
    const facts = await elements(file, track.start, track.end);
    const coding = await textOf(file, facts, ids.codec);
    if (coding === undefined) continue;
    found.push({ type: (await bytesOf(file, facts, ids.trackType))?.[0] ?? 0, coding });
  }
  return found;
}

/** Nanoseconds of the unit of times. */
async function tickOf(file: FileHandle, info: readonly Element[]): Promise<number> {
  const scale = await bytesOf(file, info, ids.scale);
  return scale && scale.length > 0 && scale.length <= 6 ? scale.readUIntBE(0, scale.length) : 1_000_000;
}

async function secondsOf(file: FileHandle, info: readonly Element[], tick: number): Promise<number | null> {
  const body = await bytesOf(file, info, ids.duration);
  const ticks = body?.length === 8 ? body.readDoubleBE(0) : body?.length === 4 ? body.readFloatBE(0) : 0;
  const seconds = (ticks * tick) / 1e9;
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null;
}
