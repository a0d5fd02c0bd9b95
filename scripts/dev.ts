import { spawn } from 'node:child_process';
import net from 'node:net';
import path from 'node:path';
import { createServer } from 'vite';
import { finishWith } from './finish-with.ts';

const root = path.resolve(import.meta.dirname, '..');

async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  if (address === null || typeof address === 'string') throw new Error('no free port on 127.0.0.1');
  return address.port;
}

/**
 * Runs `npm run dev`: Vite serves the page with reload on PORT and passes /api to the server, which restarts automatically
 * when one of its files changes. Demo data and the embedded database as with `npm start`.
 */
export async function dev(): Promise<void> {
  const port = Number(process.env.PORT ?? 3000);
  const apiPort = await freePort();
  const page = await createServer({
    root,
    clearScreen: false,
    server: {
      host: '127.0.0.1',
      port,
      strictPort: true,
      proxy: Object.fromEntries(
        ['/api', '/scim'].map((path) => [path, { target: `http://127.0.0.1:${apiPort}`, xfwd: true }]),
      ),
    },
  });
  await page.listen();
  const api = spawn(
    process.execPath,
    ['--watch', '--watch-preserve-output', path.join(root, 'scripts/traintrail.mjs'), 'serve', '--no-page'],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        DEMO: '1',
        LOG_LEVEL: 'info',
        ...process.env,
        PORT: String(apiPort),
        PUBLIC_URL: `http://127.0.0.1:${port}`,
      },
    },
  );
  process.stdout.write(`The page with reload: http://127.0.0.1:${port}\n`);
  const stop = (): void => void api.kill();
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  const code = await new Promise<number>((resolve) =>
    api.once('close', (exitCode) => resolve(exitCode ?? 0)),
  );
  await page.close();
  finishWith(code);
}
