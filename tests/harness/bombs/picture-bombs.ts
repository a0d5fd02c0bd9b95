/** Pictures that say more than they hold, or hold more than anybody shows. */
import { crcOf, makeWebp, sampleGif, sampleJpg, samplePng } from '#tests/harness/sample-files.ts';
import { zlibMegabytes } from './deflate.ts';
import type { Bomb } from './pdf-bombs.ts';

/** One chunk of a PNG. */
function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, body, crcOf(body)]);
}

function png(width: number, height: number, ...chunks: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    samplePng.subarray(0, 8),
    chunk('IHDR', header),
    ...chunks,
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A sample JPEG that says another size. */
function jpegOf(width: number, height: number): Buffer {
  const bytes = Buffer.from(sampleJpg);
  const frame = bytes.indexOf(Buffer.from('ffc0', 'hex'));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return bytes;
}

const repeated = (part: Buffer, times: number): Buffer =>
  Buffer.concat(Array.from({ length: times }, () => part));

/** An SVG of ten entities, each ten times the one before. */
const laughs = (): Buffer =>
  Buffer.from(
    `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a0 "ha">${Array.from(
      { length: 10 },
      (_, level) => `<!ENTITY a${level + 1} "${`&a${level};`.repeat(10)}">`,
    ).join('')}]><svg xmlns="http://www.w3.org/2000/svg"><text>&a10;</text></svg>`,
  );

/** The bombs that are pictures (SEC-05). */
export const pictureBombs: readonly Bomb[] = [
  { name: 'huge.png', bytes: () => png(65_535, 65_535, chunk('IDAT', zlibMegabytes(1))) },
  { name: 'packed.png', bytes: () => png(12_000, 12_000, chunk('IDAT', zlibMegabytes(2048))) },
  {
    name: 'chunks.png',
    bytes: () => png(1, 1, repeated(chunk('tEXt', Buffer.alloc(0)), 700_000), chunk('IDAT', Buffer.alloc(9))),
  },
  {
    name: 'packed-text.png',
    bytes: () =>
      png(
        1,
        1,
        chunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), zlibMegabytes(2048)])),
        chunk('IDAT', Buffer.alloc(9)),
      ),
  },
  { name: 'huge.jpg', bytes: () => jpegOf(65_535, 65_535) },
  {
    name: 'segments.jpg',
    bytes: () =>
      Buffer.concat([
        sampleJpg.subarray(0, 2),
        repeated(Buffer.from('fffe0002', 'hex'), 2_000_000),
        sampleJpg.subarray(2),
      ]),
  },
  {
    name: 'frames.gif',
    bytes: () =>
      Buffer.concat([
        sampleGif.subarray(0, 19),
        repeated(sampleGif.subarray(19, -1), 400_000),
        Buffer.from(';'),
      ]),
  },
  { name: 'huge.webp.png', bytes: () => makeWebp(16_383, 16_383) },
  { name: 'laughs.svg.txt', bytes: laughs },
];
