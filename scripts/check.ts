/** `npm run check`: the fast part of the tests; types, lint, imports, rules, API. Under three minutes on two processors. */
import { lanes, quickSteps, vitestStep } from './quick-steps.ts';
import { endStepsOnSignal, runSteps } from './steps.ts';

endStepsOnSignal();
const started = performance.now();
const results = [
  ...(await runSteps(quickSteps, lanes)),
  ...(await runSteps([vitestStep('rules and API', ['rules', 'page', 'server'], '.cache/check.json')], 1)),
];
const failed = results.filter((result) => !result.passed);
const total = ((performance.now() - started) / 1000).toFixed(0);
process.stdout.write(
  failed.length === 0
    ? `All ${results.length} steps passed in ${total} s.\n`
    : `${failed.length} of ${results.length} steps failed: ${failed.map((result) => result.title).join('; ')}\n`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
