import { AppError } from '#shared/contract/errors.ts';

/** Does work when a place is free; with `longestDirectWait`, in milliseconds, it waits no longer for one. */
export type Limited = <T>(work: () => Promise<T>, longestDirectWait?: number) => Promise<T>;

/**
 * Runs work with at most `running` at a time; more than `waiting` in the queue is refused with TOO_MANY_ATTEMPTS, and work
 * that waits longer than its limit with TIMEOUT.
 */
export function limitConcurrency(running: number, waiting: number): Limited {
  const queue: (() => void)[] = [];
  let active = 0;
  return async (work, longestDirectWait) => {
    if (active >= running) {
      if (queue.length >= waiting) throw new AppError('TOO_MANY_ATTEMPTS', { extra: { retryAfter: 5 } });
      // The caller that leaves passes its place on, so `active` does not change.
      await placeIn(queue, longestDirectWait);
    } else {
      active += 1;
    }
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else active -= 1;
    }
  };
}

/** Waits at the end of a queue; who leaves it before their turn is handed no place. */
function placeIn(queue: (() => void)[], longestDirectWait: number | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const enter = () => {
      clearTimeout(timer);
      resolve();
    };
    const leave = () => {
      queue.splice(queue.indexOf(enter), 1);
      reject(new AppError('TIMEOUT'));
    };
    const timer = longestDirectWait === undefined ? undefined : setTimeout(leave, longestDirectWait);
    queue.push(enter);
  });
}
