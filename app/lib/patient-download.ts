/** How long a file is waited for before it is prepared in the background, in milliseconds (RPT-03). */
export const patience = 10_000;

/**
 * Downloads a file, and asks for it in the background when that takes too long (RPT-03). The download ends only once the background
 * has taken it over, so that nothing that was begun is lost; it goes on where the background refuses. Answers which of the two it
 * came to.
 */
export async function downloadOrAsk<Asked>({
  download,
  ask,
  cancel,
}: {
  readonly download: (signal: AbortSignal) => Promise<void>;
  readonly ask: () => Promise<Asked>;
  /** Takes the request back: the file came while it was made. */
  readonly cancel: (asked: Asked) => Promise<unknown>;
}): Promise<'saved' | 'asked'> {
  const ended = new AbortController();
  let arrived = false;
  const file = download(ended.signal).then(() => {
    arrived = true;
    return 'saved' as const;
  });
  // Told where it is awaited; until then a failure is nobody's.
  file.catch(() => undefined);
  const { promise: late, resolve: tell } = Promise.withResolvers<'late'>();
  const timer = setTimeout(() => tell('late'), patience);
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
