/** Real proxies in front of a server, with the samples of `deploy` by which they send stored files themselves (PERF-03). */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { until } from './poll.ts';

/** The folder that the samples name. */
const sampleFolder = '/var/lib/traintrail/files';

/** A proxy that runs. */
export interface FileProxy {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** The proxies that are documented, by the name of their program. */
export type ProxyName = 'nginx' | 'caddy';

const programs = {
  nginx: '/usr/sbin/nginx',
  caddy: '/usr/bin/caddy',
} as const satisfies Record<ProxyName, string>;

/** Whether this machine has the proxy. */
export const hasProxy = (name: ProxyName): boolean => fs.existsSync(programs[name]);

/** The header of each. */
export const headerOf = { nginx: 'x-accel-redirect', caddy: 'x-sendfile' } as const;

const sample = (name: string, filesDir: string): string =>
  fs.readFileSync(path.resolve('deploy', name), 'utf8').replaceAll(sampleFolder, filesDir);

const configs: Record<
  ProxyName,
  (facts: Facts) => { readonly text: string; readonly args: readonly string[] }
> = {
  nginx: ({ dir, port, upstream, filesDir }) => {
    fs.writeFileSync(path.join(dir, 'stored-files.conf'), sample('stored-files.nginx.conf', filesDir));
    return {
      args: ['-p', dir, '-e', path.join(dir, 'error.log'), '-c', path.join(dir, 'config')],
      // The folders of a test are readable by its own user alone.
      text: `${process.getuid?.() === 0 ? 'user root;' : ''}
          daemon off; master_process on; worker_processes 1; pid ${dir}/pid; error_log ${dir}/error.log;
          events { worker_connections 256; }
          http {
            access_log off; gzip off; keepalive_requests 100000;
            client_body_temp_path ${dir}/body; proxy_temp_path ${dir}/proxy; fastcgi_temp_path ${dir}/fcgi;
            uwsgi_temp_path ${dir}/uwsgi; scgi_temp_path ${dir}/scgi;
            upstream traintrail { server ${upstream.host}; keepalive 32; }
            server {
              listen 127.0.0.1:${port};
              server_tokens off;
              client_max_body_size 0;
              proxy_http_version 1.1;
              proxy_set_header Connection "";
              proxy_set_header Host $host;
              proxy_set_header X-Forwarded-For $remote_addr;
              location / { proxy_pass http://traintrail; }
              location = /plain { alias ${dir}/plain; sendfile on; tcp_nopush on; }
              include ${dir}/stored-files.conf;
            }
          }`,
    };
  },
  caddy: ({ dir, port, upstream, filesDir }) => {
    fs.writeFileSync(path.join(dir, 'stored-files.caddy'), sample('stored-files.caddy', filesDir));
    return {
      args: ['run', '--adapter', 'caddyfile', '--config', path.join(dir, 'config')],
      text: `{
  admin off
}
http://127.0.0.1:${port} {
	bind 127.0.0.1
	reverse_proxy ${upstream.host} {
		import ${dir}/stored-files.caddy
	}
}
`,
    };
  },
};

interface Facts {
  readonly dir: string;
  readonly port: number;
  readonly upstream: URL;
  readonly filesDir: string;
}

/**
 * Starts a proxy in front of a server. Nginx also serves `plain`, a file of the disk, at `/plain`: the floor of a benchmark.
 */
export async function startFileProxy(
  name: ProxyName,
  upstream: string,
  filesDir: string,
  plain?: string,
): Promise<FileProxy> {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'traintrail-proxy-'));
  if (plain !== undefined) fs.copyFileSync(plain, path.join(dir, 'plain'));
  const port = await freePort();
  const { text, args } = configs[name]({ dir, port, upstream: new URL(upstream), filesDir });
  fs.writeFileSync(path.join(dir, 'config'), text);
  const child = spawn(programs[name], [...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH ?? '', HOME: dir, XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir },
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  await until(`${name} answers`, async () => {
    if (child.exitCode !== null) throw new Error(said);
    return canConnect(port);
  });
  return {
    url: `http://127.0.0.1:${String(port)}`,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      fs.rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const canConnect = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
