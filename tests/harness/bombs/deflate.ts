/** Packed bytes that unpack to gigabytes, made without ever holding these. */
import { constants, crc32, deflateRawSync } from 'node:zlib';

const megabyte = 1024 * 1024;
/** An empty last block. */
const lastBlock = Buffer.from([0x03, 0x00]);

/** Raw deflate of so many times the same bytes. */
export function deflatedTimes(bytes: Buffer, times: number): Buffer {
  // After a full flush a piece refers to nothing before it and ends at a byte.
  const piece = deflateRawSync(bytes, { finishFlush: constants.Z_FULL_FLUSH, level: 9 });
  return Buffer.concat([...Array.from({ length: times }, () => piece), lastBlock]);
}

/** The checksum of so many times the same bytes. */
export function crcTimes(bytes: Buffer, times: number): number {
  let sum = 0;
  for (let time = 0; time < times; time += 1) sum = crc32(bytes, sum);
  return sum;
}

/** The same in the form of zlib, as PDF and PNG have it; readers do not look at its checksum. */
export function zlibTimes(bytes: Buffer, times: number): Buffer {
  return Buffer.concat([Buffer.from([0x78, 0xda]), deflatedTimes(bytes, times), Buffer.alloc(4)]);
}

/** So many megabytes of one byte, in the form of zlib. */
export const zlibMegabytes = (count: number, fill: string | number = 0): Buffer =>
  zlibTimes(Buffer.alloc(megabyte, fill), count);
