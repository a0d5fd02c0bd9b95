import { expect, test } from './fixtures.ts';
import { checkLooks, expectNothingCut } from './looks.ts';
import { expectCatalogueOnly, usePseudoLanguage } from './pseudo.ts';

test('[AUTH-01] signed out, / goes to /landing and every protected path shows the landing page', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page).toHaveURL('/landing');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const path of [
    '/employee',
    '/admin',
    '/training-modules',
    '/hr-org/some',
    '/training-module/1',
    '/profile',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('button', { name: 'Get Started' })).toBeVisible();
    await expect(page).toHaveURL(path);
  }
});

test('[SHELL-01] header, hero, four feature cards and the current organizations', async ({
  page,
  request,
}) => {
  await page.goto('/landing');
  await expect(page).toHaveTitle(/TrainTrail$/);
  const features = page.getByRole('region', { name: 'Everything a training record needs' });
  await expect(features.getByRole('heading', { level: 3 })).toHaveText([
    'Multi-Company Support',
    'Training Modules',
    'Compliance Tracking',
    'Analytics & Reports',
  ]);
  const { organizations } = (await (await request.get('/api/landing')).json()) as {
    organizations: { name: string }[];
  };
  expect(organizations).toHaveLength(3);
  const region = page.getByRole('region', { name: 'Organizations on TrainTrail' });
  await expect(region.getByRole('heading', { level: 3 })).toHaveText(organizations.map(({ name }) => name));
  for (const name of ['Sign In', 'Get Started']) {
    await page.getByRole('button', { name }).click();
    await expect(page.getByRole('dialog', { name: 'Sign in to TrainTrail' })).toBeVisible();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

test('[SHELL-01] without organizations to name the section is left out', async ({ page }) => {
  await page.route('/api/landing', (route) =>
    route.fulfill({ json: { organizations: [], externalSignIn: false } }),
  );
  await page.goto('/landing');
  await expect(page.getByRole('region', { name: 'Everything a training record needs' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Organizations on TrainTrail' })).toHaveCount(0);
});

test('[SHELL-01] the background video is muted, loops, can be paused, and rests for reduced motion', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/landing');
  const video = page.locator('video');
  await expect(video).toHaveJSProperty('muted', true);
  await expect(video).toHaveJSProperty('loop', true);
  await expect(video).toHaveJSProperty('paused', false);
  await page.getByRole('button', { name: 'Pause the background video' }).click();
  await expect(video).toHaveJSProperty('paused', true);
  await page.getByRole('button', { name: 'Play the background video' }).click();
  await expect(video).toHaveJSProperty('paused', false);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Play the background video' })).toBeVisible();
  await expect(video).toHaveJSProperty('paused', true);
});

test('[PERF-03] the sign-in page is there after 15 requests and 300 kB; the video is fetched when it can be used', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/landing?signin=1');
  await expect(page.getByRole('dialog', { name: 'Sign in to TrainTrail' })).toBeVisible();
  const fetched = () =>
    page.evaluate(() =>
      [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map(
        (entry) => {
          const { name, startTime, encodedBodySize } = entry as PerformanceResourceTiming;
          return { path: new URL(name).pathname, startTime, size: encodedBodySize };
        },
      ),
    );
  const isVideo = ({ path }: { readonly path: string }) => /[.](?:webm|mp4)$/.test(path);
  await expect.poll(async () => (await fetched()).some(isVideo)).toBe(true);
  const all = await fetched();
  const video = Math.min(...all.filter(isVideo).map(({ startTime }) => startTime));
  const before = all.filter(({ startTime }) => startTime < video);
  const said = before.map(({ path, size }) => `${path} ${String(size)}`).join('\n');
  expect(before.length, said).toBeLessThanOrEqual(15);
  const size = before.reduce((sum, one) => sum + one.size, 0);
  expect(size, said).toBeGreaterThan(100_000);
  expect(size, said).toBeLessThan(300_000);
  // The dialog itself is among them: the video waited for it.
  expect(said).toContain('SignInDialog');
});

test('[PERF-03] the video is not fetched for who saves data, until it is asked for', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
  const videos: string[] = [];
  page.on('request', (request) => {
    if (/[.](?:webm|mp4)$/.test(request.url())) videos.push(request.url());
  });
  await page.goto('/landing', { waitUntil: 'networkidle' });
  expect(videos).toEqual([]);
  await page.getByRole('button', { name: 'Play the background video' }).click();
  await expect(page.locator('video')).toHaveJSProperty('paused', false);
  expect(videos.length).toBeGreaterThan(0);
});

test('[SHELL-02] 404 page with the way home', async ({ page }) => {
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  await checkLooks(page, 'not-found');
  await page.getByRole('link', { name: 'Go Home' }).click();
  await expect(page).toHaveURL('/landing');
});

test('[SHELL-09] the language takes effect at once and stays, dates of the browser do not matter', async ({
  page,
}) => {
  await page.goto('/landing');
  await page.getByLabel('Language').selectOption('de');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Schulungen, die jeder Inspektion standhalten',
  );
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Anmelden' })).toBeVisible();
});

test('[SHELL-09] dark unless chosen otherwise, set before the first paint', async ({ page }) => {
  await page.goto('/landing', { waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.getByRole('button', { name: 'Use the light theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
});

test('[SHELL-10] looks and accessibility of the landing page', async ({ page }) => {
  await page.goto('/landing');
  await expect(page.getByRole('region', { name: 'Organizations on TrainTrail' })).toBeVisible();
  await checkLooks(page, 'landing');
});

test('[SHELL-10] looks and accessibility of the sign-in dialog with its errors', async ({ page }) => {
  await page.goto('/landing');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Password is required')).toBeVisible();
  await checkLooks(page, 'sign-in');
});

test('[SHELL-11] German at 360 px cuts nothing off', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('traintrail-language', 'de'));
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/landing');
  await expect(page.getByRole('region', { name: 'Organisationen auf TrainTrail' })).toBeVisible();
  await expectNothingCut(page, 'the landing page');
  await page.getByRole('button', { name: 'Jetzt starten' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Anmelden' }).click();
  await expect(page.getByText('Das Passwort fehlt')).toBeVisible();
  await expectNothingCut(page, 'the sign-in dialog');
});

test('[SHELL-09] no visible text of the landing page stands outside the catalogue', async ({
  page,
  request,
}) => {
  const { organizations } = (await (await request.get('/api/landing')).json()) as {
    organizations: { name: string; description: string }[];
  };
  const data = organizations.flatMap(({ name, description }) => [name, description]);
  await usePseudoLanguage(page);
  await page.goto('/landing');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/[åëïøü]/);
  await page.getByRole('button', { name: 'Gët Stårtëd' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectCatalogueOnly(
    page,
    data.map((text) => new RegExp(`^${RegExp.escape(text)}$`)),
  );
});
