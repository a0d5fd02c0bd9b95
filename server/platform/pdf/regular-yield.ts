import { setImmediate as breathe } from 'node:timers/promises';

/** The time for which pages are laid out without a pause, in milliseconds. */
const stretch = 10;

/**
 * Returns a function for code that lays out pages on the thread that serves everybody. If it is awaited after each row, other
 * requests run whenever the last pause was more than {@link stretch} ago (F20). A batch has a thousand rows.
 */
export function regularYield(): () => Promise<void> {
  let since = performance.now();
  const none = Promise.resolve();
  const give = async (): Promise<void> => {
    await breathe();
    since = performance.now();
  };
  return () => (performance.now() - since < stretch ? none : give());
}
