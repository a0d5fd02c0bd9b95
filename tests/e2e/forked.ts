import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A program of this folder in a process of its own, which says by messages what it is. */
export interface Forked {
  /** The next message that it sends. */
  readonly message: () => Promise<unknown>;
  readonly send: (message: object) => void;
  /** Lets it go; it ends by itself then. */
  readonly stop: () => Promise<void>;
}

/** Starts a program of this folder: a server in a process of its own is the product's, not part of the test. */
export function startForked(program: string, args: readonly string[] = []): Forked {
  const child = fork(join(import.meta.dirname, program), [...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [],
  });
  const ended = once(child, 'exit');
  return {
    message: async () => {
      const first = await Promise.race([once(child, 'message'), ended.then(() => null)]);
      if (first === null) throw new Error(`${program} has ended`);
      return (first as unknown[])[0];
    },
    send: (message) => void child.send(message),
    stop: async () => {
      child.disconnect();
      await ended;
    },
  };
}
