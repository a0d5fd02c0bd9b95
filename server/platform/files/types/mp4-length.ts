import type { FileHandle } from 'node:fs/promises';
import { boxes, within, type Box } from '#server/platform/files/types/mp4-boxes.ts';
import { readAt } from '#server/platform/files/types/read-at.ts';

/** More fragments than a video of the largest size has. */
const mostFragments = 1_000_000;
/** More bytes than the table of one fragment has. */
const mostTable = 8 * 1024 * 1024;

/** The times of a track. */
interface Track {
  readonly timescale: number;
  /** Ticks of a sample without its own duration. */
  readonly sampleTicks: number;
  first: number;
  end: number;
}

/**
 * Returns the seconds of an MP4: the length in its header, of the video or of its tracks. If it is written in fragments, at
 * least to the end of the last one, because its header was written before its length was known. Null if the file does not
 * contain it.
 */
export async function secondsOfMp4(
  file: FileHandle,
  size: number,
  inside: readonly Box[],
): Promise<number | null> {
  const told =
    (await movieSeconds(file, inside)) ??
    (await extendedSeconds(file, inside)) ??
    (await trackSeconds(file, inside));
  if (!inside.some(({ kind }) => kind === 'mvex')) return told;
  const fragments = await fragmentTimes(file, size, inside);
  if (!fragments) return told;
  return told === null ? fragments.end - fragments.first : Math.max(told, fragments.end);
}

async function movieSeconds(file: FileHandle, inside: readonly Box[]): Promise<number | null> {
  const box = inside.find(({ kind }) => kind === 'mvhd');
  if (!box) return null;
  const { timescale, duration } = timing(await readAt(file, box.start, 32));
  return timescale > 0 && duration > 0 ? duration / timescale : null;
}

/** Fragmented files may declare their length next to the movie header. */
async function extendedSeconds(file: FileHandle, inside: readonly Box[]): Promise<number | null> {
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

async function trackSeconds(file: FileHandle, inside: readonly Box[]): Promise<number | null> {
  let longest = 0;
  for (const track of inside.filter(({ kind }) => kind === 'trak')) {
    const { timescale, duration } = await mediaTiming(file, track);
    if (timescale > 0) longest = Math.max(longest, duration / timescale);
  }
  return longest > 0 ? longest : null;
}

/** Returns the start of the first fragment and the end of the last one, in seconds. */
async function fragmentTimes(
  file: FileHandle,
  size: number,
  inside: readonly Box[],
): Promise<{ readonly first: number; readonly end: number } | null> {
  const tracks = await tracksOf(file, inside);
  const fragments = (await boxes(file, 0, size, mostFragments)).filter(({ kind }) => kind === 'moof');
  for (const fragment of fragments) {
    const parts = (await boxes(file, fragment.start, fragment.end)).filter(({ kind }) => kind === 'traf');
    for (const part of parts) await addFragment(file, tracks, await boxes(file, part.start, part.end));
  }
  const seen = [...tracks.values()].filter(({ timescale, end, first }) => timescale > 0 && end > first);
  if (seen.length === 0) return null;
  return {
    first: Math.min(...seen.map(({ first, timescale }) => first / timescale)),
    end: Math.max(...seen.map(({ end, timescale }) => end / timescale)),
  };
}

/** Returns the tracks by their numbers, before any sample is counted. */
async function tracksOf(file: FileHandle, inside: readonly Box[]): Promise<ReadonlyMap<number, Track>> {
  const extended = inside.find(({ kind }) => kind === 'mvex');
  const defaults = new Map<number, number>();
  for (const { kind, start } of extended ? await boxes(file, extended.start, extended.end) : []) {
    const body = await readAt(file, start, 16);
    if (kind === 'trex' && body.length === 16) defaults.set(body.readUInt32BE(4), body.readUInt32BE(12));
  }
  const tracks = new Map<number, Track>();
  for (const track of inside.filter(({ kind }) => kind === 'trak')) {
    const header = (await within(file, [track], 'tkhd'))[0];
    if (!header) continue;
    const body = await readAt(file, header.start, 24);
    if (body.length < 24) continue;
    const number = body.readUInt32BE(body[0] === 1 ? 20 : 12);
    const { timescale } = await mediaTiming(file, track);
    const sampleTicks = defaults.get(number) ?? 0;
    tracks.set(number, { timescale, sampleTicks, first: Number.POSITIVE_INFINITY, end: 0 });
  }
  return tracks;
}

/**
 * Adds the samples of one fragment to one track. They start at the declared start of the fragment, or else at the end of the last
 * fragment.
 */
async function addFragment(
  file: FileHandle,
  tracks: ReadonlyMap<number, Track>,
  parts: readonly Box[],
): Promise<void> {
  const header = parts.find(({ kind }) => kind === 'tfhd');
  const head = header && (await readAt(file, header.start, 32));
  const track = head && head.length >= 8 ? tracks.get(head.readUInt32BE(4)) : undefined;
  if (!head || !track) return;
  const flags = head.readUIntBE(1, 3);
  const at = 8 + (flags & 0x1 ? 8 : 0) + (flags & 0x2 ? 4 : 0);
  const sampleTicks = flags & 0x8 && at + 4 <= head.length ? head.readUInt32BE(at) : track.sampleTicks;
  const begin = parts.find(({ kind }) => kind === 'tfdt');
  const time = begin && (await readAt(file, begin.start, 12));
  let now = track.end;
  if (time && time[0] === 1 && time.length === 12) now = Number(time.readBigUInt64BE(4));
  else if (time && time[0] === 0 && time.length >= 8) now = time.readUInt32BE(4);
  track.first = Math.min(track.first, now);
  for (const { kind, start, end } of parts) {
    if (kind !== 'trun') continue;
    now += ticksOfRun(await readAt(file, start, Math.min(mostTable, end - start)), sampleTicks);
  }
  track.end = Math.max(track.end, now);
}

/** Returns the ticks of all samples of one table. */
function ticksOfRun(body: Buffer, sampleTicks: number): number {
  if (body.length < 8) return 0;
  const flags = body.readUIntBE(1, 3);
  const count = body.readUInt32BE(4);
  if (!(flags & 0x100)) return count * sampleTicks;
  const columns = [0x100, 0x200, 0x400, 0x800].filter((column) => flags & column).length;
  let at = 8 + (flags & 0x1 ? 4 : 0) + (flags & 0x4 ? 4 : 0);
  let ticks = 0;
  for (let sample = 0; sample < count && at + 4 <= body.length; sample += 1) {
    ticks += body.readUInt32BE(at);
    at += columns * 4;
  }
  return ticks;
}

async function mediaTiming(file: FileHandle, track: Box): Promise<ReturnType<typeof timing>> {
  const header = (await within(file, await within(file, [track], 'mdia'), 'mdhd'))[0];
  return header ? timing(await readAt(file, header.start, 32)) : timing(Buffer.alloc(0));
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
