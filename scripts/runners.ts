import fs from 'node:fs';
import path from 'node:path';
import { toRepeat, withRepeatedTests } from './repeat-failed.ts';
import { report, root, runStep, type Step } from './steps.ts';
import { withRunner, type TestResult } from './test-results.ts';

/** A program that runs tests and writes a report of them. */
export interface Runner {
  readonly step: Step;
  /** Its report, from the root. */
  readonly file: string;
  readonly read: (file: string) => TestResult[];
  /** Runs only these failed tests again; writes the same report. */
  readonly again: (failed: readonly TestResult[]) => Step;
}

/** Returns a result in a log: its status, its file and title, its message. */
export const asText = (what: 'failed' | 'unsteady', { file, title, message }: TestResult): string =>
  `${what}: ${file}: ${title}${message === undefined ? '' : `\n${message}`}`;

/** A runner writes its report or fails: the report of an earlier run must not replace it. */
async function runOnce(step: Step, { file, read }: Runner) {
  fs.rmSync(path.join(root, file), { force: true });
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  const result = await runStep(step);
  return { result, tests: read(file) };
}

/** Runs a runner, repeats its few failed tests, and reports both as one step. */
export async function runRunner(runner: Runner, script: string): Promise<TestResult[]> {
  const { step, file } = runner;
  const { result, tests: first } = await runOnce(step, runner);
  let tests = withRunner(result, first, script);
  let { output, durationMs } = result;
  const repeated = toRepeat(result, tests);
  if (repeated.length > 0) {
    process.stdout.write(`…              ${step.title}: ${String(repeated.length)} once more\n`);
    const again = await runOnce(runner.again(repeated), runner);
    tests = withRepeatedTests(tests, again.tests);
    output += `\nonce more:\n${again.result.output}`;
    durationMs += again.result.durationMs;
  }
  const log = `${file.replace(/\.json$/, '')}.log`;
  fs.writeFileSync(path.join(root, log), output);
  const failed = tests.filter((test) => test.status === 'failed');
  const told = failed.some((test) => test.message !== undefined);
  // Failures alone, so that they are not lost among thousands of lines about what passed.
  const shown = told
    ? [...failed.map((test) => asText('failed', test)), `everything it printed: ${log}`].join('\n\n')
    : output;
  const passed = failed.length === 0 && (result.passed || repeated.length > 0);
  report(step, { ...result, output: shown, durationMs, passed });
  return tests;
}
