import type { Hash } from 'node:crypto';
import { releasePiece, pieceBytes, acquirePiece } from '#server/platform/files/pieces.ts';
import type { StoreHandle } from '#server/platform/files/store-fs.ts';

/** The number of bytes after which they are flushed to the disk, so that little is left to do when the last ones arrive. */
const flushStep = 16 * 1024 * 1024;

/** Writes what comes in many small chunks into a file in few large pieces: one is written and hashed while the next one fills. */
export class ReceivedBytes {
  readonly #handle: StoreHandle;
  readonly #hash: Hash;
  #filling = acquirePiece();
  #filled = 0;
  #leaving = acquirePiece();
  #writing: Promise<void> = Promise.resolve();
  #unflushed = 0;
  #flushing: Promise<void> = Promise.resolve();

  constructor(handle: StoreHandle, hash: Hash) {
    this.#handle = handle;
    this.#hash = hash;
  }

  /** Takes a copy of the chunk; waits while there is no room for it. */
  async add(chunk: Buffer): Promise<void> {
    for (let taken = 0; taken < chunk.length;) {
      const count = chunk.copy(this.#filling, this.#filled, taken);
      taken += count;
      this.#filled += count;
      if (this.#filled === pieceBytes) await this.#turn();
    }
  }

  /** Writes what is left and waits until the disk has everything. */
  async end(): Promise<void> {
    await this.#turn();
    await this.#writing;
    await this.#flushing;
    await this.#handle.sync();
    releasePiece(this.#filling);
    releasePiece(this.#leaving);
  }

  async #turn(): Promise<void> {
    await this.#writing;
    const piece = this.#filling.subarray(0, this.#filled);
    this.#writing = writeAll(this.#handle, piece);
    // An error is thrown by the `await`.
    this.#writing.catch(() => undefined);
    this.#hash.update(piece);
    this.#unflushed += piece.length;
    if (this.#unflushed >= flushStep) {
      this.#unflushed = 0;
      this.#flushing = this.#flushing.then(() => this.#handle.sync());
      // An error is thrown by the `await`.
      this.#flushing.catch(() => undefined);
    }
    [this.#filling, this.#leaving] = [this.#leaving, this.#filling];
    this.#filled = 0;
  }
}

async function writeAll(handle: StoreHandle, chunk: Buffer): Promise<void> {
  for (let written = 0; written < chunk.length;) {
    written += await handle.write(chunk.subarray(written));
  }
}
