import { availableParallelism } from 'node:os';
import path from 'node:path';
import { bin, root, type Step } from './steps.ts';

/** The largest step before the tests. It keeps one processor and part of another. */
export const lintStep: Step = {
  // One pass over the types of a file for the compiler's errors and the rules that need types.
  title: 'types, lint and import rules',
  command: [bin('oxlint/bin/oxlint'), '--type-aware', '--type-check', '--deny-warnings'],
};

/** How many of the quick steps run at a time while the lint runs. */
export const lanes = Math.max(1, Math.min(4, availableParallelism()) - 1);

/** The other checks that need no database: format, unused code, requirement IDs, words. */
export const quickSteps: readonly Step[] = [
  {
    title: 'format',
    command: [
      bin('prettier/bin/prettier.cjs'),
      '--check',
      '--log-level=warn',
      '--cache',
      // By content, because a checkout and a merge touch files without a change.
      '--cache-strategy=content',
      '--cache-location=.cache/prettier',
      '.',
    ],
  },
  {
    title: 'unused files, exports and packages',
    command: [bin('knip/bin/knip.js'), '--no-progress', '--cache'],
  },
  {
    title: 'exports that tests alone use',
    command: [bin('knip/bin/knip.js'), '--no-progress', '--production', '--config=knip.production.json'],
  },
  { title: 'requirement IDs in test titles', command: ['scripts/trace.ts', '--check'] },
  { title: 'plain English', command: ['scripts/plain-english.ts'] },
  { title: 'docs/openapi.json is current', command: ['scripts/openapi.ts', '--check'] },
];

/** Returns the vitest run of the given projects; its results go to a JSON file. */
export const vitestStep = (title: string, projects: readonly string[], resultFile: string): Step => ({
  title,
  command: [
    bin('vitest/vitest.mjs'),
    'run',
    ...projects.map((project) => `--project=${project}`),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${resultFile}`,
  ],
  // Workers use modules that Node.js has compiled before, as the product's own starts do.
  env: { NODE_COMPILE_CACHE: path.join(root, '.cache', 'compile') },
  timeoutMinutes: 20,
});
