import fs from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root, type StepResult } from './steps.ts';

/** One result of `npm test`, as in test-results/results.json. */
export interface TestResult {
  readonly title: string;
  readonly status: 'passed' | 'failed' | 'skipped';
  /** Path from the root; for a step of the script itself the script. */
  readonly file: string;
  readonly durationMs: number;
  /** The runner's message about a failure: the first lines, without colors. */
  readonly message?: string;
  /**
   * The test failed, and passed when repeated. It counts as passed, but is a defect to repair. `message` is that of the failure.
   */
  readonly unsteady?: true;
  /** It represents a file that could not be loaded, not one test. */
  readonly wholeFile?: true;
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly duration?: number | null;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

interface PlaywrightSuite {
  readonly title: string;
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly file: string;
    readonly tests: readonly {
      readonly projectName?: string;
      readonly status: string;
      readonly results: readonly {
        readonly duration: number;
        readonly errors?: readonly { readonly message?: string; readonly snippet?: string }[];
      }[];
    }[];
  }[];
}

interface PlaywrightReport {
  readonly config: { readonly rootDir: string };
  readonly suites: readonly PlaywrightSuite[];
  readonly errors?: readonly { readonly message?: string }[];
}

function readJson<T>(file: string): T | undefined {
  const full = path.join(root, file);
  if (!fs.existsSync(full)) return undefined;
  return JSON.parse(fs.readFileSync(full, 'utf8')) as T;
}

const mostLines = 30;

/** Returns the message of a failed test for a log; empty for other tests. */
function failure(
  status: TestResult['status'],
  texts: readonly (string | undefined)[],
): Pick<TestResult, 'message'> {
  const text = stripVTControlCharacters(texts.filter((part) => part !== undefined).join('\n')).trim();
  if (status !== 'failed' || text === '') return {};
  return { message: text.split('\n').slice(0, mostLines).join('\n') };
}

const fromRoot = (file: string): string => path.relative(root, file);

/** Results of a vitest run from its JSON report; a file that could not even be loaded is one failed result. */
export function readVitest(file: string): TestResult[] {
  const report = readJson<VitestReport>(file);
  return (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const results = assertionResults.map((test): TestResult => {
      const skipped = test.status === 'pending' || test.status === 'skipped' || test.status === 'todo';
      const outcome = test.status === 'passed' ? 'passed' : skipped ? 'skipped' : 'failed';
      return {
        title: test.fullName,
        status: outcome,
        file: fromRoot(name),
        durationMs: Math.round(test.duration ?? 0),
        ...failure(outcome, test.failureMessages ?? []),
      };
    });
    const unseen = status === 'failed' && !results.some((result) => result.status === 'failed');
    const title = `${fromRoot(name)} as a whole: ${message.split('\n')[0] ?? ''}`.trim();
    if (!unseen) return results;
    const whole = { title, status: 'failed', file: fromRoot(name), durationMs: 0, wholeFile: true } as const;
    return [...results, { ...whole, ...failure('failed', [message]) }];
  });
}

/** Results of a browser run from Playwright's JSON report; a test that passed only when repeated has failed. */
export function readPlaywright(file: string): TestResult[] {
  const report = readJson<PlaywrightReport>(file);
  if (!report) return [];
  const walk = (suite: PlaywrightSuite, above: string): TestResult[] => {
    const name = above === '' ? '' : `${above} `;
    const own = (suite.specs ?? []).flatMap((spec) =>
      spec.tests.map((test): TestResult => {
        const status =
          test.status === 'expected' ? 'passed' : test.status === 'skipped' ? 'skipped' : 'failed';
        const durationMs = test.results.reduce((sum, result) => sum + result.duration, 0);
        const errors = test.results.flatMap((result) => result.errors ?? []);
        const inProject = test.projectName ? ` (${test.projectName})` : '';
        return {
          title: `${name}${spec.title}${inProject}`,
          status,
          file: fromRoot(path.join(report.config.rootDir, spec.file)),
          durationMs: Math.round(durationMs),
          ...failure(
            status,
            errors.flatMap(({ message, snippet }) => [message, snippet]),
          ),
        };
      }),
    );
    return [...own, ...(suite.suites ?? []).flatMap((inner) => walk(inner, `${name}${inner.title}`))];
  };
  const outside = (report.errors ?? []).map((error): TestResult => {
    const title = `browser run: ${(error.message ?? 'failed').split('\n')[0] ?? ''}`;
    return { title, status: 'failed', file: 'tests/e2e', durationMs: 0 };
  });
  return [...report.suites.flatMap((suite) => walk(suite, '')), ...outside];
}

/** Returns the result of a step as one test. */
export const asTest = (step: StepResult, script: string): TestResult => ({
  title: step.title,
  status: step.passed ? 'passed' : 'failed',
  file: script,
  durationMs: Math.round(step.durationMs),
});

/** Returns the results of a runner's step. A runner that failed without a failed test, or ran no test at all, is an additional failure. */
export function withRunner(step: StepResult, tests: readonly TestResult[], script: string): TestResult[] {
  const toldFailure = tests.some((test) => test.status === 'failed');
  const ranSomething = tests.some((test) => test.status === 'passed');
  if ((step.passed || toldFailure) && ranSomething) return [...tests];
  if (toldFailure) return [...tests];
  const title = step.passed ? `${step.title}: no test ran` : `${step.title}: the run itself failed`;
  return [...tests, { title, status: 'failed', file: script, durationMs: Math.round(step.durationMs) }];
}

/** Returns the numbers of the last line. */
export function count(results: readonly TestResult[]): { passed: number; failed: number; skipped: number } {
  const of = (status: TestResult['status']): number =>
    results.filter((result) => result.status === status).length;
  return { passed: of('passed'), failed: of('failed'), skipped: of('skipped') };
}
