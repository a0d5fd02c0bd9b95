import type { Page } from '@playwright/test';
import { expect, test } from './learner-fixtures.ts';
import { checkLooks } from './looks.ts';

const mine = 'https://push.services.org/browser-of-a-test';

/** Stands in for the push service of the browser's maker, which no test may depend on; the worker is the real one. */
async function withPushService(page: Page, works = true): Promise<void> {
  await page.addInitScript(
    ({ endpoint, reachable }) => {
      // A browser without a screen refuses whatever is granted to it.
      Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
      const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) };
      PushManager.prototype.getSubscription = async () => null;
      PushManager.prototype.subscribe = async (options) => {
        if (!reachable) throw new DOMException('no service', 'AbortError');
        (window as { pushOptions?: unknown }).pushOptions = options;
        return { endpoint, options, toJSON: () => ({ endpoint, keys }) } as unknown as PushSubscription;
      };
    },
    { endpoint: mine, reachable: works },
  );
}

test('[NOT-03] a learner allows messages in the settings, the worker is there, and the server learns of the browser', async ({
  page,
  world,
  signIn,
}) => {
  await withPushService(page);
  const told = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/push/subscriptions'),
  );
  const learner = await world.learner();
  await signIn(learner, '/settings');
  expect((await told).postDataJSON()).toMatchObject({ endpoint: mine });
  await expect(page.getByText('This browser shows your notifications')).toBeVisible();
  await checkLooks(page, 'push-settings');
  const client = await world.clientOf(learner);
  const { publicKey } = (await client.get<{ publicKey: string }>('/api/push/key')).body;
  const options = await page.evaluate(() => (window as { pushOptions?: unknown }).pushOptions);
  expect(options).toEqual({ userVisibleOnly: true, applicationServerKey: publicKey });
  // The real worker, from the root of the site and under its security policy; a test of its own hands it messages.
  const worker = await page.evaluate(async () => {
    const { active, scope } = await navigator.serviceWorker.ready;
    return [active?.scriptURL, scope].map((address) => new URL(address ?? '').pathname);
  });
  expect(worker).toEqual(['/push-worker.js', '/']);
  // Switched off, no browser of the person is told any more.
  await page.getByRole('switch', { name: 'Browser notifications' }).press('Space');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByText('Settings Updated')).toBeVisible();
  await expect
    .poll(async () => (await client.del('/api/push/subscriptions', { endpoint: mine })).status)
    .toBe(404);
});

test('[NOT-03] [SHELL-07] a message service that cannot be reached is told, with Retry', async ({
  page,
  world,
  signIn,
}) => {
  await withPushService(page, false);
  await signIn(await world.learner(), '/settings');
  await expect(page.getByText('its message service cannot be reached')).toBeVisible();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('its message service cannot be reached')).toBeVisible();
});
