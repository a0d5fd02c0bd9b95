import { createRequire } from 'node:module';
import { crc32 } from 'node:zlib';
import { ZipFile } from 'yazl';

/** What yazl sums by: a package of its own, which does it in JavaScript, 13 times slower than zlib (decision 027). */
interface Sums {
  unsigned: (bytes: Uint8Array, before?: number) => number;
}

// The copy that yazl itself loads; where a newer yazl has none, this fails at the start and goes.
const fromHere = createRequire(import.meta.url);
const sums = createRequire(fromHere.resolve('yazl'))('buffer-crc32') as Sums;
sums.unsigned = (bytes, before) => crc32(bytes, before);

/** An archive to be written: every ZIP of the product begins here, so that its checksums are zlib's. */
export const newZip = (): ZipFile => new ZipFile();
