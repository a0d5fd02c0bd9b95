import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { ServerFacts } from './facts.ts';

/** How long building, migrating and filling may take, in milliseconds. */
const longestDirectWait = 600_000;

/** Starts one real server for the run (DESIGN rule 11) and answers how to stop it. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const child = fork(join(import.meta.dirname, 'serve.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [],
  });
  const facts = await new Promise<ServerFacts>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The server did not start in time')), longestDirectWait);
    child.once('message', (message) => {
      clearTimeout(timer);
      resolve(message as ServerFacts);
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`The server ended with ${code ?? 'a signal'} before it was ready`));
    });
  });
  process.env.TRAINTRAIL_E2E = JSON.stringify(facts);
  return () =>
    new Promise((resolve) => {
      if (child.exitCode !== null) {
        resolve();
        return;
      }
      child.once('exit', () => resolve());
      child.kill('SIGTERM');
    });
}
