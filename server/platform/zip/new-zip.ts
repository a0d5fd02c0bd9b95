import { createRequire } from 'node:module';
import { crc32 } from 'node:zlib';
import { ZipFile } from 'yazl';

/** The checksum that yazl uses: a separate package, which computes it in JavaScript, 13 times slower than zlib (decision 027). */
interface Sums {
  unsigned: (bytes: Uint8Array, before?: number) => number;
}

// The copy that yazl itself loads; if a newer yazl has none, this fails at the start and can be removed.
const fromHere = createRequire(import.meta.url);
const sums = createRequire(fromHere.resolve('yazl'))('buffer-crc32') as Sums;
sums.unsigned = (bytes, before) => crc32(bytes, before);

/** A date that an archive writes in UTC: yazl reads the parts of a local date, which would differ from server to server. */
class UtcDate extends Date {
  override getFullYear = () => this.getUTCFullYear();
  override getMonth = () => this.getUTCMonth();
  override getDate = () => this.getUTCDate();
  override getHours = () => this.getUTCHours();
  override getMinutes = () => this.getUTCMinutes();
  override getSeconds = () => this.getUTCSeconds();
}

// The years that a ZIP can contain (APPNOTE 4.4.6); for others yazl throws where no code can catch it.
const [earliest, latest] = [Date.UTC(1980, 0, 1), Date.UTC(2107, 11, 31, 23, 59, 58)];

/**
 * Returns a date for an entry that gives the same bytes on every server (INS-03); a date outside of 1980 to 2107 becomes the
 * nearest one.
 */
export const zipDate = (date: Date): Date =>
  new UtcDate(Math.min(Math.max(date.getTime(), earliest), latest));

/** Returns a new archive: every ZIP of the product is created here, so that zlib computes its checksums. */
export const newZip = (): ZipFile => new ZipFile();

/** The object that yazl keeps for each entry until the archive ends. It holds the writer of the entry, and so the source. */
interface Written {
  readonly entries: { readonly state: number; doFileDataPump: (() => void) | null }[];
}

const written = 3;

/**
 * Releases the sources of written entries, because a document of a long archive keeps its fonts in memory. Returns the first entry
 * that must still be checked.
 */
export function releaseWritten(zip: ZipFile, from: number): number {
  const { entries } = zip as unknown as Written;
  let at = from;
  for (let entry = entries[at]; entry?.state === written; entry = entries[at]) {
    entry.doFileDataPump = null;
    at += 1;
  }
  return at;
}
