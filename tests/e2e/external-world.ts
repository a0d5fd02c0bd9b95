import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ProviderPerson } from '../harness/openid-provider.ts';

/** Where the second server and its provider are. */
export interface ExternalFacts {
  readonly url: string;
  readonly issuer: string;
}

/** The second server and its provider, running. */
export interface ExternalWorld extends ExternalFacts {
  /** Lets somebody sign in at the provider. */
  readonly know: (person: ProviderPerson) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts both in a process of their own: the server is the product's, not part of the test. */
export async function startExternalWorld(): Promise<ExternalWorld> {
  const child = fork(join(import.meta.dirname, 'serve-external.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [],
  });
  const ended = once(child, 'exit');
  const message = async (): Promise<unknown> => {
    const first = await Promise.race([once(child, 'message'), ended.then(() => null)]);
    if (first === null) throw new Error('The second server ended');
    return (first as unknown[])[0];
  };
  const facts = (await message()) as ExternalFacts;
  return {
    ...facts,
    know: async (person) => {
      const known = message();
      child.send(person);
      await known;
    },
    stop: async () => {
      child.disconnect();
      await ended;
    },
  };
}
