import type { Writable } from 'node:stream';
import type { ByteRange } from '#server/platform/files/file-store.ts';
import { releasePiece, pieceBytes, acquirePiece } from '#server/platform/files/pieces.ts';
import type { StoreHandle } from '#server/platform/files/store-fs.ts';

/**
 * Sends a part of an open file, and closes the file in any case. One piece is read while the other one is sent, and both are
 * reused: creating and collecting new ones took more work than reading and sending a stream. Does not end the sink; throws
 * if reading fails or the reader disconnects. The last byte is sent only after `beforeLast` has run.
 */
export async function sendBytes(
  handle: StoreHandle,
  sink: Writable,
  { start, end }: ByteRange,
  beforeLast?: () => Promise<void>,
): Promise<void> {
  const leaving = new Leaving(sink);
  try {
    const pieces = [acquirePiece(), acquirePiece()] as const;
    const left = [Promise.resolve(), Promise.resolve()];
    let turn: 0 | 1 = 0;
    for (let position = start; position <= end; turn = turn === 0 ? 1 : 0) {
      await left[turn];
      const holdsBack = beforeLast !== undefined && position < end;
      if (beforeLast && !holdsBack) {
        await Promise.all(left);
        await beforeLast();
      }
      const stop = holdsBack ? end : end + 1;
      const piece = pieces[turn].subarray(0, Math.min(pieceBytes, stop - position));
      const count = await handle.read(piece, position);
      if (count === 0) throw new Error('a stored file is shorter than it was');
      left[turn] = leaving.write(piece.subarray(0, count));
      position += count;
    }
    await Promise.all(left);
    // Pieces are not released after a failure, because the socket might still read them.
    for (const piece of pieces) releasePiece(piece);
  } finally {
    leaving.end();
    await handle.close();
  }
}

/** Writes that are each notified when their bytes have been sent, or never will be. */
class Leaving {
  readonly #sink: Writable;
  readonly #waiting = new Set<(error: Error) => void>();

  constructor(sink: Writable) {
    this.#sink = sink;
    sink.once('close', this.#gone);
  }

  readonly #gone = (): void => {
    for (const reject of this.#waiting) reject(new Error('the reader has gone away'));
  };

  write(piece: Buffer): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    // An error is reported by the `await`, after the next piece was read.
    promise.catch(() => undefined);
    this.#waiting.add(reject);
    this.#sink.write(piece, (error) => {
      this.#waiting.delete(reject);
      if (error) reject(error);
      else resolve();
    });
    return promise;
  }

  end(): void {
    this.#sink.off('close', this.#gone);
  }
}
