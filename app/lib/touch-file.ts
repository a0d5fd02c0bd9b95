/**
 * Requests a byte of a file that a viewer session shows: its pages count only in a session that fetched it (VIEW-03), and the browser may
 * still have its bytes from an earlier one. Not the first byte: a read of the file from its beginning is one more in the trail.
 */
export async function touchFile(url: string): Promise<void> {
  try {
    const answer = await fetch(url, { headers: { range: 'bytes=1-1' }, cache: 'no-store' });
    await answer.body?.cancel();
  } catch (error) {
    // Without a connection; the next report asks again.
    if (!(error instanceof TypeError)) throw error;
  }
}
