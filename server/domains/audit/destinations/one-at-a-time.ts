/** Places at which an attempt of this process still waits. */
const waiting = new Set<string>();

/**
 * Does work that cannot be interrupted, such as writing to a folder of another machine that is unreachable. At the signal it is abandoned,
 * and no further attempt starts while it still runs. Otherwise each attempt would hold a thread, until none is left for the rest of the
 * process.
 */
export async function oneAtATime(
  place: string,
  signal: AbortSignal,
  work: () => Promise<void>,
): Promise<void> {
  signal.throwIfAborted();
  if (waiting.has(place)) throw new Error(`${place} has not answered since an earlier attempt`);
  waiting.add(place);
  const { promise: cut, reject } = Promise.withResolvers<never>();
  const leave = (): void => reject(new Error(`${place} did not answer in time`, { cause: signal.reason }));
  signal.addEventListener('abort', leave);
  const done = work().finally(() => waiting.delete(place));
  // The result no longer matters once the work was abandoned.
  done.catch(() => undefined);
  try {
    await Promise.race([done, cut]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
