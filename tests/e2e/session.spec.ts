import { expect, test, toastOf } from './fixtures.ts';
import { checkLooks } from './looks.ts';

test('[AUTH-12] [SHELL-12] a 401 of any call: Unauthorized, then /api/login', async ({
  page,
  context,
  signIn,
  guard,
}) => {
  guard.allow(401, '/api/session/activity');
  guard.allow(401, '/api/users/profile');
  await page.clock.install();
  await signIn('learner', '/profile');
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  await context.clearCookies();
  // Real input a minute later is the next call; the clock stands, so that the toast can be read.
  await page.clock.pauseAt(Date.now() + 61_000);
  await page.keyboard.press('Tab');
  await page.clock.runFor(10);
  await expect(toastOf(page)).toContainText('Unauthorized');
  await expect(toastOf(page)).toContainText('You are logged out. Logging in again...');
  const login = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/login');
  await page.clock.runFor(500);
  await login;
  await page.clock.resume();
  await expect(page.getByRole('dialog', { name: 'Sign in to TrainTrail' })).toBeVisible();
});

test('[AUTH-05] two minutes before the end a warning offers to stay', async ({ page, signIn }) => {
  await page.clock.install();
  await signIn('learner', '/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  const warning = page.getByRole('dialog', { name: 'Are you still there?' });
  await page.clock.runFor(57 * 60_000);
  await expect(warning).toHaveCount(0);
  // The middle of its first minute: a slow machine tells the first input up to half a minute late.
  await page.clock.runFor(90_000);
  await expect(warning).toBeVisible();
  await expect(warning.getByRole('timer')).toHaveText(/^1:\d\d$/);
  await page.clock.resume();
  await checkLooks(page, 'session-warning');
  const told = page.waitForRequest((request) => request.url().endsWith('/api/session/activity'));
  await warning.getByRole('button', { name: 'Stay' }).click();
  await told;
});

test('[AUTH-05] real input is told at most once a minute, resting not at all', async ({ page, signIn }) => {
  await page.clock.install();
  await signIn('learner', '/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  const told: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/session/activity')) told.push(request.method());
  });
  await page.clock.runFor(10 * 60_000);
  expect(told).toEqual([]);
  await page.clock.pauseAt(Date.now() + 11 * 60_000);
  for (let at = 0; at < 5; at += 1) {
    await page.keyboard.press('Shift');
    await page.clock.runFor(20_000);
  }
  await expect.poll(() => told.length).toBe(2);
});
