import type { StepResult } from './steps.ts';
import type { TestResult } from './test-results.ts';

/** More failures than these are not a coincidence: nothing is repeated. */
export const maxRepeated = 5;

/** A test in a test file: a step of the script or the start of a server cannot be repeated alone. */
const isOfTestFile = ({ file }: TestResult): boolean => /\.(?:test|spec)\.tsx?$/.test(file);

/** Errors that vitest counts in addition to tests: unhandled errors belong to no test that could be repeated. */
const errorsBeside = /^\s*Errors\s+\d+ error/m;

/** Returns the failed tests of a run that are repeated; none if more than a few failed or the run itself was interrupted. */
export function toRepeat(step: StepResult, tests: readonly TestResult[]): TestResult[] {
  const failed = tests.filter((test) => test.status === 'failed');
  const alone = failed.every(isOfTestFile) && step.stopped !== true && !errorsBeside.test(step.output);
  return alone && failed.length <= maxRepeated ? failed : [];
}

const same = (one: TestResult, other: TestResult): boolean =>
  one.file === other.file && one.title === other.title;

/**
 * Combines a run with the repetition of its failed tests. A failed test that passes the second time counts as passed and is
 * called unsteady, with its first message; so is a test that passed and then fails in the repetition of its file.
 */
export function withRepeatedTests(first: readonly TestResult[], again: readonly TestResult[]): TestResult[] {
  return first.map((test): TestResult => {
    const repeated = again.filter((other) => (test.wholeFile ? other.file === test.file : same(other, test)));
    const failure = repeated.find(({ status }) => status === 'failed');
    if (test.status === 'failed') {
      const passed = failure === undefined && repeated.some(({ status }) => status === 'passed');
      return passed ? { ...test, status: 'passed', unsteady: true } : test;
    }
    if (test.status !== 'passed' || failure === undefined) return test;
    const { message } = failure;
    return { ...test, unsteady: true, ...(message === undefined ? {} : { message }) };
  });
}
