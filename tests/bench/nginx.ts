import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { until } from '#tests/harness/poll.ts';
import { temporaryFolder } from '#tests/harness/processes.ts';
import type { FloorServer } from './floor-process.ts';

/** Where Debian has it, which is not in everybody's path, and where others do. */
const program = ['/usr/sbin/nginx', 'nginx'].find((name) => spawnSync(name, ['-v']).status === 0);

/** Whether the floor of files can run here. */
export const hasNginx = program !== undefined;

/** What a file is asked for by, and where it lies. */
export interface ServedFile {
  readonly path: string;
  readonly stored: string;
}

/** The configuration: as Debian has it, with sendfile, a worker for each processor, and no log of every request. */
const configuration = (folder: string, port: number, files: readonly ServedFile[]): string => `
daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes auto;
pid ${folder}/pid;
error_log stderr error;
events { worker_connections 768; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  default_type application/octet-stream;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  server {
    listen 127.0.0.1:${String(port)};
    ${files.map(({ path: url, stored }) => `location = "${url}" { alias "${stored}"; }`).join('\n    ')}
  }
}
`;

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts nginx with these files and waits until it answers: the floor of whatever sends files (PERF-03). */
export async function startNginx(files: readonly ServedFile[]): Promise<FloorServer> {
  if (program === undefined) throw new Error('nginx is not installed');
  const folder = temporaryFolder();
  const port = await freePort();
  const file = path.join(folder.dir, 'nginx.conf');
  fs.writeFileSync(file, configuration(folder.dir, port, files));
  const child = spawn(program, ['-c', file, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'pipe'] });
  let problems = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (problems += text));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const url = `http://127.0.0.1:${String(port)}`;
  await until('nginx answers', async () => {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${problems}`);
    return fetch(url).then(
      () => true,
      () => false,
    );
  });
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      folder.remove();
    },
  };
}
