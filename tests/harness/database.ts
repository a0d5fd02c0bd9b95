import { inject } from 'vitest';
import { cloneDatabase, type CloneOptions, type ClusterFacts, type TestDatabase } from './cluster.ts';

export type { ClockOffset, TestDatabase } from './cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    database: ClusterFacts;
  }
}

/**
 * A migrated database of its own for a test file (DESIGN rule 11): call it in `beforeAll`, and `drop()` in `afterAll`.
 * The run's teardown removes what a failed file left.
 */
export function createTestDatabase(options: CloneOptions = {}): Promise<TestDatabase> {
  return cloneDatabase(inject('database'), options);
}
