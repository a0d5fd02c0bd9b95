/** What of a product's memory is in use: garbage that nobody has collected yet is left out (PERF-01). */
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '#tests/harness/poll.ts';
import type { RunningServer } from '#tests/harness/product.ts';
import type { Also } from './bench.ts';

/** Looks into a running product. */
interface LiveMemory {
  /** The most MB in use after full collections while some work is done; the work is slowed down by them. */
  readonly most: (work: () => Promise<unknown>) => Promise<number>;
  readonly close: () => void;
}

/** Bytes in use; the collections before it leave nothing else. */
const inUse = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())';

/** How long the work goes on between two looks, in milliseconds. */
const pause = 100;

interface Answer {
  readonly id: number;
  readonly error?: { readonly message: string };
  readonly result?: { readonly result?: { readonly value?: unknown } };
}

/** Opens the inspector of a product that was started with `--inspect-port=0`, which a signal does. */
async function openLiveMemory(product: RunningServer): Promise<LiveMemory> {
  process.kill(product.pid, 'SIGUSR1');
  const url = await until(
    'the inspector is open',
    () => /Debugger listening on (ws:\S+)/.exec(product.stderr())?.[1],
  );
  const socket = new WebSocket(url);
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve());
    socket.addEventListener('error', () => reject(new Error('the inspector does not answer')));
  });
  let calls = 0;
  const call = async (method: string, params: object = {}): Promise<unknown> => {
    calls += 1;
    const id = calls;
    const answer = await new Promise<Answer>((resolve) => {
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result?.result?.value;
  };
  const now = async (): Promise<number> => {
    await call('HeapProfiler.collectGarbage');
    return Number(await call('Runtime.evaluate', { expression: inUse })) / 1e6;
  };
  return {
    most: async (work) => {
      let done = false;
      const ended = work().finally(() => (done = true));
      let most = 0;
      do {
        most = Math.max(most, await now());
        await Promise.race([sleep(pause), ended]);
      } while (!done);
      await ended;
      return most;
    },
    close: () => socket.close(),
  };
}

/** What a long answer may have in use above a short one. */
const limit = 24;

/** How much more a product has in use while it does the large work than while it does the small one (PERF-01). */
export async function liveAbove(
  product: RunningServer,
  what: string,
  large: () => Promise<unknown>,
  small: () => Promise<unknown>,
): Promise<Also> {
  const live = await openLiveMemory(product);
  try {
    const least = await live.most(small);
    return { what, value: (await live.most(large)) - least, limit, unit: 'MB' };
  } finally {
    live.close();
  }
}
