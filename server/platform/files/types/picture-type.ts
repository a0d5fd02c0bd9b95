import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { ByteWindow } from '#server/platform/files/types/byte-window.ts';
import type { Verdict } from '#server/platform/files/types/verdict.ts';

/** A picture's format with its first bytes. */
interface Format {
  readonly extension: 'png' | 'jpg' | 'gif' | 'webp';
  readonly mime: string;
  readonly magics: readonly Buffer[];
  readonly measure: (bytes: ByteWindow) => Promise<Measured>;
}

/** The result of one pass over a picture: its size in pixels, or what is wrong with it. */
type Measured = { readonly width: number; readonly height: number } | 'incomplete' | 'damaged';

/** A browser needs four bytes of memory per pixel, however small the file is. */
const mostPixels = 150_000_000;

const formats: readonly Format[] = [
  {
    extension: 'png',
    mime: 'image/png',
    magics: [Buffer.from('89504e470d0a1a0a', 'hex')],
    measure: measurePng,
  },
  { extension: 'jpg', mime: 'image/jpeg', magics: [Buffer.from('ffd8ff', 'hex')], measure: measureJpeg },
  {
    extension: 'gif',
    mime: 'image/gif',
    magics: [Buffer.from('GIF87a', 'latin1'), Buffer.from('GIF89a', 'latin1')],
    measure: measureGif,
  },
  { extension: 'webp', mime: 'image/webp', magics: [Buffer.from('RIFF')], measure: measureWebp },
];

const formatOf = (head: Buffer): Format | undefined =>
  formats.find(
    ({ extension, magics }) =>
      magics.some((magic) => head.subarray(0, magic.length).equals(magic)) &&
      // The ninth byte of a RIFF file identifies its content: sounds and videos have the same start.
      (extension !== 'webp' || head.toString('latin1', 8, 12) === 'WEBP'),
  );

/** Returns true if the first bytes are those of a picture that can be uploaded. */
export function isPicture(head: Buffer): boolean {
  return formatOf(head) !== undefined;
}

/**
 * Checks a picture from its first part to its last (MOD-07): one that breaks off, that is damaged, or that no browser could
 * unpack is refused. Bytes after its end do not belong to it.
 */
export async function judgePicture(path: string, head: Buffer): Promise<Verdict> {
  const format = formatOf(head);
  if (!format) throw new Error('the file was not taken for a picture');
  const file = await open(path, 'r');
  try {
    const found = await format.measure(new ByteWindow(file));
    if (found === 'incomplete') return { problem: 'file_picture_incomplete' };
    if (found === 'damaged') return { problem: 'file_picture_damaged' };
    if (found.width * found.height > mostPixels)
      return { problem: 'file_picture_too_large', params: { width: found.width, height: found.height } };
    return { type: { extension: format.extension, mime: format.mime } };
  } finally {
    await file.close();
  }
}

/** Measures a PNG by its chunks up to its end, each with its checksum. */
async function measurePng(bytes: ByteWindow): Promise<Measured> {
  let size: Measured = 'damaged';
  let hasData = false;
  for (let at = 8; ;) {
    const header = await bytes.at(at, 8);
    if (header.length < 8) return 'incomplete';
    const length = header.readUInt32BE(0);
    const kind = header.toString('latin1', 4, 8);
    if ((at === 8) !== (kind === 'IHDR') || (kind === 'IHDR' && length !== 13)) return 'damaged';
    let sum = crc32(header.subarray(4));
    for (let done = 0; done < length;) {
      const part = await bytes.at(at + 8 + done, Math.min(length - done, bytes.length));
      if (part.length === 0) return 'incomplete';
      if (kind === 'IHDR' && part.length < length) return 'incomplete';
      if (kind === 'IHDR') size = measured(part.readUInt32BE(0), part.readUInt32BE(4));
      sum = crc32(part, sum);
      done += part.length;
    }
    const check = await bytes.at(at + 8 + length, 4);
    if (check.length < 4) return 'incomplete';
    if (check.readUInt32BE(0) !== sum) return 'damaged';
    if (kind === 'IDAT') hasData = true;
    if (kind === 'IEND') return hasData ? size : 'damaged';
    at += 12 + length;
  }
}

/** Measures a JPEG by its segments up to its end, and the drawing between them. */
async function measureJpeg(bytes: ByteWindow): Promise<Measured> {
  let size: Measured = 'damaged';
  let drawn = false;
  for (let at = 2; ;) {
    const [sign, kind, ...length] = await bytes.at(at, 4);
    if (sign === undefined || kind === undefined) return 'incomplete';
    if (sign !== 0xff) return 'damaged';
    if (kind === 0xff) {
      at += 1;
      continue;
    }
    if (kind === 0xd9) return drawn ? size : 'damaged';
    if (kind === 0x01 || isRestart(kind)) {
      at += 2;
      continue;
    }
    const [high, low] = length;
    if (high === undefined || low === undefined) return 'incomplete';
    const bodyBytes = high * 256 + low;
    if (bodyBytes < 2) return 'damaged';
    if (isFrame(kind)) {
      const body = await bytes.at(at + 4, 5);
      if (body.length < 5) return 'incomplete';
      size = measured(body.readUInt16BE(3), body.readUInt16BE(1));
    }
    at += 2 + bodyBytes;
    if (kind === 0xda) {
      if (size === 'damaged') return 'damaged';
      const next = await afterScan(bytes, at);
      if (next === null) return 'incomplete';
      at = next;
      drawn = true;
    }
  }
}

/** Returns whether a segment contains the size of the picture. */
const isFrame = (kind: number): boolean => kind >= 0xc0 && kind <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(kind);

const isRestart = (kind: number): boolean => kind >= 0xd0 && kind <= 0xd7;

/**
 * Returns the position of the next marker after the image data: 0xFF that is neither stuffing nor a restart. Returns null if
 * there is none.
 */
async function afterScan(bytes: ByteWindow, from: number): Promise<number | null> {
  for (let at = from; ;) {
    const part = await bytes.at(at, bytes.length);
    if (part.length < 2) return null;
    for (
      let sign = part.indexOf(0xff);
      sign >= 0 && sign < part.length - 1;
      sign = part.indexOf(0xff, sign + 1)
    ) {
      const next = part[sign + 1] ?? 0;
      if (next !== 0 && next !== 0xff && !isRestart(next)) return at + sign;
    }
    // The last byte may be the first half of a marker.
    at += part.length - 1;
  }
}

/** Measures a GIF by its blocks; one whole image is enough, because the mark of the end is often missing. */
async function measureGif(bytes: ByteWindow): Promise<Measured> {
  const screen = await bytes.at(6, 7);
  if (screen.length < 7) return 'incomplete';
  const size = measured(screen.readUInt16LE(0), screen.readUInt16LE(2));
  let images = 0;
  for (let at = 13 + tableBytes(screen[4] ?? 0); ;) {
    const [kind] = await bytes.at(at, 1);
    if (kind === 0x3b || (kind === undefined && images > 0)) return images > 0 ? size : 'damaged';
    if (kind === undefined) return 'incomplete';
    if (kind === 0x2c) {
      const image = await bytes.at(at + 1, 9);
      if (image.length < 9) return 'incomplete';
      at += 11 + tableBytes(image[8] ?? 0);
    } else if (kind === 0x21) {
      at += 2;
    } else {
      return images > 0 ? size : 'damaged';
    }
    for (;;) {
      const [count] = await bytes.at(at, 1);
      if (count === undefined) return 'incomplete';
      at += 1 + count;
      if (count === 0) break;
    }
    if (kind === 0x2c) images += 1;
  }
}

/** Bytes of a table of colors by the byte of flags before it. */
const tableBytes = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));

const measured = (width: number, height: number): Measured =>
  width > 0 && height > 0 ? { width, height } : 'damaged';

/** Measures a WebP by its chunks: the first contains its size, and one of them is a picture. */
async function measureWebp(bytes: ByteWindow): Promise<Measured> {
  const header = await bytes.at(0, 12);
  if (header.length < 12) return 'incomplete';
  const end = 8 + header.readUInt32LE(4);
  let size: Measured = 'damaged';
  let hasPicture = false;
  for (let at = 12; at + 8 <= end;) {
    const chunk = await bytes.at(at, 18);
    if (chunk.length < (at === 12 ? 18 : 8)) return 'incomplete';
    const kind = chunk.toString('latin1', 0, 4);
    if (at === 12) size = webpSize(kind, chunk);
    if (/^(?:VP8 |VP8L|ANMF)$/.test(kind)) hasPicture = true;
    const length = chunk.readUInt32LE(4);
    const next = at + 8 + length + (length % 2);
    if (next > end) return 'damaged';
    const [last] = await bytes.at(at + 7 + length, 1);
    if (last === undefined) return 'incomplete';
    at = next;
  }
  return hasPicture ? size : 'damaged';
}

/** Returns width and height from the first chunk: of a canvas, or of the drawing itself in either coding. */
function webpSize(kind: string, chunk: Buffer): Measured {
  if (kind === 'VP8 ') return measured(chunk.readUInt16LE(14) & 0x3fff, chunk.readUInt16LE(16) & 0x3fff);
  if (kind === 'VP8L') {
    const bits = chunk.readUInt32LE(9);
    return measured((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
  }
  return kind === 'VP8X' ? measured(chunk.readUIntLE(12, 3) + 1, chunk.readUIntLE(15, 3) + 1) : 'damaged';
}
