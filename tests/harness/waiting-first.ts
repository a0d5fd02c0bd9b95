import { BaseSequencer, type TestSpecification } from 'vitest/node';

const rank = ({ project, moduleId }: TestSpecification): number => {
  if (project.name !== 'faults') return 0;
  if (moduleId.endsWith('.crash.test.ts')) return 1;
  return moduleId.endsWith('.long.test.ts') ? 2 : 3;
};

/**
 * Starts the files that kill processes before the other faults. They are small and take a minute or more, and a runner without
 * earlier results starts small files last: the workers would then wait for one of them.
 */
export class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}
