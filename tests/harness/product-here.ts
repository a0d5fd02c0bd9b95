import { vi } from 'vitest';
import { main } from '#server/main.ts';
import { plainEnvironment, type Ended } from './product.ts';

/** The standard output and the environment are those of one command at a time. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a command in this process: a process of its own takes more than a second to start. Where the process itself matters (its
 * start, signals, a kill, the first use of a command in a test of the whole), use runProduct.
 */
export function runHere(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> {
  const next = last.then(() => runAlone(args, env));
  last = next.catch(() => undefined);
  return next;
}

async function runAlone(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> {
  const own = process.env;
  const said = { stdout: '', stderr: '' };
  const streams = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      said[name] += typeof text === 'string' ? text : Buffer.from(text).toString('utf8');
      return true;
    }),
  );
  const given = Object.entries({ ...plainEnvironment, ...env }).filter(([, value]) => value !== undefined);
  process.env = Object.fromEntries(given);
  try {
    return { code: await main(args), ...said };
  } finally {
    process.env = own;
    for (const stream of streams) stream.mockRestore();
  }
}
