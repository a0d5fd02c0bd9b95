import { defineConfig } from 'vitest/config';

/** The tests of the rules alone, as `npm run mutants` runs them against each planted fault. */
export default defineConfig({
  test: {
    environment: 'node',
    testTimeout: 60_000,
    include: ['shared/**/*.test.ts', 'tests/models/**/*.test.ts'],
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
});
