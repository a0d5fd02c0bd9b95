/** `npm test`: everything, down to the browser. Ends with the line `N passed, N failed`; exit code 1 when any failed. */
import fs from 'node:fs';
import path from 'node:path';
import { observedFolder } from '#tests/harness/observe-statements.ts';
import { lanes, lintStep, quickSteps, vitestStep } from './quick-steps.ts';
import { asText, runRunner, type Runner } from './runners.ts';
import { bin, endStepsOnSignal, root, runSteps, type Step } from './steps.ts';
import { asTest, count, readPlaywright, readVitest, type TestResult } from './test-results.ts';

const script = 'scripts/test.ts';
const folder = path.join(root, 'test-results');
const vitestFile = '.cache/test/vitest.json';
const browserFile = '.cache/test/browser.json';

const observedStatements = '.cache/test/statements';
const wholeVitest = vitestStep('rules, API and faults', ['rules', 'page', 'server', 'faults'], vitestFile);
const vitest: Step = {
  ...wholeVitest,
  env: { ...wholeVitest.env, [observedFolder]: path.join(root, observedStatements) },
  timeoutMinutes: 40,
};
const statements: Step = {
  title: 'raw statements answer as their types say',
  command: ['scripts/check-statements.ts', observedStatements],
};
const build: Step = { title: 'build of the page', command: ['scripts/build-page.ts'] };
const browser: Step = {
  title: 'browser tests',
  command: [
    bin('@playwright/test/cli.js'),
    'test',
    '--config=tests/e2e/playwright.config.ts',
    '--reporter=line,json',
  ],
  env: { PLAYWRIGHT_JSON_OUTPUT_NAME: path.join(root, browserFile) },
  timeoutMinutes: 44,
};

const runners: Readonly<Record<'vitest' | 'browser', Runner>> = {
  vitest: {
    step: vitest,
    file: vitestFile,
    read: readVitest,
    again: (failed) => ({
      ...vitest,
      command: [...vitest.command, ...new Set(failed.map(({ file }) => file))],
    }),
  },
  browser: {
    step: browser,
    file: browserFile,
    read: readPlaywright,
    // The output of the first failure is kept.
    again: () => ({
      ...browser,
      command: [
        ...browser.command,
        '--last-failed',
        '--last-failed-file=test-results/browser/.last-run.json',
        '--output=test-results/browser-again',
        '--workers=1',
      ],
    }),
  },
};

endStepsOnSignal();
const results: TestResult[] = [];
// The tests start next to the lint as soon as the quick steps are done: two heavy steps at most.
const linted = runSteps([lintStep], 1);
const quick = await runSteps(quickSteps, lanes);
fs.rmSync(path.join(root, observedStatements), { recursive: true, force: true });
const tested = await runRunner(runners.vitest, script);
results.push(...[...(await linted), ...quick].map((step) => asTest(step, script)), ...tested);
results.push(...(await runSteps([statements], 1)).map((step) => asTest(step, script)));
const [built] = await runSteps([build], 1);
if (built) results.push(asTest(built, script));
// A page of an earlier build would prove nothing about this one.
if (built?.passed === true) results.push(...(await runRunner(runners.browser, script)));

fs.mkdirSync(folder, { recursive: true });
fs.writeFileSync(path.join(folder, 'results.json'), `${JSON.stringify(results, null, 2)}\n`);
const { passed, failed, skipped } = count(results);
process.stdout.write('\n');
for (const test of results) {
  if (test.unsteady === true) process.stdout.write(`${asText('unsteady', test)}\n\n`);
}
for (const test of results) {
  if (test.status === 'failed') process.stdout.write(`failed: ${test.file}: ${test.title}\n`);
}
if (skipped > 0) process.stdout.write(`${skipped} skipped\n`);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
