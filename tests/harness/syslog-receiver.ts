/** A receiver of syslog messages on this machine. */
import { execFileSync } from 'node:child_process';
import dgram from 'node:dgram';
import fs from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import tls from 'node:tls';
import { temporaryFolder } from './processes.ts';

/** What it received, each message as its sender framed it. */
export interface SyslogReceiver {
  readonly url: URL;
  readonly received: string[];
  /** By TLS: the certificate by which it is believed. */
  readonly certificate?: string;
  readonly close: () => Promise<void>;
}

/** Starts one by UDP, TCP or TLS. */
export async function startSyslogReceiver(protocol: 'udp' | 'tcp' | 'tls'): Promise<SyslogReceiver> {
  const received: string[] = [];
  const urlOf = (port: number): URL => new URL(`${protocol}://localhost:${port}`);
  if (protocol === 'udp') {
    const socket = dgram.createSocket('udp4').on('message', (message) => received.push(message.toString()));
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    const close = () => new Promise<void>((resolve) => socket.close(() => resolve()));
    return { url: new URL(`udp://127.0.0.1:${socket.address().port}`), received, close };
  }
  const collect = (socket: net.Socket): void => {
    let text = '';
    socket
      .on('data', (piece) => (text += piece.toString()))
      .on('error', () => undefined)
      .on('end', () => {
        if (text !== '') received.push(text);
        socket.end();
      });
  };
  const identity = protocol === 'tls' ? makeIdentity() : undefined;
  const server = identity ? tls.createServer(identity, collect) : net.createServer(collect);
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    url: urlOf((server.address() as AddressInfo).port),
    received,
    ...(identity && { certificate: identity.cert }),
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}

function makeIdentity(): { readonly key: string; readonly cert: string } {
  const { dir, remove } = temporaryFolder();
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', 'key'];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      ...key,
      '-out',
      'cert',
      '-days',
      '2',
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=DNS:localhost',
    ],
    { cwd: dir, stdio: 'ignore' },
  );
  const read = (name: string): string => fs.readFileSync(path.join(dir, name), 'utf8');
  const identity = { key: read('key'), cert: read('cert') };
  remove();
  return identity;
}
