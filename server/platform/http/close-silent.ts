import { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { refuseConnection } from '#server/platform/http/problem.ts';

/**
 * The number of checks within the limit. A pause of the whole machine then counts as one check, and not as the sender's fault.
 */
const looks = 6;

/**
 * Answers 408 and closes the connection of a sender whose body has started, is not complete, and sends no byte for `longestDirectWait`
 * milliseconds (SEC-05). While this server itself does not read, the sender is not at fault.
 */
export function closeSilentSender({ raw, log }: FastifyRequest, longestDirectWait: number): void {
  const hasBody =
    raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length'] ?? 0) > 0;
  if (!hasBody || raw.complete) return;
  const { socket } = raw;
  // An injected request has no socket that could be silent.
  if (!(socket instanceof Socket)) return;
  let silent = 0;
  let received = -1;
  const timer = setInterval(() => {
    if (raw.complete || socket.destroyed) return clearInterval(timer);
    const waits = socket.bytesRead === received && raw.readableLength === 0 && !socket.isPaused();
    received = socket.bytesRead;
    silent = waits ? silent + 1 : 0;
    if (silent < looks) return;
    clearInterval(timer);
    log.info('a sender sent nothing for too long');
    refuseConnection(Object.assign(new Error('silent'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
  }, longestDirectWait / looks);
  timer.unref();
  raw.once('close', () => clearInterval(timer));
}
