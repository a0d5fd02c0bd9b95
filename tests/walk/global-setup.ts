import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { factsVariable } from './facts.ts';

/** Starts the servers of the walk and answers how to stop them; servers that run already ({@link factsVariable}) are used as they are. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (process.env[factsVariable] !== undefined) return async () => undefined;
  const child = fork(join(import.meta.dirname, 'serve.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [],
  });
  const ended = once(child, 'exit');
  const first = await Promise.race([once(child, 'message'), ended.then(() => null)]);
  if (first === null) throw new Error('The servers of the walk ended before they were ready');
  process.env[factsVariable] = JSON.stringify((first as unknown[])[0]);
  return async () => {
    child.kill('SIGTERM');
    await ended;
  };
}
