import { defineConfig } from '@playwright/test';

/** The headless browser that comes as a package (no download of its own); CHROMIUM names another one. */
async function chromium(): Promise<string> {
  const { CHROMIUM: chosen } = process.env;
  if (chosen) return chosen;
  // Makes the package unpack its own libraries, should the machine lack them.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs24.x';
  const { default: sparticuz } = await import('@sparticuz/chromium');
  return sparticuz.executablePath();
}

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results/browser',
  globalSetup: './global-setup.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: '../../test-results/browser.json' }]],
  use: {
    viewport: { width: 1440, height: 900 },
    // What does not come within this does not come.
    actionTimeout: 30_000,
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    // What slides or fades in is seen at rest; a test of movement itself asks for it.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of every step costs a third of the run: TRACE=1 makes one of what fails.
    trace: process.env.TRACE === '1' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: await chromium(),
      // Not the package's own flags: they switch web security off.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
