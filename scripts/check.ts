/** `npm run check`: the fast part of the tests; types, lint, imports, rules, API. Under three minutes on two processors. */
import { lanes, lintStep, quickSteps, vitestStep } from './quick-steps.ts';
import { endStepsOnSignal, runSteps } from './steps.ts';

endStepsOnSignal();
const started = performance.now();
// The tests start next to the lint as soon as the quick steps are done: two heavy steps at most.
const linted = runSteps([lintStep], 1);
const quick = await runSteps(quickSteps, lanes);
const tested = await runSteps(
  [vitestStep('rules and API', ['rules', 'page', 'server'], '.cache/check.json')],
  1,
);
const results = [...(await linted), ...quick, ...tested];
const failed = results.filter((result) => !result.passed);
const total = ((performance.now() - started) / 1000).toFixed(0);
process.stdout.write(
  failed.length === 0
    ? `All ${results.length} steps passed in ${total} s.\n`
    : `${failed.length} of ${results.length} steps failed: ${failed.map((result) => result.title).join('; ')}\n`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
