import { setTimeout as delay } from 'node:timers/promises';

/** How long `until` waits and how often it looks, in milliseconds. */
export interface PollOptions {
  readonly timeout?: number;
  readonly interval?: number;
}

/**
 * Looks until the condition holds and gives what it found; fails with the description when the time is over. The way
 * to wait in tests, instead of sleeping.
 */
export async function until<T>(
  description: string,
  look: () => Promise<T> | T,
  { timeout = 15_000, interval = 20 }: PollOptions = {},
): Promise<NonNullable<T>> {
  const deadline = Date.now() + timeout;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== null && found !== false) return found;
    if (Date.now() > deadline) throw new Error(`waited ${timeout} ms in vain: ${description}`);
    await delay(interval);
  }
}
