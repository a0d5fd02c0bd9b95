import dgram from 'node:dgram';
import net from 'node:net';
import os from 'node:os';
import tls from 'node:tls';
import { headLine, type HeadDestination, type SentHead } from './destination.ts';

const reachMs = 10_000;
/** RFC 5424: facility 13 (log audit), severity 5 (notice). */
const priority = 13 * 8 + 5;

/** Returns a receiver of log messages after RFC 5424, by UDP, TCP or TLS (AUD-02). */
export function syslogDestination(url: URL, trusted?: string): HeadDestination {
  return {
    kind: 'syslog',
    place: `${url.protocol}//${url.host}`,
    send: (head, _services, signal) => deliver(url, syslogMessage(head), signal, trusted),
    async probe() {
      if (url.protocol === 'udp:') return 'UDP, which confirms nothing';
      await deliver(url, undefined, AbortSignal.timeout(reachMs), trusted);
      return 'takes the connection';
    },
  };
}

/** Returns a head as one message: searched by its structured data, compared by its line (`verify --head`). */
export function syslogMessage({ number, anchor, sealedAt, installation }: SentHead): string {
  const host = os.hostname().replaceAll(/[^\x21-\x7e]/g, '') || '-';
  // 32473 is the number for examples and private use (RFC 5612).
  const data = `[head@32473 ${param('installation', installation)} ${param('number', String(number))} ${param('head', anchor.head)} ${param('key', anchor.keyId)}]`;
  const line = headLine(number, anchor.head);
  return `<${priority}>1 ${sealedAt.toISOString()} ${host} traintrail ${process.pid} head ${data} audit trail sealed ${line}`;
}

/** Returns a parameter of structured data: its value cannot end it, or the message. */
const param = (name: string, value: string): string =>
  `${name}="${value.replaceAll(/["\\\]]/g, '\\$&').replaceAll(/[^\x20-\x7e]/g, '?')}"`;

const hostOf = (url: URL): string => url.hostname.replaceAll(/^\[|\]$/g, '');

/** Delivers a message, or only connects; a stream is closed by us and waited for, so that its bytes have left. */
async function deliver(
  url: URL,
  message: string | undefined,
  signal: AbortSignal,
  ca?: string,
): Promise<void> {
  signal.throwIfAborted();
  const [host, port] = [hostOf(url), Number(url.port)];
  if (url.protocol === 'udp:') return deliverByUdp(host, port, message ?? '', signal);
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const isTls = url.protocol === 'tls:';
  const socket = isTls
    ? tls.connect({ host, port, ...(ca !== undefined && { ca }) })
    : net.connect({ host, port });
  const cut = (): void => void socket.destroy(new Error(`${url.host} did not answer in time`));
  signal.addEventListener('abort', cut);
  socket
    .once('error', reject)
    // The receiver's data is not read, but its end of the connection must be.
    .on('data', () => undefined)
    .once('close', () => resolve(undefined))
    .once(isTls ? 'secureConnect' : 'connect', () => {
      // RFC 6587 and RFC 5425: each message is preceded by its length in bytes.
      socket.end(message === undefined ? '' : `${Buffer.byteLength(message)} ${message}`);
    });
  try {
    await promise;
  } finally {
    signal.removeEventListener('abort', cut);
    socket.destroy();
  }
}

async function deliverByUdp(host: string, port: number, message: string, signal: AbortSignal): Promise<void> {
  const socket = dgram.createSocket({ type: net.isIPv6(host) ? 'udp6' : 'udp4', signal });
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  socket.once('error', reject);
  socket.send(message, port, host, (error) => (error ? reject(error) : resolve(undefined)));
  try {
    await promise;
  } finally {
    socket.close();
  }
}
