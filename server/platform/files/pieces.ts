/** Bytes of a piece in which files are read and written: fewer turns of the event loop than Node's 64 KiB. */
export const pieceBytes = 256 * 1024;

/** Pieces that wait for their next use: to make and collect new ones costs more than to read or write them. */
const mostIdle = 16;
const idle: Buffer[] = [];

/** A buffer of {@link pieceBytes} with anything in it. */
export const takePiece = (): Buffer => idle.pop() ?? Buffer.allocUnsafeSlow(pieceBytes);

/** Takes a buffer back that nobody reads or writes any more; after a failure it is left to the garbage collector. */
export function givePiece(piece: Buffer): void {
  if (idle.length < mostIdle) idle.push(piece);
}
