import { pushContract } from '#shared/contract/push.ts';
import { call } from '#app/lib/client.ts';

/** Returns whether push services can notify this browser at all. */
export const canSubscribe = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window;

/**
 * Subscribes this browser to the person's notifications (NOT-03), if the browser allows it: registers the worker that shows
 * messages, subscribes with the key of this installation, and informs the server. A repeated call changes nothing; throws if it is
 * not possible.
 */
export async function subscribeBrowser(): Promise<void> {
  const [registration, { publicKey }] = await Promise.all([
    navigator.serviceWorker
      .register('/push-worker.js', { updateViaCache: 'none' })
      .then(() => navigator.serviceWorker.ready),
    call(pushContract.key),
  ]);
  const { endpoint, keys } = (await subscriptionWith(registration.pushManager, publicKey)).toJSON();
  const { p256dh, auth } = keys ?? {};
  if (endpoint === undefined || p256dh === undefined || auth === undefined) {
    throw new Error('the browser told no address for messages');
  }
  await call(pushContract.subscribe, { body: { endpoint, keys: { p256dh, auth } } });
}

/** Does the same without a request of the person and returns whether it worked; if it did not, the settings show it. */
export async function renewSubscription(): Promise<boolean> {
  try {
    await subscribeBrowser();
    return true;
  } catch {
    return false;
  }
}

/** Returns the subscription for a key; a subscription for an earlier key of the installation is dropped. */
async function subscriptionWith(manager: PushManager, publicKey: string): Promise<PushSubscription> {
  const held = await manager.getSubscription();
  if (held) {
    const key = held.options.applicationServerKey;
    if (key !== null && base64url(key) === publicKey) return held;
    await held.unsubscribe();
  }
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

function base64url(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
