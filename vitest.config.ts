import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { WaitingFirst } from './tests/harness/waiting-first.ts';

const maxWorkers = Math.max(2, Math.min(4, availableParallelism()));
/**
 * Every project says how many workers: one that does not has one on two processors, and runs after all others. The files of a
 * worker share their modules, which takes a third of the time away; what a test sets for the process it sets back.
 */
const shared = {
  environment: 'node',
  isolate: false,
  maxWorkers,
  testTimeout: 60_000,
  hookTimeout: 120_000,
} as const;
/** What Node.js runs as it stands, as in the product: nothing is rewritten on its way into a test. */
const native = { ...shared, experimental: { viteModuleRunner: false, nodeLoader: false } } as const;
/** Everything that needs the run's database: server, API, faults. */
const withDatabase = {
  ...native,
  globalSetup: 'tests/harness/global-setup.ts',
  pool: 'forks',
} as const;

export default defineConfig({
  test: {
    maxWorkers,
    reporters: ['default'],
    passWithNoTests: false,
    sequence: { sequencer: WaitingFirst },
    projects: [
      {
        test: {
          name: 'rules',
          ...native,
          pool: 'threads',
          include: ['shared/**/*.test.ts', 'tests/models/**/*.test.ts'],
        },
      },
      {
        extends: './vite.config.ts',
        test: {
          name: 'page',
          ...shared,
          pool: 'threads',
          setupFiles: 'tests/harness/speak-english.ts',
          include: ['app/**/*.test.{ts,tsx}'],
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'scripts/**/*.test.ts', 'tests/**/*.test.ts'],
          exclude: ['**/*.{crash,long}.test.ts', 'tests/faults/**', 'tests/e2e/**', 'tests/models/**'],
          ...withDatabase,
          // What a call leaves behind is collected less often, and little of it is kept. Tests of memory are among the faults.
          execArgv: ['--max-semi-space-size=64'],
        },
      },
      {
        test: {
          name: 'faults',
          // And what `npm run check` has no time for: files named .crash or .long (docs/add-a-feature.md says which those are).
          include: ['tests/faults/**/*.test.ts', '{server,scripts,tests}/**/*.{crash,long}.test.ts'],
          ...withDatabase,
          // After all others, with one worker more than processors: these tests wait for timeouts, kills and schedules.
          maxWorkers: maxWorkers + 1,
          sequence: { groupOrder: 1 },
          // None is that slow by itself; a busy machine is no fault.
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
