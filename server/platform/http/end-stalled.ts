import type { FastifyReply } from 'fastify';

/**
 * The number of checks within the limit. A pause of the whole machine then counts as one check, and not as the reader's fault.
 */
const looks = 6;

/**
 * Ends the connection of a client that reads no byte of the pending response for `longestDirectWait` milliseconds: an unread response
 * blocks a connection of the database or a turn (F20). A slow source, and a slow reader, are not affected.
 */
export function endStalled({ raw, request, log }: FastifyReply, longestDirectWait: number): void {
  if (raw.destroyed) return;
  let still = 0;
  let waiting = -1;
  const taken = () => {
    still = 0;
  };
  const timer = setInterval(() => {
    still = raw.writableNeedDrain && raw.writableLength === waiting ? still + 1 : 0;
    waiting = raw.writableLength;
    if (still < looks) return;
    log.info('a reader took nothing for too long');
    // The answer of a request that waits behind another one on the same connection has no socket yet.
    request.raw.socket.destroy();
  }, longestDirectWait / looks);
  timer.unref();
  raw.on('drain', taken);
  raw.once('close', () => clearInterval(timer));
}
