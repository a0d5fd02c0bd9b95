import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { makeFakeSoffice, type FakeSoffice } from '../harness/fake-soffice.ts';

/** The second server, which converts, and its stand-in for LibreOffice. */
export interface ConvertingWorld {
  readonly url: string;
  readonly soffice: FakeSoffice;
  readonly stop: () => Promise<void>;
}

/** Starts it in a process of its own: the server is the product's, not part of the test. */
export async function startConvertingWorld(): Promise<ConvertingWorld> {
  const soffice = makeFakeSoffice();
  const child = fork(join(import.meta.dirname, 'serve-converting.ts'), [soffice.path], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [],
  });
  const ended = once(child, 'exit');
  const first = await Promise.race([once(child, 'message'), ended.then(() => null)]);
  if (first === null) throw new Error('The converting server ended');
  const [{ url }] = first as [{ url: string }];
  return {
    url,
    soffice,
    stop: async () => {
      child.disconnect();
      await ended;
      soffice.remove();
    },
  };
}
