import { AppError } from '#shared/contract/errors.ts';

/** Runs work with at most `running` at a time; more than `waiting` in the queue is refused with TOO_MANY_ATTEMPTS. */
export function limitConcurrency(
  running: number,
  waiting: number,
): <T>(work: () => Promise<T>) => Promise<T> {
  const queue: (() => void)[] = [];
  let active = 0;
  return async (work) => {
    if (active >= running) {
      if (queue.length >= waiting) throw new AppError('TOO_MANY_ATTEMPTS', { extra: { retryAfter: 5 } });
      // The place is handed over by the one who leaves, so `active` stays as it is.
      await new Promise<void>((resolve) => queue.push(resolve));
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
