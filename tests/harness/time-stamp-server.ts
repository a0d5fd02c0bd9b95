/** A time-stamp server after RFC 3161 on this machine: OpenSSL behind HTTP, with certificates of its own. */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { temporaryFolder } from './processes.ts';

const run = promisify(execFile);

/** The server, and how it misbehaves. */
export interface TimeStampServer {
  readonly url: URL;
  /** The root certificate, as an operator gets it: PEM. */
  readonly root: string;
  /** What it answers instead: an error, or its last answer again. */
  misbehave(how: 'refuse' | 'repeat' | null): void;
  readonly close: () => Promise<void>;
}

const config = `
[tsa]
default_tsa = stamps
[stamps]
serial = ./serial
signer_cert = ./signer.pem
certs = ./root.pem
signer_key = ./signer.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ess_cert_id_chain = no
ess_cert_id_alg = sha256
`;

/** Starts a server with a root certificate of its own, and one for time stamps below it. */
export async function startTimeStampServer(): Promise<TimeStampServer> {
  const { dir, remove } = temporaryFolder();
  const openssl = (...words: string[]) => run('openssl', words, { cwd: dir });
  fs.writeFileSync(path.join(dir, 'ts.cnf'), config);
  fs.writeFileSync(path.join(dir, 'serial'), '01\n');
  fs.writeFileSync(
    path.join(dir, 'extensions'),
    'extendedKeyUsage = critical, timeStamping\nkeyUsage = critical, digitalSignature\n',
  );
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  await openssl(
    'req',
    '-x509',
    ...key,
    '-keyout',
    'root.key',
    '-out',
    'root.pem',
    '-days',
    '2',
    '-subj',
    '/CN=Root of tests',
  );
  await openssl('req', ...key, '-keyout', 'signer.key', '-out', 'signer.csr', '-subj', '/CN=Stamps of tests');
  const authority = ['-CA', 'root.pem', '-CAkey', 'root.key', '-CAcreateserial'];
  const signer = ['-in', 'signer.csr', '-out', 'signer.pem', '-days', '2', '-extfile', 'extensions'];
  await openssl('x509', '-req', ...signer, ...authority);
  let how: 'refuse' | 'repeat' | null = null;
  let last = Buffer.alloc(0);
  let count = 0;
  const server = http.createServer((request, response) => {
    const answer = async (): Promise<Buffer> => {
      const query = await buffer(request);
      if (how === 'repeat') return last;
      const name = `${(count += 1)}`;
      fs.writeFileSync(path.join(dir, `${name}.tsq`), query);
      await openssl('ts', '-reply', '-config', 'ts.cnf', '-queryfile', `${name}.tsq`, '-out', `${name}.tsr`);
      last = fs.readFileSync(path.join(dir, `${name}.tsr`));
      return last;
    };
    if (how === 'refuse') return void response.writeHead(503).end();
    answer().then(
      (body) => response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(body),
      (error: unknown) => response.destroy(error as Error),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/stamp`),
    root: fs.readFileSync(path.join(dir, 'root.pem'), 'utf8'),
    misbehave: (next) => {
      how = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      remove();
    },
  };
}
