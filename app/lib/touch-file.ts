/**
 * Requests a byte of a file that a viewer session shows: its pages count only in a session that fetched it (VIEW-03), and the browser may
 * still have its bytes from an earlier one. The first byte is not requested: a read from the start of the file adds an event to the
 * trail.
 */
export async function touchFile(url: string): Promise<void> {
  try {
    const answer = await fetch(url, { headers: { range: 'bytes=1-1' }, cache: 'no-store' });
    await answer.body?.cancel();
  } catch (error) {
    // Without a connection; the next report tries again.
    if (!(error instanceof TypeError)) throw error;
  }
}
