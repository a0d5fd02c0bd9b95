import { fork } from 'node:child_process';
import path from 'node:path';

/** A floor that runs as a server of its own, in a process of its own as the product does. */
export interface FloorServer {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Starts `floors/NAME` and waits until it says where it listens. */
export async function startFloor(name: string, env: Readonly<Record<string, string>>): Promise<FloorServer> {
  const child = fork(path.join(import.meta.dirname, 'floors', name), [], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { url: string }).url));
    child.once('error', reject);
    child.once('close', (code) => reject(new Error(`${name} ended with ${String(code)}`)));
  });
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
