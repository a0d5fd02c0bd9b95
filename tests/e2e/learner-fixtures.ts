import { accounts, demoPassword, serverFacts } from './facts.ts';
import { test as base } from './fixtures.ts';
import { createLearnerWorld, type LearnerWorld } from './learner-world.ts';

interface WorkerFixtures {
  /** A company of the worker's own, so that nobody else changes what a test counts. */
  readonly world: LearnerWorld;
}

/** `test` of the learner's browser tests: everything of the others, and a company to learn in. */
export const test = base.extend<object, WorkerFixtures>({
  world: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names from the pattern
    async ({}, use) => {
      await use(
        await createLearnerWorld(serverFacts().url, { email: accounts.admin, password: demoPassword }),
      );
    },
    { scope: 'worker' },
  ],
});

export { expect, toastOf } from './fixtures.ts';
