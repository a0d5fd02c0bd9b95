/** Bytes of a piece in which files are read and written: fewer turns of the event loop than Node's 64 KiB. */
export const pieceBytes = 256 * 1024;

/** Pieces for the next use: creating and collecting new ones takes more time than reading or writing them. */
const mostIdle = 16;
const idle: Buffer[] = [];

/** Returns a buffer of {@link pieceBytes} with any content. */
export const acquirePiece = (): Buffer => idle.pop() ?? Buffer.allocUnsafeSlow(pieceBytes);

/** Returns a buffer that is no longer read or written; after a failure it is left to the garbage collector. */
export function releasePiece(piece: Buffer): void {
  if (idle.length < mostIdle) idle.push(piece);
}
