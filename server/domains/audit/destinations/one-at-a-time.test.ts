import { expect, test } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

test('[AUD-02] a place that hangs is left behind at the signal, and takes up one thread at most', async () => {
  const attempt = new AbortController();
  const hanging = Promise.withResolvers<void>();
  let begun = 0;
  const work = (): Promise<void> => {
    begun += 1;
    return hanging.promise;
  };
  const first = oneAtATime('/srv/heads', attempt.signal, work);
  attempt.abort();
  await expect(first).rejects.toThrow('/srv/heads did not answer in time');
  const { signal } = new AbortController();
  await expect(oneAtATime('/srv/heads', signal, work)).rejects.toThrow('has not answered since');
  await oneAtATime('/srv/other', signal, async () => undefined);
  expect(begun).toBe(1);
  hanging.reject(new Error('the machine is back, and knows nothing of it'));
  await hanging.promise.catch(() => undefined);
  await oneAtATime('/srv/heads', signal, async () => undefined);
});
