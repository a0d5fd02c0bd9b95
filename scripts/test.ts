/** `npm test`: everything, down to the browser. Ends with the line `N passed, N failed`; exit code 1 when any failed. */
import fs from 'node:fs';
import path from 'node:path';
import { lanes, quickSteps, vitestStep } from './quick-steps.ts';
import { bin, endStepsOnSignal, report, root, runStep, runSteps, type Step } from './steps.ts';
import { asTest, count, readPlaywright, readVitest, withRunner, type TestResult } from './test-results.ts';

const script = 'scripts/test.ts';
const folder = path.join(root, 'test-results');
const vitestFile = '.cache/test/vitest.json';
const browserFile = '.cache/test/browser.json';

const vitest: Step = {
  ...vitestStep('rules, API and faults', ['rules', 'page', 'server', 'faults'], vitestFile),
  timeoutMinutes: 30,
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
  timeoutMinutes: 30,
};

const asText = (test: TestResult): string =>
  `failed: ${test.file}: ${test.title}${test.message === undefined ? '' : `\n${test.message}`}`;

/** A runner writes its report or fails: one of an earlier run must not stand in for it. */
async function runRunner(
  step: Step,
  file: string,
  read: (file: string) => TestResult[],
): Promise<TestResult[]> {
  fs.rmSync(path.join(root, file), { force: true });
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  const result = await runStep(step);
  const tests = withRunner(result, read(file), script);
  const failed = tests.filter((test) => test.status === 'failed');
  const log = `${file.replace(/\.json$/, '')}.log`;
  fs.writeFileSync(path.join(root, log), result.output);
  const told = failed.some((test) => test.message !== undefined);
  // Failures alone, so that they are not lost among thousands of lines about what passed.
  const output = told ? [...failed.map(asText), `everything it printed: ${log}`].join('\n\n') : result.output;
  report(step, { ...result, output, passed: result.passed && failed.length === 0 });
  return tests;
}

endStepsOnSignal();
const results: TestResult[] = [];
const quick = await runSteps(quickSteps, lanes);
results.push(...quick.map((step) => asTest(step, script)));
results.push(...(await runRunner(vitest, vitestFile, readVitest)));
const [built] = await runSteps([build], 1);
if (built) results.push(asTest(built, script));
// A page of an earlier build would prove nothing about this one.
if (built?.passed === true) results.push(...(await runRunner(browser, browserFile, readPlaywright)));

fs.mkdirSync(folder, { recursive: true });
fs.writeFileSync(path.join(folder, 'results.json'), `${JSON.stringify(results, null, 2)}\n`);
const { passed, failed, skipped } = count(results);
process.stdout.write('\n');
for (const test of results) {
  if (test.status === 'failed') process.stdout.write(`failed: ${test.file}: ${test.title}\n`);
}
if (skipped > 0) process.stdout.write(`${skipped} skipped\n`);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
