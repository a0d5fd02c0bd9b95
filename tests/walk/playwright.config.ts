import { defineConfig } from '@playwright/test';
import config from '../e2e/playwright.config.ts';

export default defineConfig({
  ...config,
  testDir: '.',
  globalSetup: './global-setup.ts',
  outputDir: '../../test-results/walk/failed',
  reporter: [['line']],
  // A screen with all its dialogs is one test.
  timeout: 20 * 60_000,
  globalTimeout: 0,
});
