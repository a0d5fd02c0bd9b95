import { defineConfig } from '@playwright/test';
import { chromiumArgs, chromiumPath } from './chromium.ts';

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
      executablePath: await chromiumPath(),
      // A page of a test is gone before V8's optimized code pays for itself; what measures the product keeps it.
      args: [...chromiumArgs, '--js-flags=--no-opt,--no-maglev'],
    },
  },
});
