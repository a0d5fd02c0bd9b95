import type { FileHandle } from 'node:fs/promises';
import { readAt } from '#server/platform/files/types/read-at.ts';

const windowBytes = 64 * 1024;

/** Reads a file in small pieces with few calls: walking through its parts needs 64 KiB of memory (MOD-07). */
export class ByteWindow {
  /** The most bytes of one piece. */
  readonly length = windowBytes;
  readonly #file: FileHandle;
  #from = 0;
  #bytes: Buffer = Buffer.alloc(0);

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Up to `length` bytes at a place; fewer at the end of the file. The piece is valid until the next one is read. */
  async at(place: number, length: number): Promise<Buffer> {
    const start = place - this.#from;
    if (start < 0 || start + length > this.#bytes.length) {
      this.#bytes = await readAt(this.#file, place, windowBytes);
      this.#from = place;
      return this.#bytes.subarray(0, length);
    }
    return this.#bytes.subarray(start, start + length);
  }
}
