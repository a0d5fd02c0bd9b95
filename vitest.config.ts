import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const timeouts = { testTimeout: 60_000, hookTimeout: 120_000 };
/**
 * Everything that needs the run's database: server, API, faults. The files of a worker share their modules, which takes a
 * third of the time away; what a test sets for the process it sets back.
 */
const withDatabase = {
  environment: 'node',
  globalSetup: 'tests/harness/global-setup.ts',
  pool: 'forks',
  isolate: false,
  ...timeouts,
} as const;

export default defineConfig({
  test: {
    maxWorkers: Math.max(2, Math.min(4, availableParallelism())),
    reporters: ['default'],
    passWithNoTests: false,
    projects: [
      {
        test: {
          name: 'rules',
          environment: 'node',
          pool: 'threads',
          isolate: false,
          include: ['shared/**/*.test.ts'],
          ...timeouts,
        },
      },
      {
        extends: './vite.config.ts',
        test: {
          name: 'page',
          environment: 'node',
          pool: 'threads',
          include: ['app/**/*.test.{ts,tsx}'],
          ...timeouts,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'scripts/**/*.test.ts', 'tests/**/*.test.ts'],
          exclude: ['**/*.{crash,long}.test.ts', 'tests/faults/**', 'tests/e2e/**', 'tests/bench/**'],
          ...withDatabase,
        },
      },
      {
        test: {
          name: 'faults',
          // And what takes seconds a test: whole processes, tampered databases, random histories.
          include: ['tests/faults/**/*.test.ts', '{server,scripts}/**/*.{crash,long}.test.ts'],
          ...withDatabase,
        },
      },
    ],
  },
});
