/** The longest wait for a file before it is prepared in the background, in milliseconds (RPT-03). */
export const longestDirectWait = 10_000;

/**
 * Downloads a file, and requests it in the background if that takes too long (RPT-03). The download ends only after the background
 * has accepted the request, so that no started download is lost; it continues if the background refuses. Returns which of the two
 * happened.
 */
export async function downloadOrPrepare<Asked>({
  download,
  ask,
  cancel,
}: {
  readonly download: (signal: AbortSignal) => Promise<void>;
  readonly ask: () => Promise<Asked>;
  /** Cancels the request if the file arrived while the request was being sent. */
  readonly cancel: (asked: Asked) => Promise<unknown>;
}): Promise<'saved' | 'asked'> {
  const ended = new AbortController();
  let arrived = false;
  const file = download(ended.signal).then(() => {
    arrived = true;
    return 'saved' as const;
  });
  // Reported where it is awaited; until then a failure is ignored.
  file.catch(() => undefined);
  const { promise: late, resolve: tell } = Promise.withResolvers<'late'>();
  const timer = setTimeout(() => tell('late'), longestDirectWait);
  try {
    if ((await Promise.race([file, late])) === 'saved') return 'saved';
    const asked = await ask().catch(() => null);
    if (asked === null) return await file;
    if (arrived) {
      await cancel(asked).catch(() => undefined);
      return 'saved';
    }
    ended.abort();
    return 'asked';
  } finally {
    clearTimeout(timer);
  }
}
