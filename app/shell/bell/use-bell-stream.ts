import { useEffect, useEffectEvent } from 'react';
import { notificationsContract } from '#shared/contract/notifications.ts';
import { urlOf } from '#app/lib/client.ts';

/** One name for the lock and the channel of all pages of this browser. */
const shared = 'traintrail-bell';

/** The pause before a broken stream is opened again, in milliseconds; polling continues in the meantime. */
const pause = 30_000;

/**
 * Calls back at once when the person's notifications have changed (NOT-01). One page of the browser holds the stream and notifies
 * the others, because browsers limit the number of connections to a server. Where the browser has no locks, changes arrive by
 * polling alone.
 */
export function useBellStream(onChange: () => void): void {
  const changed = useEffectEvent(onChange);
  useEffect(() => {
    if (!('locks' in navigator)) return undefined;
    const channel = new BroadcastChannel(shared);
    channel.addEventListener('message', () => changed());
    const leave = new AbortController();
    const hear = () => {
      changed();
      channel.postMessage('changed');
    };
    const holdStream = async () => {
      while (!leave.signal.aborted) {
        await listen(hear, leave.signal);
        await wait(pause, leave.signal);
      }
    };
    navigator.locks.request(shared, { signal: leave.signal }, holdStream).catch((error: unknown) => {
      // A page that is being left gives up its place in the queue.
      if (!leave.signal.aborted) throw error;
    });
    return () => {
      leave.abort();
      channel.close();
    };
  }, []);
}

/** Listens until the stream ends: with the session, with the server, or because the page is left. */
function listen(hear: () => void, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const source = new EventSource(urlOf(notificationsContract.stream));
    const end = () => {
      source.close();
      resolve();
    };
    source.addEventListener('changed', hear);
    // The browser's automatic retry would continue after the session has ended.
    source.addEventListener('error', end);
    signal.addEventListener('abort', end, { once: true });
  });
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
